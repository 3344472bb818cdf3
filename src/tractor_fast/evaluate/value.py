"""What declaring the next deal is worth, in levels: the h of *value* = levels + h (+1 or -1).

A side that takes over as declarer may gain no level and yet has something: it declares next.  With
fixed teams of equal strength the declarer's side gains E levels a deal on average, and goes on to
declare with a probability, hold.  The expected lead of those who declare, from here to ever, is
V = E + (2 hold - 1) V, so V = E / (2 - 2 hold): that is h, and -h is what it is to the others.
"""

from dataclasses import dataclass, replace
from typing import Any

from ..sim import Boards, Context, Setup, boards_part, play_part
from ..strategies import Seated, parse_strategy

DEALS = 20_000
"""Deals of self-play that E and hold are measured on."""

ELSEWHERE = 0x76616C7565  # "value"
"""The seed of these deals is that of the run with these bits turned over: they are other boards."""

_USUAL = "normal"


@dataclass(frozen=True, slots=True)
class Holding:
    """``h``, the mean levels E and the rate hold that it comes from, and whose self-play that was.

    ``strategy`` is None, and h is 0, where sides are not the same from deal to deal (friends, named
    partners).
    """

    h: float
    levels: float | None = None
    hold: float | None = None
    strategy: str | None = None
    deals: int = 0
    seed: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """``h, levels, hold, strategy, deals, seed``."""
        return {name: getattr(self, name) for name in self.__slots__}


def holding_value(setup: Setup, baseline: Seated) -> Holding:
    """The h of a run, fixed before it, from self-play of ``baseline`` under its rules.

    Whatever the context of the run, levels and declarers are drawn here: the deal that is declared
    next is no first deal, and is played at another level.

    A baseline that is not built in would take long: ``normal`` stands in for it.  Where the
    declarer's side always goes on to declare there is nothing to gain or lose, and h is 0.
    """
    if setup.rules.partners != "fixed":
        return Holding(0.0)
    if not isinstance(baseline.strategy.policy, str):
        baseline = parse_strategy(_USUAL)
    seed = setup.boards.seed ^ ELSEWHERE
    elsewhere = replace(setup, boards=Boards(seed, 0, DEALS), context=Context(None, None))
    part = boards_part(elsewhere, (baseline,) * setup.rules.players)
    played = play_part(part, setup.jobs)
    levels, hold = played.totals["levels_sum"] / DEALS, played.totals["holds"] / DEALS
    h = levels / (2 - 2 * hold) if hold < 1 else 0.0
    return Holding(h, levels, hold, str(baseline), DEALS, seed)
