"""Strategies by name, by file and by module, with their parameters."""

from .._core.policies import Parameter
from .built_in import strategies
from .native import compiled
from .registry import find_strategy, is_strategy, offered_strategies, parse_strategy
from .seats import format_seats, parse_seat, parse_seats, seat_names
from .strategy import Policy, Seated, Strategy

__all__ = [
    "Parameter",
    "Policy",
    "Seated",
    "Strategy",
    "compiled",
    "find_strategy",
    "format_seats",
    "is_strategy",
    "offered_strategies",
    "parse_seat",
    "parse_seats",
    "parse_strategy",
    "seat_names",
    "strategies",
]
