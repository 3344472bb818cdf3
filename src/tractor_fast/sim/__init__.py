"""Boards, seats and context of a run, and the runner that plays it on all cores."""

from .boards import Boards
from .context import Context, parse_context
from .matches import WHOLE_WIN, MatchNumbers, play_matches
from .pairs import level_scale, levels_of_pairs, play_pairs
from .runner import Outcome, Stop, Totals, play_boards, play_ranges
from .seats import format_seats, parse_seats, seat_names

__all__ = [
    "WHOLE_WIN",
    "Boards",
    "Context",
    "MatchNumbers",
    "Outcome",
    "Stop",
    "Totals",
    "format_seats",
    "level_scale",
    "levels_of_pairs",
    "parse_context",
    "parse_seats",
    "play_boards",
    "play_matches",
    "play_pairs",
    "play_ranges",
    "seat_names",
]
