"""Rainbows: leads of many cards of one rank out of four suits (R35).

A group of a rainbow stands where other leads have a unit: ``Unit(1, cards)`` with more than one
card, which no other unit is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from ..cards import RANKS, SMALL_JOKER, Trump
from ..rules import Rules
from .order import Order
from .units import Unit

SUITS_OF_A_RAINBOW = 4
LEVEL_HEIGHT = len(RANKS)
"""Level cards are the highest rank here as they are among the trumps (R3)."""


def rainbow_groups(faces: Iterable[int], order: Order, rules: Rules) -> tuple[Unit, ...] | None:
    """The groups of a rainbow lead, smallest first, then the lowest rank; None for another lead.

    All cards of one rank are a group: ``rainbows`` or more, no jokers, out of at least four suits.
    Level cards are all of one suit, trump, and so never a group.
    """
    if rules.rainbows is None:
        return None
    by_rank: dict[int, list[int]] = {}
    for face in sorted(faces):
        by_rank.setdefault(face // 4, []).append(face)
    if not all(_is_group(cards, order, rules.rainbows) for cards in by_rank.values()):
        return None
    groups = [Unit(1, tuple(cards)) for cards in by_rank.values()]
    return tuple(sorted(groups, key=lambda group: (group.size, group.faces[0]))) or None


def _is_group(cards: Sequence[int], order: Order, least: int) -> bool:
    suits = {order.suit[face] for face in cards}
    return len(cards) >= least and cards[0] < SMALL_JOKER and len(suits) >= SUITS_OF_A_RAINBOW


def is_rainbow(units: Sequence[Unit]) -> bool:
    """Whether units are the groups of a rainbow."""
    return units[0].width == 1 and units[0].length > 1


def group_leads(hand: Iterable[int], order: Order, rules: Rules) -> list[list[tuple[int, ...]]]:
    """For each rank of a hand that allows it, all the groups that may be led of it."""
    found = []
    if rules.rainbows is not None:
        cards = Counter(hand)
        for rank in range(len(RANKS)):
            faces = [face for face in range(4 * rank, 4 * rank + 4) if cards[face]]
            choices = [
                tuple(Counter(dict(zip(faces, copies, strict=True))).elements())
                for copies in product(*(range(cards[face] + 1) for face in faces))
            ]
            groups = [c for c in choices if c and _is_group(c, order, rules.rainbows)]
            found += [groups] if groups else []
    return found


def rainbow_leads(hand: Iterable[int], order: Order, rules: Rules) -> Iterator[tuple[int, ...]]:
    """All rainbows of a hand: one group or several, of different ranks."""
    for groups in product(*([(), *groups] for groups in group_leads(hand, order, rules))):
        cards = tuple(sorted(face for group in groups for face in group))
        if cards:
            yield cards


def can_give(hand: Iterable[int], groups: Sequence[Unit]) -> bool:
    """Whether a hand can give as many cards of one rank for each group; jokers are of no rank."""
    held = Counter(face // 4 for face in hand if face < SMALL_JOKER)
    return next(_ways(held, _sizes(groups)), None) is not None


def best_ranks(play: Iterable[int], groups: Sequence[Unit], trump: Trump) -> list[int] | None:
    """The highest ranks, from the top, with which a play gives the groups; None if it does not.

    A rank may give several groups; it does not matter which group it answers.
    """
    if any(face >= SMALL_JOKER for face in play):
        return None
    held = Counter(LEVEL_HEIGHT if f // 4 == trump.rank else f // 4 for f in play)
    ways = (sorted(ranks, reverse=True) for ranks in _ways(held, _sizes(groups)))
    return max(ways, default=None)


def rainbow_winner(
    leader: int, groups: Sequence[Unit], plays: Sequence[Sequence[int]], trump: Trump
) -> int:
    """Seat that wins: the highest ranks, the first played among equals; no trumping."""
    best, highest = 0, best_ranks(plays[0], groups, trump) or []
    for place, play in enumerate(plays):
        ranks = best_ranks(play, groups, trump)
        if ranks is not None and ranks > highest:
            best, highest = place, ranks
    return (leader + best) % len(plays)


def _sizes(groups: Sequence[Unit]) -> list[int]:
    return sorted((group.size for group in groups), reverse=True)


def _ways(held: Counter[int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """Every way to name a rank for each size, with as many cards of it; other cards may be over."""
    if not sizes:
        yield []
        return
    for rank, cards in held.items():
        if cards >= sizes[0]:
            for rest in _ways(held - Counter({rank: sizes[0]}), sizes[1:]):
                yield [rank, *rest]
