"""Figures with honest error bars, computed from integer counts and sums."""

from .intervals import t_quantile, wilson
from .summaries import Moments, Rate

__all__ = ["Moments", "Rate", "t_quantile", "wilson"]
