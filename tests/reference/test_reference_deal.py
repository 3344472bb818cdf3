"""R19 to R33: whole deals, step by step."""

import random

import pytest
from reference_helpers import rules, trump

from tractor_fast.cards import POINTS, parse_face, parse_faces
from tractor_fast.errors import PlayError
from tractor_fast.reference.bids import Bid
from tractor_fast.reference.deal import Decision, ReferenceDeal
from tractor_fast.reference.follow import follows
from tractor_fast.reference.friends import Call, Team, callable_faces, named_partner
from tractor_fast.reference.lead import unit_leads
from tractor_fast.rules import Rules

HANDS = ["Ah 3h", "4h 5h", "6h 7h", "8h Kh"]


def two_trick_deal(hands=HANDS, kitty="Td", declarer=0, in_force="2s", calls=(), **settings):
    return ReferenceDeal.from_play(
        rules(**settings),
        trump=trump(in_force),
        declarer=declarer,
        hands=[parse_faces(hand) for hand in hands],
        kitty=parse_faces(kitty),
        calls=[Call(*call) for call in calls],
    )


def play(deal, *plays):
    for cards in plays:
        deal.choose(parse_faces(cards))


def test_tricks_points_kitty_and_levels():
    deal = two_trick_deal()
    assert deal.decision() == Decision(0, "lead")
    play(deal, "Ah", "5h", "6h", "Kh")
    assert deal.play.tricks[0].winner == 0
    assert deal.decision() == Decision(0, "lead")
    play(deal, "3h", "4h", "7h", "8h")
    result = deal.result()
    assert deal.decision() is None
    assert result.points == (15, 0, 0, 0)
    # Attackers win the last trick, led by a single: twice the ten in the kitty.
    assert (result.last_winner, result.kitty_points, result.kitty_factor) == (3, 10, 2)
    assert result.attackers_points == 20
    assert result.outcome == (True, 2, 0)
    assert result.next_declarer == 2


def test_the_kitty_does_not_count_when_the_declarers_side_wins_the_last_trick():
    deal = two_trick_deal()
    play(deal, "3h", "4h", "7h", "8h", "Kh", "Ah", "5h", "6h")
    assert deal.result().last_winner == 0
    assert deal.result().attackers_points == 0
    assert deal.result().outcome == (True, 3, 0)


def test_a_failed_throw_leads_the_forced_unit_and_keeps_the_rest():
    deal = two_trick_deal(throw_penalty=10)
    play(deal, "Ah 3h")
    trick = deal.play.trick
    assert trick.failed_throw == tuple(parse_faces("3h Ah"))
    assert trick.plays == [tuple(parse_faces("3h"))]
    assert deal.hand(0) == parse_faces("Ah")
    play(deal, "4h", "6h", "8h", "Kh", "Ah", "5h", "7h")
    # The declarer's side failed: ten points go to the attackers.
    assert deal.result().attackers_points == 10


def test_the_next_player_names_the_unit_of_a_failed_throw():
    hands = ["4h 4h Qh", "Kh 5h 5h", "6h 7h 8h", "9h Th Jh"]
    deal = two_trick_deal(hands, failed_throw="next_names")
    play(deal, "4h 4h Qh")
    assert deal.decision() == Decision(1, "name_unit")
    queen, fours = deal.play.naming
    with pytest.raises(PlayError, match="R10"):
        deal.choose(queen._replace(width=2))
    deal.choose(fours)
    assert deal.decision() == Decision(1, "follow")
    assert deal.play.trick.lead_units == (fours,)


def test_a_thief_is_offered_his_own_bids():
    deal = ReferenceDeal(
        rules(kitty_theft=True, bid_when="after_deal"),
        level=0,
        hands=[parse_faces(hand) for hand in ("SJ SJ", "2s 2s", "4h 5h", "2c 6h")],
        kitty=parse_faces("Td"),
        first_drawer=0,
        declarer=0,
    )
    club, spade, joker = map(parse_face, ("2c", "2s", "SJ"))
    for choice in ((club, 1), None, None):
        deal.choose(choice)
    assert deal.decision() == Decision(0, "bury")
    assert deal.open_bids() == []
    play(deal, "Td")
    assert (deal.decision(), deal.open_bids()) == (Decision(1, "bid"), [Bid(1, spade, 2)])
    deal.choose((spade, 2))
    play(deal, "Td")
    assert (deal.decision(), deal.open_bids()) == (Decision(0, "bid"), [Bid(0, joker, 2)])
    deal.choose((joker, 2))
    play(deal, "Td")
    assert (deal.trump, deal.declarer) == (trump("2NT"), 0)
    assert deal.decision() == Decision(0, "lead")


