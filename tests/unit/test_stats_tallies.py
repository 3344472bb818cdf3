"""Means on common boards, their covariances, and what is said of several at once; by scipy."""

import numpy as np
import pytest
from scipy import stats as oracle

from tractor_fast.stats import (
    Interval,
    best_of,
    intervals_together,
    not_told_apart,
    ratio_means,
    t_quantile,
    tally,
)


def means_of(columns, scale=1):
    """Means of columns of whole numbers, one value a board."""
    ones = np.ones((len(columns), 1), np.int64)
    k = columns.shape[1]
    return ratio_means(tally(np.hstack([columns, ones])), range(k), [k] * k, scale)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 57, 199, 200, 1000, 10**6])
@pytest.mark.parametrize("tail", [0.4, 0.05, 0.025, 0.05 / 9, 2.5e-5])
def test_quantiles_of_student_agree_with_scipy(freedom, tail):
    assert t_quantile(freedom, tail) == pytest.approx(oracle.t.isf(tail, freedom), rel=1e-6)


@pytest.mark.parametrize(("freedom", "tail"), [(0, 0.025), (5, 0.0), (5, 0.5), (5, -1.0)])
def test_there_are_no_other_quantiles(freedom, tail):
    with pytest.raises(ValueError, match=r"freedom|tail"):
        t_quantile(freedom, tail)


def test_counters_add_over_parts():
    columns = np.random.default_rng(1).integers(-9, 9, (100, 4))
    whole, one, other = tally(columns), tally(columns[:37]), tally(columns[37:])
    for name, counter in whole.items():
        assert (counter == one[name] + other[name]).all()
    assert (whole["products"] == columns.T @ columns).all()
    assert (whole["nonzero"] == (columns != 0).sum(axis=0)).all()
    assert tally(columns[:0])["products"].tolist() == [[0] * 4] * 4


def test_large_numbers_lose_no_digit():
    columns = np.array([[2**30 + 1, 3], [2**30 + 3, 5]])
    products = tally(columns)["products"].tolist()
    exact = [[int(a) for a in row] for row in columns]
    assert products[0][0] == exact[0][0] ** 2 + exact[1][0] ** 2
    assert products[0][1] == 3 * exact[0][0] + 5 * exact[1][0]


@pytest.mark.parametrize("scale", [1, 4])
def test_means_and_covariances_are_those_of_numpy(scale):
    columns = np.random.default_rng(2).integers(-5, 6, (50, 3))
    found = means_of(columns, scale)
    assert found.values == pytest.approx(columns.mean(axis=0) / scale)
    assert found.covariances == pytest.approx(np.cov(columns.T) / 50 / scale**2)
    assert found.boards.tolist() == [50] * 3


def test_a_mean_over_deals_of_a_kind_takes_boards_for_its_error():
    """Against the jackknife over boards, which knows no formula."""
    rng = np.random.default_rng(3)
    deals = rng.integers(0, 3, 400)  # of the kind, on each board
    totals = deals * 2 + np.where(deals > 0, rng.integers(-3, 4, 400), 0)
    found = ratio_means(tally(np.stack([totals, deals], axis=1)), [0], [1])
    assert found.values[0] == pytest.approx(totals.sum() / deals.sum())
    assert found.boards[0] == (deals > 0).sum()
    without = (totals.sum() - totals) / (deals.sum() - deals)
    jackknife = (len(without) - 1) / len(without) * ((without - without.mean()) ** 2).sum()
    assert found.covariances[0, 0] == pytest.approx(jackknife, rel=0.02)


def test_mixed_means_are_those_of_mixed_numbers():
    columns = np.random.default_rng(4).integers(-5, 6, (60, 4))
    found, weight = means_of(columns, scale=2).mixed(0.37), 0.37
    values = (columns[:, :2] + weight * columns[:, 2:]) / 2
    assert found.values == pytest.approx(values.mean(axis=0))
    assert found.covariances == pytest.approx(np.cov(values.T) / 60)


def test_equal_columns_differ_by_exactly_nothing():
    column = np.random.default_rng(5).integers(-5, 6, (1000, 2))
    found = means_of(column[:, [0, 0, 1, 1]]).mixed(0.3719)
    assert found.values[0] == found.values[1]
    assert (found.variances_of_differences() == 0).all()
    assert not_told_apart(found) == [0, 1]


