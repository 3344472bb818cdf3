"""Play several runs over the same boards, a chunk at a time, and count them together."""

from collections.abc import Callable, Sequence

import numpy as np

from .._core import engine
from ..errors import StrategyError
from ..strategies import Seated
from .guard import Guard, policies_of
from .runner import Outcome, play_ranges
from .setup import Setup
from .totals import DIGEST_MODULUS, Totals

PlayRange = Callable[[int, int, np.ndarray], tuple[Totals, int]]
"""Plays a range of boards into rows, as ``engine.Run.play`` and ``play_pairs`` do."""


def play_arms(
    setup: Setup,
    arms: Sequence[Seated],
    against: Seated,
    count: Callable[[np.ndarray], Totals],
    *,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play each of ``arms`` against the same strategy on all boards, with seats exchanged.

    ``count`` makes the outcome's totals of records of dtype ``engine.PAIR``, of shape (arms,
    boards).  The digest is the sum of the arms' own.  Raises what :func:`play_pairs` does.
    """
    *seated, last = policies_of((*arms, against), setup.decision_timeout)
    guard = Guard([policy for policy, _ in (*seated, last)], setup.decision_timeout)
    runs = []
    for each in seated:
        seats = [(each, last)[seat % 2] for seat in range(setup.rules.players)]
        runs.append(setup.context.run(setup.rules, seats, setup.boards.seed).play_pairs)
    play_range = together(runs, engine.PAIR, count)
    return play_ranges(
        play_range, setup.boards, None, jobs=setup.jobs, progress=progress, guard=guard
    )


def play_under(
    setups: Sequence[Setup],
    seated: Seated,
    count: Callable[[np.ndarray], Totals],
    *,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play all boards under the rules of each of ``setups``, one strategy in all seats.

    They share boards, threads and time limit, those of the first.  ``count`` makes the outcome's
    totals of records of dtype ``engine.ROW``, of shape (setups, boards).  Raises what
    :func:`play_boards` does.
    """
    boards, limit = setups[0].boards, setups[0].decision_timeout
    (policy,) = policies_of([seated], limit)
    runs = [
        setup.context.run(setup.rules, [policy] * setup.rules.players, boards.seed).play
        for setup in setups
    ]
    return play_ranges(
        together(runs, engine.ROW, count),
        boards,
        None,
        jobs=setups[0].jobs,
        progress=progress,
        guard=Guard([policy[0]], limit),
    )


def together(
    runs: Sequence[PlayRange], dtype: np.dtype, count: Callable[[np.ndarray], Totals]
) -> Callable[[int, int, np.ndarray | None], tuple[Totals, int]]:
    """One function that plays a range in all ``runs`` and counts their rows, (runs, boards).

    Where the boards meet a condition, the deals tried (``dealt``) are those of one of the runs.
    """

    def play_range(first: int, boards: int, _: np.ndarray | None) -> tuple[Totals, int]:
        rows = np.empty((len(runs), boards), dtype)
        digest = 0
        dealt: Totals = {}
        for run, into in zip(runs, rows, strict=True):
            try:
                totals, one_digest = run(first, boards, into)
            except StrategyError as error:
                # The boards before, again: the runs before have gone further, and in those after
                # it an earlier board may fail.
                error.played = play_range(first, int(error.board or 0) - first, None)
                raise
            digest += one_digest
            dealt = {name: totals[name] for name in ("dealt",) if name in totals}
        return count(rows) | dealt, digest % DIGEST_MODULUS

    return play_range
