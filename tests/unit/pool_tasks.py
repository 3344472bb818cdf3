"""Tasks that the workers of test_pool.py and test_dask.py do: they are imported there by name."""

import os
import signal
import subprocess
import sys
import time

import numpy as np

from tractor_fast.sim.pool import TaskResult

MODULUS = 2**128


def count(first, deals):
    boards = range(first, first + deals)
    return TaskResult(
        {"boards": deals, "numbers": [sum(boards)]},
        sum((board + 1) ** 20 for board in boards) % MODULUS,
        0.01,
        np.array(boards, np.uint8),
    )


def slow(first, deals):
    time.sleep(0.1)
    return count(first, deals)


def die_once(directory, first, deals):
    """A worker is killed in the middle of every third chunk when it is played first."""
    sign = directory / str(first)
    if first // deals % 3 == 0 and not sign.exists():
        sign.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return count(first, deals)


def die_always(first, deals):
    if first == 20:
        os.kill(os.getpid(), signal.SIGSEGV)
    return count(first, deals)


def close_everything(first, deals):
    os.closerange(3, 64)
    return count(first, deals)


def fail(first, deals):
    if first <= 23 < first + deals:
        before = count(first, 23 - first)
        return before._replace(failure="seat N chose no card (board 23)", board=23)
    return count(first, deals)


def raise_unknown(first, deals):
    class Odd(Exception):
        pass

    raise Odd(f"at {first}")


def raise_known(first, deals):
    raise KeyError(first)


def wait_for_ever(directory, first, deals):
    (directory / str(os.getpid())).touch()
    while True:
        time.sleep(0.01)


def pids_in(directory, number):
    """Process ids of ``number`` workers that :func:`wait_for_ever`."""
    until = time.monotonic() + 30
    while len(found := [int(path.name) for path in directory.iterdir()]) < number:
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


def alive(pid):
    command = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def gone(pids, seconds):
    """Whether all these processes end before so long."""
    until = time.monotonic() + seconds
    while any(map(alive, pids)):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def main(directory):
    """A run that does not end by itself, in a script that is not written for new processes."""
    from functools import partial
    from pathlib import Path

    from tractor_fast.sim.chunks import Chunk
    from tractor_fast.sim.executors import executor_of
    from tractor_fast.sim.pool import Pool

    pool = Pool(executor_of("processes", 2), partial(wait_for_ever, Path(directory)))
    try:
        for first in range(4):
            pool.submit(Chunk(first, 1))
        pool.finished(None)
    except KeyboardInterrupt:
        pool.stop()
        sys.exit(130)
