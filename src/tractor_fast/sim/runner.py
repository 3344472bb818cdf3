"""Play boards on several threads and add up what they yield."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .._core import engine
from ..errors import SpecError, StrategyError
from ..strategies import Seated
from .boards import Boards
from .chunks import Chunk
from .conditions import Run
from .guard import Guard, policies_of
from .setup import Setup
from .threads import in_chunks
from .totals import DIGEST_MODULUS, Totals, add_totals

Stop = Callable[[Totals, int], str | None]
"""A rule that ends a run: what stops it, by the counters of so many boards, or None."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a run yields: its counters, digest (mod 2**128), rows if asked for, and wall time.

    ``played`` is how many boards, or matches, it is of.  ``stopped_by`` is why the run ended there:
    ``boards``, it played all, ``failure`` of a strategy, told in ``failure``, or what its rule to
    stop said.
    """

    totals: Totals
    digest: int
    rows: np.ndarray | None
    seconds: float
    played: int
    failure: str | None = None
    stopped_by: str = "boards"


def play_boards(
    setup: Setup,
    seats: tuple[Seated, ...],
    *,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play all boards of ``setup``.

    ``rows`` keeps one record of dtype ``engine.ROW`` a deal, in board order.  ``progress`` is
    called now and then with the number of deals finished so far.

    Raises:
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the boards before.
        WorkerError: the system does not start so many threads.
    """
    run, guard = bound_run(setup, seats)
    table = empty_rows(setup.boards.deals, engine.ROW, "deals") if rows else None
    return play_ranges(
        run.play, setup.boards, table, jobs=setup.jobs, progress=progress, guard=guard
    )


def bound_run(setup: Setup, seats: Sequence[Seated]) -> tuple[Run, Guard]:
    """The strategies in their seats, bound to a kernel, and the guard of their decisions."""
    policies = policies_of(seats, setup.decision_timeout)
    guard = Guard([policy for policy, _ in policies], setup.decision_timeout)
    return setup.context.run(setup.rules, policies, setup.boards.seed), guard


def play_ranges(
    play_range: Callable[[int, int, np.ndarray | None], tuple[Totals, int]],
    boards: Boards,
    table: np.ndarray | None,
    *,
    jobs: int,
    progress: Callable[[int], None] | None,
    guard: Guard,
    stop: Stop | None = None,
) -> Outcome:
    """Have ``play_range(first board, boards, their part of table)`` play all ``boards``.

    It returns counters and a digest, as ``engine.Run.play`` does; ``table`` has room for a record
    a board, or is None.  ``stop`` is asked at each look, on all boards below it and none above, so
    that where a run ends does not depend on its chunks and threads.  Raises what
    :func:`in_chunks` does; a StrategyError has the outcome of the boards before as ``result``.
    """

    def play(chunk: Chunk) -> tuple[Totals, int]:
        into = None
        if table is not None:
            offset = chunk.first - boards.first
            into = table[offset : offset + chunk.deals]
        return play_range(chunk.first, chunk.deals, into)

    started = time.perf_counter()
    totals, digest = play_range(boards.first, 0, None)

    def add(part: tuple[Totals, int]) -> None:
        nonlocal totals, digest
        totals = add_totals(totals, part[0])
        digest = (digest + part[1]) % DIGEST_MODULUS

    played, stopped_by = boards.deals, "boards"

    def enough(look: int) -> bool:
        nonlocal played, stopped_by
        reason = stop(totals, look) if stop else None
        if reason is not None:
            played, stopped_by = look, reason
        return reason is not None

    def outcome(failure: str | None = None) -> Outcome:
        rows = None if table is None else table[:played]
        seconds = time.perf_counter() - started
        return Outcome(totals, digest, rows, seconds, played, failure, stopped_by)

    asked = enough if stop else None
    try:
        in_chunks(boards, play, add, jobs=jobs, progress=progress, guard=guard, enough=asked)
    except StrategyError as error:
        played, stopped_by = guard.unit_of(error) - boards.first, "failure"
        error.result = outcome(str(error))
        raise
    return outcome()


def empty_rows(count: int, dtype: np.dtype, what: str) -> np.ndarray:
    """Room for ``count`` records; SpecError, naming ``what`` they are of, if memory has none."""
    try:
        return np.empty(count, dtype)
    except (MemoryError, ValueError, OverflowError):
        raise SpecError(
            f"rows of {count} {what} do not fit into memory; ask for fewer {what} or no rows"
        ) from None
