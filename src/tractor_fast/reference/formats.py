"""How a lead is read: the format of some cards of one suit (R8)."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from ..cards import Trump, format_faces
from ..errors import PlayError
from ..rules import Rules
from .order import Order, order_of
from .rainbow import rainbow_groups
from .units import Unit, in_order, tractors_in


def reading(faces: Iterable[int], trump: Trump, rules: Rules) -> tuple[Unit, ...]:
    """The format that R8 gives to cards of one suit, smallest unit first; a rainbow's groups (R35).

    PlayError when the cards are of several suits or there are none.
    """
    cards = sorted(faces)
    order = order_of(trump, rules)
    groups = rainbow_groups(cards, order, rules)
    if groups is not None:
        return groups
    if len({order.suit[face] for face in cards}) != 1:
        raise PlayError(f"a lead is cards of one suit, not {format_faces(cards) or 'nothing'}")
    if len(cards) == 1:
        return (Unit(1, (cards[0],)),)
    return in_order(_best(tuple(cards), rules, order), order)


@lru_cache(maxsize=50_000)
def _best(cards: tuple[int, ...], rules: Rules, order: Order) -> tuple[Unit, ...]:
    """The best reading, largest unit first.

    With at most four decks no tuple is larger than a tractor, so while there is a tractor the
    first unit is a longest one, and the rest is the best reading of what is left.  Where no
    tractor is left, the copies of each face are one unit.
    """
    counts = Counter(cards)
    tractors = list(tractors_in(counts, rules, order))
    if not tractors:
        whole = (Unit(held, (face,)) for face, held in counts.items())
        return tuple(sorted(whole, key=_rank, reverse=True))
    largest = max(unit.size for unit in tractors)
    readings = []
    for unit in tractors:
        if unit.size == largest:
            left = counts - Counter(unit.cards)
            rest = _best(tuple(sorted(left.elements())), rules, order)
            readings.append(tuple(sorted((unit, *rest), key=_rank, reverse=True)))
    return max(readings, key=lambda units: _preference(units, order))


def _rank(unit: Unit) -> tuple[int, bool, int]:
    """Most cards first, a tractor before a tuple, the wider unit (R8)."""
    return unit.size, unit.length > 1, unit.width


def _preference(
    units: tuple[Unit, ...], order: Order
) -> tuple[list[tuple[int, bool]], list[int], list[list[tuple[int, int]]]]:
    """Greater for the reading that R8 prefers.

    Sizes and kinds are compared before any width.  Readings that still agree differ only in the
    equal off-suit level cards that fill a place: of these the larger unit takes the last in
    the order s < h < d < c, so that the lower ones stay for the smaller units.
    """
    return (
        [(unit.size, unit.length > 1) for unit in units],
        [unit.width for unit in units],
        [[order.sort_key(face) for face in unit.faces] for unit in units],
    )
