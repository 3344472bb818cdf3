"""The means of a comparison, one value a board, from its integer counters."""

import numpy as np

from ..sim import Totals, level_scale
from ..stats import Mean, Pairs, Reduced
from .pair_values import PairValues

LOWEST_BIN = -8
"""Levels a deal of the boards that the first bin of ``boards_by_levels`` counts."""

_ONE, _LEVELS, _NEXT = range(3)  # what "products" begin with


def pairs_of(totals: Totals, players: int) -> Pairs:
    """A's levels minus B's in the first and in the exchanged deals."""
    return Pairs(
        totals["pairs"],
        totals["first_sum"],
        totals["first_sq"],
        totals["exchanged_sum"],
        totals["exchanged_sq"],
        totals["product_sum"],
        level_scale(players),
    )


def levels_mean(totals: Totals, players: int) -> Mean:
    """A's levels minus B's, the mean of a board's two deals; by strata and controls if counted."""
    if "products" in totals:
        return value_mean(totals, players, 0.0)
    return pairs_of(totals, players).mean


def value_mean(totals: Totals, players: int, h: float) -> Reduced:
    """The same of A's value: levels + h for a deal after which A declares, - h for another."""
    weights = [0.0] * 3
    weights[_LEVELS] = 1 / (2 * level_scale(players))
    weights[_NEXT], weights[_ONE] = h, -h
    return Reduced(_products(totals), weights)


def spread_of_boards(rows: np.ndarray, players: int) -> Totals:
    """``boards_by_levels``: boards by the mean levels of their two deals, each bin half a level.

    The first bin is of boards from ``LOWEST_BIN`` down, the last of those from its opposite up.
    """
    halves = PairValues(rows, players).levels.sum(axis=-1) // level_scale(players)
    bins = np.clip(halves - 2 * LOWEST_BIN, 0, -4 * LOWEST_BIN)
    return {"boards_by_levels": np.bincount(bins, minlength=1 - 4 * LOWEST_BIN).tolist()}


def _products(totals: Totals) -> np.ndarray:
    """Sums of the products of 1, levels and next deals, as :class:`tractor_fast.stats.Reduced`."""
    if "products" in totals:
        return np.asarray(totals["products"])
    levels = totals["first_sum"] + totals["exchanged_sum"]
    squares = totals["first_sq"] + 2 * totals["product_sum"] + totals["exchanged_sq"]
    crossed = totals["levels_next_sum"]
    rows = [
        [totals["pairs"], levels, totals["next_sum"]],
        [levels, squares, crossed],
        [totals["next_sum"], crossed, totals["next_sq"]],
    ]
    return np.array(rows, np.int64)[None, None]
