"""Who wins a trick with wider units and under other settings (R16, R17, R34, R35)."""

from functools import lru_cache

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import Trump, parse_face, parse_faces, parse_rank
from tractor_fast.errors import PlayError
from tractor_fast.rules import load_rules


def trump(text):
    """`2s` is level 2 with spades trump, `2NT` no trump."""
    return Trump(parse_rank(text[0]), None if text[1:] == "NT" else "cdhs".index(text[1]))


@lru_cache
def compiled(**settings):
    """A table of four with four decks, unless settings say otherwise."""
    return CompiledRules(load_rules({"decks": 4} | settings))


def winner(trump_text, *plays, units=None, **settings):
    faces = [parse_faces(play) for play in plays]
    return referee.winner(compiled(**settings), trump(trump_text), 0, faces, units).winner


def single(name):
    return ("single", 1, (parse_face(name),))


def tuple_of(width, name):
    return ("tuple", width, (parse_face(name),))


def tractor(width, *names):
    return ("tractor", width, tuple(parse_face(name) for name in names))


# ---- one unit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        (["9c9c9c", "TcTcTc", "AcAcKc", "3h3h4h"], 1),
        (["9c9c9c", "3h3h3h", "4h4h4h", "BJBJSJ"], 2),
        (["9c9c9c", "2c2c2c", "2d2d2d", "2h2h2h"], 3),  # off-suit level triples are equal
        (["9c9c9c", "2d2d2c", "2c2s2d", "3h3h3h"], 3),  # of several faces: no triple
        (["9c9c9c9c", "TcTcTcTc", "JcJcJcQc", "3h3h4h4h"], 1),
        (["9c9c9c9c", "3h3h3h3h", "SJSJSJSJ", "BJBJBJBJ"], 3),
    ],
)
def test_triples_and_quads(plays, wins):
    assert winner("2h", *plays) == wins


@pytest.mark.parametrize(
    ("trump_text", "plays", "wins"),
    [
        ("2s", ["7c7c7c8c8c8c", "9c9c9cTcTcTc", "3s3s3s4s4s5s", "AcAcAcKcKcQc"], 1),
        ("2s", ["7c7c7c8c8c8c", "9c9c9cJcJcJc", "3s3s3s4s4s4s", "5s5s5s6s6s6s"], 3),
        ("2s", ["7c7c7c8c8c8c", "3s3s4s4s5s5s", "9c9c9cTcTcTc", "3s3s4s4s6s6s"], 2),
        ("4s", ["7c7c7c8c8c8c", "3s3s3s5s5s5s", "AsAsAs4c4c4c", "4d4d4d4s4s4s"], 3),
        ("4s", ["7c7c7c8c8c8c", "4c4c4c4d4d4d", "3s3s3s5s5s5s", "9c9c9cJcJcJc"], 2),
        ("4NT", ["7c7c7c8c8c8c", "9c9c9cTcTcTc", "4c4c4cSJSJSJ", "4d4d4d4h4h4h"], 2),
        ("2s", ["7c7c7c7c8c8c8c8c", "9c9c9c9cTcTcTcTc", "3s3s3s3s4s4s4s4s", "AcAcAcAcKcKcKcQc"], 2),
    ],
)
def test_tractors_of_triples_and_quads(trump_text, plays, wins):
    assert winner(trump_text, *plays, decks=4) == wins


def test_four_identical_cards_are_no_tractor_of_two_pairs():
    assert winner("2s", "7c7c8c8c", "9c9c9c9c", "3s3s3s3s", "TcTcJcJc") == 3


# ---- throws: every unit counts -----------------------------------------------------------------


def test_quad_is_cut_into_two_pairs_of_a_throw():
    assert winner("2s", "AcAcQcQc", "3s3s3s3s", "4s4s3d3d", "5s5s5s5s") == 3


