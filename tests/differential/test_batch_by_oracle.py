"""The batch functions against the reference, under random rules (R11 to R18, R34, R35)."""

import os
from importlib import import_module
from math import comb
from random import Random

import numpy as np
import pytest

from tractor_fast import to_faces, to_planes
from tractor_fast._core.compiled import compiled
from tractor_fast._core.engine import kernels
from tractor_fast.cards import format_faces
from tractor_fast.errors import UnsupportedRulesError
from tractor_fast.evaluate.positions import candidates, random_position
from tractor_fast.evaluate.random_rules import random_rules
from tractor_fast.reference import follow, formats, trick
from tractor_fast.reference.order import order_of
from tractor_fast.rules import Rules

RULE_SETS = int(os.environ.get("TRACTOR_FAST_POSITIONS", "100"))
POSITIONS = 12
"""Random positions of a rule set."""

LISTED = 300
"""Follows are counted by the reference too where there are so many choices at most."""


def arrays_of(cards, decks):
    return np.array([to_planes(faces, decks) for faces in cards])


def trumps_of(trumps):
    levels = np.array([trump.rank for trump in trumps], np.uint8)
    return levels, np.array([4 if t.suit is None else t.suit for t in trumps], np.uint8)


def compare(kernel, rules, rng):
    """All three questions about some positions, as three batches; how many answers agree."""
    asked, tricks = [], []
    for _ in range(POSITIONS):
        position = random_position(rng, rules)
        units = formats.reading(position.lead, position.trump, rules)
        order = order_of(position.trump, rules)
        hand = position.hands[0]
        try:
            for play in candidates(rng, position, order, []):
                legal = follow.is_legal(hand, units, play, position.trump, rules)
                asked.append((position, units, hand, play, legal))
        except UnsupportedRulesError:  # more rungs than the reference walks
            continue
        plays = [position.lead, *position.plays]
        leader = rng.randrange(rules.players)
        winner = trick.winner(leader, units, plays, position.trump, rules)
        tricks.append((position.trump, leader, plays, winner))
    if not asked:
        return 0
    spec = compiled(rules)
    hands = arrays_of([hand for _, _, hand, _, _ in asked], rules.decks)
    leads = arrays_of([position.lead for position, *_ in asked], rules.decks)
    plays = arrays_of([play for _, _, _, play, _ in asked], rules.decks)
    levels, trumps = trumps_of([position.trump for position, *_ in asked])
    legal = kernel.legal(spec, hands, leads, plays, levels, trumps)
    counts = kernel.count(spec, hands, leads, levels, trumps)
    drawn = kernel.sample(spec, hands, leads, levels, trumps, 7, 0)
    assert kernel.legal(spec, hands, leads, drawn, levels, trumps).all()
    for (position, units, hand, play, expected), answer, count, draw in zip(
        asked, legal, counts, drawn, strict=True
    ):
        where = (
            f"{rules.changed()} trump {position.trump}, lead {format_faces(position.lead)}, "
            f"hand {format_faces(hand)}, play {format_faces(play)}"
        )
        assert answer == expected, where
        assert follow.is_legal(hand, units, to_faces(draw), position.trump, rules), where
        if comb(len(hand), len(position.lead)) <= LISTED:
            assert count == len(follow.follows(hand, units, position.trump, rules)), where
    levels, trumps = trumps_of([trump for trump, *_ in tricks])
    winners, points = kernel.resolve(
        spec,
        np.array([arrays_of(plays, rules.decks) for _, _, plays, _ in tricks]),
        np.array([leader for _, leader, _, _ in tricks], np.uint8),
        levels,
        trumps,
    )
    assert winners.tolist() == [winner for *_, winner in tricks], rules.changed()
    assert points.tolist() == [trick.trick_points(plays) for _, _, plays, _ in tricks]
    return len(asked)


@pytest.mark.parametrize("name", kernels())
@pytest.mark.parametrize("kind", ["any rules", "the plain path"])
def test_batches_answer_as_the_reference(name, kind):
    kernel = import_module(f"tractor_fast._core.batch_{name}")
    rng = Random(f"batch {kind}")
    asked = 0
    for _ in range(RULE_SETS):
        rules = random_rules(rng) if kind == "any rules" else Rules(decks=rng.choice((1, 2)))
        asked += compare(kernel, rules, rng)
    assert asked > RULE_SETS * POSITIONS
