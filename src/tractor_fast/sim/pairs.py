"""Play boards twice between two strategies, the seats exchanged, and add up what they yield."""

from collections.abc import Callable

import numpy as np

from .._core import engine
from ..strategies import Seated
from .runner import Outcome, Stop, bound_run, empty_rows, play_ranges
from .setup import Setup


def play_pairs(
    setup: Setup,
    a: Seated,
    b: Seated,
    *,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Outcome:
    """Play the boards of ``setup``, each twice: all, or until ``stop`` ends it at a look.

    The outcome's totals are those of ``engine.PAIR_TOTALS``; ``rows`` keeps one record of dtype
    ``engine.PAIR`` a board, in order.  ``progress`` is told how many boards are finished.

    Raises:
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the boards before.
        WorkerError: the system does not start so many threads.
    """
    # The pair stands in the first two seats; who sits where is the kernel's matter.
    run, guard = bound_run(setup, [(a, b)[seat % 2] for seat in range(setup.rules.players)])
    table = empty_rows(setup.boards.deals, engine.PAIR, "boards") if rows else None
    return play_ranges(
        run.play_pairs,
        setup.boards,
        table,
        jobs=setup.jobs,
        progress=progress,
        guard=guard,
        stop=stop,
    )


def levels_of_pairs(rows: np.ndarray, players: int) -> np.ndarray:
    """Levels of A minus B's, the mean of a board's two deals, from records of ``engine.PAIR``.

    The mean gain of A's seats minus that of B's (R30); with fixed partners they are two sides.
    """
    seats = np.arange(players)
    first = rows["seats_of_a"][:, None] >> seats & 1
    levels = np.zeros(len(rows))
    for deal, of_a in (("first", first), ("exchanged", 1 - first)):
        up = rows[deal]["levels"][:, None]
        defends = rows[deal]["team"][:, None] >> seats & 1
        gains = np.where(defends, np.maximum(up, 0), np.maximum(-up, 0))
        levels += (gains * of_a).sum(axis=1) / of_a.sum(axis=1)
        levels -= (gains * (1 - of_a)).sum(axis=1) / (1 - of_a).sum(axis=1)
    return levels / 2


def level_scale(players: int) -> int:
    """What a mean level of A's or B's seats is multiplied by to be whole: both sets' sizes."""
    return (players // 2) * (players - players // 2)
