"""Figures with honest error bars, computed from integer counts and sums."""

from .intervals import t_quantile, wilson
from .pairs import Pairs
from .sequential import FIRST_LOOK, Sprt, looks
from .summaries import Moments, Rate, WinRate

__all__ = [
    "FIRST_LOOK",
    "Moments",
    "Pairs",
    "Rate",
    "Sprt",
    "WinRate",
    "looks",
    "t_quantile",
    "wilson",
]
