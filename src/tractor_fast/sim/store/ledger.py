"""What is finished of one part of a run, kept in a store every two seconds."""

import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
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

_SHARE = 40  # of the time, writing takes no more than one part in so many
_LONGEST = 60.0  # seconds, however long writing takes
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
        self._ends = set(takewhile(lambda end: end < boards, ends))
        self._kept = store.ranges(part)
        self._forget()
        self._written = time.monotonic()
        self._took = 0.0  # seconds, the last time that it was written
        for start, count in self._kept:
            crossed = any(start < end < start + count for end in self._ends)
            if start + count > boards or crossed:
                where = boards_text(store.plan, start, count, part)
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

    def stored(self) -> Iterator[StoredChunk]:
        """What was kept when this began, in order.

        Raises:
            DataError: a chunk that is damaged, or whose counters are those of something else.
        """
        kept = {start for start, _ in self._kept}
        for chunk in self._store.chunks(self._part):
            if chunk.start not in kept:
                continue  # added in the meantime
            if _kinds(chunk.totals) != self._kinds:
                where = boards_text(self._store.plan, chunk.start, chunk.count, self._part)
                raise DataError(
                    f"{name_of(self._store.path)}: part {self._part}, {where} have counters of"
                    f" something else: they are no part of this run"
                )
            yield chunk

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
        if not count:
            return
        chunk = StoredChunk(self._part, start, count, totals, digest, seconds)
        stop = start + count
        if start in self._starts and start not in self._ends:
            chunk = _joined(self._waiting.pop(self._starts.pop(start)), chunk)
        if stop in self._waiting and stop not in self._ends:
            chunk = _joined(chunk, self._waiting.pop(stop))
        self._waiting[chunk.start] = chunk
        self._starts[chunk.start + chunk.count] = chunk.start
        if records is not None:
            self._records[start] = records
            self._size += len(records)
        self.tick()

    def tick(self) -> None:
        """Write what waits, if two seconds have gone by; to be called now and then.

        It takes longer where writing does: counters of a thousand arms are megabytes.
        """
        waited = time.monotonic() - self._written
        patience = max(SECONDS, min(_SHARE * self._took, _LONGEST))
        if waited >= patience or self._size >= _MOST_RECORDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        began = time.monotonic()
        if self._waiting:
            self._store.add([self._with_records(self._waiting[at]) for at in sorted(self._waiting)])
            self._forget()
        self._written = time.monotonic()
        self._took = self._written - began

    def _forget(self) -> None:
        """Nothing waits."""
        self._waiting: dict[int, StoredChunk] = {}  # without their records, by their starts
        self._starts: dict[int, int] = {}  # of what waits, by the board after its last
        self._records: dict[int, bytes] = {}  # by the first board
        self._size = 0  # of the records

    def _with_records(self, chunk: StoredChunk) -> StoredChunk:
        starts = sorted(self._records)
        stop = chunk.start + chunk.count
        inside = starts[bisect_left(starts, chunk.start) : bisect_left(starts, stop)]
        records = b"".join(self._records[start] for start in inside) if inside else None
        return replace(chunk, records=records)


def _joined(one: StoredChunk, other: StoredChunk) -> StoredChunk:
    """Two chunks of which one begins where the other ends, as one."""
    return StoredChunk(
        one.part,
        one.start,
        one.count + other.count,
        add_totals(one.totals, other.totals),
        (one.digest + other.digest) % DIGEST_MODULUS,
        one.seconds + other.seconds,
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
