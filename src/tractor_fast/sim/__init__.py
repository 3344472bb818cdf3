"""Boards, seats and context of a run, and the runner that plays it on all cores."""

from .boards import Boards
from .context import Context, parse_context
from .runner import Outcome, Totals, play_boards
from .seats import format_seats, parse_seats, seat_names

__all__ = [
    "Boards",
    "Context",
    "Outcome",
    "Totals",
    "format_seats",
    "parse_context",
    "parse_seats",
    "play_boards",
    "seat_names",
]
