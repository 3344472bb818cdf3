"""From points to levels to the end of a match in the compiled core (R29 to R33)."""

import pytest

from tractor_fast._core import referee
from tractor_fast._core.spec import CompiledRules
from tractor_fast.cards import RANKS, Trump, parse_faces, parse_rank
from tractor_fast.errors import PlayError
from tractor_fast.rules import load_rules


def compiled(**settings):
    return CompiledRules(load_rules(settings))


def friends(**settings):
    """A table of five, where each player has his own level."""
    return compiled(**({"players": 5, "partners": "friends"} | settings))


# ---- R30: points into levels -------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_table_of_the_site(decks):
    rules, step = compiled(decks=decks), 20 * decks
    rows = [
        (-5, 0, (True, 3, 0)), (5, step - 5, (True, 2, 0)), (step, 2 * step - 5, (True, 1, 0)),
        (2 * step, 3 * step - 5, (False, 0, 0)), (3 * step, 4 * step - 5, (False, 0, 1)),
        (4 * step, 5 * step - 5, (False, 0, 2)), (5 * step, 9 * step, (False, 0, 3)),
    ]  # fmt: skip
    for low, high, expected in rows:
        assert referee.score(rules, low) == referee.score(rules, high) == expected


def test_without_a_cap_levels_go_on():
    rules = compiled(level_cap=None)
    assert referee.score(rules, 240) == (False, 0, 4)
    assert referee.score(rules, 40 * 1000) == (False, 0, 998)


def test_small_team_bonus_comes_before_the_cap():
    rules = friends(small_team_bonus=True, level_cap=None)
    assert referee.score(rules, 0, team_short=True) == (True, 4, 0)
    assert referee.score(rules, 45, team_short=True) == (True, 2, 0)
    assert referee.score(rules, 45) == (True, 1, 0)
    assert referee.score(rules, 120, team_short=True) == (False, 0, 1)  # for the defenders alone
    assert referee.score(friends(small_team_bonus=True), 0, team_short=True) == (True, 3, 0)
    assert referee.score(friends(), 45, team_short=True) == (True, 1, 0)


# ---- R31, R32: the ladder ----------------------------------------------------------------------


def climbed(rules, levels, declarer, outcome, team=None, hook_hit=False):
    """Levels as text after a deal, and who has won."""
    ranks = [parse_rank(level) for level in levels.split()]
    after, winners = referee.advance(rules, ranks, declarer, outcome, team, hook_hit)
    return " ".join(RANKS[level] for level in after), winners


def held(levels):
    return (True, levels, 0)


def lost(levels):
    return (False, 0, levels)


@pytest.mark.parametrize(
    ("before", "outcome", "after"),
    [
        ("2 2 2 2", held(2), "4 2 4 2"),
        ("2 2 2 2", lost(2), "2 4 2 4"),
        ("2 2 2 2", lost(0), "2 2 2 2"),
        ("Q 7 Q 7", held(3), "A 7 A 7"),  # a gain stops on A
        ("K Q K Q", lost(3), "K A K A"),
    ],
)
def test_a_side_gains_together(before, outcome, after):
    assert climbed(compiled(), before, 0, outcome) == (after, [])


def test_match_is_won_by_defending_a_deal_at_the_top():
    assert climbed(compiled(), "A 9 A 9", 0, held(1)) == ("A 9 A 9", [0, 2])
    assert climbed(compiled(), "A 9 A 9", 0, lost(2)) == ("A J A J", [])
    assert climbed(compiled(), "A A A A", 1, held(1)) == ("A A A A", [1, 3])
    # Attackers at A gain nothing: A is left by defending it.
    assert climbed(compiled(), "9 A 9 A", 0, lost(3)) == ("9 A 9 A", [])
    assert climbed(compiled(), "K 9 K 9", 0, held(2)) == ("A 9 A 9", [])


