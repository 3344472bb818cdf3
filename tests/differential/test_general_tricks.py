"""The compiled winner against the reference at every table and under random settings.

Plays are crowded on few faces of trump or of the led suit, so that they compete, and can be cut in
several ways.  Leads are read by R8 or given as other units.
"""

import random
from collections import Counter

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, format_faces
from tractor_fast.reference import trick
from tractor_fast.reference.formats import reading
from tractor_fast.reference.order import TRUMP, order_of
from tractor_fast.reference.rainbow import is_rainbow, rainbow_groups
from tractor_fast.reference.units import tractors_in, tuples_in
from tractor_fast.rules import load_rules

SIZES = [1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12]


def random_rules(rng):
    decks = rng.choice([1, 2, 3, 3, 4, 4])
    players = 4 if decks == 1 else rng.randint(4, 8)
    return load_rules(
        {
            "decks": decks,
            "players": players,
            "partners": "friends" if players % 2 else "fixed",
            "throw_eval": rng.choice(["all", "all", "highest", "longest_units"]),
            "competes": rng.choice(["cut", "cut", "reading"]),
            "close_level_gap": rng.random() < 0.8,
            "trump_tractors": rng.choice(["all", "all", "suit_cards", "none"]),
            "tractor_width": rng.choice([2, 2, 3]),
            "tractor_length": rng.choice([2, 2, 3]),
            "bombs": rng.choice(["off", "any_suit", "suit_following"]),
            "rainbows": rng.choice([None, 4, 6]),
        }
    )


def crowded(rng, left, size, suit, order):
    """`size` cards of a few neighbouring faces of a suit, None if there are too few."""
    cards = Counter(face for face in left if order.suit[face] == suit)
    if not cards:
        return None
    faces = sorted(cards, key=order.sort_key)
    fewest = -(-size // max(cards.values()))
    width = rng.randint(fewest, fewest + 2)
    low = rng.randrange(max(1, len(faces) - width + 1))
    few = faces[low : low + width]
    if rng.random() < 0.5:
        pool = [face for face in few for _ in range(cards[face])]
        return rng.sample(pool, size) if len(pool) >= size else None
    rng.shuffle(few)
    play = [face for face in few for _ in range(cards[face] - (rng.random() < 0.2))]
    return play[:size] if len(play) >= size else None


def one_rank(rng, left, size):
    """`size` cards of one rank, where so many are left."""
    rank = rng.randrange(13)
    pool = [face for face in left if face // 4 == rank]
    return rng.sample(pool, size) if len(pool) >= size else None


def random_units(rng, cards, rules, order):
    """Some units that cards of one suit can be cut into, not often R8's."""
    left, units = Counter(cards), []
    while left:
        choice = [*tractors_in(left, rules, order), *tuples_in(left)]
        larger = [unit for unit in choice if unit.size > 1]
        unit = rng.choice(larger if larger and rng.random() < 0.85 else choice)
        units.append(unit)
        left -= Counter(unit.cards)
    return units


def random_plays(rng, rules, order):
    """A lead and everybody's plays, or None."""
    size = rng.choice(SIZES)
    left = [face for face in range(54) for _ in range(rules.decks)]
    suit = rng.randrange(5)
    ranks = rules.rainbows is not None and rng.random() < 0.3
    plays = []
    for place in range(rules.players):
        if ranks:
            play = one_rank(rng, left, size)
        else:
            wanted = suit if place == 0 or rng.random() < 0.25 else TRUMP
            play = crowded(rng, left, size, wanted, order)
        if play is None and (place == 0 or len(left) < size):
            return None
        play = play or rng.sample(left, size)
        for face in play:
            left.remove(face)
        plays.append(play)
    return plays


def may_lead(cards, order, rules):
    one_suit = len({order.suit[face] for face in cards}) == 1
    return one_suit or rainbow_groups(cards, order, rules) is not None


@pytest.mark.parametrize("seed", range(6))
def test_winners_agree(seed):
    rng = random.Random(seed)
    checked = 0
    while checked < 1000:
        rules = random_rules(rng)
        core = CompiledRules(rules)
        for _ in range(40):
            trump = Trump(rng.randrange(13), rng.choice([0, 1, 2, 3, None]))
            order = order_of(trump, rules)
            plays = random_plays(rng, rules, order)
            if plays is None or not may_lead(plays[0], order, rules):
                continue
            units = reading(plays[0], trump, rules)
            given = None
            if not is_rainbow(units) and rng.random() < 0.5:
                units = random_units(rng, plays[0], rules, order)
                given = [(unit.kind, unit.width, unit.faces) for unit in units]
            leader = rng.randrange(rules.players)
            expected = (
                trick.winner(leader, units, plays, trump, rules),
                trick.trick_points(plays),
                trick.largest_unit(units),
            )
            text = f"{rules.changed()} {trump}, seat {leader} leads {units}: " + " | ".join(
                map(format_faces, plays)
            )
            assert referee.winner(core, trump, leader, plays, given) == expected, text
            checked += 1
