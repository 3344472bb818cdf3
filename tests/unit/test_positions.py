"""Random positions: cards that the table has, and enough of what is rare in random deals."""

import random
from collections import Counter

import pytest

from tractor_fast.evaluate.positions import candidates, random_position
from tractor_fast.reference.follow import is_bomb
from tractor_fast.reference.formats import reading
from tractor_fast.reference.order import order_of
from tractor_fast.rules import load_rules

POSITIONS = 400
TABLES = [
    {"decks": 1},
    {},
    {"decks": 4, "bombs": "any_suit"},
    {"players": 8, "decks": 2},
    {"players": 5, "partners": "friends", "decks": 3, "rainbows": 4},
    {"kitty": 200, "decks": 4},
]


@pytest.mark.parametrize("settings", TABLES, ids=str)
def test_positions_hold_cards_of_the_deck(settings):
    rules = load_rules(settings)
    rng = random.Random("positions")
    for _ in range(POSITIONS):
        position = random_position(rng, rules)
        dealt = Counter(position.lead)
        for hand, play in zip(position.hands, position.plays, strict=True):
            dealt.update(hand)
            assert len(play) == len(position.lead) <= len(hand) <= 54
            assert Counter(play) <= Counter(hand)
        assert dealt <= Counter(rules.deck(position.trump.rank))
        assert len(position.hands) == rules.players - 1
        assert reading(position.lead, position.trump, rules)


def test_leads_of_all_kinds_come_up():
    rules = load_rules({"decks": 4, "rainbows": 4})
    rng = random.Random("kinds")
    shapes: Counter[tuple[int, int]] = Counter()
    for _ in range(4 * POSITIONS):
        position = random_position(rng, rules)
        units = reading(position.lead, position.trump, rules)
        shapes.update({unit.shape for unit in units})
    for shape in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (2, 3), (3, 2), (4, 2), (1, 4), (1, 5)]:
        assert shapes[shape] >= 10, shape


def test_candidates_have_the_size_of_the_lead_and_come_from_the_hand():
    rules = load_rules({"decks": 4, "bombs": "any_suit"})
    rng = random.Random("candidates")
    bombs = 0
    for _ in range(POSITIONS):
        position = random_position(rng, rules)
        order = order_of(position.trump, rules)
        tried = list(candidates(rng, position, order, [position.plays[0]]))
        assert len(tried) >= 5
        for play in tried:
            assert Counter(play) <= Counter(position.hands[0])
            assert len(play) == len(position.lead)
            bombs += is_bomb(play)
    assert bombs > POSITIONS // 20
