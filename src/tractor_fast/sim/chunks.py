"""How a range of boards is cut: into chunks that each take about the same short time."""

from collections.abc import Iterable
from typing import NamedTuple

from .boards import Boards

SECONDS = 0.05
"""Wall time that a chunk should take: an interrupt waits for one chunk to end."""

_FIRST = 32  # boards of the first chunks, before their speed is known
_GROWTH = 8  # a chunk is at most so many times larger than the one that was measured


class Chunk(NamedTuple):
    """``deals`` boards from number ``first`` on."""

    first: int
    deals: int


class Chunks:
    """Hands out the boards in order, a chunk at a time, and learns how many make a chunk."""

    def __init__(self, boards: Boards, ends: Iterable[int] = ()) -> None:
        """Start at the first of ``boards``; no chunk goes beyond any of ``ends``, rising counts."""
        self._first = self._next = boards.first
        self._ends = iter(ends)
        self._end = next(self._ends, None)
        self._left = boards.deals
        self._size = _FIRST

    def take(self) -> Chunk | None:
        """The next chunk, or None when all boards are handed out."""
        most = self._left
        if self._end is not None:
            most = min(most, self._first + self._end - self._next)
        chunk = Chunk(self._next, min(self._size, most))
        self._next += chunk.deals
        self._left -= chunk.deals
        if self._end == self._next - self._first:
            self._end = next(self._ends, None)
        return chunk if chunk.deals else None

    def learn(self, chunk: Chunk, seconds: float) -> None:
        """Size the chunks to come by the time that one took."""
        ideal = chunk.deals * SECONDS / max(seconds, 1e-9)
        self._size = max(1, int(min(ideal, chunk.deals * _GROWTH)))
