"""Random positions in which much may be played: few neighbouring cards, many copies of each."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import RANKS, SMALL_JOKER, Trump
from ..reference.order import TRUMP, Order, order_of
from ..reference.rainbow import rainbow_groups
from ..rules import Rules

_LENGTHS = (1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 10, 12, 16)
"""Cards of a lead, at most: long ones have more rungs than the oracle walks (R13)."""

MOST_CARDS = 54
"""Cards of a hand."""


class Position(NamedTuple):
    """A lead, by seat 0, of cards of one suit or a rainbow, and the hands of the others.

    ``plays`` are as many cards as the lead has out of each of ``hands``, likely to win the trick
    whether they may be played or not.
    """

    trump: Trump
    lead: list[int]
    hands: list[list[int]]
    plays: list[list[int]]


def random_position(rng: random.Random, rules: Rules) -> Position:
    """A position of a table; the first of the hands has mostly about as many cards as the lead."""
    while True:
        trump = Trump(rng.randrange(len(RANKS)), rng.choice((None, 0, 1, 2, 3)))
        order = order_of(trump, rules)
        left = Counter(rules.deck(trump.rank))
        lead = _rainbow(rng, left) if rules.rainbows and rng.random() < 0.3 else None
        if lead is None or rainbow_groups(lead, order, rules) is None:
            suit = TRUMP if rng.random() < 0.6 else rng.choice(sorted(set(order.suit)))
            make = _shaped_cards if rng.random() < 0.4 else _near_cards
            lead = make(rng, left, suit, order, rng.choice(_LENGTHS))
        left -= Counter(lead)
        hands = [_hand(rng, left, lead, order) for _ in range(rules.players - 1)]
        if lead and all(len(hand) >= len(lead) for hand in hands):
            plays = [_play(rng, hand, lead, order) for hand in hands]
            return Position(trump, sorted(lead), hands, plays)


def _shaped_cards(
    rng: random.Random, left: Counter[int], suit: int, order: Order, most: int
) -> list[int]:
    """As many copies of each of some neighbouring faces, `most` or 16 cards at most: one unit."""
    width = rng.randint(1, max(left.values()))
    faces = sorted((f for f in left if order.suit[f] == suit), key=order.sort_key)
    faces = [face for face in faces if left[face] >= width]
    start = rng.randrange(len(faces)) if faces else 0
    length = rng.choice((1, 2, 2, 2, 3, 3, max(1, most // width)))
    return [face for face in faces[start : start + length] for _ in range(width)][:16]


def _near_cards(
    rng: random.Random, left: Counter[int], suit: int, order: Order, most: int
) -> list[int]:
    """Up to `most` cards of neighbouring faces, each mostly held as often as its neighbour."""
    faces = sorted((f for f in left if order.suit[f] == suit and left[f]), key=order.sort_key)
    if not faces:
        return []
    start = rng.randrange(len(faces))
    decks = max(left.values())
    copies, steady, cards = rng.randint(1, decks), rng.choice((0.2, 0.6, 0.9)), []
    for face in [*faces[start:], *faces[:start]]:
        if rng.random() > steady:
            copies = rng.randint(0, decks)
        cards += [face] * min(copies, left[face])
    return cards[:most] or faces[:1]


def _rainbow(rng: random.Random, left: Counter[int]) -> list[int]:
    """Cards of one or two ranks out of all four suits."""
    ranks = rng.sample(range(len(RANKS)), rng.choice((1, 1, 1, 2)))
    faces = [4 * rank + suit for rank in ranks for suit in range(4)]
    most = rng.randint(1, max(1, *(left[face] for face in faces)))
    return [face for face in faces for _ in range(min(rng.randint(1, most), left[face]))]


def _hand(rng: random.Random, left: Counter[int], lead: Sequence[int], order: Order) -> list[int]:
    """Cards taken from those left: of the suit led, mostly near the lead, and of others."""
    size, hand = len(lead), Counter[int]()
    ranks = len({order.suit[face] for face in lead}) > 1
    most = rng.choice((size - 1, size, size + 1, size + 2, size + 4, size + 8, MOST_CARDS))
    wanted = [face for face in left if left[face] and _alike(face, lead, order)]
    rng.shuffle(wanted)
    if wanted and rng.random() < 0.7:  # neighbours, from one of them on
        low = order.step[wanted[0]]
        wanted.sort(key=lambda face: (order.step[face] < low, order.sort_key(face)))
    usual = rng.randint(1, 4)
    for face in wanted:
        take = usual if rng.random() < 0.6 else rng.randint(0, 4)
        hand[face] += min(take, left[face], max(0, most - hand.total()))
    left -= hand
    fill = max(size - hand.total(), 0) + rng.choice((0, 0, 1, 3, 6, 20))
    if ranks or rng.random() < 0.5:  # many of a few faces: bombs, trumps that compete
        others = _near_cards(rng, left, TRUMP, order, fill)
    else:
        others = list(left.elements())
        others = rng.sample(others, min(fill, len(others)))
    hand += Counter(others)
    left -= Counter(others)
    return sorted(hand.elements())[:MOST_CARDS]


def _alike(face: int, lead: Sequence[int], order: Order) -> bool:
    """Of the suit led; on a rainbow of a rank that can answer it."""
    if len({order.suit[card] for card in lead}) == 1:
        return order.suit[face] == order.suit[lead[0]]
    return face < SMALL_JOKER and (face // 4 - lead[0] // 4) % 4 < 2


def _play(rng: random.Random, hand: list[int], lead: Sequence[int], order: Order) -> list[int]:
    """As many cards as the lead has: of one suit and neighbours, or of one rank, where possible."""
    size = len(lead)
    suits = {order.suit[face] for face in lead}
    suit = TRUMP if rng.random() < 0.5 else rng.choice(sorted(suits))
    pool = [face for face in hand if order.suit[face] == suit]
    if len(suits) > 1:
        rank = rng.choice(hand) // 4
        pool = [face for face in hand if face // 4 == rank]
    if len(pool) < size:
        pool = hand
    copies = Counter(pool)
    faces = sorted(copies, key=order.sort_key)
    low = rng.randrange(len(faces))
    near = [face for face in [*faces[low:], *faces[:low]] for _ in range(copies[face])]
    return sorted(near[:size] if rng.random() < 0.7 else rng.sample(pool, size))


def candidates(
    rng: random.Random, position: Position, order: Order, legal: Sequence[Sequence[int]]
) -> Iterator[list[int]]:
    """Plays of the first hand to judge: random ones, bombs, groups, near misses of `legal` ones."""
    lead, hand = position.lead, position.hands[0]
    size, held = len(lead), Counter(hand)
    in_suit = order.of_suit(hand, order.suit[lead[0]])
    yield sorted(rng.sample(hand, size))
    yield position.plays[0]
    for _ in range(2):
        yield sorted(rng.sample(in_suit if len(in_suit) >= size else hand, size))
    for face in [face for face in held if held[face] >= size >= 4][:2]:
        yield [face] * size
    for play in legal:
        yield list(play)
        kept = sorted((held - Counter(play)).elements())
        if kept:
            changed = list(play)
            changed[rng.randrange(size)] = rng.choice(kept)
            yield sorted(changed)