def test_a_constant_has_no_spread_at_all():
    found = means_of(np.full((999, 2), 3))
    assert (found.covariances == 0).all()
    assert intervals_together(found) == [Interval(3, 3, 3)] * 2


def test_one_mean_has_the_usual_interval():
    column = np.random.default_rng(6).integers(0, 9, (30, 1))
    found = means_of(column)
    (together,) = intervals_together(found)
    assert together == found.interval(0)
    expected = oracle.ttest_1samp(column[:, 0], 0).confidence_interval(0.95)
    assert (together.low, together.high) == pytest.approx((expected.low, expected.high))


def test_several_means_have_the_intervals_of_bonferroni():
    columns = np.random.default_rng(7).integers(0, 9, (30, 5))
    for k, found in enumerate(intervals_together(means_of(columns))):
        expected = oracle.ttest_1samp(columns[:, k], 0).confidence_interval(1 - 0.05 / 5)
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_a_difference_has_the_interval_of_pairs():
    columns = np.random.default_rng(7).integers(0, 9, (30, 2))
    found = means_of(columns).difference(1, 0)
    expected = oracle.ttest_rel(columns[:, 1], columns[:, 0]).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_those_left_out_are_worse_by_a_paired_test():
    rng = np.random.default_rng(8)
    columns = (
        rng.integers(-9, 10, (200, 1)) + rng.integers(-3, 4, (200, 8)) + [0, 0, 1, 1, 2, 2, 2, 3]
    )
    found = means_of(columns)
    best = int(columns.mean(axis=0).argmax())
    assert best_of(found) == best
    kept = [
        i
        for i in range(8)
        if all(
            oracle.ttest_rel(columns[:, j], columns[:, i], alternative="greater").pvalue > 0.05 / 7
            for j in range(8)
            if j != i
        )
    ]
    assert not_told_apart(found) == kept
    assert 1 <= len(kept) < 8
    # On boards of their own nothing could be said of those with 2 and 3.
    assert columns.std(axis=0).min() * 2.4 * (2 / 200) ** 0.5 > 1


def test_what_is_not_defined_is_left_out():
    columns = np.array([[5, 1, 9], [7, 1, 0], [6, 1, 0]])
    per = np.array([[1, 1, 1], [1, 1, 0], [1, 1, 0]])
    found = ratio_means(tally(np.hstack([columns, 0 * per, per])), [0, 1, 2, 3], [6, 7, 8, 3])
    assert found.boards.tolist() == [3, 3, 1, 0]
    assert np.isnan(found.values).tolist() == [False, False, False, True]
    assert intervals_together(found)[2:] == [Interval(9, None, None), Interval(None, None, None)]
    # The one board of the third says 9, but nothing of how sure that is.
    assert best_of(found) == 2
    assert not_told_apart(found) == [0, 2]
    nothing = ratio_means(tally(np.zeros((0, 2), np.int64)), [0], [1])
    assert best_of(nothing) is None
    assert not_told_apart(nothing) == []


def test_all_intervals_hold_and_the_best_is_kept_as_often_as_they_say():
    """1,000 experiments with seven arms that share their boards' luck, two of them equal best."""
    rng = np.random.default_rng(9)
    truth = np.array([0, 1, 2, 3, 3, 3, 2]) / 4
    runs, boards = 1000, 60
    held = kept = told = 0
    for _ in range(runs):
        noise = rng.integers(-4, 5, (boards, 1)) + rng.integers(-4, 5, (boards, 7))
        found = means_of(np.rint(4 * truth).astype(int) + 4 * noise, scale=4)
        ends = zip(truth, intervals_together(found), strict=True)
        held += all(found.low <= mean <= found.high for mean, found in ends)
        among = not_told_apart(found)
        kept += 3 in among
        told += len(among) < 7
    assert held >= oracle.binom.ppf(0.001, runs, 0.95)
    assert kept >= oracle.binom.ppf(0.001, runs, 0.95)
    assert told > runs / 3  # and it is not for saying nothing
