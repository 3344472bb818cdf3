"""Boards that meet a condition: for each, the first of its variants of which the condition holds.

A variant of a board draws everything anew, level and declarer too, so what is played has exactly
the distribution of all boards that meet the condition, and every board counts the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .._core import engine
from .._core.run import RunSpec
from ..errors import SpecError, StrategyError
from .workers import stop_if_ended

MOST_TRIES = 10_000_000
"""Deals after which a condition that none of them meets is given up."""

_ROWS = 4096  # deals that are judged at once
_CHUNKS_KEPT = 64  # of which is remembered what was found


class Dealt(NamedTuple):
    """n boards as dealt: ``hands`` uint64 (n, players, decks) and ``kitties`` uint64 (n, decks),
    planes in the natural layout; ``levels`` (rank 0..12), ``declarers`` (in a first deal: who draws
    first) and ``trumps`` (the suit of ``trump = random``), uint8 (n,)."""

    hands: NDArray[np.uint64]
    kitties: NDArray[np.uint64]
    levels: NDArray[np.uint8]
    declarers: NDArray[np.uint8]
    trumps: NDArray[np.uint8]


class Condition(Protocol):
    """A condition on deals, and its text."""

    @property
    def text(self) -> str:
        """As it was written."""

    def holds(self, boards: Dealt, n: int) -> NDArray[np.bool_]:
        """Whether it holds for each of ``n`` boards."""


class Where:
    """A condition, and what was last found to meet it: several strategies may play one chunk."""

    def __init__(self, condition: Condition) -> None:
        """Nothing has been looked for."""
        self.condition = condition
        self._found: dict[tuple[int, int, int], NDArray[np.uint32]] = {}

    @property
    def text(self) -> str:
        """As it was written."""
        return self.condition.text

    def variants(self, run: engine.Run, seed: int, first: int, boards: int) -> NDArray[np.uint32]:
        """As :func:`first_variants`, of boards of this seed."""
        chunk = seed, first, boards
        found = self._found.get(chunk)
        if found is None:
            found = first_variants(run, self.condition, first, boards)
            self._found[chunk] = found
            for old in list(self._found)[:-_CHUNKS_KEPT]:
                self._found.pop(old, None)
        return found


@dataclass(frozen=True, slots=True)
class Given:
    """Cards that every deal gives to their owners: faces by seat, and those of the kitty."""

    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]


class ConditionedRun:
    """A run of boards that meet a condition; its counters have one more, ``dealt``: deals tried."""

    def __init__(self, run: engine.Run, where: Where, seed: int) -> None:
        """Boards are those of ``run``, which have this seed."""
        self._run = run
        self._where = where
        self._seed = seed

    @property
    def spec(self) -> RunSpec:
        """Rules, seats and context."""
        return self._run.spec

    def variant(self, board: int) -> int:
        """Which variant of a board is played."""
        return int(self._variants(board, 1)[0])

    def play(
        self, first_board: int, boards: int, rows: np.ndarray | None = None
    ) -> tuple[dict[str, Any], int]:
        """As :meth:`engine.Run.play`."""
        return self._play(self._run.play, first_board, boards, rows)

    def play_pairs(
        self, first_board: int, boards: int, rows: np.ndarray | None = None
    ) -> tuple[dict[str, Any], int]:
        """As :meth:`engine.Run.play_pairs`."""
        return self._play(self._run.play_pairs, first_board, boards, rows)

    def play_opportunities(
        self, first_board: int, boards: int, pass_now: bool = False
    ) -> tuple[np.ndarray, int]:
        """As :meth:`engine.Run.play_opportunities`; see :meth:`dealt`."""
        variants = self._variants(first_board, boards)
        return self._run.play_opportunities(first_board, boards, pass_now, variants)

    def dealt(self, first_board: int, boards: int) -> dict[str, int]:
        """How many deals it took to find so many boards, as a counter."""
        found = self._variants(first_board, boards)
        return {"dealt": int(found.sum(dtype=np.int64)) + boards}

    def _play(
        self, play: Callable[..., Any], first: int, boards: int, rows: np.ndarray | None
    ) -> tuple[dict[str, Any], int]:
        try:
            totals, digest = play(first, boards, rows, variants=self._variants(first, boards))
        except StrategyError as error:
            totals, digest = error.played
            before = int(error.board or 0) - first
            error.played = totals | self.dealt(first, before), digest
            raise
        return totals | self.dealt(first, boards), digest

    def _variants(self, first: int, boards: int) -> NDArray[np.uint32]:
        return self._where.variants(self._run, self._seed, first, boards)


Run = engine.Run | ConditionedRun
"""What plays ranges of boards: of all, or of those that meet a condition."""


def first_variants(
    run: engine.Run, condition: Condition, first: int, boards: int
) -> NDArray[np.uint32]:
    """The first variant of each board, from ``first`` on, that meets the condition.

    Raises:
        SpecError: none of MOST_TRIES deals, or variants of one board, does.
    """
    found = np.zeros(boards, np.uint32)
    left = np.arange(boards)  # boards of which no variant has been found
    tried, block = 0, 1  # of each of these; a block of variants is judged at once
    while len(left):
        stop_if_ended()
        numbers = np.arange(tried, tried + block, dtype=np.uint32)
        dealt = run.deal(
            np.repeat(left.astype(np.uint64) + np.uint64(first), block), np.tile(numbers, len(left))
        )
        holds = condition.holds(Dealt(*dealt), len(left) * block).reshape(-1, block)
        some = holds.any(axis=1)
        found[left[some]] = numbers[holds[some].argmax(axis=1)]
        left = left[~some]
        tried += block
        if len(left) == boards and tried * boards >= MOST_TRIES:
            raise SpecError(
                f"condition {condition.text}: none of {tried * boards:,} deals meets it;"
                " it is impossible, or too rare"
            )
        if len(left) and tried >= MOST_TRIES:
            raise SpecError(
                f"condition {condition.text}: board {first + int(left[0])} was dealt {tried:,}"
                " times, and none meets it; it is too rare"
            )
        block = max(1, min(2 * block, _ROWS // max(len(left), 1)))
    return found
