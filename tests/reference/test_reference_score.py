"""R28 to R33: points, kitty, levels, the next declarer."""

import pytest
from reference_helpers import rules, trump

from tractor_fast.cards import RANKS, parse_faces, parse_rank
from tractor_fast.reference.advance import advance, next_declarer
from tractor_fast.reference.formats import reading
from tractor_fast.reference.score import Outcome, kitty_factor, outcome


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_the_sites_table(decks):
    table, n = rules(decks=decks), 20 * decks
    rows = [
        (0, 0, (True, 3, 0)), (5, n - 5, (True, 2, 0)), (n, 2 * n - 5, (True, 1, 0)),
        (2 * n, 3 * n - 5, (False, 0, 0)), (3 * n, 4 * n - 5, (False, 0, 1)),
        (4 * n, 5 * n - 5, (False, 0, 2)), (5 * n, 9 * n, (False, 0, 3)),
    ]  # fmt: skip
    for low, high, expected in rows:
        assert outcome(low, table) == outcome(high, table) == expected


def test_without_a_cap_levels_go_on():
    assert outcome(240, rules(level_cap=None)) == (False, 0, 4)
    assert outcome(-10, rules(level_cap=None)) == (True, 3, 0)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (0, (True, 3, 0)), (39, (True, 2, 0)), (40, (True, 1, 0)), (79, (True, 1, 0)),
        (80, (False, 0, 0)), (119, (False, 0, 0)), (120, (False, 0, 1)), (160, (False, 0, 2)),
    ],
)  # fmt: skip
def test_the_two_deck_tables_of_the_app_and_of_bianfeng(points, expected):
    assert outcome(points, rules(level_cap=None)) == expected


def test_small_team_bonus():
    table = rules(players=5, partners="friends", small_team_bonus=True, level_cap=None)
    assert outcome(0, table, team_short=True) == (True, 4, 0)
    assert outcome(0, table, team_short=False) == (True, 3, 0)
    assert outcome(120, table, team_short=True) == (False, 0, 1)


def factor(lead, winning, name, **settings):
    table, in_force = rules(kitty_factor=name, **settings), trump("2s")
    units = reading(parse_faces(lead), in_force, table)
    return kitty_factor(units, parse_faces(winning), in_force, table)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("double_size", (2, 4, 8, 8)), ("power", (2, 4, 16, 16)), ("double_cards", (2, 4, 8, 10)),
        ("double", (2, 2, 2, 2)), ("none", (0, 0, 0, 0)), ("bianfeng", (2, 4, 8, 8)),
    ],
)  # fmt: skip
def test_kitty_factors(name, expected):
    leads = ("3h", "3h 3h", "3h 3h 4h 4h", "3h 3h 4h 4h Ah")
    assert tuple(factor(lead, lead, name) for lead in leads) == expected


@pytest.mark.parametrize(
    ("winning", "expected"),
    [
        ("3h 3h 3h 4h 4h 4h", 18),
        ("3h 3h 3h 4h 4h", 6),  # a triple comes before a tractor of pairs
        ("3h 3h 4h 4h 5h 5h", 16),
        ("3h 3h 5h 5h", 4),
        ("3h 3h 3h 3h 5h", 6),
    ],
)
def test_bianfeng_by_what_the_winning_play_holds(winning, expected):
    assert factor(winning, winning, "bianfeng", decks=4) == expected


def after(levels, result, team=(0, 2), declarer=0, hook_hit=False, **settings):
    moved = advance(
        [parse_rank(level) for level in levels],
        declarer,
        team,
        Outcome(*result),
        rules(**settings),
        hook_hit,
    )
    return "".join(RANKS[level] for level in moved.levels), moved.match_winners


def test_the_winning_side_climbs():
    assert after("2525", (True, 2, 0)) == ("4545", ())
    assert after("2525", (False, 0, 1)) == ("2626", ())


def test_a_is_reached_by_any_gain_but_left_by_defending_it_alone():
    assert after("KQKQ", (True, 3, 0)) == ("AQAQ", ())
    assert after("KAKA", (False, 0, 3)) == ("KAKA", ())
    assert after("AQAQ", (True, 1, 0)) == ("AQAQ", (0, 2))


def test_levels_that_must_be_defended():
    house = {"must_defend": ["5", "T", "K", "A"]}
    assert after("4545", (True, 3, 0), **house) == ("5555", ())
    assert after("5555", (True, 3, 0), **house) == ("8585", ())
    assert after("9T9T", (True, 3, 0), **house) == ("TTTT", ())
    assert after("4545", (False, 0, 2), **house) == ("4545", ())


def test_the_hook_sends_the_defenders_back_to_two():
    assert after("J5J5", (False, 0, 1), hook_hit=True, hook=True) == ("2626", ())
    assert after("J5J5", (True, 1, 0), hook_hit=True, hook=True) == ("3535", ())
    assert after("J5J5", (False, 0, 1), hook_hit=True) == ("J6J6", ())


def test_pass_top_is_won_by_the_first_gain_beyond_a():
    table = {"match_end": "pass_top"}
    assert after("KQKQ", (True, 2, 0), **table) == ("AQAQ", (0, 2))
    assert after("KQKQ", (True, 1, 0), **table) == ("AQAQ", ())
    assert after("KAKA", (False, 0, 1), **table) == ("KAKA", (1, 3))
    assert after("KAKA", (False, 0, 1), **table, must_defend=["A"]) == ("KAKA", ())


def test_friends_win_the_match_who_are_themselves_at_a():
    table = {"players": 5, "partners": "friends", "decks": 2}
    assert after("A3A54", (True, 1, 0), team=(0, 2, 3), **table) == ("A3A64", (0, 2))


def test_the_next_declarer_is_the_next_of_the_winning_side():
    assert next_declarer(0, (0, 2), True, rules()) == 2
    assert next_declarer(3, (1, 3), False, rules()) == 0
    friends = rules(players=5, partners="friends", decks=2)
    assert next_declarer(1, (1,), True, friends) == 1
    assert next_declarer(1, (1, 2), False, friends) == 3
