"""Who wins a trick in the compiled core (R16 to R18), and the kitty's factor (R29)."""

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, parse_face, parse_faces, parse_rank
from tractor_fast.rules import Rules

RULES = CompiledRules(Rules())


def trump(text):
    """`2s` is level 2 with spades trump, `2NT` no trump."""
    return Trump(parse_rank(text[0]), None if text[1:] == "NT" else "cdhs".index(text[1]))


def tractor(*names):
    return ("tractor", 2, tuple(parse_face(name) for name in names))


def pair(name):
    return ("tuple", 2, (parse_face(name),))


def winner(trump_text, *plays, leader=0, units=None):
    faces = [parse_faces(play) for play in plays]
    return referee.winner(RULES, trump(trump_text), leader, faces, units).winner


@pytest.mark.parametrize(
    ("trump_text", "plays", "wins"),
    [
        ("2h", ["9c", "Tc", "Ac", "Kc"], 2),
        ("2h", ["Ac", "Ac", "Kc", "3c"], 0),  # equal: the first played
        ("2h", ["Ac", "3h", "4d", "Kc"], 1),  # ruffed
        ("2h", ["Ac", "3h", "4h", "Kc"], 2),  # overruffed
        ("2h", ["9c", "Ad", "As", "Ts"], 0),  # other suits never win
        ("2h", ["Ah", "2c", "2d", "3c"], 1),  # off-suit level cards are equal
        ("2h", ["2c", "2h", "SJ", "BJ"], 3),
        ("2h", ["BJ", "BJ", "SJ", "2h"], 0),
        ("2NT", ["2c", "2h", "2s", "2d"], 0),
        ("2NT", ["As", "2h", "SJ", "2d"], 2),
        ("As", ["Kh", "Ah", "As", "Ac"], 2),
    ],
)
def test_singles(trump_text, plays, wins):
    assert winner(trump_text, *plays) == wins


@pytest.mark.parametrize(
    ("trump_text", "plays", "wins"),
    [
        ("2h", ["9c9c", "TcTc", "AcKc", "KcQc"], 1),
        ("2h", ["9c9c", "BJSJ", "3h3h", "4h5h"], 2),
        ("2h", ["9c9c", "2c2d", "2s2s", "2h2d"], 2),  # 2c 2d is no pair
        ("2h", ["2c2c", "2s2s", "AhAh", "KhKh"], 0),  # equal pairs: the first played
        ("2h", ["2c2c", "2h2h", "SJSJ", "BJAh"], 2),
    ],
)
def test_pairs(trump_text, plays, wins):
    assert winner(trump_text, *plays) == wins


@pytest.mark.parametrize(
    ("trump_text", "plays", "wins"),
    [
        ("2s", ["7c7c8c8c", "9c9cTcTc", "3c4c5c6c", "4h4h5h5h"], 1),
        ("2s", ["7c7c8c8c", "9c9cJcJc", "3s3s5s5s", "4h4h5h5h"], 0),
        ("2s", ["7c7c8c8c", "9c9cJcJc", "3s3s4s4s", "5s5s6s6s"], 3),
        ("4s", ["6c6c7c7c", "3s3s5s5s", "8c8c9c9c", "4c4c4d4d"], 1),  # 4 is taken out: 3 5 meet
        ("4s", ["6c6c7c7c", "3c3c5c5c", "8c9cTcJc", "4c4c4d4d"], 0),  # no run of equal steps
        ("4s", ["6c6c7c7c", "AsAs4c4c", "4d4d4s4s", "SJSJBJBJ"], 3),
        ("4s", ["6c6c7c7c", "4d4d4s4s", "AsAs4c4c", "3c3c5c5c"], 1),
        ("4s", ["6c6c7c7c", "SJSJBJBJ", "4d4d4s4s", "3c3c5c5c"], 1),
        ("4NT", ["6c6c7c7c", "4h4hSJSJ", "BJBJ4d4d", "3c3c5c5c"], 1),
        ("4NT", ["6c6c7c7c", "AsAs4s4s", "JsJsQsQs", "3c3c5c5c"], 0),  # A and level never meet
        ("4NT", ["6c6c7c7c", "4h4h4d4d", "SJSJBJBJ", "8c8c9c9c"], 2),
        ("As", ["QcQcKcKc", "KsKsAhAh", "AcAcAsAs", "3c3c5c5c"], 2),
    ],
)
def test_tractors(trump_text, plays, wins):
    assert winner(trump_text, *plays) == wins


def test_long_tractor_needs_all_its_steps():
    lead = "3c3c4c4c5c5c"
    assert winner("2s", lead, "3s3s4s4s6s6s", "7s7s8s8s9s9s", "AsAs2c2c2d2d") == 2
    assert winner("2s", lead, "3s3s4s4s6s6s", "AsAs2c2c2s2s", "2d2d2h2hSJSJ") == 2


