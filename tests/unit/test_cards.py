import itertools

import numpy as np
import pytest

from tractor_fast.cards import (
    BIG_JOKER,
    FACE_NAMES,
    N_FACES,
    POINTS,
    SMALL_JOKER,
    Trump,
    face_name,
    format_faces,
    parse_face,
    parse_faces,
    parse_rank,
)
from tractor_fast.errors import CardError


@pytest.mark.parametrize(
    ("face", "name"),
    [(0, "2c"), (1, "2d"), (2, "2h"), (3, "2s"), (4, "3c"), (35, "Ts"), (51, "As")],
)
def test_a_face_is_four_times_its_rank_plus_its_suit(face, name):
    assert face_name(face) == name
    assert parse_face(name) == face


def test_jokers_are_the_two_highest_faces():
    assert (parse_face("SJ"), parse_face("BJ")) == (SMALL_JOKER, BIG_JOKER) == (52, 53)
    assert N_FACES == 54 == len(set(FACE_NAMES))


def test_every_name_reads_back_to_its_face():
    assert [parse_face(name) for name in FACE_NAMES] == list(range(N_FACES))


@pytest.mark.parametrize("text", ["Th", "th", "TH", "10h", " Th ", "10H"])
def test_case_spaces_and_10_do_not_count_in_a_name(text):
    assert face_name(parse_face(text)) == "Th"


@pytest.mark.parametrize("text", ["", "T", "1h", "Tx", "XJ", "Jj", "Thh", "110h", "hT", None, 5])
def test_what_is_no_card_is_refused_and_shown(text):
    with pytest.raises(CardError, match="card") as refusal:
        parse_face(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("face", [-1, 54, 1000, 2.5, "Th", None])
def test_a_number_that_is_no_face_is_refused(face):
    with pytest.raises(CardError, match=r"face = .*: allowed: a whole number from 0 to 53"):
        face_name(face)


@pytest.mark.parametrize("text", ["As As BJ", "AsAsBJ", "as,as,bj", ["As", "As", "BJ"]])
def test_cards_may_be_written_with_or_without_spaces(text):
    assert parse_faces(text) == [51, 51, 53]


def test_cards_keep_their_order_and_print_as_they_are_read():
    text = "BJ 2c Th Th 9s"
    assert format_faces(parse_faces(text)) == text
    assert parse_faces("10h10s") == parse_faces("Th Ts")
    assert parse_faces("") == parse_faces([]) == []
    assert format_faces([]) == ""


def test_text_of_an_odd_length_is_refused():
    with pytest.raises(CardError, match="does not divide"):
        parse_faces("AsA")


def test_a_deck_holds_100_points_in_fives_tens_and_kings():
    assert sum(POINTS) == 100
    assert [POINTS[parse_face(name)] for name in ("5c", "Td", "Kh", "As", "SJ")] == [
        5,
        10,
        10,
        0,
        0,
    ]


@pytest.mark.parametrize(("text", "rank"), [("2", 0), ("10", 8), ("T", 8), ("t", 8), ("A", 12)])
def test_ranks_are_numbered_from_two_to_ace(text, rank):
    assert parse_rank(text) == rank


@pytest.mark.parametrize("text", ["1", "", "23", "S", None])
def test_what_is_no_rank_is_refused(text):
    with pytest.raises(CardError, match="ranks are 2 3 4"):
        parse_rank(text)


def test_trump_prints_as_rank_and_suit():
    assert str(Trump(rank=2, suit=3)) == "4s"
    assert str(Trump(rank=12, suit=None)) == "ANT"


@pytest.mark.parametrize(("rank", "suit"), [(13, 0), (-1, 0), ("2", 0), (0, 4), (0, -1), (0, "s")])
def test_a_trump_out_of_range_is_refused(rank, suit):
    with pytest.raises(CardError, match="allowed: a whole number from 0 to"):
        Trump(rank, suit)


def test_cards_are_at_most_those_of_four_decks():
    assert len(parse_faces("2c" * 216)) == 216
    for call in (parse_faces, format_faces):
        with pytest.raises(CardError, match="more than 216 cards"):
            call(itertools.repeat("2c" if call is parse_faces else 0))
    with pytest.raises(CardError, match="more than 216 cards"):
        parse_faces("2c" * 217)


def test_numbers_of_numpy_are_faces_ranks_and_suits():
    assert face_name(np.uint8(35)) == "Ts"
    trump = Trump(np.int64(2), np.uint8(3))
    assert (trump, type(trump.rank), type(trump.suit)) == (Trump(2, 3), int, int)
    assert parse_rank(np.int64(10)) == 8
