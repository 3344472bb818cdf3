"""Counting: the difference of two runs of different lengths is what the deals alone take."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

SHORT, LONG = 100, 600
"""Deals of the two runs."""

STEADY = {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
"""Without these the start of the interpreter takes another number of instructions each time."""


class CountingError(Exception):
    """Valgrind did not do what it was asked for; says what it printed."""


def instructions(workload: str, kernel: str, deals: int, *options: str) -> int:
    """Instructions of a whole process that plays so many deals; ``options`` are callgrind's."""
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *options]
    words += [sys.executable, "-m", "benchmarks.instructions.workloads", workload, str(deals)]
    environment = os.environ | STEADY | {"TRACTOR_FAST_KERNEL": kernel}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    return collected(done.stderr, done.returncode)


def collected(printed: str, code: int = 0) -> int:
    """The number of instructions in what callgrind printed; CountingError if there is none."""
    found = re.search(r"Collected\s*:\s*(\d+)", printed)
    if code or not found:
        raise CountingError(f"valgrind ended with {code}:\n{printed[-2000:]}")
    return int(found[1])


def per_deal(
    workload: str, kernel: str, count: Callable[[str, str, int], int] = instructions
) -> int:
    """Instructions a deal."""
    more = count(workload, kernel, LONG) - count(workload, kernel, SHORT)
    return round(more / (LONG - SHORT))