def test_every_unit_of_a_throw_must_be_beaten():
    """The page's seed: 3d3d 8d holds against 4d4d 6d, for 6 does not beat 8 (R17)."""
    assert winner("2d", "AsAsKs", "3d3d8d", "4d4d6d", "3c4c5c") == 1
    assert winner("2d", "AsAsKs", "3d3d8d", "4d4d9d", "3c4c5c") == 2


def test_trump_tractor_is_cut_into_two_pairs_of_a_throw():
    assert winner("2d", "AsAsQsQs", "3s4s5s6s", "3d3d4d4d", "6d6d7d8d") == 2


def test_highest_cut_stays_and_is_what_the_next_play_must_beat():
    """Two pairs and two singles: 3d3d 4d4d with 8d 8d is higher than 4d4d 8d8d with 3d 3d."""
    lead, ruff = "AsAsQsQs9s7s", "3d3d4d4d8d8d"
    assert winner("2d", lead, ruff, "9d9dTdTd6d7d", "3c4c5c6c7c8c") == 1
    assert winner("2d", lead, ruff, "5d5d6d6d9dTd", "3c4c5c6c7c8c") == 2


def test_pairs_of_a_cut_are_compared_before_its_tractors():
    """3d3d 4d4d 8d8d 9d9d for two pairs and a tractor: 9d9d 8d8d stay pairs, 3d-4d the tractor."""
    lead, ruff, other = "AsAsQsQs7s7s8s8s", "3d3d4d4d8d8d9d9d", "3c4c5c6c7c8c9cTc"
    assert winner("2d", lead, ruff, "5d5d6d6dTdTdQdQd", other) == 2
    assert winner("2d", lead, ruff, "TdTdJdJd5d5d7d7d", other) == 1


def test_lower_cut_counts_where_only_that_one_beats():
    """TdTd JdJd with 5d 5d beats 8d8d 9d9d with 3d 4d, and stays; with Jd Jd aside it would not."""
    lead, ruff, over = "AsAsQsQs9s7s", "8d8d9d9d3d4d", "5d5dTdTdJdJd"
    assert winner("2d", lead, ruff, over, "3c4c5c6c7c8c") == 2
    assert winner("2d", lead, ruff, over, "QdQdKdKd6d7d") == 3


def test_equal_cut_does_not_beat():
    assert winner("2h", "AcAcKc", "2d2d9h", "2s2sTh", "BJBJ3h") == 1
    assert winner("2h", "AcAcKc", "2d2d9h", "2h2hTh", "BJBJ3h") == 2


def test_given_units_decide_over_the_reading():
    """6s6s 6d6d 6c6c with clubs trump may be read as a pair and a tractor in two ways (R8)."""
    plays = ["6s6s6d6d6c6c", "3c3c4c4cQcQc", "8c8cKcKcAcAc", "5c5c7c7cTcTc"]
    assert winner("6c", *plays, leader=3, units=[pair("6d"), tractor("6s", "6c")]) == 3
    assert winner("2s", "8h8h9h9h", "TsTsKsKs", "3s3s4s4s", "3c4c5c6c", units=None) == 2
    loose = [pair("8h"), pair("9h")]
    assert winner("2s", "8h8h9h9h", "TsTsKsKs", "3s3s4s4s", "3c4c5c6c", units=loose) == 1


def test_throw_of_a_whole_hand():
    """A throw of 24 cards in six units."""
    rows = "3456789TJQKA"
    lead = "".join(2 * f"{rank}h" for rank in rows)
    units = [
        *(pair(f"{rank}h") for rank in "345"),
        tractor("6h", "7h"),
        tractor("8h", "9h", "Th"),
        tractor("Jh", "Qh", "Kh", "Ah"),
    ]
    low = "".join(2 * f"{rank}s" for rank in rows)
    clubs = "".join(2 * f"{rank}c" for rank in rows)
    high = "".join(2 * f"{rank}s" for rank in rows[6:]) + "2c2c2d2d2h2h2s2sSJSJBJBJ"
    assert winner("2s", lead, low, clubs, clubs.replace("c", "d"), units=units) == 1
    assert winner("2s", lead, clubs, high, clubs.replace("c", "d"), units=units) == 2


def test_points_and_largest_unit():
    plays = [parse_faces(play) for play in ("KcKc5c", "TcTc3c", "3h4h5h", "KdKd5d")]
    trick = referee.winner(RULES, trump("2s"), 2, plays)
    assert trick == (2, 10 + 10 + 5 + 10 + 10 + 5 + 10 + 10 + 5, 2)


@pytest.mark.parametrize(
    ("lead", "factor"),
    [("Ac", 2), ("AcAc", 4), ("AcKcQc", 2), ("AcAcKcKc", 8), ("AcAcKcKcQcQc", 12), ("AcAc9c", 4)],
)
def test_kitty_counts_twice_the_largest_unit(lead, factor):
    assert referee.kitty_factor(RULES, trump("2s"), parse_faces(lead)) == factor
