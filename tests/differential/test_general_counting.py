"""Follows under any settings: the core lists, counts and draws what the reference allows."""

import os
from collections import Counter
from math import comb
from random import Random

import pytest

from tractor_fast._core.moves import Follows
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, format_faces
from tractor_fast.reference import follow, formats
from tractor_fast.reference.order import TRUMP, order_of
from tractor_fast.rules import Rules

POSITIONS = int(os.environ.get("TRACTOR_FAST_POSITIONS", "150"))
"""Random positions a test."""

SETTINGS = {
    "tractor_width": (2, 2, 2, 3),
    "tractor_length": (2, 2, 2, 3),
    "partial_tractors": (True, True, False),
    "throw_tractors": (True, True, False),
    "tractors_answer_only_tractors": (False, False, True),
    "follow": ("standard", "standard", "standard", "pairs_only", "suit_only"),
    "throw_follow": ("chain", "each_unit"),
    "bulldozer_ladder": (
        "standard",
        "as_listed",
        "tractor_over_triple_pair",
        "tractor_over_triples",
    ),
    "close_level_gap": (True, True, False),
    "trump_tractors": ("all", "all", "suit_cards", "none"),
    "bombs": ("off", "any_suit", "suit_following"),
}


def random_rules(rng, **fixed):
    """Rules with some settings drawn; one to four decks, mostly three or four."""
    drawn = {name: rng.choice(values) for name, values in SETTINGS.items() if rng.random() < 0.5}
    return Rules(**{"decks": rng.choice((1, 2, 3, 3, 4, 4)), **drawn, **fixed})


def random_cards(rng, faces, most, decks):
    """Cards of some neighbouring faces, often several of each."""
    weights = rng.choice(((1, 4, 1, 1, 1), (1, 1, 4, 2, 1), (1, 1, 2, 4, 4)))[: decks + 1]
    start = rng.randrange(len(faces))
    near = [*faces[start:], *faces[:start]]
    near = near if rng.random() < 0.8 else rng.sample(near, len(near))
    cards = [face for face in near for _ in range(rng.choices(range(decks + 1), weights)[0])]
    return cards[: rng.randint(1, most)] or near[:1]


def random_position(rng, rules):
    """Trump, lead and hand: of the led suit the hand has about as many cards as the lead."""
    trump = Trump(rng.randrange(13), rng.choice((None, 0, 1, 2, 3)))
    order = order_of(trump, rules)
    suit = TRUMP if rng.random() < 0.6 else rng.choice(sorted(set(order.suit)))
    faces = sorted((f for f in range(54) if order.suit[f] == suit), key=order.sort_key)
    led = random_cards(rng, faces, 9, rules.decks)
    hand = random_cards(rng, faces, len(led) + 6, rules.decks)
    others = [face for face in range(54) if face not in faces for _ in range(rules.decks)]
    hand += rng.sample(others, max(0, len(led) - len(hand)) + rng.randint(0, 3))
    if rules.bombs != "off" and rng.random() < 0.3:
        face = rng.choice(others)
        hand = [other for other in hand if other != face] + [face] * rules.decks
    return trump, led, hand


def random_rainbow(rng, rules):
    """Trump, a rainbow of one or two ranks, and a hand of mostly two ranks."""
    trump = Trump(rng.randrange(13), rng.choice((None, 0, 1, 2, 3)))
    ranks = rng.sample([rank for rank in range(13) if rank != trump.rank], rng.choice((1, 1, 2)))
    led = [4 * rank + suit for rank in ranks for suit in range(4)]
    led += [4 * ranks[0] + rng.randrange(4)] if rng.random() < 0.3 else []
    near = rng.sample(range(13), 3)
    cards = [4 * rank + suit for rank in near for suit in range(4)] * rules.decks
    hand = rng.sample(cards, min(len(cards), len(led) + 4)) + rng.sample(range(54), 2)
    return trump, led, [face for face in hand if hand.count(face) <= rules.decks]


def listed_by_reference(trump, led, hand, rules):
    """All follows, or None where there are too many choices to try."""
    order = order_of(trump, rules)
    units = formats.reading(led, trump, rules)
    mine = len(order.of_suit(hand, order.suit[led[0]]))
    if comb(max(mine, len(hand) - mine), min(len(led), max(mine, len(hand) - mine))) > 3000:
        return None
    return follow.follows(hand, units, trump, rules)


def agree(rules, trump, led, hand):
    """Whether the position was compared; all four answers are."""
    expected = listed_by_reference(trump, led, hand, rules)
    if expected is None:
        return False
    shown = f"{rules.changed()}, trump {trump}, lead {format_faces(led)}, hand {format_faces(hand)}"
    plays = Follows(CompiledRules(rules), trump, led, hand)
    listed = [tuple(play) for play in plays.enumerate()]
    assert sorted(listed) == expected, shown
    assert plays.count() == len(expected), shown
    assert listed[-1] == tuple(plays.unrank(len(listed) - 1)), shown
    drawn = [tuple(play) for play in plays.sample(n=20)]
    assert set(drawn) <= set(expected), shown
    return True


@pytest.mark.parametrize("protected", [False, True])
def test_follows(protected):
    rng = Random(f"follows {protected}")
    compared = 0
    for _ in range(POSITIONS):
        rules = random_rules(rng, protect_longer_tuples=protected)
        compared += agree(rules, *random_position(rng, rules))
    assert compared > POSITIONS / 2


def test_follows_of_rainbows():
    rng = Random("rainbows")
    compared = 0
    for _ in range(POSITIONS // 5):
        rules = random_rules(rng, rainbows=4, decks=rng.choice((2, 3, 4)))
        trump, led, hand = random_rainbow(rng, rules)
        if len(hand) >= len(led) and comb(len(hand), len(led)) < 3000:
            compared += agree(rules, trump, led, hand)
    assert compared > POSITIONS / 20


def test_every_follow_is_drawn_as_often():
    """Chi-square of 40 draws a play, within 5.5 standard deviations."""
    rng = Random("draws")
    tested = 0
    while tested < 12:
        rules = random_rules(rng, protect_longer_tuples=rng.random() < 0.3)
        trump, led, hand = random_position(rng, rules)
        plays = Follows(CompiledRules(rules), trump, led, hand)
        n = plays.count()
        if not 4 <= n <= 250:
            continue
        drawn = Counter(tuple(play) for play in plays.sample(seed=tested, n=40 * n))
        chi2 = sum((drawn[tuple(play)] - 40) ** 2 / 40 for play in plays.enumerate())
        assert abs(chi2 - (n - 1)) < 5.5 * (2 * (n - 1)) ** 0.5
        tested += 1
