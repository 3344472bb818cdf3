"""Count instructions a deal and compare them with the committed figures."""

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tractor_fast._core.compilers import COMPILER, CYTHON
from tractor_fast._core.engine import kernels

from . import guard, profile
from .counting import CountingError, per_deal
from .workloads import WORKLOADS

Result = TypeVar("Result")


def main() -> int:
    """0; 1 if a figure grew, or is not known and must be."""
    parser = argparse.ArgumentParser(prog="scripts/instructions", description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the figures counted")
    parser.add_argument("--profile", action="store_true", help="write those of each phase")
    parser.add_argument(
        "--known", action="store_true", help="fail where there is no figure to compare with, too"
    )
    options = parser.parse_args()
    if options.profile:
        kernel = kernels()[-1]
        phases = _of_each(lambda workload: profile.profile(workload, kernel))
        profile.write(guard.key(kernel, COMPILER, CYTHON), phases)
        return 0
    figures, code = guard.committed(), 0
    for kernel in kernels():
        name = guard.key(kernel, COMPILER, CYTHON)
        counted = _of_each(lambda workload, kernel=kernel: per_deal(workload, kernel))
        verdict = guard.judge(name, counted, figures)
        print("\n".join(verdict.lines), flush=True)
        figures[name] = counted
        if not verdict.fine or (options.known and not verdict.known):
            code = 1
    if options.update:
        guard.write(figures)
        return 0
    return code


def _of_each(count: Callable[[str], Result]) -> dict[str, Result]:
    """The result for each workload; they run side by side, one a core."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(WORKLOADS, pool.map(count, WORKLOADS), strict=True))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (CountingError, profile.NoLines) as error:
        sys.exit(f"error: {error}")
