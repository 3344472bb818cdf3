"""Figures with honest error bars, computed from integer counts and sums."""

from .intervals import t_quantile, wilson
from .pairs import Pairs
from .sequential import FIRST_LOOK, Sprt, looks
from .simultaneous import best_of, intervals_together, not_told_apart
from .summaries import Moments, Rate, WinRate
from .tallies import Means, ratio_means, tally

__all__ = [
    "FIRST_LOOK",
    "Means",
    "Moments",
    "Pairs",
    "Rate",
    "Sprt",
    "WinRate",
    "best_of",
    "intervals_together",
    "looks",
    "not_told_apart",
    "ratio_means",
    "t_quantile",
    "tally",
    "wilson",
]