def test_only_players_at_the_top_win_and_only_in_a_deal_at_the_top():
    rules = friends()
    assert climbed(rules, "A K A 5 5", 0, held(2), [0, 1]) == ("A A A 5 5", [0])
    assert climbed(rules, "K A A 5 5", 0, held(2), [0, 1]) == ("A A A 5 5", [])


MUST_DEFEND = ["5", "T", "K", "A"]


@pytest.mark.parametrize(
    ("before", "outcome", "after"),
    [
        ("4 2 4 2", held(3), "5 2 5 2"),  # not jumped over
        ("5 2 5 2", held(3), "8 2 8 2"),  # left by defending it
        ("5 2 5 2", lost(2), "5 4 5 4"),
        ("2 5 2 5", lost(3), "2 5 2 5"),  # not left by attacking
        ("2 4 2 4", lost(3), "2 5 2 5"),
        ("T 2 T 2", held(3), "K 2 K 2"),
        ("K 2 K 2", held(2), "A 2 A 2"),
    ],
)
def test_levels_that_must_be_defended(before, outcome, after):
    assert climbed(compiled(must_defend=MUST_DEFEND), before, 0, outcome) == (after, [])


def test_friend_leaves_a_level_by_defending_another():
    """The declarer plays his own 8; the friend at 5 is on the defending side all the same."""
    rules = friends(must_defend=MUST_DEFEND)
    assert climbed(rules, "8 5 5 2 2", 0, held(1), [0, 1]) == ("9 6 5 2 2", [])


def test_passing_the_top():
    rules = compiled(match_end="pass_top")
    assert climbed(rules, "K 9 K 9", 0, held(1)) == ("A 9 A 9", [])
    assert climbed(rules, "K 9 K 9", 0, held(2)) == ("A 9 A 9", [0, 2])
    assert climbed(rules, "9 A 9 A", 0, lost(1)) == ("9 A 9 A", [1, 3])
    assert climbed(rules, "9 A 9 A", 0, lost(0)) == ("9 A 9 A", [])


def test_passing_the_top_where_it_must_be_defended():
    rules = compiled(match_end="pass_top", must_defend=["A"])
    assert climbed(rules, "9 A 9 A", 0, lost(3)) == ("9 A 9 A", [])
    assert climbed(rules, "K 9 K 9", 0, held(3)) == ("A 9 A 9", [])
    assert climbed(rules, "A 9 A 9", 0, held(1)) == ("A 9 A 9", [0, 2])


def test_hook():
    assert climbed(compiled(hook=True), "J 7 J 7", 0, lost(2), None, True) == ("2 9 2 9", [])
    assert climbed(compiled(hook=True), "J 7 J 7", 0, held(2), None, True) == ("4 7 4 7", [])
    assert climbed(compiled(hook=True), "J 7 J 7", 0, lost(2)) == ("J 9 J 9", [])
    assert climbed(compiled(), "J 7 J 7", 0, lost(2), None, True) == ("J 9 J 9", [])


# ---- R33: the next declarer --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declarer", "defenders_win", "team", "follows"),
    [(0, True, None, 2), (0, False, None, 1), (3, True, None, 1), (3, False, None, 0)],
)
def test_next_declarer_of_fixed_partners(declarer, defenders_win, team, follows):
    assert referee.next_declarer(compiled(), declarer, defenders_win, team) == follows


@pytest.mark.parametrize(
    ("declarer", "defenders_win", "team", "follows"),
    [
        (0, True, [0, 3], 3),
        (0, False, [0, 3], 1),
        (0, False, [0, 1], 2),
        (4, True, [4], 4),  # alone: he again
        (3, False, [3, 4], 0),
    ],
)
def test_next_declarer_of_other_partners(declarer, defenders_win, team, follows):
    assert referee.next_declarer(friends(), declarer, defenders_win, team) == follows


# ---- R29: the kitty ----------------------------------------------------------------------------


