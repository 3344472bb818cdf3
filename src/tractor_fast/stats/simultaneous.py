"""Several means at once: intervals that all hold together, and which of the means is the best.

Bonferroni's bound: of K statements each fails at most 1 time in 20 K, so that, however they depend
on each other, one of them fails 1 time in 20 at most.
"""

import numpy as np

from .intervals import t_quantile
from .tallies import Interval, Means, interval

_ERROR = 0.05


def intervals_together(means: Means) -> list[Interval]:
    """Intervals that hold all K means 19 times out of 20."""
    how_many = max(int(np.isfinite(means.values).sum()), 1)
    each = zip(
        means.values.tolist(),
        np.diag(means.covariances).tolist(),
        means.boards.tolist(),
        strict=True,
    )
    return [interval(*mean, _ERROR / 2 / how_many) for mean in each]


def best_of(means: Means) -> int | None:
    """Place of the largest mean, the first of equals; None where none is defined."""
    return int(np.nanargmax(means.values)) if np.isfinite(means.values).any() else None


def not_told_apart(means: Means) -> list[int]:
    """Places of the means that may be the largest: 19 times out of 20 the largest is among them.

    One is left out where any other is larger beyond doubt: the difference of the two, on the boards
    that they share, exceeds Student's quantile for K - 1 comparisons at once times its own error.
    """
    some = np.isfinite(means.values)
    tail = _ERROR / max(int(some.sum()) - 1, 1)
    quantiles = np.array(
        [t_quantile(n - 1, tail) if n > 1 else np.nan for n in means.boards.tolist()]
    )
    bound = np.maximum.outer(quantiles, quantiles) * np.sqrt(means.variances_of_differences())
    larger = means.values[None, :] - means.values[:, None] > bound  # [i, j]: j beats i
    return [int(i) for i in np.flatnonzero(some & ~larger.any(axis=1))]
