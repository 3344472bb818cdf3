"""Play several runs over the same boards, a chunk at a time, and count them together."""

from collections.abc import Callable, Sequence

import numpy as np

from .._core import engine
from ..errors import StrategyError
from ..rules import Rules
from ..strategies import Seated
from .boards import Boards
from .context import Context
from .guard import Guard, policies_of
from .runner import DIGEST_MODULUS, Outcome, Stop, Totals, play_ranges

PlayRange = Callable[[int, int, np.ndarray], tuple[Totals, int]]
"""Plays a range of boards into rows, as ``engine.Run.play`` and ``play_pairs`` do."""


def play_arms(
    rules: Rules,
    arms: Sequence[Seated],
    against: Seated,
    context: Context,
    boards: Boards,
    count: Callable[[np.ndarray], Totals],
    *,
    jobs: int,
    progress: Callable[[int], None] | None = None,
    decision_timeout: float | None = None,
    stop: Stop | None = None,
) -> Outcome:
    """Play each of ``arms`` against the same strategy on all ``boards``, with seats exchanged.

    ``count`` makes the outcome's totals of records of dtype ``engine.PAIR``, of shape (arms,
    boards).  The digest is the sum of the arms' own.  The rest is as :func:`play_pairs` has it.
    """
    *seated, last = policies_of((*arms, against), decision_timeout)
    guard = Guard([policy for policy, _ in (*seated, last)], decision_timeout)
    runs = []
    for each in seated:
        seats = [(each, last)[seat % 2] for seat in range(rules.players)]
        runs.append(context.run(rules, seats, boards.seed).play_pairs)
    play_range = together(runs, engine.PAIR, count)
    return play_ranges(
        play_range, boards, None, jobs=jobs, progress=progress, guard=guard, stop=stop
    )


def together(
    runs: Sequence[PlayRange], dtype: np.dtype, count: Callable[[np.ndarray], Totals]
) -> Callable[[int, int, np.ndarray | None], tuple[Totals, int]]:
    """One function that plays a range in all ``runs`` and counts their rows, (runs, boards)."""

    def play_range(first: int, boards: int, _: np.ndarray | None) -> tuple[Totals, int]:
        rows = np.empty((len(runs), boards), dtype)
        digest = 0
        for run, into in zip(runs, rows, strict=True):
            try:
                digest += run(first, boards, into)[1]
            except StrategyError as error:
                # The boards before, again: the runs before have gone further, and in those after
                # it an earlier board may fail.
                error.played = play_range(first, int(error.board or 0) - first, None)
                raise
        return count(rows), digest % DIGEST_MODULUS

    return play_range
