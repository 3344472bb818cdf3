"""A dask scheduler and one worker on this machine, and how long their processes have computed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PATIENCE = 60.0  # seconds until there is a scheduler


@contextmanager
def dask_cluster(place: Path) -> Iterator[tuple[str, int]]:
    """Yields the scheduler's address and process."""
    file = place / "scheduler.json"
    started = []
    try:
        started.append(_start("scheduler", "--port=0", f"--scheduler-file={file}", "--no-show"))
        until = time.monotonic() + _PATIENCE
        while not file.exists() or not file.read_text().endswith("}"):
            if time.monotonic() > until:
                raise RuntimeError("no dask scheduler starts here")
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        options = "--nthreads=1", "--no-nanny", f"--local-directory={place}"
        started.append(_start("worker", address, *options))
        yield address, started[0].pid
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(kind: str, *options: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host=127.0.0.1", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def computed(pid: int) -> float:
    """Seconds of processor time that a process has used (Linux)."""
    *_, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
    user, system = rest.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
