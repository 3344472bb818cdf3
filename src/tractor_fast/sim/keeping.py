"""What a part of a run has finished, between the runner and the store that keeps it."""

from collections.abc import Iterator

import numpy as np

from ..errors import DataError
from ..stats import looks
from .part import Part, Played
from .store import Ledger, Store


class Keeping:
    """Keeps what is played of a part in a store, as its ``number``-th part.

    A store counts what the run is asked for: a pair of matches is two there, and one to the runner.
    ``with_records`` keeps the records too.

    Raises:
        DataError: the store has chunks that are not of this part.
    """

    def __init__(self, store: Store, number: int, part: Part, with_records: bool) -> None:
        """Nothing is read but where the chunks are."""
        self.with_records = with_records and part.dtype is not None
        self._store = store
        self._number = number
        self._part = part
        each = part.each
        ends = (each * look for look in looks()) if part.stop else ()
        boards = each * part.boards.deals
        self._ledger = Ledger(store, number, boards, part.nothing().totals, ends)

    def gaps(self) -> list[tuple[int, int]]:
        """What is still to be played: (start, boards), in order."""
        each = self._part.each
        return [(start // each, count // each) for start, count in self._ledger.gaps()]

    def stored(self) -> Iterator[tuple[int, int, Played]]:
        """(start, boards, what they come to) of all that was kept before, in order."""
        each = self._part.each
        for chunk in self._ledger.stored():
            records = None
            if self.with_records:
                records = self._records(chunk.records, chunk.count)
            played = Played(chunk.totals, chunk.digest, records)
            yield chunk.start // each, chunk.count // each, played

    def add(self, start: int, boards: int, played: Played, seconds: float) -> None:
        """Keep what was played."""
        each, records = self._part.each, None
        if self.with_records and played.records is not None:
            records = played.records.tobytes()
        self._ledger.add(
            each * start, each * boards, played.totals, played.digest, seconds, records
        )

    def tick(self) -> None:
        """Have written what has waited for long enough."""
        self._ledger.tick()

    def flush(self) -> None:
        """Have all of it written."""
        self._ledger.flush()

    def _records(self, data: bytes | None, count: int) -> np.ndarray:
        dtype = self._part.dtype
        assert dtype is not None
        if data is None or len(data) != count * dtype.itemsize:
            raise DataError(f"{self._store.path}: a chunk has not the records of its boards")
        return np.frombuffer(data, dtype)
