"""Pairs of values, and win rates with ties, against plain formulas and scipy."""

import math
from statistics import fmean, stdev, variance

import numpy as np
import pytest
from scipy import optimize
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
    assert opposite.mean.sd == opposite.mean.smallest_difference == 0


def test_pairs_of_equal_values_gain_nothing():
    assert pairs_of(FIRST, FIRST).variance_ratio == 0.5


def test_the_smallest_difference_is_found_four_times_out_of_five():
    found = pairs_of(FIRST * 1000, SECOND * 1000)
    error = found.mean.sd / math.sqrt(found.n)
    z = found.mean.smallest_difference / error
    assert oracle.norm.sf(oracle.norm.ppf(0.975) - z) == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("n", [0, 1])
def test_below_two_pairs_nothing_is_said_of_the_spread(n):
    found = pairs_of(FIRST[:n], SECOND[:n])
    assert found.variance_ratio is found.mean.smallest_difference is found.mean.low is None


def test_without_ties_a_win_rate_is_any_rate():
    found = WinRate(7, 20, 0)
    assert (found.low, found.high) == pytest.approx(wilson(7, 20), abs=1e-12)


@pytest.mark.parametrize("n", [1, 10, 300])
def test_ties_alone_leave_room_for_wins_that_so_few_pairs_miss(n):
    room = 1.959963984540054**2 / (n + 1.959963984540054**2) / 2
    found = WinRate(n / 2, n, n)
    assert (found.low, found.high) == pytest.approx((0.5 - room, 0.5 + room), abs=1e-12)


def test_nothing_is_undefined_and_sure_wins_end_at_1():
    assert WinRate(0, 0, 0).to_dict() == {
        "rate": None, "low": None, "high": None, "count": 0, "of": 0,
    }  # fmt: skip
    assert (WinRate(10, 10, 0).high, WinRate(0, 10, 0).low) == (1, 0)


COUNTS = [(900, 1500, 600), (10, 2980, 10), (1, 1, 1), (1, 299, 0), (0, 5, 7), (17, 3, 0)]


@pytest.mark.parametrize(("wins", "ties", "losses"), COUNTS)
def test_the_interval_ends_where_a_score_test_refuses(wins, ties, losses):
    """The likeliest rates of every difference by searching, instead of by formula."""
    n = wins + ties + losses

    def score(difference):
        def unlikelihood(lost):
            won = lost + difference
            counts, rates = (wins, losses, ties), (won, lost, 1 - won - lost)
            return -sum(
                c * math.log(max(r, 1e-300)) for c, r in zip(counts, rates, strict=True) if c
            )

        ends = max(0.0, -difference), (1 - difference) / 2
        lost = optimize.minimize_scalar(unlikelihood, ends, ends, options={"xatol": 1e-12}).x
        spread = math.sqrt(n * (2 * lost + difference - difference**2))
        return (wins - losses - n * difference) / spread

    found, z = WinRate(wins + ties / 2, n, ties), oracle.norm.ppf(0.975)
    for end, side in ((found.low, z), (found.high, -z)):
        if 0 < end < 1:
            assert score(2 * end - 1) == pytest.approx(side, abs=1e-3)


@pytest.mark.parametrize(("wins", "ties", "losses"), [(900, 1500, 600), (200, 2600, 200)])
def test_ties_make_the_interval_as_narrow_as_their_spread(wins, ties, losses):
    n = wins + ties + losses
    found = WinRate(wins + ties / 2, n, ties)
    scores = [1.0] * wins + [0.5] * ties + [0.0] * losses
    half = 1.96 * math.sqrt(variance(scores) / n)
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
