"""How boards are cut: into chunks that each take about the same short time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .boards import Boards

_FIRST = 32  # boards of the first chunks, before their speed is known
_GROWTH = 8  # a chunk is at most so many times larger than the one that was measured


class Chunk(NamedTuple):
    """``deals`` boards from number ``first`` on."""

    first: int
    deals: int


class Chunks:
    """Hands out the boards in order, a chunk at a time, and learns how many make a chunk."""

    def __init__(
        self,
        boards: Boards,
        ends: Iterable[int] = (),
        gaps: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        """No chunk goes beyond any of ``ends``, rising counts.

        ``gaps``: only these are handed out, (boards before, boards) in order; None: all.
        """
        whole = [(0, boards.deals)]
        self._first = boards.first
        self._spans = _spans(whole if gaps is None else gaps, ends)
        self._next = self._end = 0  # counted from the first of the boards
        self._size = _FIRST

    def take(self) -> Chunk | None:
        """The next chunk, or None when all boards are handed out."""
        while self._next == self._end:
            span = next(self._spans, None)
            if span is None:
                return None
            self._next, self._end = span
        chunk = Chunk(self._first + self._next, min(self._size, self._end - self._next))
        self._next += chunk.deals
        return chunk

    def learn(self, chunk: Chunk, seconds: float, ideal_seconds: float) -> None:
        """Size the chunks to come by the time that one took, and should have taken."""
        ideal = chunk.deals * ideal_seconds / max(seconds, 1e-9)
        self._size = max(1, int(min(ideal, chunk.deals * _GROWTH)))


def _spans(gaps: Iterable[tuple[int, int]], ends: Iterable[int]) -> Iterator[tuple[int, int]]:
    """(start, end) of all gaps in order, cut at the ends."""
    cuts = iter(ends)
    cut = next(cuts, None)
    for start, boards in gaps:
        end = start + boards
        while start < end:
            while cut is not None and cut <= start:
                cut = next(cuts, None)
            stop = end if cut is None else min(cut, end)
            yield start, stop
            start = stop
