"""One run of the benchmark: all lines, or those of some sections, timed side by side."""

import shlex
import time
from collections.abc import Callable, Sequence

from ...inputs import MOST, whole
from ..machine import this_machine
from .deals import kernel_lines, preset_lines, setting_lines, speed_lines, table_lines, thread_lines
from .hardest import hardest_lines
from .peers import peer_lines
from .questions import question_lines
from .rows import Line, rows_of
from .saved import SCHEMA, BenchRun
from .starting import starting_lines
from .timing import Effort, measure

FULL = Effort(passes=9, seconds=0.15)
QUICK = Effort(passes=5, seconds=0.02)
SEED = 7


def all_lines(seed: int) -> list[Line]:
    """Every row that a run has without peers, in the order of the table."""
    return [
        *speed_lines(seed),
        *question_lines(seed),
        *hardest_lines(),
        *kernel_lines(seed),
        *thread_lines(seed),
        *starting_lines(),
        *preset_lines(seed),
        *table_lines(seed),
        *setting_lines(seed),
    ]


class Bench:
    """A run about to be made: ``row_ids`` are the rows that it will have besides those of peers.

    Args:
        quick: fewer and shorter passes.
        against: peers to play beside the engine, by name.
        seed: of all deals.
        effort: passes and their length; None: as ``quick`` says.
        lines: what to measure, a function of the seed; None: :func:`all_lines`.

    Raises:
        SpecError: a seed out of range, an unknown peer, or no source tree to find peers in.
    """

    def __init__(
        self,
        *,
        quick: bool = False,
        against: Sequence[str] = (),
        seed: int = SEED,
        effort: Effort | None = None,
        lines: Callable[[int], Sequence[Line]] | None = None,
    ) -> None:
        """Prepare all that is timed, so that a wrong argument is told before time is spent."""
        self._seed = whole("seed", seed, 0, MOST)
        self._quick = quick
        self._effort = effort or (QUICK if quick else FULL)
        self._against = against
        self._absent: dict[str, str] = {}
        peers = list(peer_lines(against, seed, self._absent))
        own = (lines or all_lines)(seed)
        self._lines = [*own, *peers]
        self.row_ids = [line.id for line in own]

    @property
    def timings(self) -> int:
        """How many timings there will be: what ``progress`` ends at."""
        return (self._effort.passes + 1) * len(self._lines)

    def run(self, progress: Callable[[int], None] | None = None) -> BenchRun:
        """Measure; ``progress`` is told how many of ``timings`` are done."""
        started = time.perf_counter()
        tasks = {line.id: line.task for line in self._lines}
        passes = measure(tasks, self._effort, progress)
        return BenchRun(
            schema=SCHEMA,
            command=self._command(),
            machine=this_machine(),
            seed=self._seed,
            quick=self._quick,
            passes=self._effort.passes,
            seconds=round(time.perf_counter() - started, 1),
            rows=tuple(rows_of(self._lines, passes)),
            absent=self._absent,
        )

    def _command(self) -> str:
        words = ["tractor-fast", "bench", *["--quick"] * self._quick, "--seed", str(self._seed)]
        for peer in self._against:
            words += ["--against", peer]
        return shlex.join(words)
