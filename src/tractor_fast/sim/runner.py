"""Play a part of a run and add up what its boards come to."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import SpecError, StrategyError
from .loop import Kept, Playing, in_chunks
from .part import Part, Played
from .totals import DIGEST_MODULUS, Totals, add_totals
from .workers import Workers

_ESTIMATE_SECONDS = 1.0  # between two estimates of a run's figure


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a part yields: its counters, digest (mod 2**128), rows if asked for, and wall time.

    ``played`` is how many boards, or pairs of matches, it is of, ``fresh`` how many of them were
    played in these ``seconds`` and not kept from before.  ``stopped_by`` is why the run ended
    there: ``boards``, it played all, ``failure`` of a strategy, told in ``failure``, or what its
    rule to stop said.
    """

    totals: Totals
    digest: int
    rows: np.ndarray | None
    seconds: float
    played: int
    fresh: int
    failure: str | None = None
    stopped_by: str = "boards"


class Estimate(NamedTuple):
    """What a figure is so far, and the ends of its 95 % interval; None where it is not defined."""

    name: str
    value: float | None
    low: float | None
    high: float | None


class Progress(NamedTuple):
    """How far a run is: boards (or matches) ``done``, ``of`` all that may be played.

    ``rate`` is how many a second are played, ``left`` how many seconds it takes to play the rest,
    None where nobody knows yet; ``estimate`` is what has come out so far, if there is such a thing.
    """

    done: int
    of: int
    rate: float | None
    left: float | None
    estimate: Estimate | None

    def among(self, before: int, of: int) -> "Progress":
        """The same of a run in which so many boards are finished before it, ``of`` all."""
        done = before + self.done
        left = (of - done) / self.rate if self.rate else None
        return self._replace(done=done, of=of, left=left)


Watch = Callable[[Progress], None]
"""Told now and then how far a run is."""

Estimator = Callable[[Totals, int], Estimate | None]
"""Says what the counters of so many boards come to."""


def play_part(
    part: Part,
    workers: int | Callable[[bool], Playing],
    *,
    rows: bool = False,
    progress: Watch | None = None,
    estimate: Estimator | None = None,
    kept: Kept | None = None,
) -> Outcome:
    """Play all boards of a part, or until its rule stops it.

    ``workers`` is how many threads play it, or opens whoever does, given whether records are
    wanted: ``rows`` keeps all of them, in order, and ``kept`` keeps those that there are.

    Raises:
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the boards before.
        WorkerError: threads or processes cannot be started, or die.
        StoreError: what is finished can be kept no more.
    """
    boards = part.boards
    started = time.perf_counter()
    table = _empty_rows(part) if rows else None
    totals, digest, _ = part.nothing()
    added = 0  # records
    counted = 0  # boards
    before = 0 if kept is None else boards.deals - sum(many for _, many in kept.gaps())
    stopped_by = "boards"
    teller = _Teller(part, progress, estimate, before)
    keep_records = table is not None or (kept is not None and kept.with_records)

    def add(played: Played, many: int) -> None:
        nonlocal totals, digest, added, counted
        totals = add_totals(totals, played.totals)
        digest = (digest + played.digest) % DIGEST_MODULUS
        counted += many
        if table is not None and played.records is not None:
            table[added : added + len(played.records)] = played.records
            added += len(played.records)

    def enough(look: int) -> bool:
        nonlocal stopped_by
        reason = part.stop(totals, look) if part.stop else None
        if reason is not None:
            stopped_by = reason
        return reason is not None

    def outcome(failure: str | None = None) -> Outcome:
        found = None if table is None else table[:added]
        seconds = time.perf_counter() - started
        fresh = max(0, counted - before)
        return Outcome(totals, digest, found, seconds, counted, fresh, failure, stopped_by)

    try:
        in_chunks(
            part,
            Workers(lambda chunk: part.play(chunk, keep_records), workers)
            if isinstance(workers, int)
            else workers(keep_records),
            add,
            kept=kept,
            progress=lambda done: teller.tell(done, totals, counted),
            enough=enough if part.stop else None,
        )
    except StrategyError as error:
        stopped_by = "failure"
        error.result = outcome(str(error))
        raise
    return outcome()


class _Teller:
    """Tells somebody how far a part is."""

    def __init__(
        self, part: Part, progress: Watch | None, estimate: Estimator | None, before: int
    ) -> None:
        """``before`` boards are not played now but kept from before."""
        self._part = part
        self._progress = progress
        self._estimate = estimate
        self._before = before
        self._started = self._estimated = time.monotonic()
        self._found: Estimate | None = None

    def tell(self, done: int, totals: Totals, counted: int) -> None:
        """So many boards are finished; these are the counters of the first of them, ``counted``."""
        if self._progress is None:
            return
        now = time.monotonic()
        if self._estimate is not None and now - self._estimated > _ESTIMATE_SECONDS:
            self._estimated, self._found = now, self._estimate(totals, counted)
        each, of = self._part.each, self._part.boards.deals
        played, seconds = done - self._before, now - self._started
        rate = played / seconds if played and seconds else None
        left = None if rate is None else (of - done) / rate
        self._progress(Progress(each * done, each * of, rate and each * rate, left, self._found))


def _empty_rows(part: Part) -> np.ndarray:
    """Room for the records of all boards; SpecError if memory has none."""
    count = part.each * part.boards.deals
    try:
        return np.empty(count, part.dtype)
    except (MemoryError, ValueError, OverflowError):
        raise SpecError(
            f"rows of {count} {part.unit} do not fit into memory; ask for fewer {part.unit} or no"
            " rows"
        ) from None
