"""What is finished of one part of a run, kept in a store every two seconds."""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import takewhile
from typing import Any

import numpy as np

from ...errors import DataError, SpecError
from ..totals import DIGEST_MODULUS, Totals, add_totals
from .chunk import MOST_BOARDS, StoredChunk
from .plan import boards_text
from .store import Store
from .telling import name_of

SECONDS = 2.0
"""How long a finished chunk may wait for others before all are written at once."""

_MOST_RECORDS = 2**25  # bytes of records that wait


class Ledger:
    """What is finished of one part of a run, kept in a store every two seconds.

    Chunks that follow one another become one, so that a store has few rows however short the
    runner's chunks are.
    """

    def __init__(
        self, store: Store, part: int, boards: int, like: Totals, ends: Iterable[int] = ()
    ) -> None:
        """The ledger of a part of so many boards.

        ``like`` are counters of no boards: the stored ones have these names, kinds and shapes.
        ``ends`` are rising counts of boards that no stored chunk crosses, for what the boards below
        come to must be known there.

        Raises:
            DataError: the store has chunks that are not of this part.
        """
        if boards > MOST_BOARDS:
            raise SpecError(
                f"a run that is kept has at most {MOST_BOARDS:,} boards, not {boards:,}"
            )
        self._store, self._part, self._boards = store, part, boards
        self._kinds = _kinds(like)
        self._ends = list(takewhile(lambda end: end < boards, ends))
        self._kept = store.ranges(part)
        self._waiting: list[StoredChunk] = []
        self._waiting_records = 0  # bytes
        self._written = time.monotonic()
        for start, count in self._kept:
            if start + count > boards or self._crossing(start, start + count):
                where = boards_text(store.plan, part, start, count)
                raise DataError(
                    f"{name_of(store.path)}: part {part}, {where} go beyond the boards that are"
                    f" asked for, or across a look at them"
                )

    def gaps(self) -> list[tuple[int, int]]:
        """(start, count) of what was still to be played when this began, in order."""
        found, at = [], 0
        for start, count in [*self._kept, (self._boards, 0)]:
            if start > at:
                found.append((at, start - at))
            at = start + count
        return found

    def stored(self) -> Iterator[tuple[int, int, Totals, int]]:
        """(start, count, counters, digest) of what was kept when this began, in order.

        Raises:
            DataError: a chunk that is damaged, or whose counters are those of something else.
        """
        kept = {start for start, _ in self._kept}
        for chunk in self._store.chunks(self._part):
            if chunk.start not in kept:
                continue  # added in the meantime
            if _kinds(chunk.totals) != self._kinds:
                where = boards_text(self._store.plan, self._part, chunk.start, chunk.count)
                raise DataError(
                    f"{name_of(self._store.path)}: part {self._part}, {where} have counters of"
                    f" something else: they are no part of this run"
                )
            yield chunk.start, chunk.count, chunk.totals, chunk.digest

    def add(
        self,
        start: int,
        count: int,
        totals: Totals,
        digest: int,
        seconds: float,
        records: bytes | None = None,
    ) -> None:
        """Keep what ``count`` boards come to; they are written with others, two seconds later.

        Raises:
            DataError: boards that are kept already.
            StoreError: they cannot be written.
        """
        if count:
            chunk = StoredChunk(self._part, start, count, totals, digest, seconds, records)
            self._waiting.append(chunk)
            self._waiting_records += len(records or b"")
            self.tick()

    def tick(self) -> None:
        """Write what waits, if two seconds have gone by; to be called now and then."""
        waited = time.monotonic() - self._written
        if waited >= SECONDS or self._waiting_records >= _MOST_RECORDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            self._store.add(self._joined())
            self._waiting.clear()
            self._waiting_records = 0
        self._written = time.monotonic()

    def _joined(self) -> list[StoredChunk]:
        """What waits, in order, those that touch made one."""
        found: list[list[StoredChunk]] = []
        for chunk in sorted(self._waiting, key=lambda chunk: chunk.start):
            last = found[-1][-1] if found else None
            touches = last is not None and last.start + last.count == chunk.start
            if touches and not self._crossing(chunk.start - 1, chunk.start + 1):
                found[-1].append(chunk)
            else:
                found.append([chunk])
        return [_join(chunks) for chunks in found]

    def _crossing(self, start: int, stop: int) -> bool:
        """Whether there is an end between two boards, so that no chunk may have both."""
        return bisect_right(self._ends, start) != bisect_left(self._ends, stop)


def _join(chunks: list[StoredChunk]) -> StoredChunk:
    """Chunks of which each begins where the one before ends, as one."""
    first = chunks[0]
    return StoredChunk(
        first.part,
        first.start,
        sum(chunk.count for chunk in chunks),
        reduce(add_totals, [chunk.totals for chunk in chunks]),
        sum(chunk.digest for chunk in chunks) % DIGEST_MODULUS,
        sum(chunk.seconds for chunk in chunks),
        None if first.records is None else b"".join(chunk.records or b"" for chunk in chunks),
    )


def _kinds(totals: Totals) -> dict[str, Any]:
    """What kind of counter each is: an int, a list of so many, an array of such a shape."""
    return {
        name: value.shape
        if isinstance(value, np.ndarray)
        else len(value)
        if isinstance(value, list)
        else None
        for name, value in totals.items()
    }
