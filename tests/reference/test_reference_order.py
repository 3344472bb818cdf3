"""R2 to R6: suits, strength, neighbours."""

import pytest
from reference_helpers import read, rules, trump

from tractor_fast.cards import FACE_NAMES, parse_face, parse_faces
from tractor_fast.reference.order import TRUMP, order_of


def test_trumps_of_4s_in_the_sites_order():
    order = order_of(trump("4s"), rules())
    steps = [
        ["2s"], ["3s"], ["5s"], ["6s"], ["7s"], ["8s"], ["9s"], ["Ts"], ["Js"], ["Qs"], ["Ks"],
        ["As"], ["4c", "4d", "4h"], ["4s"], ["SJ"], ["BJ"],
    ]  # fmt: skip
    for step, names in enumerate(steps):
        for name in names:
            face = parse_face(name)
            assert (order.suit[face], order.step[face]) == (TRUMP, step)
    assert order.suit.count(TRUMP) == 18
    assert order.suit[parse_face("3h")] == 2


def test_no_trump_has_five_suits_and_equal_level_cards():
    order = order_of(trump("4NT"), rules())
    trumps = [name for face, name in enumerate(FACE_NAMES) if order.suit[face] == TRUMP]
    assert trumps == ["4c", "4d", "4h", "4s", "SJ", "BJ"]
    assert [order.step[parse_face(name)] for name in trumps] == [0, 0, 0, 0, 1, 2]


@pytest.mark.parametrize(
    "cards",
    [
        "2h2h3h3h",
        "9h9hJhJh",
        "2s2s3s3s",
        "9s9sJsJs",
        "AsAsTdTd",
        "TcTcTsTs",
        "TsTsSJSJ",
        "SJSJBJBJ",
    ],
)
def test_tractors_of_the_competition_rules_with_ts(cards):
    assert len(read(cards, "Ts")) == 1


@pytest.mark.parametrize("cards", ["TsTsJsJs", "TdTdTcTc", "AsAsTsTs", "TdTdSJSJ", "AsAsSJSJ"])
def test_no_tractors_with_ts(cards):
    assert len(read(cards, "Ts")) == 2


def test_9h_and_th_are_of_two_suits_with_level_ten():
    order = order_of(trump("Ts"), rules())
    assert order.suit[parse_face("Th")] == TRUMP
    assert order.suit[parse_face("9h")] != TRUMP


def test_level_closes_the_gap():
    assert len(read("3h3h5h5h", "4s")) == 1
    assert len(read("3s3s5s5s", "4s")) == 1
    assert len(read("3h3h5h5h", "4s", close_level_gap=False)) == 2
    assert len(read("3s3s5s5s", "4s", close_level_gap=False)) == 2


def test_without_closed_gap_the_high_trumps_stay_a_run():
    assert len(read("AsAs4h4h4s4sSJSJBJBJ", "4s", close_level_gap=False)) == 1
    assert len(read("KsKsAhAh", "As", close_level_gap=False)) == 1


def test_no_trump_run_of_a_level_card_and_jokers():
    assert len(read("4d4dSJSJBJBJ", "4NT")) == 1
    assert len(read("4d4d4s4s", "4NT")) == 2


def test_trump_tractors_of_suit_cards_only():
    assert len(read("KsKsAsAs", "4s", trump_tractors="suit_cards")) == 1
    assert len(read("AsAs4h4h", "4s", trump_tractors="suit_cards")) == 2
    assert len(read("SJSJBJBJ", "4s", trump_tractors="suit_cards")) == 2


def test_no_trump_tractors_at_all():
    assert len(read("KsKsAsAs", "4s", trump_tractors="none")) == 2
    assert len(read("KhKhAhAh", "4s", trump_tractors="none")) == 1


def test_equal_level_cards_rank_s_h_d_c_in_ties_only():
    order = order_of(trump("4NT"), rules())
    faces = parse_faces("4c 4d 4h 4s")
    assert sorted(faces, key=order.sort_key) == parse_faces("4s 4h 4d 4c")
