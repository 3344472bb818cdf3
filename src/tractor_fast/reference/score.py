"""Points into levels, and what the kitty is worth (R28 to R30)."""

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import Trump
from ..rules import Rules
from .order import order_of
from .trick import largest_unit
from .units import Unit, of_one_suit, tractors_in, tuples_in


class Outcome(NamedTuple):
    """Which side won a deal, and the levels that it gains."""

    defenders_win: bool
    defender_levels: int
    attacker_levels: int


def outcome(attackers_points: int, rules: Rules, team_short: bool = False) -> Outcome:
    """The row of R30's table for the attackers' points.

    ``team_short``: the declarer's side is smaller than planned.
    """
    step = rules.level_step
    rows = attackers_points // step
    defender_levels = 3 if attackers_points <= 0 else max(0, 2 - rows)
    if defender_levels:
        bonus = 1 if rules.small_team_bonus and team_short else 0
        return Outcome(True, _capped(defender_levels + bonus, rules), 0)
    return Outcome(False, 0, _capped(rows - 2, rules))


def _capped(levels: int, rules: Rules) -> int:
    return levels if rules.level_cap is None else min(levels, rules.level_cap)


def kitty_factor(
    lead_units: Sequence[Unit], winning_play: Sequence[int], trump: Trump, rules: Rules
) -> int:
    """What the kitty's points count for attackers who win the last trick (R29)."""
    if rules.kitty_factor == "double_size":
        return 2 * largest_unit(lead_units)
    if rules.kitty_factor == "power":
        return 1 << largest_unit(lead_units)
    if rules.kitty_factor == "double_cards":
        return 2 * len(winning_play)
    if rules.kitty_factor == "double":
        return 2
    if rules.kitty_factor == "bianfeng":
        return _bianfeng_factor(winning_play, trump, rules)
    return 0


def _bianfeng_factor(winning_play: Sequence[int], trump: Trump, rules: Rules) -> int:
    """The best of what can be cut out of the play, which is of one suit (R29 ``bianfeng``).

    A tractor of n triples 2·3^n, a triple 6, a tractor of n pairs 2·2^n, a pair 4, else 2: a
    triple is a run of one, so the formulas hold at n = 1; any triple comes before any pair.
    """
    order = order_of(trump, rules)
    units: list[Unit] = []
    for suit in {order.suit[face] for face in winning_play}:  # several in a rainbow (R35)
        cards = of_one_suit(winning_play, suit, order)
        units += [*tuples_in(cards), *tractors_in(cards, rules, order)]
    width, length = max(unit.shape for unit in units if unit.width <= 3)
    return int(2 * width**length)
