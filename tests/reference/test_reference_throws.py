"""R9, R10: throws that stand and throws that fail."""

from reference_helpers import rules, texts, trump

from tractor_fast.cards import parse_faces
from tractor_fast.reference.formats import reading
from tractor_fast.reference.throws import judge


def judged(throw, others, in_force="2s", **settings):
    """(stands, units that may be led, who stops it) for a throw of seat 0."""
    table = rules(**settings)
    hands = [parse_faces(hand) for hand in (throw, *others)]
    units = reading(hands[0], trump(in_force), table)
    verdict = judge(0, units, hands, trump(in_force), table)
    return verdict.stands, texts(verdict.choices), verdict.beaten_by


def test_a_throw_stands_when_nobody_is_higher():
    assert judged("Kh Kh Qh", ["3h", "Jh", "Kd Kd"]) == (True, ["Qh", "Kh Kh"], None)


def test_equal_strength_does_not_beat():
    assert judged("2h 2h BJ", ["2d 2d", "BJ", "3s 3s"])[0]
    assert not judged("2h 2h BJ", ["2d 2d", "2s 2s", "3s 3s"])[0]


def test_s2s_example_q44():
    throw = "Qh 4h 4h"
    assert judged(throw, ["Kh", "3h", "3d"]) == (False, ["Qh"], 1)
    assert judged(throw, ["3h", "5h 5h", "3d"]) == (False, ["4h 4h"], 2)
    both = ["Kh", "5h 5h", "3d"]
    assert judged(throw, both, failed_throw="next_names") == (False, ["Qh", "4h 4h"], 1)


def test_the_first_challenger_decides():
    others = ["Jh Jh", "Ah", "3d"]
    assert judged("9h 9h Kh", others) == (False, ["9h 9h"], 1)
    assert judged("9h 9h Kh", others, failed_throw="smallest") == (False, ["Kh"], 2)


def test_the_smallest_unit_that_he_beats_then_the_lowest_top():
    assert judged("9h 9h Kh Jh", ["Ah Th Th", "3d", "3d"]) == (False, ["Jh"], 1)


def test_equal_level_cards_count_s_h_d_c():
    assert judged("2d 2h", ["SJ", "3d", "3d"], "2NT") == (False, ["2h"], 1)


def test_a_higher_unit_may_be_cut_out_of_a_larger_one():
    assert judged("9h 9h Ah", ["Jh Jh Jh", "3d", "3d"], decks=3) == (False, ["9h 9h"], 1)
    assert judged("3h 3h 4h 4h Ah", ["4h 4h 5h 5h 6h 6h", "3d", "3d"])[1] == ["3h 3h 4h 4h"]


def test_a_tractor_is_compared_by_its_top_step_and_its_shape():
    assert judged("Qh Qh Kh Kh Ah", ["Ah Ah 3h", "Jh Jh Qh Qh", "3d"])[0]


def test_trumps_do_not_stop_a_throw_in_a_plain_suit():
    assert judged("Kh Qh", ["BJ BJ", "SJ", "2s 2s"])[0]


def test_one_unit_is_never_checked():
    assert judged("3h 3h", ["Ah Ah", "3d", "3d"]) == (True, ["3h 3h"], None)
