"""Play boards twice between two strategies, the seats exchanged, and add up what they yield."""

from collections.abc import Callable

import numpy as np

from .._core import engine
from ..rules import Rules
from ..strategies import Seated
from .boards import Boards
from .context import Context
from .guard import Guard, policies_of
from .runner import Outcome, Stop, empty_rows, play_ranges


def play_pairs(
    rules: Rules,
    a: Seated,
    b: Seated,
    context: Context,
    boards: Boards,
    *,
    jobs: int,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
    decision_timeout: float | None = None,
    stop: Stop | None = None,
) -> Outcome:
    """Play ``boards``, each twice, on ``jobs`` threads: all, or until ``stop`` ends it at a look.

    The outcome's totals are those of ``engine.PAIR_TOTALS``; ``rows`` keeps one record of dtype
    ``engine.PAIR`` a board, in order.  ``progress`` is told how many boards are finished.
    ``decision_timeout``: seconds that a Python strategy may take for a decision.

    Raises:
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the boards before.
        WorkerError: the system does not start so many threads.
    """
    policies = policies_of((a, b), decision_timeout)
    guard = Guard([policy for policy, _ in policies], decision_timeout)
    seats = [policies[seat % 2] for seat in range(rules.players)]
    run = context.run(rules, seats, boards.seed)
    table = empty_rows(boards.deals, engine.PAIR, "boards") if rows else None
    return play_ranges(
        run.play_pairs, boards, table, jobs=jobs, progress=progress, guard=guard, stop=stop
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
