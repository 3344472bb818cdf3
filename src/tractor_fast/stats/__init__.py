"""Figures with honest error bars, computed from integer counts and sums."""

from .intervals import t_quantile, wilson
from .pairs import Pairs
from .summaries import Moments, Rate, WinRate

__all__ = ["Moments", "Pairs", "Rate", "WinRate", "t_quantile", "wilson"]
