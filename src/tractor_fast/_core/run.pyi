from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rules import Rules
from .policy import ForeignPolicy
from .spec import CompiledRules

MAX_PARAMETERS: int
ROW: np.dtype[np.void]
MATCH: np.dtype[np.void]
PAIR: np.dtype[np.void]
OPPORTUNITY: np.dtype[np.void]
ROLES: tuple[str, ...]
TOTALS: tuple[tuple[str, int], ...]
PAIR_TOTALS: tuple[tuple[str, int], ...]

def new_totals(layout: tuple[tuple[str, int], ...] = ...) -> NDArray[np.int64]: ...
def totals_to_dict(
    counters: NDArray[np.int64], layout: tuple[tuple[str, int], ...] = ...
) -> dict[str, Any]: ...

class RunSpec:
    compiled: CompiledRules
    seats: tuple[tuple[str | ForeignPolicy, tuple[float, ...]], ...]
    def __new__(
        cls,
        rules: Rules,
        seats: Iterable[tuple[str | ForeignPolicy, Sequence[float]]],
        seed: int,
        level: int | None = None,
        declarer: int | None = None,
        in_turn: bool = False,
        given: tuple[Sequence[Sequence[int]], Sequence[int]] | None = None,
    ) -> RunSpec: ...
