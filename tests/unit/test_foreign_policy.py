"""Strategies from outside: they play as those built in, and nothing that they choose does harm."""

import ctypes

import pytest
from native import falling_back, native

from tractor_fast import abi
from tractor_fast._core.engine import POLICIES, Run, policy_addresses
from tractor_fast._core.game import Game
from tractor_fast._core.policies import Parameter
from tractor_fast._core.policy import ForeignPolicy
from tractor_fast._core.run import MAX_PARAMETERS
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.rules import Rules, load_rules
from tractor_fast.strategies import compiled

RANDOM = ("random", (0.0, 0.0))
FULL = 2**64 - 1
RULE_SETS = [
    Rules(),
    Rules(players=6, decks=3, kitty_theft=True),
    Rules(players=5, partners="friends"),
    Rules(partners="named", failed_throw="next_names"),
]


def defaults(name):
    return name, tuple(parameter.default for parameter in POLICIES[name])


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("name", ["random", "expert"])
def test_a_strategy_that_falls_back_plays_as_its_base(rules, name):
    base = defaults(name)
    foreign = native(falling_back(*base))
    expected = Run(rules, [base] * rules.players, 5).play(0, 40)
    assert Run(rules, [(foreign, ())] * rules.players, 5).play(0, 40) == expected
    mixed = [(foreign, ()) if seat % 2 else base for seat in range(rules.players)]
    assert Run(rules, mixed, 5).play(0, 40) == expected


def test_in_matches_each_side_keeps_its_own_strategy():
    rules = load_rules("tractor")
    base, foreign = defaults("expert"), native(falling_back(*defaults("expert")))
    expected = Run(rules, [base, RANDOM] * 2, 5).play_matches(0, 4)
    for seats in ([(foreign, ()), RANDOM], [base, (native(falling_back(*RANDOM)), ())]):
        rows, digest = Run(rules, seats * 2, 5).play_matches(0, 4)
        assert digest == expected[1]
        assert (rows == expected[0]).all()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_in_pairs_each_side_keeps_its_own_strategy(rules):
    base, falling = defaults("expert"), native(falling_back(*defaults("expert")))
    n = rules.players
    expected = Run(rules, ([base, RANDOM] * n)[:n], 5).play_pairs(0, 20)
    for seats in ([(falling, ()), RANDOM], [base, (native(falling_back(*RANDOM)), ())]):
        assert Run(rules, (seats * n)[:n], 5).play_pairs(0, 20) == expected


@pytest.mark.parametrize(("side", "exchanged"), [(0, "13"), (1, "02")])
def test_in_pairs_a_failure_names_board_seat_and_strategy(side, exchanged):
    """It gives up on board 7, on the seats that it has in the exchanged deal."""
    falling = falling_back(*RANDOM)

    def give_up(table, seat, memo, choice):
        here = int(table["board"]) == 7 and str(seat["seat"]) in exchanged
        return 3 if here else falling(table, seat, memo, choice)

    pair = [(native(give_up), ()), RANDOM]
    run = Run(Rules(), (pair if side == 0 else pair[::-1]) * 2, 5)
    said = rf"^board 7, seat [{exchanged}]: strategy 'mine' asked to .* code 3$"
    with pytest.raises(StrategyError, match=said) as caught:
        run.play_pairs(4, 9)
    assert caught.value.played == run.play_pairs(4, 3)  # the boards before it


def test_a_strategy_sees_its_parameters_and_its_context():
    seen = []

    def look(table, seat, memo, choice):
        seen.append((int(seat["seat"]), int(seat["context"]), int(seat["parameters"]) != 0))
        return falling(table, seat, memo, choice)

    falling = falling_back(*RANDOM)
    parameters = [Parameter("depth", 2.0, 0.0, 9.0, "how far it looks")]
    foreign = native(look, parameters=parameters, context=4711)
    assert foreign.parameters == tuple(parameters)
    Run(Rules(), [(foreign, (3.0,)), RANDOM] * 2, 5).play(0, 1)
    assert {(0, 4711, True), (2, 4711, True)} == set(seen)
    with pytest.raises(SpecError, match="depth = 10"):
        Run(Rules(), [(foreign, (10.0,)), RANDOM] * 2, 5)
    with pytest.raises(SpecError, match="has 1 parameters"):
        Run(Rules(), [(foreign, ()), RANDOM] * 2, 5)


