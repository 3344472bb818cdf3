"""Play boards on several threads and add up what they yield.

The loop over boards runs without the GIL, so threads use all cores.  Whatever a chunk yields is
integers that add up, so the result does not depend on how the boards were cut or who played them.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._core import engine
from ..errors import SpecError, StrategyError, WorkerError
from ..rules import Rules
from ..strategies import Seated
from .boards import Boards
from .chunks import Chunk, Chunks
from .context import Context

Totals = dict[str, Any]
"""Counters of a run by name, each an int or a list of ints; see ``engine.TOTALS``."""

Played = tuple[Totals, int, float]
"""What a chunk yields: counters, digest, and the seconds it took."""

_DIGEST_MODULUS = 2**128
_QUEUED = 2  # chunks a thread that are handed out at once: one being played, one waiting


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a run yields: its counters, digest (mod 2**128), rows if asked for, and wall time."""

    totals: Totals
    digest: int
    rows: np.ndarray | None
    seconds: float


def play_boards(
    rules: Rules,
    seats: tuple[Seated, ...],
    context: Context,
    boards: Boards,
    *,
    jobs: int,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play all ``boards`` on ``jobs`` threads.

    ``rows`` keeps one record of dtype ``engine.ROW`` a deal, in board order.  ``progress`` is
    called now and then with the number of deals finished so far.

    Raises:
        UnsupportedRulesError: rules that the compiled core does not play.
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed.
        WorkerError: the system does not start so many threads.
    """
    policies = [(seated.strategy.name, seated.values) for seated in seats]
    run = engine.Run(rules, policies, boards.seed, context.level, context.declarer)
    table = _empty_rows(boards.deals) if rows else None

    def play(chunk: Chunk) -> Played:
        start = time.perf_counter()
        into = None
        if table is not None:
            offset = chunk.first - boards.first
            into = table[offset : offset + chunk.deals]
        totals, digest = run.play(chunk.first, chunk.deals, into)
        return totals, digest, time.perf_counter() - start

    started = time.perf_counter()
    totals, digest = run.play(boards.first, 0)
    done = 0
    chunks = Chunks(boards)
    pending: dict[Future[Played], Chunk] = {}
    failures: dict[int, StrategyError] = {}
    with ThreadPoolExecutor(jobs, thread_name_prefix="boards") as pool:
        try:
            while True:
                while not failures and len(pending) < _QUEUED * jobs and (chunk := chunks.take()):
                    pending[_submit(pool, play, chunk)] = chunk
                if not pending:
                    break
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    chunk = pending.pop(future)
                    try:
                        part, part_digest, seconds = future.result()
                    except StrategyError as error:
                        failures[chunk.first] = error
                        continue
                    totals = add_totals(totals, part)
                    digest = (digest + part_digest) % _DIGEST_MODULUS
                    chunks.learn(chunk, seconds)
                    done += chunk.deals
                if progress is not None:
                    progress(done)
        except BaseException:  # an error or Ctrl-C: only the chunks being played are waited for
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if failures:
        # Chunks are handed out in order and those under way are waited for, so the first board to
        # fail is the same with any number of threads.
        raise failures[min(failures)]
    return Outcome(totals, digest, table, time.perf_counter() - started)


def add_totals(one: Totals, other: Totals) -> Totals:
    """Counters of two runs over different boards, added: numbers, and lists place by place."""
    return {
        name: [a + b for a, b in zip(value, other[name], strict=True)]
        if isinstance(value, list)
        else value + other[name]
        for name, value in one.items()
    }


def _submit(
    pool: ThreadPoolExecutor, play: Callable[[Chunk], Played], chunk: Chunk
) -> Future[Played]:
    try:
        return pool.submit(play, chunk)
    except RuntimeError as error:  # the system has no more threads
        raise WorkerError(f"{error}; ask for fewer jobs") from None


def _empty_rows(deals: int) -> np.ndarray:
    try:
        return np.empty(deals, engine.ROW)
    except (MemoryError, ValueError, OverflowError):
        raise SpecError(
            f"rows of {deals} deals do not fit into memory; ask for fewer deals or no rows"
        ) from None