def test_triple_is_cut_into_pair_and_single_and_stays_so():
    """3s3s3s for a pair and a single; 4s4s with 3d, not above the single 3, does not beat it."""
    assert winner("2s", "AcAcKc", "3s3s3s", "4s4s7d", "5s5s2c") == 3
    assert winner("2s", "AcAcKc", "3s3s3s", "4s4s7s", "3s4s5s") == 2
    assert winner("2s", "AcAcKc", "4s4s7s", "3s3s3s", "8s8s8s") == 3


def test_throw_of_triples_and_pairs():
    lead, other = "AcAcAcQcQc", "3c4c5c6c7c"
    assert winner("2s", lead, "3s3s3s5s5s", "6s6s6s7s7s", other) == 2
    assert winner("2s", lead, "3s3s3s5s5s", "6s6s6s4s4s", "7s7s7s7s8s") == 1


def test_quad_gives_triple_and_single():
    assert winner("2s", "AcAcAcQc", "3s3s3s3s", "4s4s4s5s", "6s6s6s4s") == 2


def test_faces_left_over_are_the_single():
    """4s4s4s 5s5s leaves a 4s beside two pairs, 3s3s3s3s 6s the 6s, which 5s does not beat."""
    lead = "AcAcQcQc9c"
    assert winner("2s", lead, "4s4s4s5s5s", "6s6s7s7s5s", "3c4c5c6c7c") == 2
    assert winner("2s", lead, "3s3s3s3s6s", "7s7s8s8s5s", "3c4c5c6c7c") == 1


def test_highest_cut_counts_the_smallest_shape_first():
    """Of 3s3s3s 5s5s5s, for a triple and three singles, the singles are the 5s."""
    lead, ruff, other = "AcAcAcQc9c8c", "3s3s3s5s5s5s", "3c4c5c6c7c8c"
    assert winner("2s", lead, ruff, "4s4s4s6s6s6s", other) == 2
    assert winner("2s", lead, ruff, "4s4s4s5s6s7s", other) == 1
    assert winner("2s", lead, ruff, "7s7s7s4s4s6s", other) == 1


def test_two_tractors_open_at_once():
    """3344 and 3344 out of four copies each, for two tractors of two pairs."""
    units = [tractor(2, "Kc", "Ac"), tractor(2, "Tc", "Jc")]
    lead = "KcKcAcAcTcTcJcJc"
    ruff = "3s3s3s3s4s4s4s4s"
    other = "3c4c5c6c7c8c9cQc"
    assert winner("2s", lead, ruff, other, other.replace("c", "d"), units=units) == 1
    over = "5s5s6s6s7s7s8s8s"
    assert winner("2s", lead, ruff, over, other, units=units) == 2
    apart = "5s5s7s7s9s9sJsJs"
    assert winner("2s", lead, ruff, apart, other, units=units) == 1


# ---- throw_eval --------------------------------------------------------------------------------


def test_highest_compares_the_largest_unit_alone():
    """S2: the largest pair when pairs are in it, the largest single when all are singles (R17)."""
    plays = ["AcAcKc", "3s3s9s", "4s4s5s", "3c3d4c"]
    assert winner("2s", *plays, throw_eval="highest") == 2
    assert winner("2s", *plays) == 1
    singles = ["AcKcQc", "3s4s9s", "5s6s8s", "5s9s4s"]
    assert winner("2s", *singles, throw_eval="highest") == 1
    assert winner("2s", "AcKcQc", "3s4s9s", "5s6s8s", "Ts3s4s", throw_eval="highest") == 3


def test_highest_takes_a_tractor_before_a_tuple():
    units = [tuple_of(4, "Ac"), tractor(2, "Tc", "Jc")]
    plays = ["AcAcAcAcTcTcJcJc", "4s4s4s4s5s5s6s6s", "3s3s3s3s7s7s8s8s", "9s9s9s9sJsJsKsKs"]
    assert winner("2s", *plays, units=units, throw_eval="highest") == 2
    assert winner("2s", *plays, units=units, throw_eval="longest_units") == 2


