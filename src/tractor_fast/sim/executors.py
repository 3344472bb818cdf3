"""Which executor is asked for, and opening it."""

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from ..errors import SpecError
from ..inputs import exception_text, one_of, shown
from .places import LocalPlace, Place
from .processes import Processes

EXECUTORS = ("threads", "processes", "dask", "mpi")
"""What ``--executor`` may name: the threads of this process, or where a :class:`Pool` plays."""

_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://(?:[^\s:/\[\]@]+|\[[0-9A-Fa-f:.%\w]+\]):([0-9]{1,5})")


def read_executor(executor: object, scheduler: object = None) -> str | Executor | None:
    """The executor that is meant: one of EXECUTORS, an Executor object, or None, nothing named.

    ``scheduler``, the address of a dask scheduler, means dask.

    Raises:
        SpecError: another name, no address, or a scheduler for something else than dask.
    """
    if scheduler is not None:
        found = _ADDRESS.fullmatch(scheduler) if isinstance(scheduler, str) else None
        if found is None or not 0 < int(found[1]) < 2**16:
            raise SpecError(
                f"scheduler = {shown(scheduler)}: allowed: an address such as tcp://host:8786"
            )
        if executor not in (None, "dask"):
            raise SpecError(f"scheduler = {shown(scheduler)}: goes with executor = dask alone")
        return "dask"
    if executor is None or isinstance(executor, Executor):
        return executor
    return one_of("executor", executor, EXECUTORS)


def executor_of(executor: object, jobs: int, scheduler: str | None = None) -> Place:
    """Open what :func:`read_executor` makes of ``executor``, anything but threads.

    ``jobs`` is how many processes play here; a scheduler's workers are as many as there are.

    Raises:
        SpecError: as :func:`read_executor`; a package that is not installed.
        WorkerError: no scheduler, or no workers.
    """
    named = read_executor(executor, scheduler)
    if named == "processes":
        return LocalPlace(Processes(jobs), jobs)
    if named == "dask":
        with _extra("dask", "dask.distributed"):
            from .dask_place import DaskPlace
        return DaskPlace(jobs, scheduler)
    if named == "mpi":
        with _extra("mpi", "mpi4py"):
            from .mpi_place import MpiPlace
        return MpiPlace()
    assert isinstance(named, Executor)
    return Place(named, jobs)


@contextmanager
def _extra(name: str, package: str) -> Iterator[None]:
    """What is imported meanwhile is of an extra that may not be installed."""
    try:
        yield
    except ImportError as error:
        raise SpecError(
            f"executor = {name}: needs {package}: pip install 'tractor_fast[{name}]'"
            f" ({exception_text(error)})"
        ) from None
