"""Boards, seats and context of a run, and the runner that plays it on all cores."""

from ..opening import NO_DECLARER
from ..strategies import format_seats, parse_seat, parse_seats, seat_names
from .arms import arms_part, matches_under_part, under_part
from .boards import Boards
from .chunks import Chunk
from .conditions import Dealt, Given, Run, Where, first_variants
from .context import Context, parse_context
from .deals import boards_part
from .given import GivenLike, given_texts
from .guard import Guard, is_python
from .loop import Kept, Playing
from .matches import WHOLE_WIN, MatchNumbers, matches_part
from .opportunities import opportunities_part
from .pairs import level_scale, pairs_part
from .part import Part, Played, PlayRange, Stop, bound_run
from .runner import Estimate, Outcome, Progress, Watch, play_part
from .setup import Basis, Options, RulesLike, Setup, named_rules, threads
from .totals import Totals

__all__ = [
    "NO_DECLARER",
    "WHOLE_WIN",
    "Basis",
    "Boards",
    "Chunk",
    "Context",
    "Dealt",
    "Estimate",
    "Given",
    "GivenLike",
    "Guard",
    "Kept",
    "MatchNumbers",
    "Options",
    "Outcome",
    "Part",
    "PlayRange",
    "Played",
    "Playing",
    "Progress",
    "RulesLike",
    "Run",
    "Setup",
    "Stop",
    "Totals",
    "Watch",
    "Where",
    "arms_part",
    "boards_part",
    "bound_run",
    "first_variants",
    "format_seats",
    "given_texts",
    "is_python",
    "level_scale",
    "matches_part",
    "matches_under_part",
    "named_rules",
    "opportunities_part",
    "pairs_part",
    "parse_context",
    "parse_seat",
    "parse_seats",
    "play_part",
    "seat_names",
    "threads",
    "under_part",
]
