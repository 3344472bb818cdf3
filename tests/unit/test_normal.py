"""The strategy `normal` in positions where plain rules say what to do, and over many boards."""

import numpy as np
import pytest

from tractor_fast._core.engine import ROW, Run, kernels, policy_addresses
from tractor_fast._core.game import Game
from tractor_fast._core.policy import ForeignPolicy
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import RANKS, Trump, face_name, parse_faces
from tractor_fast.record import record_deal
from tractor_fast.rules import load_rules
from tractor_fast.strategies import parse_strategy

RULES = load_rules("tractor")
SPADES_2 = Trump(0, 3)


def seat(text):
    seated = parse_strategy(text)
    return seated.strategy.name, seated.values


NORMAL = seat("normal")


def names(faces):
    return " ".join(face_name(face) for face in faces)


def choice(hands, *plays, rules=RULES):
    """What `normal` does after some plays, seat 0 leading first; spades and twos are trumps."""
    run = Run(rules, [NORMAL] * rules.players, seed=1).spec
    game = Game.of_hands(
        CompiledRules(rules), SPADES_2, [parse_faces(hand) for hand in hands], 0, run
    )
    for cards in plays:
        game.play(parse_faces(cards))
    return names(game.step())


# ---- follows -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        ("Jh Qh Ah 9c", "Jh"),  # the lowest that wins
        ("Kh Jh Ah 9c", "Kh"),  # rather one that brings points home
        ("3s 4s SJ 9c", "3s"),  # trumps in
        ("5s 4s SJ 9c", "5s"),  # with points too
        ("SJ BJ 8c 9c", "SJ"),  # ten points are worth a joker
    ],
)
def test_the_last_seat_takes_points(hand, play):
    hands = ["Th 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", hand]
    assert choice(hands, "Th", "3h", "4h") == play


@pytest.mark.parametrize(
    ("hand", "play"),
    [("3s 4s SJ 9c", "9c"), ("Kh Th 5h 7h", "7h"), ("5d 8d Ac Kc", "8d")],
)
def test_the_last_seat_gives_low_cards_to_a_trick_that_it_does_not_take(hand, play):
    hands = ["Ah 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", hand]
    assert choice(hands, "Ah", "3h", "4h") == play


def test_a_joker_is_not_spent_on_five_points():
    hands = ["5h 3c 4c 6c", "3h 3c 7c 8c", "4h 4c 6c 7c", "SJ BJ 8c 9c"]
    assert choice(hands, "5h", "3h", "4h") == "8c"


@pytest.mark.parametrize(
    ("hand", "play"), [("Kh 5h Ah 9c", "Kh"), ("3s 4s 6d 9c", "6d"), ("4s Td 6d 9c", "Td")]
)
def test_a_partner_who_wins_is_fed_and_not_overtaken(hand, play):
    hands = ["3h 3c 4c 6c", "Qh 3c 7c 8c", "4h 4c 6c 7c", hand]
    assert choice(hands, "3h", "Qh", "4h") == play


def test_the_third_seat_feeds_a_partner_whom_nothing_beats():
    hands = ["Ah 3c 4c 6c", "3h 3c 7c 8c", "Kh 6h 6c 7c", "4h 7h 8h 9c"]
    assert choice(hands, "Ah", "3h") == "Kh"


def test_the_third_seat_keeps_points_back_when_the_next_player_is_void():
    hands = ["Qh Ah 3c 4c", "3h 7h 7c 8c", "Kh 4h 6h 9h", "3s 4s 8c 9c"]
    assert choice(hands, "Qh", "3h", "4h", "8c", "Ah", "7h") == "6h"


@pytest.mark.parametrize(
    ("hand", "play"),
    [("Kh Qh 4h 9d", "Qh"), ("Ah Qh 4h 9d", "Ah"), ("Kh Th 4h 9d", "4h")],
)
def test_the_third_seat_plays_high_but_risks_no_points(hand, play):
    hands = ["3h 3c 4c 6c", "6h 3c 7c 8c", hand, "7h 4c 6c 7c"]
    assert choice(hands, "3h", "6h") == play


