"""Timing of many tasks side by side: each pass times all of them once, so that a machine that slows
down or is shared slows all of them, and ratios within a pass stay what they are.
"""

import resource
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Effort(NamedTuple):
    """How long a run takes: ``passes`` over all tasks, each task for ``seconds`` in a pass."""

    passes: int
    seconds: float


class Task(NamedTuple):
    """What is timed: ``play(times)`` does the work so many times.

    ``units`` of what is counted are done each time.  ``clock`` is a name of :data:`CLOCKS`.
    ``share`` of a pass's seconds is spent on it.
    """

    play: Callable[[int], object]
    units: float = 1
    clock: str = "processor"
    share: float = 1.0


def _children_time() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


CLOCKS: Mapping[str, Callable[[], float]] = {
    "processor": time.process_time,
    "wall": time.perf_counter,
    "child": _children_time,
}
"""Seconds of this process's processor time, of wall time, of finished child processes."""


def measure(
    tasks: Mapping[str, Task], effort: Effort, progress: Callable[[int], None] | None = None
) -> list[dict[str, float]]:
    """Units a second of every task, by name, for each pass.

    ``progress`` is told how many of ``(passes + 1) * len(tasks)`` timings are done: one more than
    there are passes, as each task is run beforehand to see how often it fits into its time.
    """
    done = 0

    def tell() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done)

    times: dict[str, int] = {}
    for name, task in tasks.items():
        times[name] = _fitting(task, effort.seconds * task.share)
        tell()
    passes: list[dict[str, float]] = []
    for _ in range(effort.passes):
        rates: dict[str, float] = {}
        for name, task in tasks.items():
            rates[name] = times[name] * task.units / _elapsed(task, times[name])
            tell()
        passes.append(rates)
    return passes


def _fitting(task: Task, seconds: float) -> int:
    """How often a task is to be run to take about so long, at least once.

    On a wall clock the processor's time: a task that had to wait would seem long enough.
    """
    if task.clock == "wall":
        task = task._replace(clock="processor")
    task.play(1)  # the first run may load and compile
    times = 1
    while True:
        elapsed = _elapsed(task, times)
        if elapsed >= seconds / 4:
            return max(1, round(times * seconds / elapsed))
        times *= 4


def _elapsed(task: Task, times: int) -> float:
    clock = CLOCKS[task.clock]
    start = clock()
    task.play(times)
    return max(clock() - start, 1e-9)


class Spread(NamedTuple):
    """Median and quartiles of the passes."""

    median: float
    low: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    """Median and quartiles of one or more values; between two values, in proportion."""
    ordered = sorted(values)

    def quantile(share: float) -> float:
        place = share * (len(ordered) - 1)
        below = int(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (place - below) * (ordered[above] - ordered[below])

    return Spread(quantile(0.5), quantile(0.25), quantile(0.75))
