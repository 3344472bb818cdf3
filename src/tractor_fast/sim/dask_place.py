"""The workers of a dask scheduler: of one somewhere, or of one that is started here."""

import logging
import os
import pickle
import signal
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from distributed import Client, KilledWorker, LocalCluster

from ..errors import WorkerError
from ..inputs import exception_text
from .places import Place, within
from .processes import WorkerDied, start

ANSWER = 10.0
"""Seconds in which a scheduler must answer, at first and when the connection has been lost."""

FIRST_WORKER = 30.0
"""Seconds in which the first worker must be there."""

NO_WORKER = 300.0
"""Seconds that a run waits without any worker: others may be on their way."""

_COUNT = 5.0  # seconds between counts of the workers

_LOGGERS = ("distributed", "distributed.client", "tornado.application")


class DaskPlace(Place):
    """As many chunks at once as the workers have threads, however workers come and go.

    Dask itself has a chunk played again whose worker has died, and gives up after some deaths.
    """

    def __init__(self, jobs: int, scheduler: str | None) -> None:
        """Connect to a scheduler; without one, start it here, with ``jobs`` workers.

        Raises:
            WorkerError: no scheduler answers, or it has no workers.
        """
        self._levels = [(log, log.level) for log in map(logging.getLogger, _LOGGERS)]
        for log, _ in self._levels:
            log.setLevel(logging.CRITICAL + 1)  # what matters of it is an error here
        self._open: list[Client | _Cluster] = []
        try:
            if scheduler is None:
                cluster = _Cluster(jobs)
                self._open.append(cluster)
                scheduler = cluster.address
            self._address = scheduler
            self._client = _connect(scheduler)
            self._open.append(self._client)
            self._await_worker()
        except BaseException:
            self.close((), None)
            raise
        super().__init__(self._client.get_executor(pure=False), jobs)
        self._seen = time.monotonic()
        self._counted = self._seen - _COUNT

    def slots(self) -> int:
        """Threads of all workers; WorkerError if there have been none for too long."""
        self._require_scheduler()
        now = time.monotonic()
        if now - self._counted >= _COUNT and self._client.status == "running":
            with suppress(OSError):  # the connection is being lost: then so is what was handed in
                threads = sum(self._client.nthreads().values())
                if threads:
                    self._slots, self._seen = threads, now
            self._counted = now
        if now - self._seen > NO_WORKER:
            raise WorkerError(
                f"the scheduler at {self._address} has had no worker for {NO_WORKER:g} s"
            )
        return self._slots

    def submit(self, task: Callable[[int, int], Any], first: int, deals: int) -> Future[Any]:
        """Hand in a chunk; WorkerError if the scheduler is gone."""
        self._require_scheduler()
        return self._executor.submit(pickle.loads, pickle.dumps(_Call(task, first, deals)))

    def meaning(self, error: BaseException) -> BaseException:
        """What an error of a future means: WorkerDied, WorkerError, or itself, the task's own."""
        if isinstance(error, KilledWorker):
            return WorkerDied("dask gave it up", error.allowed_failures + 1)
        if isinstance(error, CancelledError):
            if self._client.status in _LIVE:  # the scheduler was lost, and may be found again
                return WorkerDied(f"the connection to {self._address} was lost")
            return WorkerError(f"the scheduler at {self._address} is gone")
        return super().meaning(error)

    def close(self, futures: Iterable[Future[Any]], seconds: float | None) -> None:
        """Leave the scheduler, which forgets what was handed in; a worker may still end a chunk."""
        while self._open:
            with suppress(OSError):
                self._open.pop().close()
        for log, level in self._levels:
            log.setLevel(level)

    def _await_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, FIRST_WORKER)
        except TimeoutError:
            raise WorkerError(
                f"the scheduler at {self._address} has no workers, after {FIRST_WORKER:g} s"
            ) from None

    def _require_scheduler(self) -> None:
        if self._client.status not in _LIVE:
            raise WorkerError(f"the scheduler at {self._address} is gone")


_LIVE = ("running", "connecting")  # what a client says while it can still be used


class _Call:
    """A call that is made by reading it from its pickle.

    So a scheduler without this package can pass it on, and on a worker without it just this call
    fails: what is handed to dask itself ends the workers that cannot read it.
    """

    def __init__(self, task: Callable[[int, int], Any], first: int, deals: int) -> None:
        self._made = task, (first, deals)

    def __reduce__(self) -> tuple[Callable[[int, int], Any], tuple[int, int]]:
        return self._made


class _Cluster:
    """A scheduler and workers in processes of their own, which end when this one does.

    They are in a process group with one that starts them: dask's own processes would read the
    script that asks for them, complain of Ctrl-C, and live on.
    """

    def __init__(self, jobs: int) -> None:
        """WorkerError if they are not there in time."""
        self._process, self._connection = start(serve_cluster)
        try:
            self._connection.send(jobs)
            found = self._connection.recv() if self._connection.poll(FIRST_WORKER) else None
        except (EOFError, OSError):
            found = None
        except BaseException:
            self.close()
            raise
        if found is None:
            self.close()
            raise WorkerError(f"dask does not start {jobs} workers within {FIRST_WORKER:g} s")
        self.address: str = found

    def close(self) -> None:
        """End all of them at once."""
        with suppress(OSError):  # it has died
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._connection.close()


def serve_cluster(connection: Connection) -> None:
    """Start a scheduler and workers, as many as a connection says; tell by it where they are."""
    cluster = LocalCluster(
        n_workers=connection.recv(),
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    )
    with suppress(EOFError, OSError):
        connection.send(cluster.scheduler_address)
        connection.recv()  # never comes
    os.killpg(0, signal.SIGKILL)


def _connect(scheduler: str) -> Client:
    try:  # it would wait without end for what listens there and is no scheduler
        return within(ANSWER + 1, lambda: Client(scheduler, timeout=ANSWER, set_as_default=False))
    except OSError:  # of the network, or the time is over
        raise WorkerError(f"no scheduler answers at {scheduler} within {ANSWER:g} s") from None
    except Exception as error:
        raise WorkerError(f"no scheduler answers at {scheduler}: {exception_text(error)}") from None