def test_illegal_choices_are_refused_and_change_nothing():
    deal = two_trick_deal()
    for cards, why in (("Kh", "does not hold Kh"), ("", "nothing")):
        with pytest.raises(PlayError, match=why):
            play(deal, cards)
    play(deal, "Ah")
    with pytest.raises(PlayError, match="R11"):
        play(deal, "4h 5h")
    assert deal.decision() == Decision(1, "follow")
    with pytest.raises(PlayError, match="not over"):
        deal.result()


def test_no_throws():
    with pytest.raises(PlayError, match="R9"):
        play(two_trick_deal(throws=False), "Ah 3h")


def test_friends_join_when_the_trick_is_complete_with_their_points():
    hands = ["Ah 3h", "4h Ks", "6h 7h", "8h Kh", "9h Th"]
    deal = two_trick_deal(
        hands, calls=[(parse_face("Kh"), 1)], players=5, decks=2, partners="friends"
    )
    play(deal, "3h", "4h", "7h", "Kh", "Th")
    assert deal.play.tricks[0].team == (0, 3)
    play(deal, "8h", "9h", "Ah", "Ks", "6h")
    assert deal.result().team == (0, 3)
    assert not deal.result().team_short
    assert deal.result().points == (0, 10, 0, 20, 0)


def test_the_declarer_may_be_his_own_friend_or_the_call_waits():
    hands = ["Ah 3h", "4h 5h", "6h 7h", "8h Kh", "Ah Th"]
    for double_join, team in ((True, (0,)), (False, (0, 4))):
        deal = two_trick_deal(
            hands,
            calls=[(parse_face("Ah"), 1)],
            players=5,
            decks=2,
            partners="friends",
            double_join=double_join,
        )
        play(deal, "Ah", "5h", "6h", "Kh", "Th", "3h", "4h", "7h", "8h", "Ah")
        assert deal.result().team == team
        assert deal.result().team_short == double_join


def test_one_copy_answers_one_call_where_friends_do_not_join_twice():
    friends = rules(players=6, decks=3, partners="friends", double_join=False)
    ace = parse_face("Ah")
    team = Team([0], [Call(ace, 1), Call(ace, 2)], friends)
    # The declarer's first copy answers neither call, the second, an outsider's, would answer both.
    team.trick_done([(0, [ace]), (1, [ace]), (2, [ace])])
    assert team.seats == [0, 1, 2]


def test_a_play_answers_calls_in_the_order_in_which_they_were_made():
    friends = rules(players=6, decks=3, partners="friends", double_join=False)
    king, ace = parse_face("Kh"), parse_face("Ah")
    team = Team([0], [Call(ace, 1), Call(king, 1)], friends)
    # Seat 1 joins by the ace, so the call of the king waits for the next king, not the next ace.
    team.trick_done([(1, [king, ace]), (2, [ace, ace]), (3, [king, king])])
    assert team.seats == [0, 1, 3]


@pytest.mark.parametrize(
    ("card", "partner"),
    [("3h", 2), ("4h", 1), ("5h", None), ("BJ", 3)],
)
def test_a_named_card_makes_its_holder_the_partner(card, partner):
    # Seat 0 declares and has taken up the kitty: he holds one 3h, no 4h, both 5h.
    hands = ["3h 5h 5h", "4h 6h", "3h 4h", "BJ 6h"]
    hands = [parse_faces(hand) for hand in hands]
    assert named_partner(parse_face(card), 0, hands) == partner


def test_the_named_partner_is_of_the_side_from_the_start():
    deal = new_deal(rules(partners="named", trump="random"), 3, 2, trump_suit=1)
    assert deal.decision() == Decision(2, "name_partner")
    card = next(face for face in deal.hand(3) if face not in deal.hand(2))
    with pytest.raises(PlayError, match="R26"):
        deal.choose(54)
    deal.choose(card)
    assert deal.decision() == Decision(2, "bury")
    deal.choose(deal.hand(2)[:8])
    assert deal.play.team.seats == [2, 3]


