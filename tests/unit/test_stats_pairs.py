"""Pairs of values, and win rates with ties, against plain formulas and scipy."""

import math
from statistics import fmean, stdev, variance

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast.stats import Pairs, WinRate, wilson


def pairs_of(first, second, scale=1):
    return Pairs(
        len(first),
        sum(first),
        sum(v * v for v in first),
        sum(second),
        sum(v * v for v in second),
        sum(v * w for v, w in zip(first, second, strict=True)),
        scale,
    )


FIRST = [3, -1, 4, 1, -5, 9, 2, 6]
SECOND = [2, 7, -1, 8, 2, -8, 1, 8]


@pytest.mark.parametrize("scale", [1, 6])
def test_the_mean_is_over_pairs(scale):
    means = [(a + b) / 2 / scale for a, b in zip(FIRST, SECOND, strict=True)]
    found = pairs_of(FIRST, SECOND, scale)
    assert found.mean.mean == pytest.approx(fmean(means))
    assert found.mean.sd == pytest.approx(stdev(means))
    expected = oracle.ttest_1samp(means, 0).confidence_interval(0.95)
    assert (found.mean.low, found.mean.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("scale", [1, 6])
def test_the_variance_ratio_is_that_of_values_alone(scale):
    means = [(a + b) / 2 for a, b in zip(FIRST, SECOND, strict=True)]
    alone = (variance(FIRST) + variance(SECOND)) / 4
    found = pairs_of(FIRST, SECOND, scale).variance_ratio
    assert found == pytest.approx(alone / variance(means))
    assert found > 1  # these two go against each other


def test_values_that_cancel_out_have_no_ratio():
    opposite = pairs_of(FIRST, [-v for v in FIRST])
    assert opposite.variance_ratio is None
    assert opposite.mean.sd == opposite.smallest_difference == 0


def test_pairs_of_equal_values_gain_nothing():
    assert pairs_of(FIRST, FIRST).variance_ratio == 0.5


def test_the_smallest_difference_is_found_four_times_out_of_five():
    found = pairs_of(FIRST * 1000, SECOND * 1000)
    error = found.mean.sd / math.sqrt(found.n)
    z = found.smallest_difference / error
    assert oracle.norm.sf(oracle.norm.ppf(0.975) - z) == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("n", [0, 1])
def test_below_two_pairs_nothing_is_said_of_the_spread(n):
    found = pairs_of(FIRST[:n], SECOND[:n])
    assert found.variance_ratio is found.smallest_difference is found.mean.low is None


def test_without_ties_a_win_rate_is_any_rate():
    assert (WinRate(7, 20, 0).low, WinRate(7, 20, 0).high) == wilson(7, 20)


def test_ties_alone_leave_no_doubt_and_nothing_is_undefined():
    assert (WinRate(5, 10, 10).low, WinRate(5, 10, 10).high) == (0.5, 0.5)
    assert WinRate(0, 0, 0).to_dict() == {
        "rate": None, "low": None, "high": None, "count": 0, "of": 0,
    }  # fmt: skip
    assert (WinRate(10, 10, 0).high, WinRate(0, 10, 0).low) == (1, 0)


@pytest.mark.parametrize(("wins", "ties", "losses"), [(900, 1500, 600), (10, 2980, 10), (1, 1, 1)])
def test_ties_make_the_interval_as_narrow_as_their_spread(wins, ties, losses):
    n = wins + ties + losses
    found = WinRate(wins + ties / 2, n, ties)
    scores = [1.0] * wins + [0.5] * ties + [0.0] * losses
    spread = variance(scores) * (n - 1) / n
    trials = n * found.rate * (1 - found.rate) / spread
    assert (found.low, found.high) == pytest.approx(wilson(found.rate * trials, trials))
    if n > 100:
        half = 1.96 * math.sqrt(spread / n)
        assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.01)


def test_intervals_of_win_rates_cover_the_truth_as_often_as_they_say():
    """600 small runs at a seed: 95 % of them would miss by less than 3.3 standard errors."""
    rng = np.random.default_rng(3)
    wins, ties, losses = rng.multinomial(200, [0.5, 0.3, 0.2], size=600).T
    hits = 0
    for won, tied, lost in zip(wins.tolist(), ties.tolist(), losses.tolist(), strict=True):
        found = WinRate(won + tied / 2, won + tied + lost, tied)
        hits += found.low <= 0.65 <= found.high
    low, high = oracle.binom.ppf([0.0005, 0.9995], 600, 0.95)
    assert low <= hits <= high
