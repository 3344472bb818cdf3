"""A part of a run: boards, and what plays any range of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..errors import StrategyError
from ..strategies import Seated
from .boards import Boards
from .chunks import Chunk
from .conditions import Run
from .guard import Guard, policies_of
from .setup import Setup
from .totals import Totals

PlayRange = Callable[[int, int, np.ndarray | None], tuple[Totals, int]]
"""Plays so many boards from a first one on, into records if there is room given for them, and
returns counters and digest, as ``engine.Run.play`` does."""

Stop = Callable[[Totals, int], str | None]
"""A rule that ends a run: what stops it, by the counters of so many boards, or None."""


class Played(NamedTuple):
    """What boards come to: counters, digest, and their records, if these are kept."""

    totals: Totals
    digest: int
    records: np.ndarray | None = None


@dataclass(frozen=True)
class Part:
    """Boards and ``play_range``, which plays any of them; ``guard`` watches its decisions.

    ``stop`` is asked at each look, on all boards below it and none above, so that where a run ends
    does not depend on its chunks and threads.  A board has ``each`` records of type ``dtype``, and
    is called a ``unit`` where that matters to people.
    """

    boards: Boards
    play_range: PlayRange
    guard: Guard
    stop: Stop | None = None
    dtype: np.dtype | None = None
    each: int = 1
    unit: str = "boards"

    def of(self, chunk: Chunk) -> "Part":
        """The same of these boards alone, which nothing stops."""
        return replace(self, boards=Boards(self.boards.seed, *chunk), stop=None)

    def nothing(self) -> Played:
        """What no boards come to."""
        totals, digest = self.play_range(self.boards.first, 0, None)
        return Played(totals, digest)

    def play(self, chunk: Chunk, keep_records: bool) -> Played:
        """Play a chunk.

        Raises:
            StrategyError: at the first failure; its ``played`` is what the boards before come to.
        """
        records = None
        if keep_records:
            records = np.empty(chunk.deals * self.each, self.dtype)
        try:
            totals, digest = self.play_range(chunk.first, chunk.deals, records)
        except StrategyError as error:
            before = self.guard.unit_of(error) - chunk.first
            kept = None if records is None else records[: before * self.each]
            totals, digest = error.played
            error.played = Played(totals, digest, kept)
            raise
        return Played(totals, digest, records)


def bound_run(setup: Setup, seats: Sequence[Seated]) -> tuple[Run, Guard]:
    """The strategies in their seats, bound to a kernel, and the guard of their decisions."""
    policies = policies_of(seats, setup.decision_timeout)
    guard = Guard([policy for policy, _ in policies], setup.decision_timeout)
    return setup.context.run(setup.rules, policies, setup.boards.seed), guard
