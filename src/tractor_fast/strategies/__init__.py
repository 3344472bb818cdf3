"""Strategies by name, by file and by module, with their parameters."""

from .._core.policies import Parameter
from .built_in import strategies
from .native import compiled
from .registry import find_strategy, is_strategy, offered_strategies, parse_strategy
from .strategy import Seated, Strategy

__all__ = [
    "Parameter",
    "Seated",
    "Strategy",
    "compiled",
    "find_strategy",
    "is_strategy",
    "offered_strategies",
    "parse_strategy",
    "strategies",
]