def test_more_parameters_than_there_is_room_for_are_refused():
    """All seats see the last of as many as there is room for."""
    last = []

    def look(table, seat, memo, choice):
        last.append((ctypes.c_double * MAX_PARAMETERS).from_address(int(seat["parameters"]))[-1])
        return falling(table, seat, memo, choice)

    falling = falling_back(*RANDOM)
    parameters = [Parameter(f"p{i}", 0.0, 0.0, 99.0, "") for i in range(MAX_PARAMETERS + 1)]
    rules = Rules(players=8)
    foreign = native(look, parameters=parameters[:-1])
    Run(rules, [(foreign, range(MAX_PARAMETERS))] * 8, 5).play(0, 2)
    assert set(last) == {MAX_PARAMETERS - 1}
    foreign = native(look, parameters=parameters)
    with pytest.raises(SpecError, match=f"has more than {MAX_PARAMETERS} parameters"):
        Run(rules, [(foreign, range(MAX_PARAMETERS + 1))] * 8, 5)


def test_what_is_no_function_is_refused():
    with pytest.raises(ValueError, match="has the address 0"):
        ForeignPolicy("mine", 0)
    with pytest.raises(TypeError, match="parameters must be of class Parameter"):
        ForeignPolicy("mine", 1, [("x", 1.0)])
    with pytest.raises(OverflowError):
        ForeignPolicy("mine", -1)
    with pytest.raises(SpecError, match="no strategy 'clever'"):
        policy_addresses("clever")


def failing(decision, write, rules, fallback=RANDOM):
    """What a run says to a strategy that writes a choice of its own at one decision."""
    falling = falling_back(*fallback)

    def choose(table, seat, memo, choice):
        code = falling(table, seat, memo, choice)
        asked = int(choice["decision"]), int(choice["name_kind"])
        if asked[0] == decision or asked == decision:
            return write(table, seat, memo, choice)
        return code

    run = Run(rules, [(native(choose), ())] * rules.players, 5)
    with pytest.raises(StrategyError) as refused:
        run.play(0, 500)
    return str(refused.value).split("strategy 'mine' asked to ", 1)[1]


def write(**fields):
    def choose(table, seat, memo, choice):
        for name, value in fields.items():
            choice[name] = value

    return choose


@pytest.mark.parametrize("preset", ["tractor", "classic-3"])
@pytest.mark.parametrize(
    ("decision", "asked"), [(abi.BURY, "bury"), (abi.LEAD, "lead"), (abi.FOLLOW, "follow")]
)
@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ((0, 0, 0, 0), "chose no cards, which "),
        ((0, 1, 0, 0), "chose the planes 0x0 0x1 0x0 0x0, which are no planes"),
        ((1, 1, 1, 1), "which are n"),
        ((FULL, 0, 0, 0), "chose the planes 0xffffffffffffffff 0x0 0x0 0x0, which are not all in"),
        ((FULL,) * 4, "chose the planes 0xffffffffffffffff 0xffffffffffffffff 0x"),
        ((1 << 56, 0, 0, 0), "chose the planes 0x100000000000000 0x0 0x0 0x0, which are not all"),
        ((0, 0, 0, FULL), "chose the planes 0x0 0x0 0x0 0xffffffffffffffff, which are no planes"),
    ],
)
def test_cards_that_are_none(preset, decision, asked, cards, text):
    message = failing(decision, write(cards=cards), load_rules(preset))
    assert message.startswith(f"{asked} chose ")
    assert text in message


@pytest.mark.parametrize(
    ("rules", "decision", "fields", "message"),
    [
        ({"partners": "named"}, (abi.NAME, abi.NAME_PARTNER), {"named": 255},
         "name partner chose card number 255, which is no card"),
        ({"no_bid": "declarer_side_names"}, (abi.NAME, abi.NAME_TRUMP), {"named": 4},
         "name trump chose suit number 4, which is not one of the four suits"),
        ({"failed_throw": "next_names"}, (abi.NAME, abi.NAME_UNIT), {"named": 200},
         "name unit chose unit number 200 of 2, which is not one of the units to choose from"),
        ({"players": 5, "partners": "friends"}, (abi.NAME, abi.NAME_FRIENDS),
         {"calls": [(255, 255)] * 3},
         "name friends chose card number 255 (copy 255), which may not call a friend, or not by"),
        ({"players": 5, "partners": "friends", "friend_cards": "any"},
         (abi.NAME, abi.NAME_FRIENDS), {"calls": [(53, 0)] * 3},
         "name friends chose BJ (copy 0), which may not call a friend, or not by that copy"),
        ({}, abi.BID, {"bid": 254}, "bid chose bid number 254 of "),
    ],
)  # fmt: skip
def test_names_and_bids_that_are_none(rules, decision, fields, message):
    throws = ("random", (0.5, 1.0 if rules.get("no_bid") else 0.0))
    assert failing(decision, write(**fields), Rules(**rules), throws).startswith(message)


