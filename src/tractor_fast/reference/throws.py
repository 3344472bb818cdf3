"""Whether a throw stands, and what must be led instead (R9, R10)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import Trump
from ..rules import Rules
from .order import Order, order_of
from .rainbow import is_rainbow
from .units import Unit, in_order, of_one_suit, runs_in


class Judgement(NamedTuple):
    """What becomes of a lead.

    ``choices`` are the units one of which must be led: the whole lead when it stands, the one
    forced unit, or with ``failed_throw = next_names`` all units that somebody can beat.
    ``beaten_by`` is the seat that stops the throw (of ``next_names`` the first in playing order).
    """

    stands: bool
    choices: tuple[Unit, ...]
    beaten_by: int | None


def judge(
    leader: int,
    units: Sequence[Unit],
    hands: Sequence[Iterable[int]],
    trump: Trump,
    rules: Rules,
) -> Judgement:
    """Judge a lead of these units against the hands of all seats (R9, R10); a rainbow stands."""
    order = order_of(trump, rules)
    units = in_order(units, order)
    if len(units) == 1 or is_rainbow(units):
        return Judgement(True, units, None)
    hands = [list(hand) for hand in hands]
    others = [(leader + i) % len(hands) for i in range(1, len(hands))]
    beats = {seat: [u for u in units if can_beat(hands[seat], u, order)] for seat in others}
    able = [seat for seat in others if beats[seat]]
    if not able:
        return Judgement(True, units, None)
    beatable = [unit for unit in units if any(unit in beats[seat] for seat in able)]
    if rules.failed_throw == "next_names":
        return Judgement(False, tuple(beatable), able[0])
    asked = beats[able[0]] if rules.failed_throw == "first_challenger" else beatable
    forced = smallest(asked, order)
    return Judgement(False, (forced,), next(seat for seat in able if forced in beats[seat]))


def can_beat(hand: Iterable[int], unit: Unit, order: Order) -> bool:
    """Whether a hand holds a higher unit of this shape in its suit, cut out of what it may (R9)."""
    suit, top = order.suit[unit.faces[-1]], order.step[unit.faces[-1]]
    cards = of_one_suit(hand, suit, order)
    return any(
        order.step[faces[-1]] > top for faces in runs_in(cards, (unit.width,) * unit.length, order)
    )


def smallest(units: Sequence[Unit], order: Order) -> Unit:
    """The unit of fewest cards; of several that with the lowest top card (R10)."""
    return min(units, key=lambda unit: (unit.size, order.sort_key(unit.faces[-1])))
