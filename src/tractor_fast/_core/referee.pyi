from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import Trump
from .spec import CompiledRules

_Unit = tuple[str, int, tuple[int, ...]]

class Trick(NamedTuple):
    winner: int
    points: int
    largest_unit: int

class Throw(NamedTuple):
    stands: bool
    led: list[int] | None
    held_back: list[int] | None
    stopped_by: int | None
    choices: list[_Unit]

class Levels(NamedTuple):
    defenders_win: bool
    defender_levels: int
    attacker_levels: int

class Advance(NamedTuple):
    levels: list[int]
    match_winners: list[int]

def winner(
    rules: CompiledRules,
    trump: Trump,
    leader: int,
    plays: Iterable[Iterable[int]],
    lead_units: Iterable[_Unit] | None = None,
) -> Trick: ...
def throw(
    rules: CompiledRules,
    trump: Trump,
    leader: int,
    hands: Iterable[Iterable[int]],
    cards: Iterable[int],
    units: Iterable[_Unit] | None = None,
) -> Throw: ...
def throws(
    rules: CompiledRules,
    trump: Trump,
    leader: int,
    hands: NDArray[np.uint64],
    cards: Iterable[int],
) -> NDArray[np.uint64]: ...
def bids(
    rules: CompiledRules,
    level: int,
    seat: int,
    hand: Iterable[int],
    made: Iterable[tuple[int, int, int]] = (),
) -> list[tuple[int, int]]: ...
def trump_shown(face: int) -> int | None: ...
def kitty_factor(
    rules: CompiledRules,
    trump: Trump,
    lead: Iterable[int],
    lead_units: Iterable[_Unit] | None = None,
    winning_play: Iterable[int] | None = None,
) -> int: ...
def score(rules: CompiledRules, points: int, team_short: bool = False) -> Levels: ...
def advance(
    rules: CompiledRules,
    levels: Iterable[int],
    declarer: int,
    outcome: tuple[bool, int, int],
    team: Iterable[int] | None = None,
    hook_hit: bool = False,
) -> Advance: ...
def joined(
    rules: CompiledRules,
    declarer: int,
    calls: Iterable[tuple[int, int]],
    plays: Iterable[tuple[int, Iterable[int]]] = (),
) -> list[int]: ...
def next_declarer(
    rules: CompiledRules,
    declarer: int,
    defenders_win: bool,
    team: Iterable[int] | None = None,
) -> int: ...
