"""Boards that are played once, by the strategies of their seats."""

from .._core import engine
from ..strategies import Seated
from .part import Part, bound_run
from .setup import Setup


def boards_part(setup: Setup, seats: tuple[Seated, ...]) -> Part:
    """All boards of ``setup``, with a strategy in each seat.

    Counters are those of ``engine.TOTALS``, records of dtype ``engine.ROW``, one a deal.
    """
    run, guard = bound_run(setup, seats)
    return Part(setup.boards, run.play, guard, dtype=engine.ROW, unit="deals")