def test_friend_cards():
    in_force = trump("2s")

    def faces(name):
        return callable_faces(in_force, rules(players=5, partners="friends", friend_cards=name))

    assert [len(faces(name)) for name in ("below_level", "non_trump", "any")] == [48, 36, 54]
    assert len(faces("not_highest")) == 33
    assert len(faces("not_points")) == 27
    assert parse_face("Ah") not in faces("not_highest")


def new_deal(table: Rules, seed: int, declarer: int | None, **more):
    rng = random.Random(seed)
    deck = table.deck(0)
    rng.shuffle(deck)
    size = table.hand_size
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(table.players)]
    kitty = deck[table.players * size :]
    return ReferenceDeal(
        table, level=0, hands=hands, kitty=kitty, first_drawer=1, declarer=declarer, **more
    )


def pass_all(deal):
    while deal.decision() is not None and deal.decision().kind == "bid":
        deal.choose(None)


def test_a_first_deal_without_bids():
    deal = new_deal(rules(), 1, None)
    first = deal.kitty[0]
    pass_all(deal)
    assert deal.declarer == 1
    assert deal.trump.suit == (first % 4 if first < 52 else None)
    assert deal.decision() == Decision(1, "bury")
    assert len(deal.hand(1)) == 33


def test_a_first_deal_without_bids_is_dealt_again_where_the_table_says_so():
    deal = new_deal(rules(no_bid="redeal"), 1, None)
    pass_all(deal)
    assert deal.redeal
    assert deal.decision() is None
    deal = new_deal(rules(no_bid="redeal"), 1, None, attempt=20)
    pass_all(deal)
    assert deal.decision().kind == "bury"


def test_the_declarers_partner_names_trump():
    deal = new_deal(rules(no_bid="declarer_side_names"), 1, 0)
    pass_all(deal)
    assert deal.decision() == Decision(2, "name_trump")
    deal.choose(3)
    assert str(deal.trump) == "2s"
    assert deal.decision() == Decision(0, "bury")


def test_the_winning_bidder_of_a_first_deal_declares():
    deal = new_deal(rules(), 2, None)
    seat = deal.decision().seat
    bid = deal.auction.open_bids(seat)[0]
    deal.choose((bid.face, bid.count))
    pass_all(deal)
    assert (deal.declarer, deal.trump) == (seat, bid.trump(0))


def test_the_kitty_laid_back_has_as_many_cards_all_held():
    deal = new_deal(rules(trump="random"), 3, 2, trump_suit=1)
    assert deal.decision() == Decision(2, "bury")
    with pytest.raises(PlayError, match="8 cards"):
        deal.choose(deal.hand(2)[:7])
    with pytest.raises(PlayError, match="R24"):
        deal.choose([deal.hand(2)[0]] * 8)
    cards = deal.hand(2)[:8]
    deal.choose(cards)
    assert deal.kitty == cards
    assert deal.decision() == Decision(2, "lead")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"trump": "random", "kitty": 0},
        {"failed_throw": "next_names", "throw_follow": "each_unit", "throw_eval": "highest"},
        {"players": 5, "partners": "friends"},
        {"partners": "named"},
        {"decks": 3, "protect_longer_tuples": True},
    ],
)
def test_random_deals_come_to_an_end_with_all_points(settings):
    table = rules(**settings)
    rng = random.Random(7)
    deal = new_deal(table, 7, 0, trump_suit=2)
    while (asked := deal.decision()) is not None:
        hand = deal.hand(asked.seat)
        if asked.kind == "bid":
            open_bids = deal.auction.open_bids(asked.seat)
            deal.choose(rng.choice([None, *((bid.face, bid.count) for bid in open_bids)]))
        elif asked.kind == "bury":
            deal.choose(hand[: len(deal.kitty)])
        elif asked.kind == "name_partner":
            deal.choose(rng.randrange(54))
        elif asked.kind == "name_friends":
            deal.choose([(callable_faces(deal.trump, table)[-1], 1)])
        elif asked.kind == "lead":
            deal.choose(rng.choice(unit_leads(hand, deal.trump, table)))
        else:
            units = deal.play.trick.lead_units
            deal.choose(rng.choice(follows(hand, units, deal.trump, table)))
    result = deal.result()
    assert sum(result.points) + result.kitty_points == 100 * table.decks
    assert all(not any(hand) for hand in deal.play.hands)
    assert sum(POINTS[face] for face in deal.kitty) == result.kitty_points
