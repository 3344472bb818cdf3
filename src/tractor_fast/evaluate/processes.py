"""Calls spread over processes: Ctrl-C ends them at once, and the death of one is an error.

Each process is started anew.  A copy of this one would be up sooner, but it also copies the locks
that other threads hold at that moment, and then waits for them without end.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ..errors import WorkerError

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
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))

    def submit(most: int) -> None:
        with _interrupts_held():
            running.extend(pool.submit(call, *given) for call, given in islice(waiting, most))

    try:
        submit(_QUEUED * jobs)
        while running:
            yield running.popleft().result()
            submit(1)
    except BrokenProcessPool:
        raise WorkerError("a worker process died; fewer jobs need less memory") from None
    except OSError as error:
        raise WorkerError(f"{jobs} processes cannot be started: {error.strerror}") from None
    finally:
        if running:  # the rest is not wanted: what is being played is not waited for
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile never see Ctrl-C: it is this one that ends them."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