def test_longest_units_first_difference_decides_and_singles_do_not_count():
    plays = ["AcAcQcQc9c", "9s9s3s3s8s", "9s9s4s4s7s", "8s8s5s5sAs"]
    assert winner("2s", *plays, throw_eval="longest_units") == 2
    assert winner("2s", *plays, throw_eval="highest") == 1
    assert winner("2s", *plays) == 1
    singles = ["AcKcQc", "9s4s3s", "9s5s4s", "9s5s4s"]
    assert winner("2s", *singles, throw_eval="longest_units") == 2


def test_longest_units_begin_with_the_highest_of_one_size():
    """Of two tractors of four cards the higher counts first: 9c 9s below the jokers loses."""
    units = [tractor(2, "Ac", "9h"), tractor(2, "SJ", "BJ")]
    lead = "AcAc9h9hSJSJBJBJ"
    plays = [lead, "2c2c3c3c6c6c7c7c", "7s8sTsJsAs5hJhKc", "4c4c5c5c9s9s9c9c"]
    settings = {"decks": 2, "throw_eval": "longest_units"}
    assert winner("9c", *plays, units=units, **settings) == 0


def test_of_several_cuts_the_one_with_the_best_largest_unit_counts():
    """Of 3s3s 4s4s 5s5s the tractor is 4-5; with `all` the pair is 5s5s, and 3-4 is left."""
    plays = ["KcKcAcAc9c9c", "3s3s4s4s5s5s", "4s4s5s5s9s9s", "3c4c5c6c7c8c"]
    assert winner("2s", *plays, throw_eval="highest") == 1
    assert winner("2s", *plays, throw_eval="longest_units") == 2
    assert winner("2s", *plays) == 2


# ---- what is adjacent, what competes -----------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "wins"),
    [("all", 3), ("suit_cards", 1), ("none", 0)],
)
def test_trump_tractors(value, wins):
    """Trump 5s: 3-4 of spades; A and the level cards meet with `all` alone."""
    plays = ["7c7c8c8c", "3s3s4s4s", "9c9cJcJc", "AsAs5d5d"]
    assert winner("5s", *plays, trump_tractors=value, decks=2) == wins


def test_level_gap():
    plays = ["7c7c8c8c", "4s4s6s6s", "9c9cJcJc", "3c3c4c4c"]
    assert winner("5s", *plays, decks=2) == 1
    assert winner("5s", *plays, decks=2, close_level_gap=False) == 0


def test_own_reading_must_have_the_lead_shapes():
    plays = ["AcAcQcQc", "3s3s4s4s", "3c4c5c6c", "5s5s7s7s"]
    assert winner("2s", *plays, decks=2) == 3
    assert winner("2s", *plays[:3], "7d7d8d8d", decks=2) == 1
    assert winner("2s", *plays[:3], "7d7d8d8d", decks=2, competes="reading") == 0
    assert winner("2s", "AcAcKc", "3s3s3s", "4c5c6c", "7d7d8d", decks=3, competes="reading") == 0


# ---- bombs (R34) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        (["9c9cTcTc", "JcJcQcQc", "3d3d3d3d", "3s3s4s4s"], 2),  # beats every play that is none
        (["9c9cTcTc", "4d4d4d4d", "3h3h3h3h", "5h5h5h5h"], 3),
        (["9c9cTcTc", "4d4d4d4d", "4h4h4h4h", "3c3c3c3c"], 1),  # equal: the first played
        (["9c9cTcTc", "Ad Ad Ad Ad", "3s3s3s3s", "4h4h4h4h"], 2),  # trump beats plain
        (["9c9cTcTc", "2d2d2d2d", "2h2h2h2h", "2s2s2s2s"], 3),
        (["9c9c9c9c", "8d8d8d8d", "TcTcTcTc", "JcJcQcQc"], 2),  # a lead is one too
        (["9c9c9c9c", "8d8d8d8d", "9d9d9d9d", "TcTcTcJc"], 0),
        (["AcKcQcJc", "3d3d3d3d", "3s4s5s6s", "3h4h5h6h"], 1),
    ],
)
def test_bombs(plays, wins):
    assert winner("2s", *plays, bombs="any_suit") == wins