@pytest.mark.parametrize(("hand", "play"), [("Qh Jh 4h 9d", "4h"), ("Ah Jh 4h 9d", "Ah")])
def test_the_second_seat_plays_low_without_a_sure_card(hand, play):
    hands = ["Th 3c 4c 6c", hand, "6h 3c 7c 8c", "7h 4c 6c 7c"]
    assert choice(hands, "Th") == play


def test_a_led_pair_of_points_is_taken_with_the_lowest_higher_pair():
    hands = ["5h 5h 3c 4c", "3h 4h 7c 8c", "6h 7h 6c 7c", "8h 8h 9h 9h"]
    assert choice(hands, "5h 5h", "3h 4h", "6h 7h") == "8h 8h"


def test_a_pair_of_points_is_given_to_a_partner_who_wins_with_a_pair():
    hands = ["3h 3h 3c 4c", "Ah Ah 7c 8c", "6h 7h 6c 7c", "4h 4h Kh Kh"]
    assert choice(hands, "3h 3h", "Ah Ah", "6h 7h") == "Kh Kh"


def test_a_throw_with_points_is_trumped_with_its_own_units():
    hands = ["Ah Ah Kh 3c 4c", "3h 4h 5h 7c 8c", "6h 7h 8h 6c 7c", "3s 3s 4s 9c 9d"]
    assert choice(hands, "Ah Ah Kh", "3h 4h 5h", "6h 7h 8h") == "3s 3s 4s"


# ---- leads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        ("Ah 3c 4c 6c", "Ah"),
        ("Ah Ah 4c 6c", "Ah Ah"),
        ("Kd Kd Ad Ad 6c", "Kd Kd Ad Ad"),
        ("8d 8d Ac 6c", "8d 8d"),
        ("Kc Th 9d 5c", "9d"),
        ("3s 4s SJ Ts", "3s"),
    ],
)
def test_leads(hand, play):
    hands = [hand, "3h 3c 7c 8c 9h", "4h 4c 6c 7d 8h", "Kh 7h 7d 9c Tc"]
    assert choice([*hands[:1], *(h[: len(hand)] for h in hands[1:])]) == play


def test_leads_a_king_once_both_aces_are_gone():
    hands = ["Ah Kh 3c 4c", "3h Ah 7c 8c", "4h 4c 6c 7c", "6h 7h 7d 9c"]
    assert choice(hands, "Ah", "Ah", "4h", "6h") == "Kh"


def test_leads_no_suit_that_an_opponent_trumps():
    hands = ["Ah Ah Jh Jh 3c", "3h 4h 7h 8h 7c", "9h Th 4h 5h 6c", "3s 4s 7d 9c 9d"]
    assert choice(hands, "Ah Ah", "3h 4h", "9h Th", "7d 9c") == "3c"


# ---- the kitty, bids -----------------------------------------------------------------------------


def test_buries_neither_aces_nor_trumps_and_few_points():
    run = Run(RULES, [NORMAL] * 4, seed=5).spec
    for board in range(200):
        game = Game.of_board(run, board)
        while game.decision == "bid":
            game.step()
        buried = [face_name(face) for face in game.step()]
        level, suit = game.trump.rank, game.trump.suit
        highest = "K" if level == RANKS.index("A") else "A"
        assert not [c for c in buried if c[0] in (highest, RANKS[level]) or c.endswith("J")]
        assert suit is None or not [c for c in buried if c[1] == "cdhs"[suit]]
        assert sum({"5": 5, "T": 10, "K": 10}.get(c[0], 0) for c in buried) <= 15


def test_bids_grow_rarer_with_the_trumps_that_they_need():
    def nobody(trumps):
        totals, _ = Run(RULES, [seat(f"normal(bid.trumps={trumps})")] * 4, seed=2).play(0, 1000)
        return totals["nobody_bid"]

    assert nobody(60) == 1000
    assert nobody(3) < nobody(10) < nobody(14)
    assert nobody(3) < 20


# ---- all tricks of a deal in one go --------------------------------------------------------------


