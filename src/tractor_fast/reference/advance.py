"""Levels from deal to deal, the end of a match, the next declarer (R31 to R33)."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..cards import RANKS
from ..rules import Rules
from .score import Outcome

JACK = RANKS.index("J")
ACE = RANKS.index("A")


class Advance(NamedTuple):
    """Levels after a deal, 0..12 a seat, and the seats that have won the match (none: go on)."""

    levels: tuple[int, ...]
    match_winners: tuple[int, ...]


def advance(
    levels: Sequence[int],
    declarer: int,
    team: Collection[int],
    outcome: Outcome,
    rules: Rules,
    hook_hit: bool = False,
) -> Advance:
    """Levels after a deal (R31, R32).

    ``levels`` holds a level a seat (with fixed teams the same for all of a side); ``team`` are the
    seats of the declarer's side; ``hook_hit``: attackers won the last trick with a single trump J
    while J was defended.
    """
    deal_level = levels[declarer]
    after = list(levels)
    winners = []
    for seat, level in enumerate(levels):
        defends = seat in team
        if defends and rules.hook and hook_hit:
            level = 0
        steps = outcome.defender_levels if defends else outcome.attacker_levels
        defended = defends and outcome.defenders_win
        after[seat], beyond = _climb(level, steps, defended, deal_level, rules)
        defended_top = defended and level == deal_level == ACE
        if beyond if rules.match_end == "pass_top" else defended_top:
            winners.append(seat)
    return Advance(tuple(after), tuple(winners))


def _climb(
    level: int, steps: int, defended: bool, deal_level: int, rules: Rules
) -> tuple[int, bool]:
    """The level after so many steps, and whether they lead beyond A.

    A level of ``must_defend`` is left by the first step of a defending side alone, and A, where it
    is one of them, only in a deal whose level is A.
    """
    for step in range(steps):
        may_leave = defended and step == 0 and (level != ACE or deal_level == ACE)
        if RANKS[level] in rules.must_defend and not may_leave:
            break
        if level == ACE:
            return ACE, True
        level += 1
    return level, False


def next_declarer(declarer: int, team: Collection[int], defenders_win: bool, rules: Rules) -> int:
    """The next seat from the last declarer that is on the winning side (R33)."""
    seats = [(declarer + i) % rules.players for i in range(1, rules.players + 1)]
    return next(seat for seat in seats if (seat in team) == defenders_win)
