"""Who joins the declarer's side: the core's answer, by values from R25."""

import pytest

from tractor_fast._core.referee import joined
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import parse_face, parse_faces
from tractor_fast.errors import PlayError
from tractor_fast.rules import load_rules

ACE = parse_face("Ah")


def team(plays, ordinal=2, **settings):
    rules = CompiledRules(load_rules("finding-friends", {"players": 5, **settings}))
    calls = [(ACE, ordinal)]
    return joined(rules, 0, calls, [(seat, parse_faces(cards)) for seat, cards in plays])


def test_who_plays_the_copy_called_joins():
    assert team([(0, "Kh"), (1, "Ah"), (2, "3h"), (3, "Ah"), (4, "4h")]) == [0, 3]
    assert team([(0, "Kh"), (1, "Ah"), (2, "3h"), (3, "5h"), (4, "4h")]) == [0]
    assert team([(0, "Kh Kh"), (1, "Ah Ah"), (2, "3h 3h")]) == [0, 1]


def test_a_declarer_who_answers_his_own_call_plays_alone_or_waits():
    plays = [(0, "Ah"), (1, "3h"), (2, "4h"), (3, "Ah"), (4, "5h")]
    assert team(plays, ordinal=1, double_join=True) == [0]
    assert team(plays, ordinal=1, double_join=False) == [0, 3]


def test_one_copy_answers_one_call_where_friends_do_not_join_twice():
    settings = {"players": 6, "double_join": False}
    rules = CompiledRules(load_rules("finding-friends", settings))
    plays = [(0, [ACE]), (1, [ACE]), (2, [ACE])]
    assert joined(rules, 0, [(ACE, 1), (ACE, 2)], plays) == [0, 1, 2]


def test_a_play_answers_calls_in_the_order_in_which_they_were_made():
    settings = {"players": 6, "double_join": False}
    rules = CompiledRules(load_rules("finding-friends", settings))
    king = parse_face("Kh")
    plays = [(1, [king, ACE]), (2, [ACE, ACE]), (3, [king, king])]
    assert joined(rules, 0, [(ACE, 1), (king, 1)], plays) == [0, 1, 3]
    assert joined(rules, 0, [(king, 1), (ACE, 1)], plays) == [0, 1, 2]


@pytest.mark.parametrize(
    ("calls", "plays", "said"),
    [
        ([], [], "calls: 1 friends are called at this table, not 0"),
        ([(ACE, 1), (ACE, 2)], [], "calls: there are at most 1"),
        ([(ACE, 3)], [], "call 1: the copy = 3: allowed: a whole number from 1 to 2"),
        ([54], [], "calls must be a list of pairs"),
        ([(54, 1)], [], "call 1: the face = 54"),
        ([(ACE, 1)], [(5, [ACE])], "play 1: the seat = 5"),
        ([(ACE, 1)], [(0, [ACE] * 3)], "play 1: "),
        ([(ACE, 1)], None, "plays must be a list of pairs"),
    ],
)
def test_what_cannot_be_is_one_line(calls, plays, said):
    rules = CompiledRules(load_rules("finding-friends", {"players": 5}))
    with pytest.raises((PlayError, ValueError)) as refusal:
        joined(rules, 0, calls, plays)
    assert said in str(refusal.value)


def test_friends_are_called_only_where_the_rules_have_them():
    with pytest.raises(PlayError, match="partners = friends"):
        joined(CompiledRules(load_rules("tractor")), 0, [])
