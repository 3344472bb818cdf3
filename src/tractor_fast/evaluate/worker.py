"""What a worker does: play a chunk of a run that it knows by its plan alone."""

import threading

from ..errors import StrategyError, TractorFastError, WorkerError
from ..sim import Chunk, Part, play_part
from ..sim.pool import TaskResult
from .plan import question_of_text

_here = threading.local()  # `known`: (text, parts) that this thread last played


def play_task(plan: str, number: int, keep_records: bool, first: int, boards: int) -> TaskResult:
    """Play boards of the ``number``-th part of a run, whose plan is given as JSON.

    Raises:
        WorkerError: this worker has other versions or sources than the plan ("there" in its words).
    """
    part = _parts(plan)[number].of(Chunk(first, boards))
    try:
        outcome, failure = play_part(part, 1, rows=keep_records), None
    except StrategyError as error:
        _here.known = None  # its strategies have been told to stop
        if error.result is None:
            raise
        outcome, failure = error.result, error
    return TaskResult(
        outcome.totals,
        outcome.digest,
        outcome.seconds,
        outcome.rows,
        None if failure is None else str(failure),
        None if failure is None else failure.board,
    )


def _parts(plan: str) -> list[Part]:
    """The parts of a plan, of this thread alone: a failing strategy stops all that share it."""
    known: tuple[str, list[Part]] | None = getattr(_here, "known", None)
    if known is None or known[0] != plan:
        try:
            known = plan, question_of_text(plan).parts
        except TractorFastError as error:
            raise WorkerError(f"a worker cannot play this run: {error}") from None
        _here.known = known
    return known[1]