def test_without_bombs_four_identical_cards_are_a_quad():
    assert winner("2s", "9c9cTcTc", "JcJcQcQc", "3d3d3d3d", "3s3s4s4s") == 3


def test_three_identical_cards_are_no_bomb():
    assert winner("2s", "9cTcJc", "3d3d3d", "4c5c6c", "3h4h5h", bombs="any_suit") == 0


# ---- rainbows (R35) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        (["9c9d9h9s9s", "TcTcTdTdTh", "3s4s5s6s7s", "JcJdJhJsQs"], 1),  # of whatever suits
        (["9c9d9h9s9s", "8c8d8h8s8s", "3s3s4s4s5s", "9c9d9h9h9s"], 0),  # equal: the first played
        (["9c9d9h9s9s", "3s3s3s3s3d", "TsTsTsTsAs", "BJBJSJSJSJ"], 0),  # no trumping, no jokers
        (["9c9d9h9s9s", "AcAcAcAcAd", "2c2d2h2s2s", "KcKcKcKcKd"], 2),  # the level rank is highest
    ],
)
def test_rainbow_of_one_group(plays, wins):
    assert winner("2s", *plays, rainbows=5) == wins


def test_rainbow_of_two_groups_compares_from_the_top():
    lead, first, fails = "5c5d5h5sTcTdThTs", "6c6c6d6dJcJcJdJd", "KcKcKcKcKdAcAcAc"
    assert winner("2s", lead, first, "3c3c3d3dQcQcQdQd", fails, rainbows=4) == 2
    assert winner("2s", lead, first, "7c7c7d7dJhJhJsJs", fails, rainbows=4) == 2
    assert winner("2s", lead, first, "3c3c3d3dJhJhJsJs", fails, rainbows=4) == 1


def test_one_rank_may_give_several_groups_of_a_rainbow():
    lead, first, fails = "5c5d5h5sTcTdThTs", "QcQcQdQdJcJcJdJd", "KcKcKcKcKdAcAcAc"
    assert winner("2s", lead, first, "QhQhQhQhQsQsQsQs", fails, rainbows=4) == 2


def test_rainbow_groups_of_different_sizes():
    """The larger group may be answered by the lower rank."""
    lead = "5c5d5h5s5sTcTdThTs"
    plays = [lead, "9c9c9d9d9dJcJcJdJd", "8c8c8d8d8dQcQcQdQd", "3c4c5c6c7c8c9cTcJc"]
    assert winner("2s", *plays, rainbows=4) == 2
    plays = [lead, "9c9c9d9dJcJcJdJdJh", "8c8c8d8dQcQcQdQdQd", "KcKcKcKdKdKd7c7c7c"]
    assert winner("2s", *plays, rainbows=4) == 2


def test_bomb_beats_a_rainbow():
    plays = ["9c9d9h9s", "TcTdThTs", "3d3d3d3d", "AcAdAhAs"]
    assert winner("2s", *plays, rainbows=4) == 3
    assert winner("2s", *plays, rainbows=4, bombs="any_suit") == 2


def test_largest_unit_of_a_rainbow_is_its_largest_group():
    rules = compiled(rainbows=4)
    plays = ["5c5d5h5s5sTcTdThTs", "9c9c9d9d9dJcJcJdJd", "8c8c8d8d8dQcQcQdQd", "3c4c5c6c7c8c9cTcJc"]
    trick = referee.winner(rules, trump("2s"), 0, [parse_faces(play) for play in plays])
    assert trick == (2, 5 * 5 + 4 * 10 + 5 + 10, 5)


# ---- input -------------------------------------------------------------------------------------


def test_lead_larger_than_any_hand_is_refused():
    lead = "".join(4 * f"{rank}s" for rank in "3456789TJQKA") + 4 * "2c" + 4 * "2d"
    with pytest.raises(PlayError, match="54"):
        referee.winner(compiled(), trump("2s"), 0, [parse_faces(lead)] * 4)
