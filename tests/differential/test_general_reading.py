"""Readings, leads and throws of every table and setting against the reference (R5 to R10)."""

from random import Random

import pytest

from tractor_fast._core import referee
from tractor_fast._core.moves import Leads, UnitLeads, reading
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, format_faces
from tractor_fast.errors import PlayError
from tractor_fast.reference import formats, lead, throws
from tractor_fast.reference.order import TRUMP, order_of
from tractor_fast.rules import Rules

POSITIONS = 400
"""Random positions a test and seed."""

LISTED = 2000
"""Sets of leads are listed up to this size."""


def random_rules(rng):
    return Rules(
        decks=rng.choice((1, 2, 3, 3, 4, 4, 4)),
        tractor_width=rng.choice((2, 2, 2, 3, 4, 5)),
        tractor_length=rng.choice((2, 2, 2, 3, 4)),
        close_level_gap=rng.random() < 0.7,
        trump_tractors=rng.choice(("all", "all", "all", "suit_cards", "none")),
        throws=rng.random() < 0.8,
        failed_throw=rng.choice(("first_challenger", "smallest", "next_names")),
        rainbows=rng.choice((None, None, 4, 5, 7)),
    )


def random_suit(rng, order):
    """Faces of a random suit, lowest first; mostly trumps, whose steps are the most."""
    suit = TRUMP if rng.random() < 0.7 else rng.choice(sorted(set(order.suit)))
    return sorted((f for f in range(54) if order.suit[f] == suit), key=order.sort_key)


def random_cards(rng, faces, decks, most):
    """Up to `most` cards of neighbouring faces, each mostly held as often as its neighbour."""
    start = rng.randrange(len(faces))
    near = [*faces[start:], *faces[:start]]
    copies, steady, cards = rng.randint(1, decks), rng.choice((0.2, 0.6, 0.9)), []
    for face in near:
        if rng.random() > steady:
            copies = rng.randint(0, decks)
        cards += [face] * copies
    return cards[: rng.randint(1, most)] or near[:1]


def all_suits(rng, decks):
    """Cards of one to three ranks, mostly out of all four suits."""
    return [
        4 * rank + suit
        for rank in rng.sample(range(13), rng.randint(1, 3))
        for suit in range(4)
        for _ in range(rng.choice((0, *range(1, decks + 1), *range(1, decks + 1))))
    ]


def positions(seed):
    """Rules, their compiled form, trump, faces of a suit."""
    rng = Random(seed)
    rules = compiled = None
    for number in range(POSITIONS):
        if number % 20 == 0:
            rules = random_rules(rng)
            compiled = CompiledRules(rules)
        trump = Trump(rng.randrange(13), rng.choice((None, 0, 1, 2, 3)))
        yield rng, rules, compiled, trump, random_suit(rng, order_of(trump, rules))


def tuples_of(units):
    return [(unit.kind, unit.width, unit.faces) for unit in units]


@pytest.mark.parametrize("seed", range(3))
def test_readings(seed):
    for rng, rules, compiled, trump, faces in positions(f"readings {seed}"):
        led = random_cards(rng, faces, rules.decks, 72)
        if rules.rainbows and rng.random() < 0.3:
            led = all_suits(rng, rules.decks) or led
        try:
            expected = tuples_of(formats.reading(led, trump, rules))
        except PlayError:
            with pytest.raises(PlayError, match="more than one suit"):
                reading(compiled, trump, led)
            continue
        assert reading(compiled, trump, led) == expected, (
            f"{rules.changed()}, trump {trump}, {format_faces(led)}"
        )


@pytest.mark.parametrize("seed", range(2))
def test_leads(seed):
    listed = 0
    for rng, rules, compiled, trump, faces in positions(f"leads {seed}"):
        hand = random_cards(rng, faces, rules.decks, 12)
        hand += random_cards(rng, [face for face in range(54) if face not in faces], rules.decks, 4)
        if rng.random() < 0.3:
            hand = all_suits(rng, rules.decks)[:14] or hand
        shown = f"{rules.changed()}, trump {trump}, {format_faces(hand)}"
        units = UnitLeads(compiled, trump, hand)
        assert sorted(map(tuple, units.enumerate())) == lead.unit_leads(hand, trump, rules), shown
        leads = Leads(compiled, trump, hand)
        if leads.count() > LISTED:
            continue
        listed += 1
        found = [tuple(play) for play in leads.enumerate()]
        assert sorted(found) == sorted(lead.leads(hand, trump, rules)), shown
        for play in rng.sample(found, min(8, len(found))):
            one = len(formats.reading(play, trump, rules)) == 1
            assert units.is_legal(play) == one, f"{shown}: {format_faces(play)}"
            assert leads.is_legal(play)
        if len(found) > units.count():
            for play in leads.sample_throws(seed=listed, n=5):
                assert len(formats.reading(play, trump, rules)) > 1
        else:
            with pytest.raises(PlayError, match="no throw"):
                leads.sample_throws()
    assert listed > POSITIONS // 4


@pytest.mark.parametrize("seed", range(3))
def test_throws(seed):
    failed = 0
    for rng, rules, compiled, trump, faces in positions(f"throws {seed}"):
        left = [face for face in faces for _ in range(rules.decks)]
        led = random_cards(rng, faces, rules.decks, 12)
        for face in led:
            left.remove(face)
        leader = rng.randrange(4)
        hands = [[], [], [], []]
        for face in left:
            taker = rng.randrange(6)
            if taker < 4:
                hands[taker].append(face)
        hands[leader] += led
        units = formats.reading(led, trump, rules)
        judged = throws.judge(leader, units, hands, trump, rules)
        found = referee.throw(compiled, trump, leader, hands, led)
        shown = f"{rules.changed()}, trump {trump}, seat {leader} of {hands} leads {led}"
        assert (found.stands, found.stopped_by) == (judged.stands, judged.beaten_by), shown
        if judged.stands:
            assert found.choices == []
            continue
        failed += 1
        assert found.choices == tuples_of(judged.choices), shown
        if len(judged.choices) == 1:
            assert found.led == sorted(judged.choices[0].cards), shown
            assert sorted(found.led + found.held_back) == sorted(led), shown
        else:
            assert (found.led, found.held_back) == (None, None), shown
    assert failed > POSITIONS // 8