def test_a_question_written_over_changes_nothing():
    def choose(table, seat, memo, choice):
        code = falling(table, seat, memo, choice)
        for field in ("decision", "n_bids", "bids", "name_kind", "n_units", "units", "follow"):
            choice[field] = choice[field].dtype.type(0) if choice[field].dtype.names is None else 0
        return code

    for rules in RULE_SETS:
        falling = falling_back(*defaults("expert"))
        expected = Run(rules, [defaults("expert")] * rules.players, 5).play(0, 30)
        assert Run(rules, [(native(choose), ())] * rules.players, 5).play(0, 30) == expected


def test_an_illegal_follow_is_refused_though_the_question_is_made_to_allow_it():
    def choose(table, seat, memo, choice):
        choice["follow"]["pool"] = choice["cards"] = (FULL, 0, 0, 0)
        choice["follow"]["need"] = 62

    for preset in ("tractor", "classic-3"):
        assert "which are not all in its hand" in failing(abi.FOLLOW, choose, load_rules(preset))


@pytest.mark.parametrize("rng", [0, FULL])
def test_the_generator_may_be_written_over(rng):
    def choose(table, seat, memo, choice):
        memo["rng"] = rng
        return falling(table, seat, memo, choice)

    falling = falling_back(*RANDOM)
    totals, _ = Run(Rules(), [(native(choose), ())] * 4, 5).play(0, 20)
    assert totals["deals"] == 20


@pytest.mark.parametrize("code", [1, -1, 2**31 - 1, -(2**31)])
def test_a_strategy_gives_up_with_a_code_of_its_own(code):
    mine = native(lambda *_: code)
    with pytest.raises(StrategyError) as gave_up:
        Run(Rules(trump="random"), [RANDOM, (mine, ())] * 2, 5, declarer=1).play(7, 3)
    message = "board 7, seat 1: strategy 'mine' asked to bury gave up with code "
    assert str(gave_up.value) == f"{message}{code}"


def test_a_strategy_explains_its_codes():
    mine = native(lambda *_: 3, explain=lambda code: f"lost its way ({code})")
    with pytest.raises(StrategyError, match=r"asked to bury lost its way \(3\)$"):
        Run(Rules(trump="random"), [(mine, ())] * 4, 5, declarer=1).play(7, 3)


def test_a_game_goes_on_step_by_step():
    base, foreign = defaults("expert"), native(falling_back(*defaults("expert")))
    games = [Game.of_board(Run(Rules(), [s] * 4, 5).spec, 3) for s in (base, (foreign, ()))]
    while games[0].decision is not None:
        assert games[0].step() == games[1].step()
    assert games[1].decision is None


@pytest.mark.parametrize(
    ("address", "parameters", "message"),
    [
        (
            0,
            (),
            "strategy odd: address = 0: allowed: a whole number from 1 to 18446744073709551615",
        ),
        (-1, (), "strategy odd: address = -1: allowed: a whole number from 1 to"),
        (1.5, (), "strategy odd: address = 1.5: allowed: a whole number from 1 to"),
        (2**64, (), "strategy odd: address = 18446744073709551616: allowed: a whole number from 1"),
        (4096, 5, "strategy odd: 5 is no Parameter"),
        (4096, [1], "strategy odd: 1 is no Parameter"),
        (
            4096,
            [Parameter("a", 5, 0, 1, "m")],
            "strategy odd: default of a = 5: allowed: a number from 0 to 1",
        ),
        (4096, [Parameter("a", 0, 0, 1, "m")] * 2, "strategy odd: two parameters are called a"),
    ],
)
def test_what_is_no_compiled_strategy_is_told_in_one_line(address, parameters, message):
    with pytest.raises(SpecError) as caught:
        compiled("odd", address, parameters, version=abi.VERSION)
    assert str(caught.value).startswith(message)
