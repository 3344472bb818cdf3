"""Figures with honest error bars, computed from integer counts and sums."""

from .intervals import paired_rates, t_quantile, wilson
from .pairs import Pairs
from .reduced import Reduced, products_of
from .sequential import FIRST_LOOK, MOST_MEAN, Sprt, looks
from .signs import sign_test
from .simultaneous import best_of, intervals_together, not_told_apart
from .summaries import Mean, Moments, Rate, WinRate
from .tallies import Interval, Means, ratio_means, tally

__all__ = [
    "FIRST_LOOK",
    "MOST_MEAN",
    "Interval",
    "Mean",
    "Means",
    "Moments",
    "Pairs",
    "Rate",
    "Reduced",
    "Sprt",
    "WinRate",
    "best_of",
    "intervals_together",
    "looks",
    "not_told_apart",
    "paired_rates",
    "products_of",
    "ratio_means",
    "sign_test",
    "t_quantile",
    "tally",
    "wilson",
]
