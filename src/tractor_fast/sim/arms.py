"""Boards that are played in several runs, a chunk at a time, and counted together."""

from collections.abc import Callable, Sequence

import numpy as np

from .._core import engine
from ..errors import StrategyError
from ..opening import NO_DECLARER
from ..strategies import Seated
from .guard import Guard, policies_of
from .matches import MatchNumbers
from .part import Part, PlayRange
from .setup import Setup
from .totals import DIGEST_MODULUS, Totals


def arms_part(
    setup: Setup,
    arms: Sequence[Seated],
    against: Seated,
    count: Callable[[np.ndarray], Totals],
) -> Part:
    """All boards, with each of ``arms`` against the same strategy and seats exchanged.

    ``count`` makes the counters of records of dtype ``engine.PAIR``, of shape (arms, boards).  The
    digest is the sum of the arms' own.
    """
    *seated, last = policies_of((*arms, against), setup.decision_timeout)
    guard = Guard([policy for policy, _ in (*seated, last)], setup.decision_timeout)
    runs = []
    for each in seated:
        seats = [(each, last)[seat % 2] for seat in range(setup.rules.players)]
        runs.append(setup.context.run(setup.rules, seats, setup.boards.seed).play_pairs)
    return Part(setup.boards, together(runs, engine.PAIR, count, guard), guard)


def under_part(
    setups: Sequence[Setup],
    seated: Seated,
    count: Callable[[np.ndarray], Totals],
) -> Part:
    """All boards under the rules of each of ``setups``, with one strategy in all seats.

    They share boards and time limit, those of the first.  ``count`` makes the counters of records
    of dtype ``engine.ROW``, of shape (setups, boards).
    """
    boards, limit = setups[0].boards, setups[0].decision_timeout
    (policy,) = policies_of([seated], limit)
    runs = [
        setup.context.run(setup.rules, [policy] * setup.rules.players, boards.seed).play
        for setup in setups
    ]
    guard = Guard([policy[0]], limit)
    return Part(boards, together(runs, engine.ROW, count, guard), guard)


def matches_under_part(
    setups: Sequence[Setup],
    seated: Seated,
    numbers: MatchNumbers,
    count: Callable[[np.ndarray], Totals],
    *,
    most_deals: int,
) -> Part:
    """Matches under the rules of each of ``setups``, with one strategy in all seats.

    ``count`` makes the counters of records of dtype ``engine.MATCH``, of shape (setups, matches).
    """
    limit = setups[0].decision_timeout
    (policy,) = policies_of([seated], limit)
    guard = Guard([policy[0]], limit, boards_each=engine.MOST_DEALS)

    def player(setup: Setup) -> Callable[[int, int, np.ndarray], tuple[Totals, int]]:
        seats = [policy] * setup.rules.players
        run = engine.Run(setup.rules, seats, numbers.seed, 0, NO_DECLARER)

        def play(first: int, pairs: int, into: np.ndarray) -> tuple[Totals, int]:
            into[:], digest = run.play_matches(2 * first, 2 * pairs, most_deals)
            return {}, digest

        return play

    runs = [player(setup) for setup in setups]
    play_range = together(runs, engine.MATCH, count, guard, each=2)
    return Part(numbers.pairs, play_range, guard, each=2, unit="matches")


def together(
    runs: Sequence[Callable[[int, int, np.ndarray], tuple[Totals, int]]],
    dtype: np.dtype,
    count: Callable[[np.ndarray], Totals],
    guard: Guard,
    each: int = 1,
) -> PlayRange:
    """One function that plays a range in all ``runs`` and counts their rows, (runs, rows).

    A board has ``each`` rows.
    Where the boards meet a condition, the deals tried (``dealt``) are those of one of the runs.
    """

    def play_range(first: int, boards: int, _: np.ndarray | None) -> tuple[Totals, int]:
        rows = np.empty((len(runs), boards * each), dtype)
        digest = 0
        dealt: Totals = {}
        for run, into in zip(runs, rows, strict=True):
            try:
                totals, one_digest = run(first, boards, into)
            except StrategyError as error:
                # The boards before, again: the runs before have gone further, and in those after
                # it an earlier board may fail.
                error.played = play_range(first, guard.unit_of(error) - first, None)
                raise
            digest += one_digest
            dealt = {name: totals[name] for name in ("dealt",) if name in totals}
        return count(rows) | dealt, digest % DIGEST_MODULUS

    return play_range
