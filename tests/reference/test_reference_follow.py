"""R11 to R15, R34: which plays may follow."""

import pytest
from reference_helpers import may_follow, rules, trump

from tractor_fast.cards import parse_faces
from tractor_fast.reference.follow import follows, is_legal, why_illegal
from tractor_fast.reference.formats import reading
from tractor_fast.reference.units import Unit


def why(hand, lead, play, in_force, **settings):
    units = reading(parse_faces(lead), trump(in_force), rules(**settings))
    return why_illegal(
        parse_faces(hand), units, parse_faces(play), trump(in_force), rules(**settings)
    )


def test_same_number_of_cards():
    assert "(R11)" in why("3h 4h", "5h", "3h 4h", "2s")


def test_only_cards_that_are_held():
    assert "does not hold 4h" in why("3h", "5h", "4h", "2s")


def test_the_led_suit_is_followed():
    assert "(R12)" in why("3h 4s", "5h", "4s", "2s")
    assert may_follow("3h 4s", "5h", "3h", "2s")
    assert "(R12)" in why("3h 4s 5d", "5h 6h", "4s 5d", "2s")


def test_the_void_play_anything():
    assert may_follow("3d 4s", "5h", "4s", "2s")
    assert may_follow("3d 4s", "5h", "3d", "2s")


def test_a_level_card_is_no_card_of_its_printed_suit():
    assert may_follow("2h 3d", "5h", "3d", "2s")
    assert "(R12)" in why("2h 3s 4d", "5s", "4d", "2s")


def test_a_pair_is_answered_by_a_pair():
    assert "with 2 (R13)" in why("3h 3h 4h 5h", "9h 9h", "4h 5h", "2s")
    assert may_follow("3h 3h 4h 5h", "9h 9h", "3h 3h", "2s")
    assert may_follow("3h 4h 5h", "9h 9h", "3h 5h", "2s")


def test_a_pair_comes_out_of_a_triple_too():
    assert may_follow("3h 3h 3h 4h 5h", "9h 9h", "3h 3h", "2s", decks=3)
    assert not may_follow("3h 3h 3h 4h 5h", "9h 9h", "4h 5h", "2s", decks=3)


def test_two_equal_level_cards_are_no_pair():
    assert not may_follow("2h 2d 3s 3s", "9s 9s", "2h 2d", "2s")


def test_a_triple_asks_for_a_triple_then_a_pair():
    hand = "3h 3h 3h 4h 4h 5h"
    assert may_follow(hand, "9h 9h 9h", "3h 3h 3h", "2s", decks=3)
    assert not may_follow(hand, "9h 9h 9h", "3h 4h 4h", "2s", decks=3)
    assert may_follow("4h 4h 5h 6h", "9h 9h 9h", "4h 4h 6h", "2s", decks=3)
    assert not may_follow("4h 4h 5h 6h 7h", "9h 9h 9h", "5h 6h 7h", "2s", decks=3)


def test_a_led_tractor_draws_the_tractor_then_pairs():
    hand = "3h 3h 4h 4h 6h 6h 8h"
    assert may_follow(hand, "9h 9h Th Th", "3h 3h 4h 4h", "2s")
    assert not may_follow(hand, "9h 9h Th Th", "3h 3h 6h 6h", "2s")
    assert may_follow("3h 3h 6h 6h 8h", "9h 9h Th Th", "3h 3h 6h 6h", "2s")
    assert not may_follow("3h 3h 6h 6h 8h", "9h 9h Th Th", "3h 3h 6h 8h", "2s")


def test_three_pairs_a_shorter_tractor_must_come():
    hand = "3h 3h 4h 4h 6h 6h 8h 8h"
    assert may_follow(hand, "9h 9h Th Th Jh Jh", "3h 3h 4h 4h 8h 8h", "2s")
    assert not may_follow(hand, "9h 9h Th Th Jh Jh", "3h 3h 6h 6h 8h 8h", "2s")


def test_mixed_runs_of_a_led_pair_of_triples():
    hand = "4h 4h 4h 5h 5h 7h 7h 7h 9h"
    lead = "Th Th Th Jh Jh Jh"
    # 2 triples come first; with one triple alone the pair next to it.
    assert may_follow(hand, lead, "4h 4h 4h 7h 7h 7h", "2s", decks=3)
    hand = "4h 4h 4h 5h 5h 7h 7h 9h"
    assert may_follow(hand, lead, "4h 4h 4h 5h 5h 9h", "2s", decks=3)
    assert not may_follow(hand, lead, "4h 4h 4h 7h 7h 9h", "2s", decks=3)
    assert may_follow(hand, lead, "4h 4h 4h 7h 7h 9h", "2s", decks=3, bulldozer_ladder="as_listed")


def test_a_variant_puts_the_tractor_of_pairs_first():
    hand = "4h 4h 4h 7h 7h 7h 9h 9h Th Th"
    lead = "Jh Jh Jh Qh Qh Qh"
    over = "tractor_over_triples"
    assert not may_follow(hand, lead, "9h 9h Th Th 4h 7h", "2s", decks=3)
    assert may_follow(hand, lead, "9h 9h Th Th 4h 7h", "2s", decks=3, bulldozer_ladder=over)
    assert not may_follow(hand, lead, "4h 4h 4h 7h 7h 7h", "2s", decks=3, bulldozer_ladder=over)


