"""Calls spread over processes: Ctrl-C ends them at once, and the death of one is an error."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any

from ..errors import WorkerError
from ..sim.processes import Processes, WorkerDied

_QUEUED = 4  # calls a process that are handed out at once

Call = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function of a module and its arguments."""


def spread(calls: Iterable[Call], jobs: int) -> Iterator[Any]:
    """Results of the calls, in their order, each made in one of ``jobs`` processes.

    Raises whatever a call raises.

    Raises:
        WorkerError: a process cannot be started, or died.
    """
    waiting = iter(calls)
    running: deque[Future[Any]] = deque()
    processes = Processes(jobs)

    def submit(most: int) -> None:
        running.extend(processes.submit(call, *given) for call, given in islice(waiting, most))

    try:
        submit(_QUEUED * jobs)
        while running:
            yield running.popleft().result()
            submit(1)
    except WorkerDied as error:
        raise WorkerError(f"a worker process died: {error}; fewer jobs need less memory") from None
    finally:
        processes.shutdown()  # what is not wanted any more is not waited for