def choice_by_choice(general):
    """`normal` from outside: what it chooses is asked for, checked and carried out one by one."""
    address = policy_addresses("normal")[general]
    parameters = parse_strategy("normal").strategy.parameters
    return ForeignPolicy("normal from outside", address, parameters), NORMAL[1]


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("tractor", []),
        ("tractor", ["trump=random"]),
        ("tractor", ["decks=1"]),
        ("tractor", ["kitty=0", "trump=random"]),
        ("tractor", ["partners=named"]),
        ("tractor", ["kitty_theft=true"]),
        ("tractor", ["players=6", "decks=2"]),
        ("finding-friends", ["players=5", "decks=2"]),
        ("classic-4", []),
    ],
)
@pytest.mark.parametrize("kernel", kernels())
def test_deals_end_as_deals_played_choice_by_choice(preset, changes, kernel):
    rules = load_rules(preset, changes)
    rows = np.zeros((2, 2000), ROW)
    slow = [choice_by_choice(CompiledRules(rules).general)] + [NORMAL] * (rules.players - 1)
    runs = [Run(rules, seats, seed=9, kernel=kernel) for seats in ([NORMAL] * rules.players, slow)]
    results = [run.play(0, 2000, rows[i]) for i, run in enumerate(runs)]
    assert results[0] == results[1]
    assert (rows[0] == rows[1]).all()


def test_deals_end_as_recorded_ones():
    run = Run(RULES, [NORMAL] * 4, seed=9)
    rows = np.zeros(100, ROW)
    run.play(0, len(rows), rows)
    for board, row in enumerate(rows):
        found = dict(zip(ROW.names, row.item(), strict=True))
        del found["board"]
        assert found == record_deal(run.spec, board)["outcome"]


# ---- strength ------------------------------------------------------------------------------------


def gains(rules, strategies, boards):
    """Levels gained by each seat's side less those of the other, mean over boards."""
    rows = np.zeros(boards, ROW)
    Run(rules, [seat(name) for name in strategies], seed=6).play(0, boards, rows)
    signs = np.stack([np.where(rows["team"] >> i & 1, 1, -1) for i in range(rules.players)])
    return (signs * np.clip(rows["levels"], -5, 5)).mean(axis=1)


def lead(rules, a, b, boards=1500):
    """Levels a deal by which A is ahead of B where every other seat is A's, seats exchanged."""
    first = np.arange(rules.players) % 2 == 0
    here, there = (
        gains(rules, np.where(first, a, b), boards),
        gains(rules, np.where(first, b, a), boards),
    )
    ahead = here[first].mean() - here[~first].mean() + there[~first].mean() - there[first].mean()
    return ahead / 4


@pytest.mark.parametrize(
    ("a", "b", "least"),
    [("normal", "random", 1.2), ("normal", "easy", 0.3), ("easy", "random", 0.6)],
)
def test_each_level_is_well_ahead_of_the_one_below(a, b, least):
    assert lead(RULES, a, b) > least + 0.1


@pytest.mark.parametrize(
    ("preset", "changes", "least"),
    [
        ("simplified", [], 1.0),
        ("classic-1", [], 1.1),
        ("classic-4", [], 1.2),
        ("bianfeng", [], 1.2),
        ("bianfeng-partner", [], 0.4),
        ("tractor", ["players=6"], 1.1),
        ("finding-friends", ["players=5"], 0.25),
        ("finding-friends", ["players=8"], 0.1),
    ],
)
def test_beats_random_at_every_kind_of_table(preset, changes, least):
    assert lead(load_rules(preset, changes), "normal", "random") > least


@pytest.mark.parametrize("competes", ["cut", "reading"])  # the plain path and the general one
@pytest.mark.parametrize("players", [4, 8])
def test_a_partner_is_named_though_the_declarer_holds_all_trumps(players, competes):
    """A kitty of nearly all cards leaves the others a card each (R20, R26)."""
    few = [f"players={players}", "decks=2", f"kitty={108 - players}"]
    rules = load_rules("tractor", ["partners=named", f"competes={competes}", *few])
    totals, _ = Run(rules, [NORMAL] * players, seed=1).play(0, 2000)
    assert totals["deals"] == 2000
