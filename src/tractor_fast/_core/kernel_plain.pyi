import numpy as np
from numpy.typing import NDArray

from .held import HeldCards
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
    variants: NDArray[np.uint32] | None = None,
) -> int: ...
def play_pairs(
    run: RunSpec,
    first: int,
    boards: int,
    totals: NDArray[np.int64],
    rows: NDArray[np.uint8] | None = None,
    variants: NDArray[np.uint32] | None = None,
) -> int: ...
def play_matches(
    run: RunSpec, first: int, matches: int, most_deals: int, rows: NDArray[np.uint8]
) -> int: ...
def play_opportunities(
    run: RunSpec,
    first: int,
    boards: int,
    pass_now: bool,
    rows: NDArray[np.uint8],
    variants: NDArray[np.uint32] | None = None,
) -> int: ...
def deal(
    run: RunSpec,
    boards: NDArray[np.uint64],
    variants: NDArray[np.uint32],
    hands: NDArray[np.uint64],
    kitties: NDArray[np.uint64],
    levels: NDArray[np.uint8],
    declarers: NDArray[np.uint8],
    trumps: NDArray[np.uint8],
) -> None: ...
def play_arms(
    run: RunSpec, held: HeldCards, first: int, boards: int, rows: NDArray[np.uint8]
) -> int: ...
def bury_own(run: RunSpec, held: HeldCards, board: int) -> list[int]: ...
