"""One board played by strategies and written down, for people and for the oracle."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..inputs import MOST, whole
from ..record import record_deal
from ..sim import GivenLike, RulesLike, Setup, bound_run, parse_seats
from .command import replay_command
from .replay import Difference, replay


class PlayedBoard(NamedTuple):
    """A board's record (see record.py), what the oracle disagrees with in it, its command line."""

    record: dict[str, Any]
    differences: list[Difference]
    command: str


def play_one(
    board: int,
    rules: RulesLike = "tractor",
    seats: str | Mapping[str, str] = "normal",
    seed: int = 0,
    *,
    overrides: Mapping[str, object] | Iterable[str] = (),
    level: str | int = "any",
    declarer: str | int = "any",
    first_deal: bool = False,
    given: GivenLike = (),
    where: str | None = None,
) -> PlayedBoard:
    """Play a board, and have the oracle play it again.

    Takes what :func:`tractor_fast.simulate` takes, and raises what it raises.
    """
    setup = Setup.read(
        rules,
        1,
        seed,
        1,
        overrides=overrides,
        level=level,
        declarer=declarer,
        first_deal=first_deal,
        first_board=whole("board", board, 0, MOST),
        given=given,
        where=where,
    )
    seated = parse_seats(seats, setup.rules.players)
    run, _ = bound_run(setup, seated)
    record = record_deal(run.spec, setup.boards.first, run.variant(setup.boards.first))
    return PlayedBoard(record, replay(record, setup.rules), replay_command(setup, seated))
