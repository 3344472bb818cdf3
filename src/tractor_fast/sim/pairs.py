"""Boards that are played twice between two strategies, the seats exchanged."""

from collections.abc import Callable

import numpy as np

from .._core import engine
from ..errors import StrategyError
from ..strategies import Seated
from .part import Part, Stop, bound_run
from .setup import Setup
from .totals import Totals


def pairs_part(
    setup: Setup,
    a: Seated,
    b: Seated,
    *,
    stop: Stop | None = None,
    tally: Callable[[np.ndarray], Totals],
) -> Part:
    """All boards of ``setup``, each played twice, or until ``stop`` ends it at a look.

    Counters are those of ``engine.PAIR_TOTALS``, and what ``tally`` makes of the records of boards
    that follow each other; records of dtype ``engine.PAIR``, one a board.
    """
    # The pair stands in the first two seats; who sits where is the kernel's matter.
    run, guard = bound_run(setup, [(a, b)[seat % 2] for seat in range(setup.rules.players)])

    def play_and_tally(first: int, count: int, into: np.ndarray | None) -> tuple[Totals, int]:
        records = np.zeros(count, engine.PAIR) if into is None else into
        try:
            totals, digest = run.play_pairs(first, count, records)
        except StrategyError as error:
            before = records[: guard.unit_of(error) - first]
            error.played = error.played[0] | tally(before), error.played[1]
            raise
        return totals | tally(records), digest

    return Part(setup.boards, play_and_tally, guard, stop=stop, dtype=engine.PAIR)


def level_scale(players: int) -> int:
    """What a mean level of A's or B's seats is multiplied by to be whole: both sets' sizes."""
    return (players // 2) * (players - players // 2)
