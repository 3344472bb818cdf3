"""Bids, trump, levels and the next declarer in the compiled core (R21, R22, R30, R33)."""

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import RANKS, face_name, parse_face, parse_faces
from tractor_fast.errors import PlayError
from tractor_fast.rules import Rules, load_rules

RULES = CompiledRules(Rules())


def bids(hand, *made, seat=1, level="2"):
    """Bids open to a seat as texts such as `1 2s`; `made` are (seat, text) in order."""
    before = [(who, parse_face(text[2:]), int(text[0])) for who, text in made]
    found = referee.bids(RULES, RANKS.index(level), seat, parse_faces(hand), before)
    return [f"{count} {face_name(face)}" for face, count in found]


def test_first_bid_shows_level_cards_or_two_jokers():
    assert bids("2s2s2h3c3cSJ") == ["1 2h", "1 2s", "2 2s"]
    assert bids("SJBJ") == []
    assert bids("SJSJBJBJAc") == ["2 SJ", "2 BJ"]
    assert bids("2sAsAs", level="A") == ["1 As", "2 As"]


def test_higher_bid_has_more_cards():
    assert bids("2s2s2h", (0, "1 2c")) == ["2 2s"]
    assert bids("2s2h2d", (0, "1 2c")) == []


def test_of_as_many_cards_jokers_are_higher():
    assert bids("2s2sSJSJBJBJ", (0, "2 2c")) == ["2 SJ", "2 BJ"]
    assert bids("2s2sBJBJ", (0, "2 SJ")) == ["2 BJ"]
    assert bids("2s2sSJSJ", (0, "2 BJ")) == []


def test_top_bidder_only_reinforces_the_same_card():
    assert bids("2s2s2h2hSJSJ", (1, "1 2s")) == ["2 2s"]
    assert bids("2s2h2hSJSJ", (1, "1 2s")) == []
    assert bids("2s2sSJSJ", (1, "2 2s")) == []


def test_overbid_player_may_bid_anything_higher():
    assert bids("2s2hSJSJ", (1, "1 2s"), (2, "2 2c")) == ["2 SJ"]


@pytest.mark.parametrize(
    ("made", "error"),
    [
        ([(0, 3, 2), (1, 7, 2)], "bid 2: 2 3s is not open to seat 1"),
        ([(0, 52, 1)], "bid 1: 1 SJ is not open to seat 0"),
        ([(0, 3, 1), (0, 2, 2)], "bid 2: 2 2h is not open to seat 0"),
        ([(4, 3, 1)], "bid 1: the seat = 4: allowed: a whole number from 0 to 3"),
        ([(0, 54, 1)], "bid 1: the face = 54: allowed: a whole number from 0 to 53"),
        ([(0, 3, 3)], "bid 1: the count = 3: allowed: a whole number from 1 to 2"),
        ([(0, 3)], "bid 1 must be a tuple"),
        (5, "bids made must be a list"),
    ],
)
def test_bids_that_were_not_open_are_refused(made, error):
    with pytest.raises(PlayError, match=error):
        referee.bids(RULES, 0, 1, [], made)


def test_trump_of_a_shown_card():
    shown = [referee.trump_shown(parse_face(name)) for name in ("2c", "Ad", "7h", "2s", "SJ", "BJ")]
    assert shown == [0, 1, 2, 3, None, None]


@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        (-10, (True, 3, 0)),
        (0, (True, 3, 0)),
        (5, (True, 2, 0)),
        (35, (True, 2, 0)),
        (40, (True, 1, 0)),
        (75, (True, 1, 0)),
        (80, (False, 0, 0)),
        (115, (False, 0, 0)),
        (120, (False, 0, 1)),
        (160, (False, 0, 2)),
        (200, (False, 0, 3)),
        (240, (False, 0, 3)),
    ],
)
def test_levels_of_two_decks(points, outcome):
    assert referee.score(RULES, points) == outcome


def test_level_cap_and_step_are_settings():
    no_cap = CompiledRules(load_rules({"level_cap": None}))
    assert referee.score(no_cap, 400) == (False, 0, 8)
    assert referee.score(CompiledRules(load_rules({"level_cap": 1})), 0) == (True, 1, 0)
    assert referee.score(CompiledRules(load_rules({"step_per_deck": 10})), 60) == (False, 0, 1)
    largest = CompiledRules(load_rules({"step_per_deck": 1_000_000}))
    assert referee.score(largest, 3_999_995) == (True, 1, 0)


@pytest.mark.parametrize("declarer", range(4))
def test_next_declarer_is_the_next_seat_of_the_winning_side(declarer):
    assert referee.next_declarer(RULES, declarer, True) == (declarer + 2) % 4
    assert referee.next_declarer(RULES, declarer, False) == (declarer + 1) % 4
