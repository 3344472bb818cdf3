import math

import pytest
from scipy import stats as oracle

from tractor_fast.stats import Moments, Rate, sign_test, t_quantile, wilson


@pytest.mark.parametrize(
    ("count", "of"), [(0, 1), (1, 1), (0, 10), (3, 10), (10, 10), (81, 263), (500_001, 1_000_000)]
)
def test_wilson_agrees_with_scipy(count, of):
    expected = oracle.binomtest(count, of).proportion_ci(0.95, method="wilson")
    assert wilson(count, of) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_of_a_published_example():
    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives 0 to 0.1611.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


@pytest.mark.parametrize("freedom", [*range(1, 40), 100, 1000, 10**6, 10**12])
def test_t_quantile_agrees_with_scipy(freedom):
    assert t_quantile(freedom) == pytest.approx(oracle.t.ppf(0.975, freedom), rel=1e-4)


def test_rate_of_nothing_is_undefined():
    assert Rate(0, 0).to_dict() == {"rate": None, "low": None, "high": None, "count": 0, "of": 0}


def test_certain_rates_end_exactly_at_0_and_1():
    assert Rate(0, 50).low == 0
    assert Rate(50, 50).high == 1
    assert Rate(50, 50).low < 1


def test_moments_of_known_values():
    values = [2, 4, 4, 4, 5, 5, 7, 9]
    moments = Moments(len(values), sum(values), sum(v * v for v in values))
    assert moments.mean == 5
    assert moments.sd == pytest.approx(math.sqrt(32 / 7))
    expected = oracle.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (moments.low, moments.high) == pytest.approx((expected.low, expected.high))


def test_moments_below_two_values_are_undefined():
    assert Moments(0, 0, 0).to_dict() == {"mean": None, "sd": None, "low": None, "high": None}
    assert Moments(1, 7, 49).to_dict() == {"mean": 7.0, "sd": None, "low": None, "high": None}


def test_moments_do_not_lose_digits_in_large_sums():
    # 10**9 values, half of them 10**6 and half 10**6 + 2: in floats the squares would cancel.
    half = 5 * 10**8
    total = half * (2 * 10**6 + 2)
    squares = half * (10**12 + (10**6 + 2) ** 2)
    assert Moments(2 * half, total, squares).sd == pytest.approx(1, rel=1e-8)


def test_equal_values_have_no_spread():
    moments = Moments(10, 250, 6250)
    assert (moments.low, moments.sd, moments.high) == (25, 0, 25)


@pytest.mark.parametrize(("count", "of"), [(-1, 5), (6, 5), (0, 0), (1, -1), (1, float("nan"))])
def test_what_is_no_rate_has_no_interval(count, of):
    with pytest.raises(ValueError, match=f"{count} of {of} is no rate"):
        wilson(count, of)


def test_what_no_values_have_is_refused():
    with pytest.raises(ValueError, match="0 degrees of freedom; at least 1 is needed"):
        t_quantile(0)
    with pytest.raises(ValueError, match="no 3 values have the sum 5 and squares 2"):
        _ = Moments(3, 5, 2).sd


@pytest.mark.parametrize(
    ("wins", "losses"),
    [(0, 0), (1, 0), (5, 5), (8, 2), (0, 9), (60, 40), (5100, 4900), (30, 900), (500_400, 499_600)],
)
def test_sign_test_agrees_with_scipy(wins, losses):
    expected = oracle.binomtest(wins, wins + losses).pvalue if wins + losses else 1
    assert sign_test(wins, losses) == pytest.approx(expected, rel=1e-7)


def test_counts_below_nothing_are_no_signs():
    with pytest.raises(ValueError, match="no counts"):
        sign_test(-1, 3)
