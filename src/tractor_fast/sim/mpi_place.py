"""The processes of an MPI job."""

import signal
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from mpi4py.futures import MPIPoolExecutor, _core

from ..errors import SpecError
from .places import Place


class MpiPlace(Place):
    """All processes of a job that ``python -m mpi4py.futures`` started, but the one that asks.

    One that dies ends the whole job: that is the way of MPI.
    """

    def __init__(self) -> None:
        """SpecError if this is no such job."""
        if _core.SharedPool is None:  # MPI would start processes itself: few systems let it
            raise SpecError(
                "executor = mpi: start the whole job by MPI, with"
                " mpiexec -n N python -m mpi4py.futures -m tractor_fast ..."
            )
        pool = MPIPoolExecutor(initializer=_ignore_interrupts, main=False)
        super().__init__(pool, pool.num_workers)

    def close(self, futures: Iterable[Future[Any]], seconds: float | None) -> None:
        """Cancel what waits; what is played is waited for when this process ends."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that asked for the others."""
    with suppress(ValueError):  # alone in its job, that process plays on a thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)
