"""Play chunks in other processes: those of this machine, or the workers of a cluster.

It has the interface of :class:`Workers`, for threads.  A chunk whose worker dies is handed in
again, so that it counts once whoever dies.
"""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from queue import Empty, SimpleQueue
from typing import NamedTuple

import numpy as np

from ..errors import StrategyError, WorkerError
from ..inputs import shown
from .chunks import Chunk
from .part import Played
from .places import Place
from .processes import WorkerDied
from .totals import Totals
from .workers import Done

_CHUNK_SECONDS = 2.0
_MOST_A_SECOND = 50  # chunks that are handed out
_MOST_DEATHS = 5  # of workers while they played a chunk: a sixth time is not risked
_LOOK = 1.0  # seconds between looks at whether the place still has workers


class TaskResult(NamedTuple):
    """What a task has played: counters, digest, wall time, and its records if it was asked to.

    ``failure`` is what a strategy did wrong on ``board``; the rest is of the boards before it.
    """

    totals: Totals
    digest: int
    seconds: float
    records: np.ndarray | None = None
    failure: str | None = None
    board: int | None = None


Task = Callable[[int, int], TaskResult]
"""Plays so many boards from a number on, wherever it is sent to by pickle."""


def chunk_seconds(workers: int) -> float:
    """Wall time that a chunk should take: little is lost with a worker, and little is sent.

    Whoever hands out chunks takes milliseconds for each: to many workers it hands longer ones.
    """
    return max(_CHUNK_SECONDS, workers / _MOST_A_SECOND)


class Pool:
    """Chunks that are played by ``task`` at a place."""

    def __init__(self, place: Place, task: Task) -> None:
        """Nothing is handed in yet."""
        self._place = place
        self._task = task
        self._playing: dict[Future[TaskResult], Chunk] = {}
        self._back: SimpleQueue[Future[TaskResult]] = SimpleQueue()
        self._deaths: Counter[Chunk] = Counter()
        self._stopped = False

    @property
    def chunk_seconds(self) -> float:
        """Wall time that a chunk should take; see :func:`chunk_seconds`."""
        return chunk_seconds(self.slots)

    @property
    def slots(self) -> int:
        """How many chunks are played at once, which may change; WorkerError if none will be."""
        return self._place.slots()

    @property
    def pending(self) -> int:
        """Chunks handed in and not come back."""
        return len(self._playing)

    def submit(self, chunk: Chunk) -> None:
        """Hand in a chunk; WorkerError if the place takes none."""
        future = self._place.submit(self._task, *chunk)
        self._playing[future] = chunk
        future.add_done_callback(self._back.put)

    def finished(self, seconds: float | None) -> list[Done]:
        """All chunks that have come back, at least one; none when ``seconds`` have passed first.

        The error of one is a StrategyError with ``board``, and ``played`` as the part of the boards
        before it; a WorkerError, if no worker survives it or the place is gone; or whatever else
        the task raised.

        Raises:
            WorkerError: no worker will play any more.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _LOOK if until is None else max(0.0, min(_LOOK, until - time.monotonic()))
            done = [self._done(future) for future in self._come_back(left)]
            found = [each for each in done if each is not None]
            if found or left < _LOOK or self._stopped:
                return found
            self._place.slots()

    def leave(self, thread: int) -> None:
        """None: the threads of decisions are elsewhere."""

    def stop(self, seconds: float | None = None) -> None:
        """Play nothing more; chunks that cannot be given up are waited for, for so long at most."""
        self._stopped = True
        if self._playing:  # else the place plays the next part of the run
            self._place.close(list(self._playing), seconds)

    def _come_back(self, seconds: float) -> list[Future[TaskResult]]:
        found: list[Future[TaskResult]] = []
        try:
            found.append(self._back.get(timeout=seconds))
            while True:
                found.append(self._back.get_nowait())
        except Empty:
            return found

    def _done(self, future: Future[TaskResult]) -> Done | None:
        """What has come of a chunk; None if it has been handed in again."""
        chunk = self._playing.pop(future)
        raised = CancelledError() if future.cancelled() else future.exception()
        if raised is None:
            result = future.result()
            if isinstance(result, TaskResult):
                return _played(chunk, result)
            return Done(chunk, None, _unplayed(chunk, result), 0.0)
        error = self._place.meaning(raised)
        if isinstance(error, WorkerDied) and not self._stopped:
            self._deaths[chunk] += error.times
            if self._deaths[chunk] <= _MOST_DEATHS:
                self.submit(chunk)
                return None
            error = WorkerError(f"a worker died {self._deaths[chunk]} times ({error})")
        if error is not raised and isinstance(error, WorkerError):
            error = WorkerError(f"{error} while {_boards(chunk)} were played")
        return Done(chunk, None, error, 0.0)


def _boards(chunk: Chunk) -> str:
    return f"boards {chunk.first} to {chunk.first + chunk.deals - 1}"


def _unplayed(chunk: Chunk, result: object) -> WorkerError:
    """An executor of others has not returned what its work came to."""
    return WorkerError(
        f"the executor returned {shown(result)} for {_boards(chunk)}, not what they come to"
    )


def _played(chunk: Chunk, result: TaskResult) -> Done:
    part = Played(result.totals, result.digest, result.records)
    if result.failure is None:
        return Done(chunk, part, None, result.seconds)
    error = StrategyError(result.failure)
    error.board = result.board
    error.played = part
    return Done(chunk, None, error, result.seconds)
