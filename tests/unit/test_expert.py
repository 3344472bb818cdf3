"""The strategy `expert` in positions where sensible play is known, and over many boards."""

import numpy as np
import pytest

from tractor_fast._core.engine import POLICIES, ROW, Run, kernels, policy_addresses
from tractor_fast._core.game import Game
from tractor_fast._core.policy import ForeignPolicy
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import RANKS, Trump, face_name, parse_faces
from tractor_fast.errors import SpecError
from tractor_fast.record import record_deal
from tractor_fast.rules import load_rules

RULES = load_rules("tractor")
COMPILED = CompiledRules(RULES)
SPADES_2 = Trump(0, 3)


def seated(name, **changed):
    values = {p.name: p.default for p in POLICIES[name]} | changed
    return name, tuple(values.values())


EXPERT = seated("expert")
RANDOM = seated("random")


def names(faces):
    return " ".join(face_name(face) for face in faces)


def choice(hands, *plays):
    """What `expert` does after some plays, seat 0 leading first; spades and twos are trumps."""
    run = Run(RULES, [EXPERT] * 4, seed=1).spec
    game = Game.of_hands(COMPILED, SPADES_2, [parse_faces(hand) for hand in hands], 0, run)
    for cards in plays:
        game.play(parse_faces(cards))
    return names(game.step())


