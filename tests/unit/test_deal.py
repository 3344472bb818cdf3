"""One deal step by step: what is open, answered and taken back, and what a seat may know."""

import random
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from tractor_fast import Deal, to_faces, to_planes
from tractor_fast.cards import Trump, parse_faces
from tractor_fast.errors import CardError, PlayError, RulesError, SpecError
from tractor_fast.hidden import SeenTrick
from tractor_fast.record import record_deal

THROWS = "random(lead.throws=0.3)"
TABLES = {
    "plain": ("tractor", []),
    "friends": ("finding-friends", ["players=6", "decks=3"]),
    "named": ("bianfeng-partner", []),
    "random-trump": ("simplified", []),
    "names-trump": ("duplicate", []),
    "next-names": ("tractor", ["failed_throw=next_names", "kitty_theft=true"]),
    "theft": ("tractor", ["kitty_theft=true", "bid_when=after_deal", "decks=3"]),
}


def four_cards():
    """Spades are trump, 2 is the level; seat 0 leads."""
    return Deal.of_hands(
        "tractor", ["Kh Kh", "Ah 4c", "5h 5h", "6h 3h"], trump="2s", leader=0, seats="random"
    )


def on_board(table, board, **options):
    rules, settings = TABLES[table]
    return Deal.of_board(rules, 5, board, overrides=settings, seats=THROWS, **options)


def test_a_deal_goes_from_decision_to_decision():
    deal = four_cards()
    assert (deal.decision, deal.seat, str(deal.trump), deal.level) == ("lead", 0, "2s", 0)
    assert list(deal.legal_plays()) == [[46], [46, 46]]
    assert deal.count() == 2
    deal.play("Kh Kh")
    assert (deal.decision, deal.seat, deal.hand()) == ("follow", 1, parse_faces("4c Ah"))
    deal.play([8, 50])
    assert list(deal.legal_plays(limit=5)) == [parse_faces("5h 5h")]
    deal.play("5h 5h")
    assert deal.trick == (0, [[46, 46], [8, 50], [14, 14]], 0)
    deal.play("6h 3h")
    assert deal.decision is deal.seat is None
    assert deal.points == [30, 0, 0, 0]
    # Seat 0 declares and wins all 30 points: the attackers have none (R30: +3).
    assert (deal.outcome["points"], deal.outcome["levels"]) == (0, 3)
    assert repr(deal) == "<Deal of board 0, over>"


def test_what_is_not_allowed_changes_nothing():
    deal = four_cards()
    for answer, error in (
        (lambda: deal.play("3h"), PlayError),
        (lambda: deal.play("Zz"), CardError),
        (lambda: deal.bid("2s"), PlayError),
        (lambda: deal.name("2s"), PlayError),
        (lambda: deal.outcome, PlayError),
        (lambda: deal.undo(), PlayError),
        (lambda: deal.legal_plays(-1), SpecError),
        (lambda: deal.view(4), PlayError),
        (lambda: deal.hand(9), PlayError),
    ):
        with pytest.raises(error):
            answer()
    assert (deal.decision, deal.seat, deal.hand(0)) == ("lead", 0, [46, 46])


def test_the_last_answer_can_be_taken_back_and_a_copy_goes_its_own_way():
    deal = four_cards()
    deal.play("Kh")
    twin = deal.copy()
    deal.play("Ah")
    assert (deal.seat, twin.seat) == (2, 1)
    deal.undo()
    deal.undo()
    assert (deal.decision, deal.hand()) == ("lead", [46, 46])
    twin.play("Ah")
    assert twin.trick[1] == [[46], [50]]
    twin.undo()
    with pytest.raises(PlayError, match="nothing has been answered yet"):
        twin.undo()


def test_playing_out_is_one_answer():
    deal = on_board("plain", 1)
    outcome = deal.play_out()
    assert outcome == deal.outcome
    deal.undo()
    assert deal.decision == "bid"
    assert deal.play_out() == outcome


