"""Which boards a run plays: a board is (seed, board number)."""

from dataclasses import dataclass

from ..inputs import MOST, whole


@dataclass(frozen=True, slots=True)
class Boards:
    """``deals`` boards of one seed, numbered from ``first`` on (0 to 2**64 - 1).

    Raises:
        SpecError: a number out of its range.
    """

    seed: int
    first: int
    deals: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", whole("seed", self.seed, 0, MOST))
        object.__setattr__(self, "first", whole("first_board", self.first, 0, MOST))
        left = MOST + 1 - self.first
        object.__setattr__(self, "deals", whole("deals", self.deals, 0, left))
