"""A dask scheduler and its workers, in processes of their own."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager


class Cluster:
    """A scheduler and workers of one thread each, started as by hand."""

    def __init__(self, directory, path):
        self.directory = directory
        self.environment = os.environ | {"PYTHONPATH": os.pathsep.join(path)}
        file = directory / "scheduler.json"
        self.scheduler = self.start(
            "scheduler", "--port=0", f"--scheduler-file={file}", "--no-show"
        )
        self.workers = []
        self.address = address_in(file)

    def start(self, kind, *options):
        program = [sys.executable, "-m", f"distributed.cli.dask_{kind}"]
        return subprocess.Popen(
            [*program, "--host=127.0.0.1", "--no-dashboard", *options],
            env=self.environment,
            cwd=self.directory,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self):
        options = "--nthreads=1", "--no-nanny", f"--local-directory={self.directory}"
        self.workers.append(self.start("worker", self.address, *options))

    def close(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def address_in(file):
    until = time.monotonic() + 30
    while True:
        try:
            return json.loads(file.read_text())["address"]
        except (FileNotFoundError, json.JSONDecodeError):
            assert time.monotonic() < until
            time.sleep(0.05)


@contextmanager
def cluster(directory, workers, path=None):
    made = Cluster(directory, sys.path if path is None else path)
    try:
        for _ in range(workers):
            made.add_worker()
        yield made
    finally:
        made.close()