@pytest.mark.parametrize("table", TABLES)
def test_a_board_is_the_one_that_a_run_plays(table):
    for board in range(3):
        deal = on_board(table, board)
        record = record_deal(deal._run, board)
        outcome = deal.play_out()
        assert {**outcome, "board": 0} == {**record["outcome"], "board": 0}
        tricks = deal.view(0).tricks
        assert len(tricks) == len(record["tricks"])
        for seen, told in zip(tricks, record["tricks"], strict=True):
            assert isinstance(seen, SeenTrick)
            assert seen.leader == told["leader"]
            plays = [sorted(parse_faces(play)) for play in told["plays"]]
            assert [list(play) for play in seen.plays] == plays
            assert list(seen.thrown) == sorted(parse_faces(told.get("failed_throw", "")))


@pytest.mark.parametrize("table", TABLES)
def test_burials_bids_and_names_can_be_given_by_hand(table):
    deal, by_hand = on_board(table, 2), on_board(table, 2)
    while deal.decision is not None:
        asked, naming = deal.decision, deal.naming
        if asked == "bid":
            assert by_hand.open_bids == deal.open_bids
        elif asked in ("bury", "lead", "follow"):
            assert by_hand.count() == deal.count() > 0
        chosen = deal.step()
        if asked == "bid":
            by_hand.bid(*(chosen or ()))
        elif asked == "name":
            by_hand.name(chosen)
        else:
            assert naming is None
            by_hand.play(chosen)
    assert by_hand.outcome == deal.outcome


