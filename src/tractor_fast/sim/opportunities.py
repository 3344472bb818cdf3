"""Boards that are played twice from an opportunity to bid, once taken and once let go."""

from collections.abc import Callable

import numpy as np

from ..errors import StrategyError
from ..strategies import Seated
from .part import Part, bound_run
from .setup import Setup
from .totals import Totals


def opportunities_part(
    setup: Setup,
    strategy: Seated,
    tally: Callable[[np.ndarray], Totals],
    *,
    pass_now: bool,
) -> Part:
    """All boards of ``setup`` with ``strategy`` in all seats, each twice from one opportunity.

    ``tally`` makes the counters of records of dtype ``engine.OPPORTUNITY``.  ``pass_now``: who lets
    the opportunity go may bid when it is asked again.
    """
    run, guard = bound_run(setup, (strategy,) * setup.rules.players)

    def play_range(first: int, count: int, _: np.ndarray | None) -> tuple[Totals, int]:
        try:
            rows, digest = run.play_opportunities(first, count, pass_now)
        except StrategyError as error:
            rows, digest = error.played
            error.played = tally(rows) | run.dealt(first, len(rows)), digest
            raise
        return tally(rows) | run.dealt(first, count), digest

    return Part(setup.boards, play_range, guard)
