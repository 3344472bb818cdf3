"""Play boards from one of their opportunities to bid, once taken and once let go."""

from collections.abc import Callable

import numpy as np

from ..errors import StrategyError
from ..strategies import Seated
from .runner import Outcome, bound_run, play_ranges
from .setup import Setup
from .totals import Totals


def play_opportunities(
    setup: Setup,
    strategy: Seated,
    tally: Callable[[np.ndarray], Totals],
    *,
    pass_now: bool,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play the boards of ``setup`` with ``strategy`` in all seats, each twice from one opportunity.

    ``tally`` counts records of dtype ``engine.OPPORTUNITY``; its counters are the outcome's totals.
    ``pass_now``: who lets the opportunity go may bid when it is asked again.  ``progress`` is told
    how many boards are finished.

    Raises:
        StrategyError: the strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the boards before.
        WorkerError: the system does not start so many threads.
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

    return play_ranges(
        play_range, setup.boards, None, jobs=setup.jobs, progress=progress, guard=guard
    )
