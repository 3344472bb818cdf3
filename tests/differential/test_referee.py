"""The compiled referee against the reference on random throws, tricks, bids and points.

The positions lean towards what decides: leads with pairs and tractors, followers with few faces of
trump, so that ruffs compete and a play can be cut in several ways.
"""

import random

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import BIG_JOKER, SMALL_JOKER, Trump, format_faces
from tractor_fast.reference import bids as reference_bids
from tractor_fast.reference import score as reference_score
from tractor_fast.reference import throws, trick
from tractor_fast.reference.formats import reading
from tractor_fast.reference.order import TRUMP, order_of
from tractor_fast.rules import Rules, load_rules

RULES = Rules()
CORE = CompiledRules(RULES)
DECKS = [face for face in range(54) for _ in range(2)]


def crowded(rng, cards, size, order):
    """`size` cards of a few neighbouring faces out of `cards`, None if there are too few."""
    faces = sorted(set(cards), key=order.sort_key)
    width = rng.randint((size + 1) // 2, size + 1)
    low = rng.randrange(max(1, len(faces) - width + 1))
    few = [face for face in cards if face in faces[low : low + width]]
    return rng.sample(few, size) if len(few) >= size else None


def random_trick(rng):
    """Trump, its order, a lead of two to nine cards of one suit, three plays, the cards left."""
    while True:
        trump = Trump(rng.randrange(13), rng.choice([0, 1, 2, 3, None]))
        order = order_of(trump, RULES)
        size = rng.randint(2, 9)
        suit = rng.randrange(5)
        left = list(DECKS)
        plays = []
        for place in range(4):
            wanted = suit if place == 0 or rng.random() < 0.15 else TRUMP
            pool = [face for face in left if order.suit[face] == wanted]
            play = crowded(rng, pool, size, order)
            if play is None and place == 0:
                break
            play = play or rng.sample(left, size)
            for face in play:
                left.remove(face)
            plays.append(play)
        if len(plays) == 4:
            return trump, order, plays, left


@pytest.mark.parametrize("seed", range(4))
def test_winners_agree(seed):
    rng = random.Random(seed)
    for _ in range(750):
        trump, _, plays, _ = random_trick(rng)
        units = reading(plays[0], trump, RULES)
        leader = rng.randrange(4)
        expected = (
            trick.winner(leader, units, plays, trump, RULES),
            trick.trick_points(plays),
            trick.largest_unit(units),
        )
        text = f"{trump}, seat {leader} leads: " + " | ".join(map(format_faces, plays))
        assert referee.winner(CORE, trump, leader, plays) == expected, text


@pytest.mark.parametrize("seed", range(4))
def test_throws_agree(seed):
    rng = random.Random(100 + seed)
    for _ in range(750):
        trump, order, plays, left = random_trick(rng)
        leader = rng.randrange(4)
        rng.shuffle(left)
        if rng.random() < 0.5:
            # Away with some of the led suit, so that throws stand too.
            suit = order.suit[plays[0][0]]
            left.sort(key=lambda face: (order.suit[face] == suit) * rng.random())
        left += plays[1] + plays[2] + plays[3]
        size = rng.randint(1, 18)
        hands = [left[seat * size : (seat + 1) * size] for seat in range(4)]
        hands[leader] = hands[leader] + plays[0]
        verdict = throws.judge(leader, reading(plays[0], trump, RULES), hands, trump, RULES)
        result = referee.throw(CORE, trump, leader, hands, plays[0])
        led = sorted(face for unit in verdict.choices for face in unit.cards)
        text = f"{trump}, seat {leader} throws {format_faces(plays[0])}: " + " | ".join(
            map(format_faces, hands)
        )
        assert (result.stands, result.led) == (verdict.stands, led), text
        assert result.stopped_by == verdict.beaten_by, text
        assert sorted(result.led + result.held_back) == sorted(plays[0]), text


@pytest.mark.parametrize("seed", range(2))
def test_bids_agree(seed):
    rng = random.Random(200 + seed)
    for _ in range(500):
        level = rng.randrange(13)
        shown = [4 * level + suit for suit in range(4)] + [SMALL_JOKER, BIG_JOKER]
        made = []
        while True:
            seat = rng.randrange(4)
            hand = [*rng.sample(2 * shown, rng.randint(0, 8)), 4 * ((level + 1) % 13)]
            expected = reference_bids.valid_bids(hand, seat, made, level, RULES)
            shown_before = [(bid.seat, bid.face, bid.count) for bid in made]
            found = referee.bids(CORE, level, seat, hand, shown_before)
            assert set(found) == {(bid.face, bid.count) for bid in expected}
            assert len(found) == len(expected)
            if not expected:
                break
            made.append(rng.choice(expected))


@pytest.mark.parametrize("cap", [None, 1, 3])
def test_levels_agree(cap):
    rules = load_rules({"level_cap": cap})
    core = CompiledRules(rules)
    for points in range(-40, 500, 5):
        assert referee.score(core, points) == tuple(reference_score.outcome(points, rules))
