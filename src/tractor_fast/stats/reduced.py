"""A mean with less variance: boards by strata, and what control variates explain taken away.

A *control variate* is a number of the board that is known to be 0 in the mean, such as how many
more jokers one side is dealt than the other.  A multiple of it taken from what is measured leaves
the mean where it is, and takes away the variance that the two share.

A multiple that is fitted to the same boards would shift the mean a little.  So the boards are kept
in two folds, and each is given the multiples that the other one calls for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .summaries import Mean
from .tallies import tally


@dataclass(frozen=True, slots=True, eq=False)
class Reduced(Mean):
    """Mean of a weighted sum of whole numbers a board, all strata weighing alike.

    ``products`` (folds, strata, k, k), int64, has sums over the boards of the products of any two
    of k numbers.  The first number is always 1; the first few have ``weights``, one each, and the
    rest are control variates, which take two folds.
    """

    products: np.ndarray
    weights: Sequence[float]

    @property
    def n(self) -> int:  # type: ignore[override]
        """Boards."""
        return int(self.products[..., 0, 0].sum())

    @property
    def freedom(self) -> int:
        """Boards, less those that the means of the strata take."""
        return self.n - self._boards.size

    @property
    def mean(self) -> float | None:
        """The mean of the strata's means."""
        if not self._boards.size or self._boards.min() < (2 if self._controls else 1):
            return None
        return float((self._shares * (self._coefficients * self._means).sum(axis=1)).sum())

    @property
    def sd(self) -> float | None:
        """Spread that as many independent boards need to have for the mean to vary as it does."""
        if not self._boards.size or self._boards.min() < 2:
            return None
        c = self._coefficients
        variances = np.einsum("fi,fij,fj->f", c, self._covariances, c)
        return float(np.sqrt(max((self._shares**2 * variances).sum() * self.n, 0.0)))

    @property
    def without_controls(self) -> "Reduced":
        """The mean of the same boards by strata alone."""
        kept = self.products.sum(axis=0, keepdims=True)
        return Reduced(kept[..., : len(self.weights), : len(self.weights)], self.weights)

    @property
    def plain(self) -> "Reduced":
        """The mean of the same boards as if each had been drawn by itself."""
        kept = self.without_controls.products.sum(axis=1, keepdims=True)
        return Reduced(kept, self.weights)

    @property
    def _boards(self) -> np.ndarray:
        return self.products[..., 0, 0]

    @property
    def _controls(self) -> int:
        return self.products.shape[-1] - len(self.weights)

    @property
    def _shares(self) -> np.ndarray:
        """What part of the boards each fold has."""
        return self._boards.sum(axis=1) / self.n

    @property
    def _means(self) -> np.ndarray:
        """Of each fold (folds, k): the mean of its strata's means."""
        return (self.products[..., 0, :] / self._boards[..., None]).mean(axis=1)

    @property
    def _covariances(self) -> np.ndarray:
        """Of each fold (folds, k, k): the covariances of these means."""
        n = self._boards[..., None, None]
        means = self.products[..., 0, :] / self._boards[..., None]
        between = self.products / n - means[..., :, None] * means[..., None, :]
        return (between / (n - 1)).mean(axis=1) / self._boards.shape[1]

    @property
    def _coefficients(self) -> np.ndarray:
        """What each fold's means are multiplied by (folds, k), control variates by the other's."""
        own = np.tile(np.array(self.weights, float), (len(self.products), 1))
        if not self._controls:
            return own
        k = len(self.weights)
        fitted = [
            -np.linalg.lstsq(each[k:, k:], each[k:, :k] @ own[0], rcond=None)[0]
            for each in self._covariances
        ]
        return np.hstack([own, fitted[::-1]])


def products_of(columns: np.ndarray, cells: np.ndarray, count: int) -> np.ndarray:
    """Sums of the products of any two of k whole numbers a board, by cell: int64 (count, k, k).

    ``columns`` is int64 (boards, k), ``cells`` (boards,) says in which of ``count`` a board is.
    """
    products = np.zeros((count, columns.shape[1], columns.shape[1]), np.int64)
    for cell in range(count):
        products[cell] = tally(columns[cells == cell])["products"]
    return products