def test_names_may_be_text():
    deal = on_board("friends", 0)
    while deal.naming != "friends":
        deal.step()
    level = deal.level
    first, second = [face for face in ("3c", "4c", "5c") if parse_faces(face)[0] // 4 != level][:2]
    deal.name([(first, 1), (second, 2)])
    assert deal.friends == [(parse_faces(first)[0], 1), (parse_faces(second)[0], 2)]
    deal = on_board("named", 0)
    while deal.naming != "partner":
        deal.step()
    deal.name("BJ")
    assert deal.view(0).partner_card == 53


PUBLIC = [
    "rules",
    "board",
    "decision",
    "asked",
    "naming",
    "units",
    "level",
    "trump",
    "declarer",
    "first_drawer",
    "bids",
    "turned_up",
    "exchangers",
    "friends",
    "partner_card",
    "team",
    "points",
    "tricks",
    "failing",
    "voids",
    "shown",
    "hand_sizes",
    "coming",
    "kitty_size",
]


@pytest.mark.parametrize("table", TABLES)
def test_a_world_is_the_same_table_with_other_hands(table):
    rng = random.Random(table)
    for board in range(2):
        deal = on_board(table, board)
        while deal.decision is not None:
            if rng.random() < 0.08:
                view = deal.view()
                (world,) = Deal.worlds(view, 1, seats="random", seed=board)
                assert world.seat == deal.seat
                for seat in range(deal.rules.players):
                    seen, expected = world.view(seat), deal.view(seat)
                    for name in PUBLIC:
                        assert getattr(seen, name) == getattr(expected, name), (name, view)
                again = world.view()
                assert (again.hand, again.kitty) == (view.hand, view.kitty)
                assert again.laid_away == view.laid_away
                assert again.order_drawn == view.order_drawn
                if view.decision == "bid":
                    assert world.open_bids == deal.open_bids
                elif view.decision != "name":
                    assert world.count() == deal.count()
                world.play_out()
            deal.step()


@pytest.mark.parametrize("table", TABLES)
def test_the_true_world_goes_on_as_the_deal_does(table):
    """From any point after the bidding the same answers lead to the same end."""
    deal = on_board(table, 3)
    worlds = []
    while deal.decision is not None:
        if deal.trump is not None and (deal.decision != "bid"):
            decks, taken_up = deal.rules.decks, deal.decision == "bury" or deal.naming == "partner"
            hands = np.array([to_planes(deal.hand(i), decks) for i in range(deal.rules.players)])
            kitty = to_planes([] if taken_up else deal.buried, decks)
            worlds.append(Deal.of_world(deal.view(), hands, kitty, seats="random"))
        asked = deal.decision
        chosen = deal.step()
        for world in worlds:
            if asked == "bid":
                assert world.decision == "bid"
                world.bid(*(chosen or ()))
            elif asked == "name":
                world.name(chosen)
            else:
                world.play(chosen)
    outcomes = [world.outcome for world in worlds]
    assert len(outcomes) > 50
    assert all(outcome == deal.outcome for outcome in outcomes)


def test_worlds_are_their_own_seeds():
    deal = on_board("plain", 1)
    while deal.decision != "lead":
        deal.step()
    ends = [
        [
            world.play_out()["points"]
            for world in Deal.worlds(deal.view(), 5, seats="random", seed=s)
        ]
        for s in (1, 1, 2)
    ]
    assert ends[0] == ends[1] != ends[2]
    later = list(Deal.worlds(deal.view(), 2, seats="random", seed=1, first=3))
    assert [world.play_out()["points"] for world in later] == ends[0][3:]


def test_a_world_must_agree_with_the_view():
    deal = on_board("plain", 1)
    while deal.decision != "lead":
        deal.step()
    view = deal.view()
    worlds = Deal.sample_hidden(view, 1)
    hands, kitty = worlds.hands[0], worlds.kitty[0]
    assert Deal.of_world(view, hands, kitty).hand(1) == to_faces(hands[1])
    with pytest.raises(CardError, match="not consistent with what seat"):
        Deal.of_world(view, np.roll(hands, 1, axis=0), kitty)
    with pytest.raises(CardError, match="kitty: planes must be uint64"):
        Deal.of_world(view, hands, hands)


def test_only_who_is_asked_to_bid_can_go_on_from_the_bidding():
    deal = on_board("plain", 1)
    view = deal.view((deal.seat + 1) % 4)
    with pytest.raises(PlayError, match="cannot tell whether seat"):
        next(Deal.worlds(view, 1))


def test_a_view_stays_as_it_is():
    deal = four_cards()
    view = deal.view()
    deal.play("Kh Kh")
    assert (view.decision, view.hand, view.tricks) == ("lead", (46, 46), ())
    assert deal.view(0).tricks == (SeenTrick(0, ((46, 46),), ()),)
    assert deal.view(1).hand == (8, 50)
    assert deal.view(1).hand_sizes == (0, 2, 2, 2)
    with pytest.raises(FrozenInstanceError):
        view.hand = ()
    deal.play("Ah 4c")
    assert deal.view(2).voids == ((), (2,), (), ())


def test_trump_is_read_as_it_is_written():
    hands = ["3c", "4c", "5c", "6c"]
    for text, trump in (("2s", Trump(0, 3)), ("TNT", Trump(8, None)), ("Ah", Trump(12, 2))):
        deal = Deal.of_hands("tractor", hands, trump=text)
        assert deal.trump == trump
        assert str(deal.trump) == text
    for wrong in ("s", "2", "2x", "1s", 4, None):
        with pytest.raises(CardError):
            Deal.of_hands("tractor", hands, trump=wrong)


def test_what_no_deal_can_be_made_of():
    for make, error in (
        (lambda: Deal(None), TypeError),
        (lambda: Deal.of_board("tracktor"), RulesError),
        (lambda: Deal.of_board(seats="nobody"), SpecError),
        (lambda: Deal.of_board(board=-1), SpecError),
        (lambda: Deal.of_board(level="1"), SpecError),
        (lambda: Deal.of_hands("tractor", ["3c"], trump="2s"), PlayError),
        (lambda: Deal.of_hands("tractor", None, trump="2s"), PlayError),
        (lambda: Deal.of_hands("tractor", 4, trump="2s"), PlayError),
        (lambda: Deal.of_hands("tractor", ["3c", "4c", "5c", "5c 6c"], trump="2s"), CardError),
    ):
        with pytest.raises(error):
            make()


def test_the_text_says_how_it_stands():
    deal = four_cards()
    deal.play("Kh")
    assert deal.text().splitlines() == [
        "level: 2",
        "trump: 2s",
        "declarer: S",
        "hand S: Kh",
        "hand E: 4c Ah",
        "hand N: 5h 5h",
        "hand W: 3h 6h",
        "trick 1: S Kh",
        "asked: E to follow",
    ]
    deal.play_out()
    assert deal.text().splitlines()[-1].startswith("points: ")
