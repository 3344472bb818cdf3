"""R7, R8: units and how a lead is read."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from reference_helpers import read, rules, trump

from tractor_fast.cards import parse_faces
from tractor_fast.errors import PlayError
from tractor_fast.reference.formats import reading
from tractor_fast.reference.order import order_of
from tractor_fast.reference.units import tractors_in, tuples_in


def test_the_pages_example_is_a_tractor_and_a_single():
    assert read("2s2s2s3s3s", "4h", decks=3) == ["2s", "2s 2s 3s 3s"]


def test_a_tractor_comes_before_a_quad():
    assert read("2s2s2s2s3s3s", "4h", decks=4) == ["2s 2s", "2s 2s 3s 3s"]


def test_units_of_a_throw_are_listed_smallest_first():
    assert read("AhKhKh9h9h8h8h", "2s") == ["Ah", "Kh Kh", "8h 8h 9h 9h"]


def test_two_equal_level_pairs_are_no_tractor():
    assert read("2h2h2c2c", "2s") == ["2h 2h", "2c 2c"]


def test_the_whole_top_of_trumps_is_one_run():
    assert len(read("AsAs2h2h2s2sSJSJBJBJ", "2s")) == 1


def test_of_equal_level_pairs_the_last_of_s_h_d_c_stands_in_the_tractor():
    assert read("AsAs7h7h7c7c", "7s") == ["7h 7h", "As As 7c 7c"]
    assert read("AhAhKsKsKdKd", "Kh") == ["Ks Ks", "Ah Ah Kd Kd"]
    assert read("2s2s2h2hSJSJ", "2NT") == ["2s 2s", "2h 2h SJ SJ"]


def test_the_triple_stays_whole_where_an_equal_pair_can_stand_in_the_tractor():
    assert read("AsAs2h2h2h2c2c", "2s", decks=3) == ["2h 2h 2h", "As As 2c 2c"]


def test_then_the_wider_unit():
    # 22-33-44 leaves 22 + 3, and so does the run of triples: 2 + 44.
    assert read("2s2s2s2s3s3s3s4s4s", "Ah", decks=4) == ["2s", "4s 4s", "2s 2s 2s 3s 3s 3s"]


def test_smallest_tractors_of_the_table():
    assert len(read("3d3d4d4d", "8c", tractor_length=3)) == 2
    assert len(read("3d3d4d4d5d5d", "8c", tractor_length=3)) == 1
    assert len(read("3d3d4d4d", "8c", tractor_width=3, decks=3)) == 2


def test_a_lead_is_of_one_suit():
    with pytest.raises(PlayError, match="one suit"):
        reading(parse_faces("3d 3h"), trump("8c"), rules())
    with pytest.raises(PlayError, match="nothing"):
        reading([], trump("8c"), rules())


def all_readings(cards, order, table):
    """Every way to read some cards, by trying all units for the first card."""
    if not cards:
        yield []
        return
    counts = Counter(cards)
    for unit in (*tuples_in(counts), *tractors_in(counts, table, order)):
        if cards[0] in unit.faces:
            left = sorted((counts - Counter(unit.cards)).elements())
            for rest in all_readings(left, order, table):
                yield [unit, *rest]


def preference(units):
    ranks = sorted(((u.size, u.length > 1, u.width) for u in units), reverse=True)
    return [rank[:2] for rank in ranks], [rank[2] for rank in ranks]


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_the_reading_is_the_best_of_all_and_the_only_best(size):
    table, in_force = rules(decks=4), trump("2s")
    order = order_of(in_force, table)
    faces = parse_faces("As 2h 2c 2s SJ")
    for cards in combinations_with_replacement(faces, size):
        if max(Counter(cards).values()) > 4:
            continue
        found = list(all_readings(sorted(cards), order, table))
        best = max(map(preference, found))
        chosen = reading(cards, in_force, table)
        assert preference(chosen) == best
        strengths = {
            tuple(sorted((u.shape, tuple(order.step[f] for f in u.faces)) for u in units))
            for units in found
            if preference(units) == best
        }
        assert len(strengths) == 1
