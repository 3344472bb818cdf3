from collections.abc import Iterable, Sequence
from typing import Any

from .spec import CompiledRules

MOST_ARMS: int

class HeldCards:
    n_arms: int
    compiled: CompiledRules
    def __new__(
        cls,
        rules: CompiledRules,
        seat: int,
        drawn: int,
        hands: Sequence[Iterable[int]],
        bids: Iterable[tuple[int, int, int]],
        arms: Iterable[tuple[Any, ...]],
        kitty: Iterable[int] = (),
        trump: int | None = None,
    ) -> HeldCards: ...
