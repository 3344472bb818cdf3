"""One board played by strategies and written down, for people and for the oracle."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .._core.engine import Run
from ..inputs import MOST, whole
from ..record import record_deal
from ..rules import Rules, load_rules
from ..sim import Boards, parse_context, parse_seats
from .command import replay_command
from .replay import Difference, replay


class PlayedBoard(NamedTuple):
    """A board's record (see record.py), what the oracle disagrees with in it, its command line."""

    record: dict[str, Any]
    differences: list[Difference]
    command: str


def play_one(
    board: int,
    rules: str | Path | Mapping[str, object] | Rules = "tractor",
    seats: str | Mapping[str, str] = "normal",
    seed: int = 0,
    *,
    overrides: Mapping[str, object] | Iterable[str] = (),
    level: str | int = "any",
    declarer: str | int = "any",
    first_deal: bool = False,
) -> PlayedBoard:
    """Play a board, and have the oracle play it again.

    Takes what :func:`tractor_fast.simulate` takes, and raises what it raises.
    """
    base = rules
    rules = load_rules(rules, overrides)
    seated = parse_seats(seats, rules.players)
    context = parse_context(level, declarer, rules.players, first_deal=first_deal)
    boards = Boards(seed, whole("board", board, 0, MOST), 1)
    policies = [(seat.strategy.policy, seat.values) for seat in seated]
    run = Run(rules, policies, boards.seed, context.level, context.declarer)
    record = record_deal(run.spec, boards.first)
    name = None if isinstance(base, Mapping | Rules) else str(base)
    command = replay_command(rules, name, seated, context, boards)
    return PlayedBoard(record, replay(record, rules), command)
