"""Play boards twice between two strategies, the seats exchanged, and add up what they yield."""

from collections.abc import Callable

import numpy as np

from .._core import engine
from ..errors import StrategyError
from ..strategies import Seated
from .runner import Outcome, Stop, bound_run, empty_rows, play_ranges
from .setup import Setup
from .totals import Totals


def play_pairs(
    setup: Setup,
    a: Seated,
    b: Seated,
    *,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    tally: Callable[[np.ndarray], Totals] | None = None,
) -> Outcome:
    """Play the boards of ``setup``, each twice: all, or until ``stop`` ends it at a look.

    The outcome's totals are those of ``engine.PAIR_TOTALS``; ``rows`` keeps one record of dtype
    ``engine.PAIR`` a board, in order.  ``progress`` is told how many boards are finished.
    ``tally`` makes more counters of the records of boards that follow each other.

    Raises:
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the boards before.
        WorkerError: the system does not start so many threads.
    """
    # The pair stands in the first two seats; who sits where is the kernel's matter.
    run, guard = bound_run(setup, [(a, b)[seat % 2] for seat in range(setup.rules.players)])
    table = empty_rows(setup.boards.deals, engine.PAIR, "boards") if rows else None

    def play_and_tally(first: int, count: int, into: np.ndarray | None) -> tuple[Totals, int]:
        assert tally is not None
        records = np.zeros(count, engine.PAIR) if into is None else into
        try:
            totals, digest = run.play_pairs(first, count, records)
        except StrategyError as error:
            before = records[: guard.unit_of(error) - first]
            error.played = error.played[0] | tally(before), error.played[1]
            raise
        return totals | tally(records), digest

    return play_ranges(
        play_and_tally if tally else run.play_pairs,
        setup.boards,
        table,
        jobs=setup.jobs,
        progress=progress,
        guard=guard,
        stop=stop,
    )


def level_scale(players: int) -> int:
    """What a mean level of A's or B's seats is multiplied by to be whole: both sets' sizes."""
    return (players // 2) * (players - players // 2)
