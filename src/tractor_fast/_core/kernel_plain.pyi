import numpy as np
from numpy.typing import NDArray

from .run import RunSpec

NAME: str

def policy_address(name: str) -> int: ...
def bind(run: RunSpec) -> None: ...
def play(
    run: RunSpec,
    first: int,
    boards: int,
    totals: NDArray[np.int64],
    rows: NDArray[np.uint8] | None = None,
) -> int: ...
def play_pairs(
    run: RunSpec,
    first: int,
    boards: int,
    totals: NDArray[np.int64],
    rows: NDArray[np.uint8] | None = None,
) -> int: ...
def play_matches(
    run: RunSpec, first: int, matches: int, most_deals: int, rows: NDArray[np.uint8]
) -> int: ...
def play_opportunities(
    run: RunSpec, first: int, boards: int, pass_now: bool, rows: NDArray[np.uint8]
) -> int: ...
