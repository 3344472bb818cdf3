"""Boards, seats and context of a run, and the runner that plays it on all cores."""

from ..opening import NO_DECLARER
from ..strategies import format_seats, parse_seat, parse_seats, seat_names
from .arms import play_arms, play_under
from .boards import Boards
from .conditions import Dealt, Given, Run, Where, first_variants
from .context import Context, parse_context
from .given import GivenLike, given_texts
from .guard import Guard
from .matches import WHOLE_WIN, MatchNumbers, play_matches
from .opportunities import play_opportunities
from .pairs import level_scale, play_pairs
from .runner import Outcome, Stop, bound_run, play_boards, play_ranges
from .setup import Basis, Options, RulesLike, Setup, threads
from .totals import Totals

__all__ = [
    "NO_DECLARER",
    "WHOLE_WIN",
    "Basis",
    "Boards",
    "Context",
    "Dealt",
    "Given",
    "GivenLike",
    "Guard",
    "MatchNumbers",
    "Options",
    "Outcome",
    "RulesLike",
    "Run",
    "Setup",
    "Stop",
    "Totals",
    "Where",
    "bound_run",
    "first_variants",
    "format_seats",
    "given_texts",
    "level_scale",
    "parse_context",
    "parse_seat",
    "parse_seats",
    "play_arms",
    "play_boards",
    "play_matches",
    "play_opportunities",
    "play_pairs",
    "play_ranges",
    "play_under",
    "seat_names",
    "threads",
]
