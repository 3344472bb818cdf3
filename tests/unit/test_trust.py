"""Intervals hold the truth as often as they say, and tests decide wrongly no more often.

The short form of ./scripts/trust, at fixed seeds; shares lie in their binomial 99.9 % range.
"""

import numpy as np
import pytest
from scipy.stats import binom

from benchmarks.trust.intervals import FIGURES, coverage, runs
from benchmarks.trust.sequential import Levels, coverage_of_precision, decisions
from tractor_fast.evaluate.stopping import parse_test

RUNS, BOARDS = 400, 60
LOW, HIGH = binom.ppf([0.0005, 0.9995], RUNS, 0.95) / RUNS


def test_intervals_of_small_runs_hold_the_truth():
    found = coverage(list(runs("normal", "easy", RUNS, BOARDS, seed=1, h=0.3)))
    assert set(found) == set(FIGURES)
    assert {name: share for name, share in found.items() if not LOW <= share <= HIGH} == {}


@pytest.mark.parametrize("how", [{"stratify": True}, {"control_variates": True}])
def test_so_do_those_with_less_variance(how):
    boards = 104 if "stratify" in how else BOARDS
    found = coverage(list(runs("normal", "random", RUNS, boards, seed=2, h=0.3, **how)))
    for name in ("levels_per_deal", "value"):
        assert LOW <= found[name] <= HIGH


LEVELS = Levels(np.array([-6, -2, 0, 1, 3, 8]), np.array([0.05, 0.2, 0.45, 0.15, 0.1, 0.05]), 4)


def test_levels_are_weighed_to_have_a_mean():
    tilted = LEVELS.with_mean(0.125)
    assert tilted.mean == pytest.approx(0.125)
    assert tilted.chances.sum() == pytest.approx(1)
    ratios = tilted.chances / LEVELS.chances
    steps = np.log(ratios[1:] / ratios[:-1]) / np.diff(LEVELS.numbers)
    assert steps == pytest.approx([steps[0]] * 5)


@pytest.mark.parametrize("half_width", [0.04, 0.015])
def test_intervals_of_runs_that_stop_when_they_are_narrow_hold_the_truth(half_width):
    assert LOW <= coverage_of_precision(LEVELS, half_width, RUNS, seed=3) <= HIGH


@pytest.mark.parametrize(
    ("sprt", "alpha", "beta"), [("0,0.02", 0.05, 0.1), ("-0.01,0.01", 0.1, 0.05)]
)
def test_sequential_tests_decide_wrongly_no_more_often_than_stated(sprt, alpha, beta):
    test = parse_test(sprt, alpha, beta)
    low = decisions(LEVELS, test, test.sprt.low, RUNS, seed=4)
    high = decisions(LEVELS, test, test.sprt.high, RUNS, seed=5)
    assert low.high <= binom.ppf(0.999, RUNS, alpha) / RUNS
    assert 1 - high.high <= binom.ppf(0.999, RUNS, beta) / RUNS
    assert low.boards > 1_000 < high.boards
