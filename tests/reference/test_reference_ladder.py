"""R13, R14: the ladder of one unit and the chain of a throw."""

from itertools import islice

import pytest
from reference_helpers import rules

from tractor_fast.errors import UnsupportedRulesError
from tractor_fast.reference.ladder import MAX_RUNGS, chain, general_ladder, ladder, partitions


def written(rung):
    """``((2, 2), (1,), (1,))`` as ``2-2+1+1``."""
    return "+".join("-".join(map(str, run)) for run in rung)


def rungs(shape, in_throw=False, **settings):
    return [written(rung) for rung in ladder(shape, in_throw, rules(**settings))]


PAIR = ["2", "1+1"]
TRIPLE = ["3", "2+1", "1+1+1"]
QUAD = ["4", "3+1", "2-2", "2+2", "2+1+1", "1+1+1+1"]
TWO_PAIRS = ["2-2", "2+2", "2+1+1", "1+1+1+1"]
THREE_PAIRS = [
    "2-2-2", "2-2+2", "2+2+2", "2-2+1+1", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
]  # fmt: skip
TWO_TRIPLES = [
    "3-3", "3+3", "3-2+1", "2-3+1", "3+2+1", "3+1+1+1", "2-2-2", "2-2+2", "2+2+2", "2-2+1+1",
    "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
]  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((1, 1), ["1"]),
        ((2, 1), PAIR),
        ((3, 1), TRIPLE),
        ((4, 1), QUAD),
        ((2, 2), TWO_PAIRS),
        ((2, 3), THREE_PAIRS),
        ((3, 2), TWO_TRIPLES),
    ],
)
def test_the_lists_of_the_rules(shape, expected):
    assert rungs(shape) == expected


def test_partitions_descend():
    assert list(partitions(4, 4)) == [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]


def test_ladders_grow_as_the_rules_say():
    assert len(rungs((4, 3))) == 374
    assert len(rungs((4, 5))) == 19_873


def test_a_ladder_of_over_20000_rungs_is_refused():
    with pytest.raises(UnsupportedRulesError, match="6 steps of 4 cards"):
        ladder((4, 6), False, rules())
    # It is lazy: its first rungs come at once.
    assert len(list(islice(general_ladder((4, 6), rules()), MAX_RUNGS // 10))) == MAX_RUNGS // 10


def test_bulldozer_ladder_as_listed_has_eight_rungs():
    assert rungs((3, 2), bulldozer_ladder="as_listed") == [
        "3-3", "3+3", "3+2+1", "3+1+1+1", "2-2+1+1", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "place"), [("tractor_over_triple_pair", 2), ("tractor_over_triples", 1)]
)
def test_bulldozer_variants_move_one_rung(value, place):
    moved = rungs((3, 2), bulldozer_ladder=value)
    assert moved[place] == "2-2+1+1"
    assert [rung for rung in moved if rung != "2-2+1+1"] == [
        rung for rung in TWO_TRIPLES if rung != "2-2+1+1"
    ]


def test_bulldozer_ladder_touches_no_other_unit():
    for shape in ((2, 3), (3, 3), (4, 1)):
        assert rungs(shape, bulldozer_ladder="as_listed") == rungs(shape)


def test_led_tuples_do_not_become_runs_when_tractors_answer_only_tractors():
    assert rungs((4, 1), tractors_answer_only_tractors=True) == [
        "4", "3+1", "2+2", "2+1+1", "1+1+1+1",
    ]  # fmt: skip
    assert rungs((2, 2), tractors_answer_only_tractors=True) == TWO_PAIRS


def test_without_partial_tractors_a_led_tractor_asks_for_itself_or_its_tuples():
    assert rungs((2, 3), partial_tractors=False) == [
        "2-2-2", "2+2+2", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
    ]  # fmt: skip
    assert rungs((4, 1), partial_tractors=False) == QUAD


def test_without_throw_tractors_a_thrown_tractor_starts_at_its_tuples():
    assert rungs((2, 2), in_throw=True, throw_tractors=False) == TWO_PAIRS[1:]
    assert rungs((2, 3), in_throw=True, throw_tractors=False) == THREE_PAIRS[2:]
    assert rungs((2, 3), in_throw=False, throw_tractors=False) == THREE_PAIRS


def test_runs_of_a_rung_are_tractors_of_the_table():
    assert rungs((2, 3), tractor_length=3) == [
        "2-2-2", "2+2+2", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
    ]  # fmt: skip


@pytest.mark.parametrize("variant", ["tractor_over_triple_pair", "tractor_over_triples"])
def test_a_listed_ladder_has_no_tractor_that_the_table_does_not_know(variant):
    """Where tractors are three wide two adjacent pairs are none: there is no rung to move."""
    assert rungs((3, 2), tractor_width=3, bulldozer_ladder="as_listed") == [
        "3-3", "3+3", "3+2+1", "3+1+1+1", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
    ]  # fmt: skip
    assert rungs((3, 2), tractor_width=3, bulldozer_ladder=variant) == [
        "3-3", "3+3", "3+2+1", "3+1+1+1", "2+2+2", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1",
    ]  # fmt: skip


def test_the_chain_of_a_throw_steps_the_unit_with_most_rungs_left():
    # A pair and a tractor of two pairs: 1 and 3 rungs left.
    steps = [written(rung) for rung in chain(((2, 1), (2, 2)), rules())]
    assert steps == ["2+2-2", "2+2+2", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1"]


def test_of_equal_units_the_first_in_the_sorted_list_steps():
    # Two triples with 2 rungs left each: A, then B to the front, B again, then A.
    steps = [written(rung) for rung in chain(((3, 1), (3, 1)), rules())]
    assert steps == ["3+3", "2+1+3", "2+1+2+1", "2+1+1+1+1", "1+1+1+1+1+1"]
