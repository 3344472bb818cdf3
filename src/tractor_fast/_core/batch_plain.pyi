import numpy as np
from numpy.typing import NDArray

from .spec import CompiledRules

_Small = NDArray[np.uint8] | int

def legal(
    rules: CompiledRules,
    hands: NDArray[np.uint64],
    leads: NDArray[np.uint64],
    plays: NDArray[np.uint64],
    levels: _Small,
    trumps: _Small,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]: ...
def count(
    rules: CompiledRules,
    hands: NDArray[np.uint64],
    leads: NDArray[np.uint64],
    levels: _Small,
    trumps: _Small,
    out: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]: ...
def sample(
    rules: CompiledRules,
    hands: NDArray[np.uint64],
    leads: NDArray[np.uint64],
    levels: _Small,
    trumps: _Small,
    seed: int,
    first_row: int,
    out: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]: ...
def resolve(
    rules: CompiledRules,
    plays: NDArray[np.uint64],
    leaders: _Small,
    levels: _Small,
    trumps: _Small,
    winners: NDArray[np.uint8] | None = None,
    points: NDArray[np.int16] | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.int16]]: ...
def deal(
    rules: CompiledRules,
    n: int,
    seed: int,
    first_board: int,
    level: int | None,
    hands: NDArray[np.uint64] | None = None,
    kitties: NDArray[np.uint64] | None = None,
    levels: NDArray[np.uint8] | None = None,
    declarers: NDArray[np.uint8] | None = None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint8], NDArray[np.uint8]]: ...
