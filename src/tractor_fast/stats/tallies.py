"""Means of whole numbers on common boards, and how they vary together.

What is kept of the boards are integers that add (:func:`tally`), so means, covariances and all that
follows from them are the same however the boards were cut into chunks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, sqrt
from typing import Any

import numpy as np

from .intervals import t_quantile

_EXACT = 2.0**53
"""Whole numbers below this are exact in floating point."""


def tally(columns: np.ndarray) -> dict[str, np.ndarray]:
    """Counters, each int64, of ``m`` whole numbers a board, an array of shape (boards, m).

    ``sums`` (m), ``nonzero`` (m): boards where a number is not 0, and ``products`` (m, m): sums of
    the products of any two.
    """
    columns = columns.astype(np.int64, copy=False)
    # Floating point multiplies matrices many times faster, and where all sums are below 2**53 it is
    # exact.
    largest = float(np.abs(columns).max(initial=0))
    kind = np.float64 if largest * largest * len(columns) < _EXACT else np.int64
    values = columns.astype(kind, copy=False)
    return {
        "sums": columns.sum(axis=0),
        "nonzero": np.count_nonzero(columns, axis=0).astype(np.int64),
        "products": (values.T @ values).astype(np.int64),
    }


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the ends of its interval; None where something is not defined."""

    mean: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, Any]:
        """``mean, low, high``."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def interval(mean: float, variance: float, boards: int, tail: float = 0.025) -> Interval:
    """The interval (Student's t) of a mean of so many boards that errs by ``variance``.

    ``tail``: how often the truth lies beyond either end.  NaN is what is not defined.
    """
    if isnan(mean):
        return Interval(None, None, None)
    if isnan(variance) or boards < 2:
        return Interval(mean, None, None)
    half = t_quantile(boards - 1, tail) * sqrt(max(variance, 0.0))
    return Interval(mean, mean - half, mean + half)


@dataclass(frozen=True, eq=False)
class Means:
    """K means on common boards.

    ``values`` (K), ``covariances`` (K, K) of their errors, and ``boards`` (K) that each is of; NaN
    where something is not defined: the mean of no board, the spread of one.
    """

    values: np.ndarray
    covariances: np.ndarray
    boards: np.ndarray

    def mixed(self, weight: float) -> "Means":
        """The first half of them, each plus ``weight`` times its like of the second half."""
        half = len(self.values) // 2
        one, both, other = (
            self.covariances[:half, :half],
            self.covariances[:half, half:],
            self.covariances[half:, half:],
        )
        return Means(
            self.values[:half] + weight * self.values[half:],
            one + weight * (both + both.T) + weight * weight * other,
            self.boards[:half],
        )

    def interval(self, place: int) -> Interval:
        """95 % interval of one of the means."""
        variance = float(self.covariances[place, place])
        return interval(float(self.values[place]), variance, int(self.boards[place]))

    def difference(self, one: int, other: int) -> Interval:
        """95 % interval of one of the means minus another, on the boards that they share."""
        return interval(
            float(self.values[one] - self.values[other]),
            float(self.variances_of_differences()[one, other]),
            int(min(self.boards[one], self.boards[other])),
        )

    def variances_of_differences(self) -> np.ndarray:
        """Variance of the difference of any two of the means, (K, K)."""
        own = np.diag(self.covariances)
        # Two means of the same numbers differ by exactly nothing; of others, rounding is no spread.
        return np.maximum(own[:, None] + own[None, :] - 2 * self.covariances, 0)


def ratio_means(
    counters: dict[str, np.ndarray], of: Sequence[int], per: Sequence[int], scale: int = 1
) -> Means:
    """The means sum / sum of columns ``of`` by columns ``per``, from counters of :func:`tally`.

    A column of ``per`` counts what a board has of something, such as deals of a kind, and one of
    ``of`` is the total of a value over these, times ``scale``.  Where all boards have the same
    number the mean and its variance are the usual ones; where not, the variance is that of a
    quotient of sums, to the first order (the delta method), boards being independent.
    """
    of, per = list(of), list(per)
    sums = counters["sums"].astype(object)
    products = counters["products"]
    total, count = sums[of], sums[per]
    boards = counters["nonzero"][per]
    some = np.where(count == 0, 1, count)  # nothing is divided by nothing

    def of_products(rows: list[int], columns: list[int]) -> Any:
        return products[np.ix_(rows, columns)].astype(object)

    # Of whole numbers, without rounding: where no board deviates from the mean there is no spread.
    spread = (
        np.outer(count, count) * of_products(of, of)
        - np.outer(total, count) * of_products(per, of)
        - np.outer(count, total) * of_products(of, per)
        + np.outer(total, total) * of_products(per, per)
    )
    covariances = (spread / (np.outer(some, some) ** 2)).astype(float) / scale**2
    with np.errstate(divide="ignore", invalid="ignore"):
        sample = np.sqrt(np.where(boards > 1, boards / (boards - 1.0), np.nan))
    values = np.where(boards > 0, (total / (some * scale)).astype(float), np.nan)
    return Means(values, covariances * np.outer(sample, sample), boards)
