"""Which throws stand and what is led when one fails, in the compiled core (R9, R10)."""

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, format_faces, parse_face, parse_faces, parse_rank
from tractor_fast.errors import CardError, PlayError
from tractor_fast.rules import Rules

RULES = CompiledRules(Rules())


def throw(trump, cards, *hands, leader=0, units=None):
    """Result of throwing `cards`; `hands` of the others in playing order, in text."""
    level = Trump(parse_rank(trump[0]), None if trump[1:] == "NT" else "cdhs".index(trump[1]))
    faces = [parse_faces(hand) for hand in (cards, *hands)]
    seats = [faces[(seat - leader) % 4] for seat in range(4)]
    return referee.throw(RULES, level, leader, seats, faces[0], units)


def led(*args, **options):
    """Text of the cards led, in order of their numbers, and the seat that stopped the throw."""
    result = throw(*args, **options)
    assert result.stands == (result.stopped_by is None)
    return format_faces(result.led), result.stopped_by


def test_throw_stands_when_nobody_beats_a_unit():
    result = throw("2s", "AhAhKh", "QhQhJh", "KhTc9c", "3s4s5s")
    assert result == (True, sorted(parse_faces("AhAhKh")), [], None, [])


def test_equal_strength_does_not_beat():
    assert led("2s", "AhKhKh", "Ah3h4h", "QhQhJh", "3c4c5c") == ("Kh Kh Ah", None)


def test_first_challenger_forces_the_smallest_unit_that_he_beats():
    # Seat 1 beats only the pair; seat 2 could force the smaller single, but is asked later.
    assert led("2s", "9h9hKh", "JhJh3h", "Ah5h6h", "AhThQh") == ("9h 9h", 1)
    # Seat 1 beats both: the smaller unit is the single.
    assert led("2s", "9h9hKh", "JhJhAh", "Ah5h6h", "8hThQh") == ("Kh", 1)
    # Of two singles the lower.
    assert led("2s", "9hJh", "Ah3h", "5h6h", "8hTh") == ("9h", 1)


def test_playing_order_counts_from_the_leader():
    assert led("2s", "QhKh", "3h4h", "5h6h", "Ah7h", leader=2) == ("Qh", 1)


def test_led_and_held_back_together_are_the_throw():
    result = throw("2s", "9h9hKh", "JhJh3h", "5h6h7h", "8hThQh")
    choices = [("tuple", 2, (parse_face("9h"),))]
    assert result == (False, parse_faces("9h9h"), parse_faces("Kh"), 1, choices)


def test_unit_may_be_cut_out_of_a_longer_one():
    """Some two steps of 9 T J Q reach higher than 7 8 (R9), and a pair of them than an 8 pair."""
    assert led("2s", "7h7h8h8hAh", "9h9hThThJh", "3c4c5c6c7c", "3d4d5d6d7d") == ("7h 7h 8h 8h", 1)
    assert led("2s", "8h8hAhKh", "9h9hThTh", "3c4c5c6c", "3d4d5d6d") == ("8h 8h", 1)


def test_longer_but_lower_tractor_does_not_beat():
    assert led("2s", "7h7h8h8hAh", "4h4h5h5h6h6h", "3c4c5c6c7c8c", "3d4d5d6d7d8d")[1] is None


def test_only_cards_of_the_led_suit_can_stop_a_throw():
    assert led("2s", "QhKh", "3sAs", "SJBJ", "2s2h")[1] is None


def test_pairs_that_do_not_meet_are_no_tractor():
    assert led("2s", "7h7h8h8hAh", "9h9hJhJhKh", "3c4c5c6c7c", "3d4d5d6d7d")[1] is None


def test_off_suit_level_card_fills_a_step():
    """2h-2s is higher than A-2c, whichever off-suit level card it is (R3, R5)."""
    expected = sorted(parse_faces("AsAs2c2c"))
    result = throw("2s", "AsAs2c2cBJBJ", "2h2h2s2s3s4s", "3c4c5c6c7c8c", "3d4d5d6d7d8d")
    assert (result.led, result.stopped_by) == (expected, 1)


def test_two_off_suit_level_pairs_are_no_tractor():
    cards = "AsAs2c2cBJBJ"
    assert led("2s", cards, "2h2h2d2d3s4s", "3c4c5c6c7c8c", "3d4d5d6d7d8d")[1] is None


@pytest.mark.parametrize(
    ("throw_text", "forced"),
    [("2c2d2h", "2h"), ("2c2d", "2d"), ("2c2c2d2d", "2d 2d"), ("2c2c2d", "2d")],
)
def test_equal_off_suit_level_cards_count_s_h_d_c(throw_text, forced):
    """All are beaten alike: the lowest of the tie-break is forced (R10)."""
    assert led("2s", throw_text, "BJBJSJSJ", "3c4c5c6c", "3d4d5d6d") == (forced, 1)


def test_no_trump_ties_count_spades_lowest():
    assert led("2NT", "2c2s2h", "BJ3c4c", "5c6c7c", "8c9cTc") == ("2s", 1)


def test_given_units_are_judged_instead_of_the_reading():
    loose = [("tuple", 2, (parse_face("7h"),)), ("tuple", 2, (parse_face("8h"),))]
    hands = ("9h9hJhJh", "3c4c5c6c", "3d4d5d6d")
    assert led("2s", "7h7h8h8h", *hands) == ("7h 7h 8h 8h", None)  # one tractor: never checked
    assert led("2s", "7h7h8h8h", *hands, units=loose) == ("7h 7h", 1)


def test_lead_of_one_unit_always_stands():
    assert led("2s", "3h", "AhAh", "Kh", "Qh") == ("3h", None)


@pytest.mark.parametrize(
    ("cards", "units", "error"),
    [
        ("", None, "no card"),
        ("3h4c", None, "more than one suit"),
        ("3h4h", [("single", 1, (6,))], "fewer cards"),
        ("3h4h", [("single", 1, (6,)), ("single", 1, (14,))], "other cards"),
        ("3h3h", [("tuple", 3, (6,))], "from 2 to 2"),
        ("3h3h", [("tuple", 2, (6, 10))], "number of faces"),
        ("3h3h5h5h", [("tractor", 2, (6, 14))], "adjacent"),
        ("3h3h4h4h", [("tractor", 2, (10, 6))], "adjacent"),
        ("3h3h4h4h", [("throw", 2, (6, 10))], "kind of a unit"),
        ("3h3h4h4h", ["3h"], "a unit is a tuple"),
        ("3h3h4h4h", 7, "must be a list"),
    ],
)
def test_leads_that_are_none_are_refused(cards, units, error):
    with pytest.raises(PlayError, match=error):
        throw("2s", cards, "", "", "", units=units)


def test_throw_must_be_in_the_leaders_hand():
    hands = [parse_faces(hand) for hand in ("3h4h", "5h6h", "7h8h", "9hTh")]
    with pytest.raises(PlayError, match=r"seat 0.*does not hold"):
        referee.throw(RULES, Trump(0, 3), 0, hands, parse_faces("5h6h"))


def test_more_cards_than_the_decks_hold_are_refused():
    with pytest.raises(CardError, match="hand of seat 2: there are only 2 Ah in 2 decks"):
        throw("2s", "AhKh", "Ah", "Ah", "")
