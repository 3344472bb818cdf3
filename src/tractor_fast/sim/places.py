"""Where chunks are played other than on threads: an executor, and what its failures mean."""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Any, TypeVar

from ..errors import TractorFastError, WorkerError
from ..inputs import exception_text, shown

T = TypeVar("T")


class Place:
    """An Executor object from elsewhere, which is not shut down here."""

    def __init__(self, executor: Executor, jobs: int) -> None:
        """It plays ``jobs`` chunks at once, unless it says itself how many."""
        self._executor = executor
        self._slots = _workers_of(executor) or jobs

    def slots(self) -> int:
        """How many chunks are played at once; WorkerError if none will be any more."""
        return self._slots

    def submit(self, task: Callable[[int, int], Any], first: int, deals: int) -> Future[Any]:
        """Hand in a chunk; WorkerError if it is not taken."""
        try:
            future = self._executor.submit(task, first, deals)
        except TractorFastError:
            raise
        except Exception as error:  # shut down, broken, or whatever an object of others raises
            raise WorkerError(f"the executor takes no work: {exception_text(error)}") from None
        if not isinstance(future, Future):
            raise WorkerError(
                f"the executor gives {shown(future)} for its work, which is no Future"
            )
        return future

    def meaning(self, error: BaseException) -> BaseException:
        """What an error of a future means: WorkerDied, WorkerError, or itself, the task's own."""
        if isinstance(error, CancelledError):
            return WorkerError("the executor cancelled its work")
        if isinstance(error, BrokenExecutor):
            return WorkerError(f"the executor broke: {exception_text(error)}")
        if isinstance(error, ImportError):  # of the task itself, which turns those of others
            said = shown(error, str, most=300)
            return WorkerError(f"a worker lacks this package or has another version: {said}")
        return error

    def close(self, futures: Iterable[Future[Any]], seconds: float | None) -> None:
        """Cancel what waits, and wait for what is played, for so long at most."""
        left = [future for future in futures if not future.cancel()]
        wait(left, seconds)


class LocalPlace(Place):
    """Processes of this machine that are ended with the run."""

    def close(self, futures: Iterable[Future[Any]], seconds: float | None) -> None:
        """End the processes at once: what is being played is not wanted."""
        self._executor.shutdown()


def _workers_of(executor: Executor) -> int:
    workers = getattr(executor, "_max_workers", None)
    return workers if isinstance(workers, int) and workers > 0 else 0


def within(seconds: float, call: Callable[[], T]) -> T:
    """Result of a call, or what it raises; TimeoutError if it takes longer, and it is left alone.

    For what other libraries may wait for without end.
    """
    answer: Future[T] = Future()

    def make() -> None:
        try:
            answer.set_result(call())
        except Exception as error:
            answer.set_exception(error)

    threading.Thread(target=make, name="within", daemon=True).start()
    return answer.result(seconds)
