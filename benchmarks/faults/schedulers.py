"""Schedulers that are not there, or not any more."""

import socket
import sys
import time
from importlib.util import find_spec

from benchmarks.cluster import dask_cluster

from . import stored
from .checks import check_same, check_whole, digest
from .field import Field
from .program import Broken


def unreachable(field: Field) -> str:
    """Nobody listens, or nobody answers, at a scheduler's address, in the middle of a run."""
    arguments = field.slow(5000)
    undisturbed = field.start(*arguments)
    missing = field.program.run(*arguments, "--executor", "dask").err
    if "pip install" in missing:
        return f"not tried: {missing.strip()}"
    path = field.place / "run.db"
    field.killed(path, *arguments)
    expected = undisturbed.wait().fine().result
    kept = stored.rows(path)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        took = _refused(field, arguments, port)
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    if not field.short:
        took = max(took, _refused(field, arguments, port))
    address = f"tcp://127.0.0.1:{port}"
    said = field.program.run("runs", "resume", path, "--scheduler", address).told(1, address)
    stored.check_nothing_lost(kept, path)
    check_same(field.run("runs", "resume", path), expected)
    check_whole(path, expected)
    return f"exit code 1 within {took:.0f} s, {said!r}; resumed by threads to {digest(expected)}"


def _refused(field: Field, arguments: tuple[str, ...], port: int) -> float:
    """Seconds until a new run gives up."""
    began = time.monotonic()
    new = field.place / f"{port}.db"
    address = f"tcp://127.0.0.1:{port}"
    field.program.run(*arguments, "--out", new, "--scheduler", address).told(1, address)
    if new.exists():
        raise Broken("a store is left of a run that could not begin")
    return time.monotonic() - began


def dies(field: Field) -> str:
    """A dask worker is killed in the middle of a run, and then the scheduler."""
    if field.short:
        return "not in the short form"
    if find_spec("distributed") is None:
        return f"not tried: {sys.executable} has no dask"
    arguments = field.slow(12_000)
    undisturbed = field.start(*arguments)
    path = field.place / "run.db"
    with dask_cluster(field.place, 2) as cluster:
        address = cluster.address
        running = field.begun(path, *arguments, "--scheduler", address)
        running.ends_within(4.0)
        cluster.workers[0].kill()
        running.ends_within(2.0)
        cluster.scheduler.kill()
        said = running.wait().told(1, f"the scheduler at {address} is gone")
    kept = stored.rows(path)
    if not kept:
        raise Broken("nothing is kept of what was finished before the scheduler died")
    expected = undisturbed.wait().fine().result
    check_same(field.run("runs", "resume", path), expected)
    stored.check_nothing_lost(kept, path)
    check_whole(path, expected)
    return f"{said!r}; {stored.boards(kept):,} deals kept, resumed by threads to {digest(expected)}"
