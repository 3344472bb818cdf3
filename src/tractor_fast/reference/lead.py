"""What may be led (R7 to R9)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from ..cards import Trump
from ..rules import Rules
from .formats import reading
from .order import TRUMP, order_of
from .rainbow import group_leads, rainbow_leads
from .units import of_one_suit, tractors_in, tuples_in


def unit_leads(hand: Iterable[int], trump: Trump, rules: Rules) -> list[tuple[int, ...]]:
    """All distinct leads of one unit: singles, tuples and tractors of every size, sorted (R7)."""
    hand = list(hand)
    order = order_of(trump, rules)
    leads = set()
    for suit in range(TRUMP + 1):
        cards = of_one_suit(hand, suit, order)
        for unit in (*tuples_in(cards), *tractors_in(cards, rules, order)):
            leads.add(tuple(sorted(unit.cards)))
    leads.update(group for groups in group_leads(hand, order, rules) for group in groups)
    return sorted(leads)


def leads(hand: Iterable[int], trump: Trump, rules: Rules) -> Iterator[tuple[int, ...]]:
    """All distinct leads: any cards of one suit, or with ``throws = false`` those of one unit."""
    hand = sorted(hand)
    order = order_of(trump, rules)
    for suit in range(TRUMP + 1):
        held = of_one_suit(hand, suit, order)
        for copies in product(*(range(count + 1) for count in held.values())):
            cards = tuple(Counter(dict(zip(held, copies, strict=True))).elements())
            if cards and (rules.throws or len(reading(cards, trump, rules)) == 1):
                yield cards
    for cards in rainbow_leads(hand, order, rules):
        if rules.throws or len(reading(cards, trump, rules)) == 1:
            yield cards
