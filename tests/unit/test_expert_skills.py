"""What `expert` knows of throws, trumps, the last trick, burying and bids, in known positions."""

import pytest

from tractor_fast._core.engine import POLICIES, Run
from tractor_fast._core.game import Game
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, face_name, parse_faces
from tractor_fast.rules import load_rules

PLAIN = load_rules("tractor")
GENERAL = load_rules("tractor", ["decks=3", "players=4"])
PATHS = pytest.mark.parametrize("rules", [PLAIN, GENERAL], ids=["plain", "general"])


def seated(**changed):
    values = {p.name: p.default for p in POLICIES["expert"]}
    values |= {name.replace("_", ".", 1): value for name, value in changed.items()}
    return "expert", tuple(values.values())


def choice(rules, hands, *plays, **changed):
    """What `expert` does after some plays, seat 0 leading first; spades and twos are trumps."""
    run = Run(rules, [seated(**changed)] * 4, seed=1).spec
    hands = [parse_faces(hand) for hand in hands]
    game = Game.of_hands(CompiledRules(rules), Trump(0, 3), hands, 0, run)
    for cards in plays:
        game.play(parse_faces(cards))
    return " ".join(face_name(face) for face in game.step())


# ---- throws --------------------------------------------------------------------------------------


def test_all_that_nothing_unseen_beats_is_thrown_together():
    hands = ["Ah Ah Kh Kh 3c 4c", "3h 4h 7c 8c 9c 9d", "5h 6h 6c 7c 8d 9d", "7h 8h 7d Tc Jc Jd"]
    assert choice(PLAIN, hands) == "Kh Kh Ah Ah"  # a tractor
    hands = ["Ah Ah Kh 3c 4c 6c", "3h 4h 7c 8c 9c 9d", "Kh 6h 6c 7c 8d 9d", "7h 8h 7d Tc Jc Jd"]
    assert choice(PLAIN, hands) == "Kh Ah Ah"  # no unseen card beats the king


@PATHS
def test_a_card_that_an_unseen_one_beats_is_not_thrown(rules):
    hands = ["Ah Qh 3c 4c", "3h 4h 7c 8c", "5h 6h 6c 7c", "7h 8h 7d Tc"]
    assert choice(rules, hands) == "Ah"


# ---- following -----------------------------------------------------------------------------------


@PATHS
def test_an_empty_trick_is_left_to_the_others_rather_than_taken_with_a_joker(rules):
    hands = ["8s 3c 4c 6c", "4s 3h 7c 8c", "3s 6h 6c 7c", "7s SJ 7d Tc"]
    assert choice(rules, hands, "8s", "4s", "3s") == "7s"


@PATHS
def test_points_are_fed_to_a_partner_who_cannot_lose_the_trick(rules):
    hands = ["Ah 3c 4c 6c", "3h 4h 7c 8c", "Th 6h 6c 7c", "7h 8h 7d Tc"]
    assert choice(rules, hands, "Ah", "3h") == "Th"


@PATHS
def test_a_trick_of_points_is_trumped_and_one_of_none_is_not(rules):
    hands = ["Kh 3c 4c 6c", "Th 3h 7c 8c", "4h 6c 7c 9c", "3s 4s 7d Tc"]
    assert choice(rules, hands, "Kh", "Th", "4h") == "3s"
    hands[0], hands[1] = "Qh 3c 4c 6c", "9h 3h 7c 8c"
    assert choice(rules, hands, "Qh", "9h", "4h") == "7d"


@PATHS
def test_a_pair_is_not_broken_where_a_single_card_does(rules):
    hands = ["Ah 3c 4c 6c", "3h 3h 6h 8c", "4h 6c 7c 9c", "7h 8h 7d Tc"]
    assert choice(rules, hands, "Ah") == "6h"


@PATHS
def test_a_discard_empties_a_suit(rules):
    hands = ["Ah 3c 4c 6c", "3h 4h 6h 8c", "4h 6c 7c 9c", "6d 4c 3c 3s"]
    assert choice(rules, hands, "Ah", "3h", "4h") == "6d"


# ---- trumps --------------------------------------------------------------------------------------


def test_a_declarer_of_many_trumps_draws_those_of_the_others():
    own = parse_faces("BJ BJ SJ SJ 2s 2s As As Ks Qs Js Ts 9s 8s 7s 6s 5s 3d 4d 6d 7d 3c 4c 6c 7c")
    rest = [face for face in range(54) for _ in range(2)]
    for face in own:
        rest.remove(face)
    hands = [own] + [rest[seat:75:3] for seat in range(3)]
    run = Run(PLAIN, [seated()] * 4, seed=1).spec
    led = Game.of_hands(CompiledRules(PLAIN), Trump(0, 3), hands, 0, run).step()
    assert all(face >= 52 or face & 3 == 3 or face >> 2 == 0 for face in led)


@PATHS
def test_the_highest_trump_is_kept_for_the_last_trick(rules):
    hands = ["3h 4c", "4h 6c", "Ah 7c", "BJ 9c"]
    assert choice(rules, hands, "3h", "4h", "Ah") == "9c"


# ---- burying and bids ----------------------------------------------------------------------------


def dealt(boards, **changed):
    """Games of some boards at their first bury, bids done."""
    run = Run(PLAIN, [seated(**changed)] * 4, seed=5).spec
    for board in range(boards):
        game = Game.of_board(run, board)
        while game.decision == "bid":
            game.step()
        yield game


def suits_held(game):
    level, trump = game.trump.rank, game.trump.suit
    hand = [face for face in game.hand(game.seat) if face < 52 and face >> 2 != level]
    return {face & 3 for face in hand if face & 3 != trump}


def test_suits_are_emptied_by_burying_and_more_of_them_where_points_may_go():
    def emptied(points):
        suits = 0
        for game in dealt(200, bury_points=points):
            before = suits_held(game)
            after = game.copy()
            after.step()
            suits += len(before) - len(suits_held(after))
        return suits

    assert 20 < emptied(0) < emptied(40)


def test_more_points_are_buried_the_more_it_may():
    def points(allowed):
        value = {1: 0, 3: 5, 8: 10, 11: 10}
        return sum(value.get(f >> 2, 0) for g in dealt(200, bury_points=allowed) for f in g.step())

    assert points(0) < points(15) < points(40)


def test_a_bid_needs_fewer_trumps_early_in_the_draw():
    def first_bids(early):
        run = Run(PLAIN, [seated(bid_early=early)] * 4, seed=5)
        totals, _ = run.play(0, 2000)
        return totals["draw_sum"]

    assert first_bids(0.0) < first_bids(0.5) < first_bids(1.0)


def test_fewer_bids_win_the_more_trumps_they_need():
    def nobody(trumps):
        totals, _ = Run(PLAIN, [seated(bid_min_trumps=trumps)] * 4, seed=5).play(0, 2000)
        return totals["nobody_bid"]

    assert nobody(5) <= nobody(9) < nobody(13)
