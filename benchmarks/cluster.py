"""A dask scheduler and its workers as processes of this machine, to be measured or killed."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 60.0  # seconds until there is a scheduler

Process = subprocess.Popen[bytes]


@dataclass(frozen=True)
class Cluster:
    """The scheduler's address and process, and workers of one thread each."""

    address: str
    scheduler: Process
    workers: list[Process]


@contextmanager
def dask_cluster(place: Path, workers: int) -> Iterator[Cluster]:
    """A cluster whose processes work in the directory ``place``; OSError if it does not start."""
    started: list[Process] = []

    def start(kind: str, *options: str) -> Process:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host=127.0.0.1"]
        nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(subprocess.Popen([*command, *options], cwd=place, **nowhere))
        return started[-1]

    try:
        file = place / "scheduler.json"
        scheduler = start("scheduler", "--port=0", f"--scheduler-file={file}", "--no-show")
        until = time.monotonic() + _PATIENCE
        while not file.exists() or not file.read_text().endswith("}"):
            if time.monotonic() > until:
                raise OSError("no dask scheduler starts here")
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        options = "--nthreads=1", "--no-nanny", f"--local-directory={place}"
        yield Cluster(
            address, scheduler, [start("worker", address, *options) for _ in range(workers)]
        )
    finally:
        for process in started:
            process.kill()
            process.wait()
