"""Readings, leads and follows of the compiled core against the reference (R5 to R15)."""

from collections import Counter
from itertools import combinations, islice
from math import comb
from random import Random

import pytest

from tractor_fast._core.moves import Follows, Leads, UnitLeads, reading
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, format_faces
from tractor_fast.reference import follow, formats, lead
from tractor_fast.reference.cutting import can_be_cut
from tractor_fast.reference.ladder import chain
from tractor_fast.reference.order import TRUMP, order_of
from tractor_fast.rules import Rules

RULES = Rules()
COMPILED = CompiledRules(RULES)
POSITIONS = 1500
"""Random positions a test."""


def random_trump(rng):
    return Trump(rng.randrange(13), rng.choice((None, 0, 1, 2, 3)))


def random_cards(rng, faces, most):
    """Cards of some of the faces, mostly neighbours and often pairs."""
    pairs = rng.choice((0.2, 0.6, 0.9))
    start = rng.randrange(len(faces))
    near = [*faces[start:], *faces[:start]]
    near = near if rng.random() < 0.7 else rng.sample(near, len(near))
    cards = [
        face for face in near for _ in range(2 if rng.random() < pairs else rng.choice((0, 1, 1)))
    ]
    return cards[: rng.randint(1, most)] or near[:1]


def random_suit(rng, order):
    """Faces of a random suit, lowest first; half of the time trumps."""
    suit = TRUMP if rng.random() < 0.5 else rng.choice(sorted(set(order.suit)))
    return sorted((f for f in range(54) if order.suit[f] == suit), key=order.sort_key)


def positions(seed):
    """Trump, lead, hand: the hand's cards of the led suit about as many as the lead's."""
    rng = Random(seed)
    for _ in range(POSITIONS):
        trump = random_trump(rng)
        order = order_of(trump, RULES)
        faces = random_suit(rng, order)
        led = random_cards(rng, faces, 11)
        hand = random_cards(rng, faces, len(led) + 6)
        others = [f for f in range(54) if f not in faces for _ in range(2)]
        hand += rng.sample(others, max(0, len(led) - len(hand)) + rng.randint(0, 3))
        yield rng, trump, led, hand


def shown(trump, led, hand):
    return f"trump {trump}, lead {format_faces(led)}, hand {format_faces(hand)}"


def test_readings():
    for _, trump, led, _ in positions("readings"):
        expected = [(u.kind, u.width, u.faces) for u in formats.reading(led, trump, RULES)]
        assert reading(COMPILED, trump, led) == expected, f"trump {trump}, {format_faces(led)}"


def test_all_follows():
    listed = 0
    for _, trump, led, hand in positions("follows"):
        order = order_of(trump, RULES)
        mine = order.of_suit(hand, order.suit[led[0]])
        plays = Follows(COMPILED, trump, led, hand)
        if comb(max(len(mine), len(hand) - len(mine)), len(led)) > 1000:
            continue
        expected = follow.follows(hand, formats.reading(led, trump, RULES), trump, RULES)
        assert sorted(map(tuple, plays.enumerate())) == expected, shown(trump, led, hand)
        assert plays.count() == len(expected)
        listed += 1
    assert listed > POSITIONS / 2


def test_single_decisions():
    for rng, trump, led, hand in positions("decisions"):
        units = formats.reading(led, trump, RULES)
        plays = Follows(COMPILED, trump, led, hand)
        tried = [rng.sample(hand, len(led)) for _ in range(3)]
        tried += plays.sample(rng.randrange(1000), 2)
        for play in tried:
            expected = follow.is_legal(hand, units, play, trump, RULES)
            assert plays.is_legal(play) == expected, (
                f"{shown(trump, led, hand)}, play {format_faces(play)}"
            )


def test_all_leads():
    for rng, trump, _, hand in positions("leads"):
        held = rng.sample(hand, min(len(hand), 9))
        units = [tuple(play) for play in UnitLeads(COMPILED, trump, held).enumerate()]
        assert sorted(units) == lead.unit_leads(held, trump, RULES)
        leads = [tuple(play) for play in Leads(COMPILED, trump, held).enumerate()]
        assert sorted(leads) == sorted(lead.leads(held, trump, RULES))


@pytest.mark.parametrize("lengths", [(2,), (3,), (2, 2), (4, 2), (3, 3), (5, 3, 2)])
def test_counts_with_many_pairs(lengths):
    """Led tractors of these lengths, hands of up to twelve pairs: every set of pairs is tried."""
    rng = Random(str(lengths))
    shapes = tuple((2, length) for length in sorted(lengths))
    for _ in range(4):
        trump = Trump(rng.randrange(13), rng.randrange(4))
        order = order_of(trump, RULES)
        faces = sorted((f for f in range(54) if order.suit[f] == TRUMP), key=order.sort_key)
        ranks = iter(faces)
        units = [("tractor", 2, tuple(islice(ranks, length))) for length in lengths]
        led = [face for _, _, run in units for face in run for _ in range(2)]
        pairs = rng.sample(faces, rng.randint(8, 12))
        singles = [face for face in faces if face not in pairs][:6]
        hand = pairs * 2 + singles
        rung = next(r for r in chain(shapes, RULES) if can_be_cut(Counter(hand), r, order))
        expected = sum(
            comb(len(pairs) + len(singles) - n, len(led) - 2 * n)
            for n in range(min(len(pairs), len(led) // 2) + 1)
            for taken in combinations(pairs, n)
            if can_be_cut(Counter(taken * 2), rung, order)
        )
        plays = Follows(COMPILED, trump, led, hand, units)
        assert plays.count() == expected, shown(trump, led, hand)
        for k in (0, expected // 2, expected - 1):
            assert plays.is_legal(plays.unrank(k))
