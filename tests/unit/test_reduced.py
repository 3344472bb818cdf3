"""Means by strata and with control variates, against plain formulas; unbiased and well covered."""

from statistics import fmean, variance

import numpy as np
import pytest

from tractor_fast.stats import Moments, Reduced, products_of, t_quantile

RNG_SEED = 5


def reduced(values, controls=(), strata=1, folds=1, weights=(0.0, 1.0), stratum=None, fold=None):
    """Of whole values (n,) and control variates (n,) each, cells in turn unless they are given."""
    n = len(values)
    columns = np.column_stack([np.ones(n, np.int64), values, *controls]).astype(np.int64)
    numbers = np.arange(n)
    cells = numbers // strata % folds * strata + numbers % strata
    found = products_of(columns, cells, folds * strata)
    k = columns.shape[1]
    return Reduced(found.reshape(folds, strata, k, k), weights)


def test_one_stratum_is_the_plain_mean():
    values = [3, -1, 4, 1, -5, 9, 2, 6]
    found, plain = reduced(values), Moments(8, sum(values), sum(v * v for v in values))
    assert found.mean == pytest.approx(plain.mean)
    assert found.sd == pytest.approx(plain.sd)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


def test_weights_make_one_value_of_several_numbers():
    first, second = [3, -1, 4, 1, -5], [0, 2, 1, 1, 0]
    columns = np.column_stack([np.ones(5, np.int64), first, second]).astype(np.int64)
    found = Reduced(products_of(columns, np.zeros(5, int), 1)[None], (-0.4, 0.5, 0.4))
    values = [0.5 * a + 0.4 * (b - 1) for a, b in zip(first, second, strict=True)]
    assert found.mean == pytest.approx(fmean(values))
    assert found.sd == pytest.approx(variance(values) ** 0.5)


def test_strata_weigh_alike_and_their_means_are_no_spread():
    values = [10, 0, 12, 2, 14, 1, 13]  # strata 10 12 14 13 and 0 2 1
    found = reduced(values, strata=2)
    assert found.mean == pytest.approx((12.25 + 1) / 2)
    error = (variance([10, 12, 14, 13]) / 4 + variance([0, 2, 1]) / 3) / 4
    assert found.sd == pytest.approx((error * 7) ** 0.5)
    assert found.freedom == 5
    assert found.high == pytest.approx(found.mean + t_quantile(5) * error**0.5)
    assert found.plain.sd == pytest.approx(variance(values) ** 0.5)
    assert found.plain.sd > 3 * found.sd


def test_each_fold_has_the_multiple_that_the_other_calls_for():
    values, control = [5, 1, 7, 2, 4, 4, 1, 9], [1, -1, 2, 0, 1, 0, -2, 2]
    found = reduced(values, [control], folds=2)
    halves = [(np.array(values[i::2], float), np.array(control[i::2], float)) for i in (0, 1)]
    slopes = [np.cov(v, c)[0, 1] / c.var(ddof=1) for v, c in halves]
    left = [v - slope * c for (v, c), slope in zip(halves, slopes[::-1], strict=True)]
    assert found.mean == pytest.approx(fmean(each.mean() for each in left))
    error = sum(each.var(ddof=1) / 4 for each in left) / 4
    assert found.sd == pytest.approx((8 * error) ** 0.5)
    assert found.without_controls.mean == pytest.approx(fmean(values))


def test_control_variates_that_say_nothing_are_no_trouble():
    values = [5, 1, 7, 2, 4, 4, 1, 9]
    found = reduced(values, [[0] * 8, [1, -1] * 4], folds=2)
    assert found.mean == pytest.approx(fmean(values))


def test_too_few_boards_have_no_interval():
    assert reduced([]).mean is None
    assert reduced([]).low is None
    assert reduced([4]).mean == 4
    assert reduced([4]).sd is None
    assert reduced([4, 5, 6], strata=2).sd is None
    assert reduced([4, 5, 6], strata=4).mean is None
    assert reduced([4, 5, 6], [[1, 0, -1]], folds=2).mean is None


def experiments(rng, count, n):
    """Values with a true mean of 7 that depend on their stratum, and two control variates."""
    for _ in range(count):
        control = rng.integers(-3, 4, n)
        other = rng.integers(-1, 2, n)
        steps = np.array([0, 4, 8, 16])[np.arange(n) % 4]
        noise = rng.integers(-4, 5, n)
        yield steps + 2 * control + control * noise // 4 + noise, control, other


def test_the_mean_is_unbiased_and_its_interval_holds_it():
    rng, n, count = np.random.default_rng(RNG_SEED), 96, 3000
    means, plain, inside = [], [], 0
    for values, control, other in experiments(rng, count, n):
        found = reduced(values, [control, other], strata=4, folds=2)
        means.append(found.mean)
        plain.append(found.plain.mean)
        truth = TRUTH
        inside += found.low <= truth <= found.high
    spread = np.std(means)
    # 4.9 standard errors: beyond them a mean without bias lies once in a million runs.
    assert abs(np.mean(means) - TRUTH) < 4.9 * spread / count**0.5
    assert spread < 0.7 * np.std(plain)
    # The binomial 99.9 % range of 95 % in 3,000.
    assert 0.9363 <= inside / count <= 0.9627


# The mean over all control and noise values: only the product that is rounded down is not 0.
TRUTH = 7 + np.mean([[c * e // 4 for c in range(-3, 4)] for e in range(-4, 5)])
