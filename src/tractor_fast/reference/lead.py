"""What may be led (R7 to R9)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from ..cards import Trump
from ..rules import Rules
from .formats import reading
from .order import order_of
from .units import tractors_in, tuples_in


def unit_leads(hand: Iterable[int], trump: Trump, rules: Rules) -> list[tuple[int, ...]]:
    """All distinct leads of one unit: singles, tuples and tractors of every size, sorted (R7)."""
    counts = Counter(hand)
    order = order_of(trump, rules)
    leads = set()
    for suit in range(5):
        cards = Counter({face: held for face, held in counts.items() if order.suit[face] == suit})
        for unit in (*tuples_in(cards), *tractors_in(cards, rules, order)):
            leads.add(tuple(sorted(unit.cards)))
    return sorted(leads)


def leads(hand: Iterable[int], trump: Trump, rules: Rules) -> Iterator[tuple[int, ...]]:
    """All distinct leads: any cards of one suit, or with ``throws = false`` those of one unit."""
    counts = Counter(hand)
    order = order_of(trump, rules)
    for suit in range(5):
        faces = order.of_suit(sorted(counts), suit)
        for copies in product(*(range(counts[face] + 1) for face in faces)):
            cards = tuple(f for f, n in zip(faces, copies, strict=True) for _ in range(n))
            if cards and (rules.throws or len(reading(cards, trump, rules)) == 1):
                yield cards
