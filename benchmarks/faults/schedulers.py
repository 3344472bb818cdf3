"""Schedulers that are not there."""

import socket
import time

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