def test_in_a_throw_the_chain_may_step_over_a_tractor():
    # A triple and a tractor are led and no triple is held.  The tractor has most rungs left: it
    # steps down twice before the triple does, so two pairs are all that the chain asks for.
    hand, lead = "3h 3h 4h 4h 6h 6h 8h 9h", "Th Th Jh Jh Kh Kh Kh"
    any_two_pairs, by_the_letter = "3h 3h 4h 6h 6h 8h 9h", "3h 3h 4h 4h 6h 6h 8h"
    for play in (any_two_pairs, by_the_letter):
        assert may_follow(hand, lead, play, "2s", decks=3)
    assert may_follow(hand, lead, by_the_letter, "2s", decks=3, throw_follow="each_unit")
    assert not may_follow(hand, lead, any_two_pairs, "2s", decks=3, throw_follow="each_unit")


def test_each_unit_asks_for_the_largest_unit_first():
    # One tractor and one pair are led; the hand holds a tractor alone.
    hand = "3h 3h 4h 4h 7h 8h 9h"
    lead = "Th Th Jh Jh Kh Kh"
    for settings in ({"throw_follow": "each_unit"}, {}):
        assert may_follow(hand, lead, "3h 3h 4h 4h 7h 8h", "2s", **settings)
    assert not may_follow(hand, lead, "3h 3h 4h 7h 8h 9h", "2s", throw_follow="each_unit")


def test_short_hands_play_all_and_fill_up_freely():
    assert may_follow("3h 3h 5d 5d 6d", "9h 9h Th Th", "3h 3h 5d 6d", "2s")
    assert not may_follow("3h 3h 5d 5d 6d", "9h 9h Th Th", "3h 5d 5d 6d", "2s")


def test_suit_only_asks_for_the_suit_alone():
    assert may_follow("3h 3h 4h 5h", "9h 9h", "4h 5h", "2s", follow="suit_only")
    assert not may_follow("3h 3h 4s", "9h 9h", "3h 4s", "2s", follow="suit_only")


def test_pairs_only_asks_for_pairs_adjacent_or_not():
    hand = "3h 3h 4h 4h 6h 6h 8h"
    assert may_follow(hand, "9h 9h Th Th", "3h 3h 6h 6h", "2s", follow="pairs_only")
    assert not may_follow(hand, "9h 9h Th Th", "3h 3h 6h 8h", "2s", follow="pairs_only")
    assert not may_follow(hand, "9h 9h", "3h 4h", "2s", follow="pairs_only")


def test_longer_tuples_need_not_be_broken_when_protected():
    protected = {"decks": 3, "protect_longer_tuples": True}
    hand = "3h 3h 3h 4h 5h"
    assert may_follow(hand, "9h 9h", "4h 5h", "2s", **protected)
    assert may_follow(hand, "9h 9h", "3h 3h", "2s", **protected)  # of one's own will


def test_protection_does_not_excuse_a_pair_that_is_whole():
    protected = {"decks": 3, "protect_longer_tuples": True}
    hand = "3h 3h 3h 4h 4h 5h"
    assert not may_follow(hand, "9h 9h", "3h 5h", "2s", **protected)
    assert may_follow(hand, "9h 9h", "4h 4h", "2s", **protected)
    # The triple holds a pair and a single, but no face was played as a pair, and 4-4 is kept back.
    assert not may_follow(hand, "9h 9h Kh", "3h 3h 3h", "2s", **protected)
    assert may_follow("3h 3h 3h 4h 5h", "9h 9h Kh", "3h 3h 3h", "2s", **protected)


def test_a_bomb_of_the_leads_size_may_be_played_with_any_suit():
    hand, lead, bomb = "3h 4h 5h 6h 7d 7d 7d 7d", "9h 9h Th Th", "7d 7d 7d 7d"
    assert not may_follow(hand, lead, bomb, "2s", decks=4)
    assert may_follow(hand, lead, bomb, "2s", decks=4, bombs="any_suit")
    assert not may_follow(hand, lead, bomb, "2s", decks=4, bombs="suit_following")
    hand = "3h 4h 5h 6h 7s 7s 7s 7s"
    assert may_follow(hand, lead, "7s 7s 7s 7s", "2s", decks=4, bombs="suit_following")


def test_all_follows_by_trying_every_choice():
    table, in_force = rules(), trump("2s")
    found = follows(parse_faces("3h 3h 4h 5d"), [Unit(2, (4 * 7 + 2,))], in_force, table)
    assert found == [tuple(parse_faces("3h 3h"))]
    found = follows(parse_faces("3h 5d 6d"), [Unit(2, (4 * 7 + 2,))], in_force, table)
    assert found == [tuple(parse_faces("3h 5d")), tuple(parse_faces("3h 6d"))]


@pytest.mark.parametrize("held_back", ["As", "2h"])
def test_level_pairs_answer_as_any_pair(held_back):
    hand = parse_faces(f"{held_back} {held_back} 3s 4s")
    units = reading(parse_faces("9s 9s"), trump("2s"), rules())
    assert not is_legal(hand, units, parse_faces("3s 4s"), trump("2s"), rules())