def factor(name, lead, winning_play=None, **settings):
    """The factor at level 2 with spades trump."""
    rules = compiled(**({"kitty_factor": name, "decks": 4} | settings))
    won = None if winning_play is None else parse_faces(winning_play)
    return referee.kitty_factor(rules, Trump(0, 3), parse_faces(lead), None, won)


@pytest.mark.parametrize(
    ("name", "factors"),
    [
        ("double_size", (2, 4, 6, 8, 12, 8)),
        ("power", (2, 4, 8, 16, 64, 16)),
        ("double_cards", (2, 4, 6, 8, 12, 10)),
        ("double", (2, 2, 2, 2, 2, 2)),
        ("bianfeng", (2, 4, 6, 8, 18, 8)),
        ("none", (0, 0, 0, 0, 0, 0)),
    ],
)
def test_kitty_factors(name, factors):
    leads = ("Ac", "AcAc", "AcAcAc", "KcKcAcAc", "KcKcKcAcAcAc", "KcKcAcAcQc")
    assert tuple(factor(name, lead) for lead in leads) == factors


def test_power_of_a_large_unit_does_not_wrap():
    lead = "".join(4 * f"{rank}c" for rank in "3456789TJQKA")
    assert factor("power", lead) == 2**48


@pytest.mark.parametrize(
    ("winning_play", "expected"),
    [
        ("3s3s3s4s", 6),  # what can be cut out of it, whatever the lead was
        ("3s3s4s4s", 8),
        ("3s3s3s3s", 6),  # of a quad the triple
        ("3s3s5s5s", 4),
        ("3s4s5s6s", 2),
        ("AsAs2c2c", 8),
        ("2c2c2d2d", 4),
    ],
)
def test_bianfeng_counts_the_winners_play(winning_play, expected):
    assert factor("bianfeng", "AcKcQcJc", winning_play) == expected


def test_bianfeng_takes_a_triple_before_pairs():
    assert factor("bianfeng", "AcAcKcKcQcQcJcJc", "3s3s4s4s5s5s6s6s") == 32
    assert factor("bianfeng", "AcKcQcJcTc9c8c", "3s3s4s4s5s5s5s") == 6


def test_bianfeng_knows_the_tables_tractors():
    assert factor("bianfeng", "KcKcAcAc", tractor_length=3) == 4
    assert factor("bianfeng", "KcKcAcAc", tractor_width=3) == 4
    assert factor("bianfeng", "KsKsAsAs", trump_tractors="none") == 4


# ---- input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: referee.score(compiled(), 2**70), ["points", "from"]),
        (lambda: referee.advance(compiled(), [0, 0, 0], 0, held(1)), ["levels", "4"]),
        (lambda: referee.advance(compiled(), [0, 0, 0, 13], 0, held(1)), ["level of seat 3"]),
        (lambda: referee.advance(compiled(), [0] * 4, 4, held(1)), ["declarer", "0 to 3"]),
        (lambda: referee.advance(compiled(), [0] * 4, 0, (True, 1)), ["outcome", "tuple"]),
        (lambda: referee.advance(compiled(), [0] * 4, 0, held(-1)), ["defender_levels"]),
        (lambda: referee.advance(friends(), [0] * 5, 0, held(1)), ["team", "given"]),
        (lambda: referee.advance(friends(), [0] * 5, 0, held(1), [1]), ["seat 0", "own side"]),
        (lambda: referee.advance(friends(), [0] * 5, 0, held(1), [0, 5]), ["team", "0 to 4"]),
        (lambda: referee.advance(friends(), [0] * 5, 0, held(1), 3), ["team", "list"]),
        (lambda: referee.next_declarer(friends(), 0, False, range(5)), ["team", "attack"]),
        (lambda: factor("double", "Ac", "KcKc"), ["winning play", "1"]),
    ],
)
def test_wrong_input_is_one_clear_line(call, words):
    with pytest.raises(PlayError) as caught:
        call()
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