def test_last_seat_takes_ten_points_with_the_lowest_card_that_wins():
    hands = ["Th 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "Jh Qh Ah 9c"]
    assert choice(hands, "Th", "3h", "4h") == "Jh"


def test_last_seat_takes_a_trick_with_a_card_that_brings_points_home():
    hands = ["9h 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "Th Jh Ah 9c"]
    assert choice(hands, "9h", "3h", "4h") == "Th"


def test_last_seat_gives_a_king_to_the_partner_who_wins():
    hands = ["3h 3c 4c 6c", "Ah 3c 7c 8c", "4h 4c 6c 7c", "Kh 5h 6h 9c"]
    assert choice(hands, "3h", "Ah", "4h") == "Kh"


def test_third_seat_gives_a_king_to_the_partner_who_leads_an_ace():
    hands = ["Ah 3c 4c 6c", "3h 3c 7c 8c", "Kh 6h 6c 7c", "4h 7h 8h 9c"]
    assert choice(hands, "Ah", "3h") == "Kh"


def test_third_seat_keeps_points_back_when_the_next_player_is_void_and_may_trump():
    hands = ["Qh Ah 3c 4c", "3h 7h 7c 8c", "Kh 4h 6h 9h", "3s 4s 8c 9c"]
    assert choice(hands, "Qh", "3h", "4h", "8c", "Ah", "7h") == "6h"


@pytest.mark.parametrize("lead", ["Ah", "As"])
def test_second_seat_gives_no_points_to_a_trick_that_it_cannot_take(lead):
    suit = lead[1]
    hands = [f"{lead} 3c 4c 6c", f"K{suit} T{suit} 5{suit} 6{suit}", "4d 4c 6c 7c", "7d 8d 8c 9c"]
    assert choice(hands, lead) == f"6{suit}"


def test_last_seat_gives_no_points_to_a_trick_that_it_cannot_take():
    hands = ["3h 3c 4c 6c", "4h 3c 7c 8c", "Ah 4c 6c 7c", "Kh Th 5h 7h"]
    assert choice(hands, "3h", "4h", "Ah") == "7h"


def test_a_discard_is_low_and_worth_no_points():
    hands = ["Ah 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "5d 8d Ac Kc"]
    assert choice(hands, "Ah", "3h", "4h") == "8d"


def test_points_are_trumped_with_the_lowest_trump():
    hands = ["Kh 3c 4c 6c", "3h 3c 7c 8c", "Th 4c 6c 7c", "3s 4s SJ 9c"]
    assert choice(hands, "Kh", "3h", "Th") == "3s"


def test_an_empty_trick_is_not_trumped():
    hands = ["Qh 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "3s 4s SJ 9c"]
    assert choice(hands, "Qh", "3h", "4h") == "9c"


def test_a_joker_is_not_spent_on_five_points():
    hands = ["5h 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "SJ BJ 8c 9c"]
    assert choice(hands, "5h", "3h", "4h") == "8c"


def test_a_trick_of_the_partner_is_not_taken_from_him():
    hands = ["3h 3c 4c 6c", "Qh 3c 7c 8c", "4h 4c 6c 7c", "Kh Ah 6h 9c"]
    assert choice(hands, "3h", "Qh", "4h") == "Kh"
    hands = ["3h 3c 4c 6c", "Qh 3c 7c 8c", "4h 4c 6c 7c", "3s 4s 6d 9c"]
    assert choice(hands, "3h", "Qh", "4h") == "6d"


def test_a_led_pair_of_points_is_taken_with_the_lowest_higher_pair():
    hands = ["5h 5h 3c 4c", "3h 4h 7c 8c", "6h 7h 6c 7c", "8h 8h 9h 9h"]
    assert choice(hands, "5h 5h", "3h 4h", "6h 7h") == "8h 8h"


def test_a_pair_of_points_is_given_to_a_partner_who_wins_with_a_pair():
    hands = ["3h 3h 3c 4c", "Ah Ah 7c 8c", "6h 7h 6c 7c", "4h 4h Kh Kh"]
    assert choice(hands, "3h 3h", "Ah Ah", "6h 7h") == "Kh Kh"


def test_a_tractor_is_followed_with_the_cheapest_cards_of_its_shape():
    hands = ["Qh Qh Ah Ah Kh Kh", "3h 3h 4h 5h 5h 6h", "7h 7c 8c 9c 9d 8d", "3c 4c 6c 3d 4d 6d"]
    assert choice(hands, "Qh Qh Kh Kh Ah Ah") == "3h 3h 4h 5h 5h 6h"
    hands = ["Kh Kh Ah Ah 3d 4d", "3h 3h 6h 6h 5h 4h", "7h 7c 8c 9c 9d 8d", "3c 4c 6c 3d 4d 6d"]
    assert choice(hands, "Kh Kh Ah Ah") == "3h 3h 6h 6h"


def test_a_trump_tractor_takes_a_plain_tractor_with_points():
    hands = ["Th Th Kh Kh Qh Qh Jh Jh", "3h 4h 5h 5h 6c 6c 7c 7d", "7h 7h 8c 9c 9d 8d Jd Jd"]
    hands.append("3s 3s 4s 4s 3c 4c 6d 8c")
    assert choice(hands, "Th Th Jh Jh", "3h 4h 5h 5h", "7h 7h 8c 9c") == "3s 3s 4s 4s"


def test_leads_an_ace_before_lower_cards():
    assert choice(["Ah 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "Kh 7h 7d 9c"]) == "Ah"


def test_leads_a_pair_of_aces_whole():
    assert choice(["Ah Ah 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "Kh 7h 7d 9c"]) == "Ah Ah"


def test_leads_a_tractor_that_nothing_beats_whole():
    hands = ["Kd Kd Ad Ad 6c 7c", "3h 3c 7c 8c 9c 9h", "4h 4c 6c 8d 3d 4d", "Kh 7h 7d 9c 8h 8h"]
    assert choice(hands) == "Kd Kd Ad Ad"


def test_leads_a_king_once_both_aces_are_gone():
    hands = ["Ah Kh 3c 4c", "3h Ah 7c 8c", "4h 4c 6c 7c", "6h 7h 7d 9c"]
    assert choice(hands, "Ah", "Ah", "4h", "6h") == "Kh"


def test_leads_no_points_without_a_sure_card():
    assert choice(["Kc Th 9d 5c", "3h 3c 7c 8c", "4h 4c 6c 7c", "Kh 7h 7d 9c"]) == "9d"


def test_of_hands_refuses_a_run_of_other_rules():
    run = Run(load_rules("tractor", ["level_cap=null"]), [EXPERT] * 4, seed=1).spec
    with pytest.raises(SpecError, match="other rules"):
        Game.of_hands(COMPILED, SPADES_2, [[0], [1], [2], [3]], 0, run)


def test_buries_neither_aces_nor_trumps_and_few_points():
    run = Run(RULES, [EXPERT] * 4, seed=5).spec
    most = dict(zip([p.name for p in POLICIES["expert"]], EXPERT[1], strict=True))["bury.points"]
    for board in range(200):
        game = Game.of_board(run, board)
        while game.decision == "bid":
            game.step()
        buried = [face_name(face) for face in game.step()]
        level, suit = game.trump.rank, game.trump.suit
        highest = "K" if level == RANKS.index("A") else "A"
        assert not [c for c in buried if c[0] in (highest, RANKS[level]) or c.endswith("J")]
        assert suit is None or not [c for c in buried if c[1] == "cdhs"[suit]]
        points = sum({"5": 5, "T": 10, "K": 10}.get(c[0], 0) for c in buried)
        assert points <= most


def test_bids_grow_rarer_with_the_trumps_that_they_need():
    def nobody(trumps):
        seats = [seated("expert", **{"bid.min_trumps": trumps})] * 4
        return Run(RULES, seats, seed=2).play(0, 1000)[0]["nobody_bid"]

    assert nobody(30.0) == 1000
    assert nobody(5.0) <= nobody(9.0) < nobody(13.0)
    assert nobody(7.0) < 20


def test_a_throw_without_risk_never_fails():
    totals, _ = Run(RULES, [seated("expert", **{"lead.throw_risk": 0.0})] * 4, seed=3).play(0, 2000)
    assert totals["throws"] > 1000
    assert totals["failed"] == 0


def test_a_throw_at_risk_seldom_fails():
    totals, _ = Run(RULES, [EXPERT] * 4, seed=3).play(0, 2000)
    assert 0 < totals["failed"] < totals["throws"] / 20


@pytest.mark.parametrize(
    "seats",
    [
        [EXPERT] * 4,
        [EXPERT, seated("random", **{"lead.throws": 0.25})] * 2,
    ],
    ids=["alone", "against throws"],
)
@pytest.mark.parametrize("setting", ["trump=bid", "trump=random"])
def test_plays_thousands_of_boards_alike_in_every_kernel(seats, setting):
    rules = load_rules("tractor", [setting])
    results = [Run(rules, seats, seed=4, kernel=name).play(0, 3000) for name in kernels()]
    assert all(result == results[0] for result in results)


def choice_by_choice(general):
    """`expert` from outside: what it chooses is asked for, checked and carried out one by one."""
    address = policy_addresses("expert")[general]
    return ForeignPolicy("expert from outside", address, POLICIES["expert"]), EXPERT[1]


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("tractor", []),
        ("tractor", ["trump=random"]),
        ("tractor", ["decks=1"]),
        ("tractor", ["kitty=0", "trump=random"]),
        ("tractor", ["partners=named"]),
        ("tractor", ["kitty_theft=true"]),
        ("tractor", ["players=8", "decks=2"]),
        ("tractor", ["players=6", "decks=2"]),
        ("tractor", ["failed_throw=next_names"]),  # somebody is asked within a lead
        ("finding-friends", ["players=4", "decks=2"]),
        ("finding-friends", ["players=5", "decks=2"]),
        ("classic-4", []),
    ],
)
@pytest.mark.parametrize("kernel", kernels())
def test_tricks_in_one_go_are_those_of_deals_played_choice_by_choice(preset, changes, kernel):
    """The digest holds every play, in order."""
    rules = load_rules(preset, changes)
    rows = np.zeros((2, 2000), ROW)
    slow = [choice_by_choice(CompiledRules(rules).general)] + [EXPERT] * (rules.players - 1)
    runs = [Run(rules, seats, seed=9, kernel=kernel) for seats in ([EXPERT] * rules.players, slow)]
    results = [run.play(0, 2000, rows[i]) for i, run in enumerate(runs)]
    assert results[0] == results[1]
    assert (rows[0] == rows[1]).all()


@pytest.mark.parametrize(
    ("preset", "changes"), [("tractor", []), ("finding-friends", ["players=5", "decks=2"])]
)
def test_deals_end_as_recorded_ones(preset, changes):
    rules = load_rules(preset, changes)
    run = Run(rules, [EXPERT] * rules.players, seed=9)
    rows = np.zeros(100, ROW)
    run.play(0, len(rows), rows)
    for board, row in enumerate(rows):
        found = dict(zip(ROW.names, row.item(), strict=True))
        del found["board"]
        assert found == record_deal(run.spec, board)["outcome"]


def test_beats_random_by_more_than_a_level_a_deal():
    boards = 3000
    first, _ = Run(RULES, [EXPERT, RANDOM] * 2, seed=6).play(0, boards)
    exchanged, _ = Run(RULES, [RANDOM, EXPERT] * 2, seed=6).play(0, boards)
    levels = (first["side_levels_sum"] - exchanged["side_levels_sum"]) / 2 / boards
    assert levels > 1.5
