"""Which boards a run plays: a board is (seed, board number)."""

import operator
from dataclasses import dataclass
from typing import SupportsIndex

from ..errors import SpecError

MOST = 2**64 - 1
"""Largest seed and largest board number."""


def whole(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """``value`` as an int; SpecError naming ``name`` if it is none in ``low`` .. ``high``."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not low <= number <= high:
        shown = value if number is None or -MOST <= number <= MOST else "out of range"
        raise SpecError(f"{name} = {shown!s}: allowed: a whole number from {low} to {high}")
    return number


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
