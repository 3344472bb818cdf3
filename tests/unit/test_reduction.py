"""Strata and control variates of a comparison: what they are made of, and that they add up."""

from itertools import chain
from statistics import fmean, variance

import numpy as np
import pytest

from tractor_fast import compare
from tractor_fast._core.game import Game
from tractor_fast.cards import POINTS
from tractor_fast.errors import SpecError
from tractor_fast.evaluate.reduction import Reduction
from tractor_fast.sim import Context, Setup
from tractor_fast.stats import t_quantile

A, B = "expert", "random"


def trumps(cards, level):
    """Cards of a side that are trumps under its best suit."""
    plain = [face for face in cards if face < 52 and face // 4 != level]
    best = max(sum(face % 4 == suit for face in plain) for suit in range(4))
    return best + len(cards) - len(plain)


def controls_by_hand(setup, board, level, declarer):
    """Of one board, card by card."""
    rules = setup.rules
    policies = [("random", (0.0, 0.0))] * rules.players
    context = Context(level, declarer)
    game = Game.of_board(context.run(rules, policies, setup.boards.seed).spec, board)
    hands = [list(game.dealt(seat)) for seat in range(rules.players)]
    if rules.partners == "fixed":
        hands = [[*chain(*hands[side::2])] for side in (0, 1)]
    sides = [
        (trumps(hand, level), sum(face >= 52 for face in hand), sum(POINTS[face] for face in hand))
        for hand in hands
    ]
    own = sides[declarer % len(sides)]
    return [len(sides) * own[i] - sum(side[i] for side in sides) for i in range(3)]


@pytest.mark.parametrize("rules", ["tractor", "finding-friends", "classic-3"])
def test_control_variates_are_those_of_the_cards_dealt(rules):
    found = compare(A, B, rules, 12, seed=4, first_board=8, rows=True, control_variates=True)
    setup = Setup.read(rules, 12, 4, 1, first_board=8)
    products = Reduction(setup, controls=True).tally(found.rows)["products"]
    assert products.shape == (2, 1, 6, 6)
    for fold in (0, 1):
        rows = found.rows["first"][fold::2]
        by_hand = [
            controls_by_hand(setup, int(r["board"]), int(r["level"]), int(r["declarer"]))
            for r in rows
        ]
        assert products[fold, 0, 0, 3:].tolist() == np.sum(by_hand, axis=0).tolist()
        assert (products[fold, 0, 3:, 3:] == np.transpose(by_hand) @ by_hand).all()
    assert (found.totals["products"] == products).all()


def test_control_variates_are_nothing_in_the_mean():
    found = compare("random", "random", boards=20_000, seed=1, control_variates=True)
    products = found.totals["products"].sum(axis=(0, 1))
    n = products[0, 0]
    errors = products[0, 3:] / np.sqrt(np.diag(products)[3:])
    assert n == 20_000
    assert np.abs(errors).max() < 4.9  # standard errors: once in a million runs
    assert (np.diag(products)[3:] > n).all()


def test_strata_are_levels_and_declarers_in_turn():
    boards = 2 * 52 + 7
    found = compare(A, B, boards=boards, seed=3, first_board=20, rows=True, stratify=True)
    numbers = np.arange(20, 20 + boards)
    for deal in ("first", "exchanged"):
        assert (found.rows[deal]["level"] == numbers % 13).all()
        assert (found.rows[deal]["declarer"] == numbers // 13 % 4).all()
    levels = np.where(found.rows["first"]["declarer"] % 2, -1, 1) * found.rows["first"]["levels"]
    other = np.where(found.rows["exchanged"]["declarer"] % 2, 1, -1)
    levels = (levels + other * found.rows["exchanged"]["levels"]) / 2
    strata = {}
    for number, value in zip(numbers % 52, levels.tolist(), strict=True):
        strata.setdefault(number, []).append(value)
    assert len(strata) == 52
    mean = found.levels_per_deal
    assert mean.mean == pytest.approx(fmean(map(fmean, strata.values())))
    error = sum(variance(each) / len(each) for each in strata.values()) / 52**2
    assert mean.half_width == pytest.approx(t_quantile(boards - 52) * error**0.5)
    gain = variance(levels.tolist()) / boards / error
    assert found.variance_gains == {"strata": pytest.approx(gain), "control_variates": None}


contexts = pytest.mark.parametrize(
    ("more", "strata"),
    [({"level": "5"}, 4), ({"declarer": "N"}, 13), ({"declarer": "none"}, 13), ({}, 52)],
)


@contexts
def test_the_fewest_boards_that_are_allowed_have_an_interval(more, strata):
    on = {"stratify": True, "control_variates": more.get("declarer") != "none"}
    with pytest.raises(SpecError, match="boards or more") as caught:
        compare(A, B, boards=3, **on, **more)
    least = int(str(caught.value).split(" needs ")[1].split()[0])
    for first_board in (0, 1, 13, 51, 77):
        found = compare(A, B, boards=least, first_board=first_board, **on, **more)
        assert found.levels_per_deal.low is not None
        assert found.levels_per_deal.products.shape[1] == strata


@contexts
def test_what_is_given_is_no_stratum(more, strata):
    found = compare("random", "random", boards=120, stratify=True, **more)
    assert found.totals["products"].shape == (1, strata, 3, 3)
    assert found.totals["products"][..., 0, 0].sum() == 120


@pytest.mark.parametrize("more", [{"stratify": True}, {"control_variates": True}])
def test_threads_change_nothing(more):
    one, other = (compare(A, B, boards=300, seed=6, jobs=jobs, **more) for jobs in (1, 3))
    assert one.levels_per_deal.to_dict() == other.levels_per_deal.to_dict()
    assert one.value.to_dict() == other.value.to_dict()


def test_control_variates_play_the_same_boards():
    plain, controlled = (compare(A, B, boards=200, control_variates=on) for on in (False, True))
    assert plain.digest == controlled.digest
    assert plain.levels_per_deal.mean == pytest.approx(
        controlled.levels_per_deal.without_controls.mean
    )
    assert plain.value.mean == pytest.approx(controlled.value.without_controls.mean)


def test_a_against_itself_stays_nothing():
    found = compare(B, B, boards=260, stratify=True, control_variates=True)
    assert found.levels_per_deal.mean == found.value.mean == 0
    assert found.levels_per_deal.sd == 0
    assert set(found.variance_gains.values()) == {None}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"stratify": True, "level": "2", "declarer": "S"}, "stratify: neither level nor"),
        ({"stratify": True, "first_deal": True}, "stratify: neither level nor declarer is drawn"),
        ({"control_variates": True, "declarer": "none"}, "control_variates: who declares is not"),
        ({"stratify": True, "boards": 103}, "boards = 103: stratify needs 104 boards or more"),
        ({"control_variates": True, "boards": 3}, "control_variates needs 4 boards or more"),
        ({"stratify": True, "control_variates": True, "boards": 200}, "needs 208 boards or more"),
    ],
)
def test_what_cannot_be_reduced_is_refused(more, words):
    with pytest.raises(SpecError) as caught:
        compare(A, B, **({"boards": 300} | more))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
