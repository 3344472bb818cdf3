"""Strategies by name, with their parameters."""

from .registry import Seated, Strategy, parse_strategy, strategies

__all__ = ["Seated", "Strategy", "parse_strategy", "strategies"]
