"""``@strategy``: plays like what it is written after, on threads too, and every way to fail."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from numba import njit, objmode, types
from numba.extending import intrinsic

import tractor_fast
from tractor_fast import abi
from tractor_fast._core.engine import Run
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.rules import Rules
from tractor_fast.strategies import Parameter, parse_strategy
from tractor_fast.strategies.numba import (
    beats,
    below,
    bit,
    built_in,
    bury_by,
    callable_faces,
    count,
    ctz,
    draw_follow,
    follow_by,
    highest,
    lay,
    legal,
    lowest,
    popcount,
    rules,
    strategy,
    trump_table,
)
from tractor_fast.strategies.numba_example import greedy

RULE_SETS = [
    Rules(),
    Rules(decks=1),
    Rules(players=6, decks=3, kitty_theft=True),
    Rules(players=5, partners="friends"),
    Rules(partners="named", failed_throw="next_names"),
    Rules(decks=4, protect_longer_tuples=True, bombs="any_suit", rainbows=4),
    Rules(no_bid="declarer_side_names"),
]
random, expert = built_in("random"), built_in("expert")


def digest(table_rules, policy, values=(), boards=60):
    return Run(table_rules, [(policy, values)] * table_rules.players, 5).play(0, boards)[1]


def defaults(name):
    return tuple(parameter.default for parameter in parse_strategy(name).strategy.parameters)


@strategy
def as_expert(table, seat, memo, choice):
    """Nothing but expert."""
    return expert(table, seat, memo, choice)


@strategy
def as_random(table, seat, memo, choice):
    """Follows as random does, without it."""
    if choice.decision == abi.FOLLOW:
        draw_follow(table, memo, choice)
    else:
        random(table, seat, memo, choice)


@pytest.mark.parametrize("table_rules", RULE_SETS)
def test_it_plays_as_the_compiled_strategy_that_does_the_same(table_rules):
    for numba, name in ((greedy, "greedy"), (as_expert, "expert"), (as_random, "random")):
        expected = digest(table_rules, name, defaults(name))
        assert digest(table_rules, numba.policy) == expected, name


def test_threads_change_nothing():
    module = "tractor_fast.strategies.numba_example:greedy"
    runs = [
        tractor_fast.simulate(seats=seats, deals=20_000, seed=3, jobs=jobs).digest
        for seats, jobs in ((module, 1), (module, 3), ("greedy", 2))
    ]
    assert len(set(runs)) == 1


@strategy
def helped(table, seat, memo, choice):
    """Gives up with the number of the helper that answers wrongly."""
    random(table, seat, memo, choice)
    mask = np.uint64(0b1011000)
    if popcount(mask) != 3 or popcount(0) != 0 or popcount(~np.uint64(0)) != 64:
        return 1
    if ctz(mask) != 3 or ctz(0) != 64 or ctz(bit(63)) != 63:
        return 2
    if lowest(mask) != 8 or highest(mask) != 64 or lowest(0) != 0 or highest(0) != 0:
        return 3
    if bit(63) >> np.uint64(63) != 1:
        return 4
    if not 0 <= below(memo, 3) < 3 or below(memo, 0) != 0 or below(memo, 1) != 0:
        return 5
    if count(seat.hand, seat.hand[0]) < popcount(seat.hand[0]) or count(seat.hand, 0) != 0:
        return 6
    if rules(table).players != table.players or rules(table).kitty_size != table.kitty_size:
        return 7
    trump = trump_table(table)
    if trump.to_layout[trump.to_natural[63]] != 63 or trump.to_natural[63] != 53:
        return 8
    if choice.decision == abi.BURY:
        bury_by(table, seat, choice, trump.suits[0], trump.suits[1])
        if not legal(table, seat, choice):
            return 9
        if popcount(choice.cards[0] & ~trump.suits[0]) and count(choice.cards, trump.suits[0]) != (
            count(seat.hand, trump.suits[0])
        ):
            return 10
    if choice.decision >= abi.BURY:
        if not legal(table, seat, choice):
            return 11
        kept = choice.cards[0]
        choice.cards[0] = kept | ~trump.suits[0] & ~seat.hand[0]
        if legal(table, seat, choice):
            return 12
        choice.cards[0] = kept
    if choice.decision == abi.FOLLOW:
        follow_by(table, memo, choice, trump.tens, trump.fives)
        if not legal(table, seat, choice):
            return 13
        if beats(table, table.plays[0]):
            return 14
    if choice.decision == abi.NAME and choice.name_kind == abi.NAME_FRIENDS:
        called = bit(trump.to_layout[choice.calls[0].face])
        if not callable_faces(table) & called:
            return 15
    memo.slots[15] += np.uint64(1)
    return 0


@pytest.mark.parametrize("table_rules", RULE_SETS)
def test_what_it_may_call_answers_rightly(table_rules):
    digest(table_rules, helped.policy)


@strategy(parameters=[Parameter("a.b", 2.0, 0.0, 9.0, "one"), Parameter("c", 5.0, 0.0, 9.0, "two")])
def tuned(table, seat, memo, choice, parameters):
    """Gives up with what its parameters make together."""
    return np.int64(10 * parameters.a_b + parameters.c)


def test_parameters_are_read_by_their_names():
    assert [p.name for p in tuned.parameters] == ["a.b", "c"]
    for values, code in (((2.0, 5.0), 25), ((9.0, 1.0), 91)):
        with pytest.raises(StrategyError, match=f"'tuned' asked to bid gave up with code {code}$"):
            digest(Rules(), tuned.policy, values)


def test_an_exception_ends_the_run_and_names_the_decision():
    @strategy
    def broken(table, seat, memo, choice):
        if choice.decision == abi.BURY:
            raise ValueError("lost")
        random(table, seat, memo, choice)

    with pytest.raises(StrategyError) as failed:
        Run(Rules(), [(broken.policy, ())] * 4, 5, declarer=2).play(7, 3)
    assert str(failed.value) == (
        "board 7, seat 2: strategy 'broken' asked to bury raised an exception"
    )


def lose(seat):
    raise KeyError(seat)


@njit
def ask_python(seat):
    with objmode():
        lose(seat)


@strategy
def asking(table, seat, memo, choice):
    """Raises in Python at the fourth board."""
    if table.board == 3 and choice.decision == abi.BURY:
        ask_python(seat.seat)
    random(table, seat, memo, choice)


@strategy
def asking_with_care(table, seat, memo, choice):
    """Catches it, of which numba tells Python nothing."""
    try:
        if table.board == 3 and choice.decision == abi.BURY:
            ask_python(seat.seat)
    except Exception:
        random(table, seat, memo, choice)
    random(table, seat, memo, choice)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("asking", [asking, asking_with_care])
def test_an_exception_in_objmode_is_told_and_leaves_nothing_behind(asking, jobs):
    for _ in range(2):
        with pytest.raises(StrategyError) as failed:
            tractor_fast.simulate(seats=asking, deals=10, seed=5, declarer=2, jobs=jobs)
        told = f"board 3, seat 2: strategy {asking.name!r} asked to bury raised KeyError: 2 ("
        assert str(failed.value).startswith(told)
        assert failed.value.result.deals == 3
    assert tractor_fast.simulate(seats="random", deals=10, seed=5, jobs=jobs).deals == 10


def test_a_code_that_is_no_int_is_no_success():
    @strategy(parameters=[Parameter("code", 0.0, -1e18, 1e18, "what it returns")])
    def giving_up(table, seat, memo, choice, parameters):
        return np.int64(parameters.code)

    most = 2**31
    for code in (most - 1, 2 - most, -1, 1):
        with pytest.raises(StrategyError, match=f"asked to bid gave up with code {code}$"):
            digest(Rules(), giving_up.policy, (float(code),))
    for code in (2 * most, most, 1 - most, -most, 2**40):
        with pytest.raises(StrategyError, match=r"gave up with a code beyond 32 bits$"):
            digest(Rules(), giving_up.policy, (float(code),))


def test_an_exception_that_it_catches_is_its_own_affair():
    @strategy
    def mended(table, seat, memo, choice):
        try:
            if choice.decision == abi.LEAD:
                raise ValueError
        except Exception:
            return random(table, seat, memo, choice)
        return random(table, seat, memo, choice)

    assert digest(Rules(), mended.policy) == digest(Rules(), "random", defaults("random"))


def test_an_illegal_choice_ends_the_run_and_names_the_cards():
    @strategy
    def greedy_for_jokers(table, seat, memo, choice):
        random(table, seat, memo, choice)
        if choice.decision == abi.LEAD:
            lay(choice, bit(63), 2)

    with pytest.raises(StrategyError, match=r"asked to lead chose BJ BJ, which are not all in its"):
        digest(Rules(), greedy_for_jokers.policy)


def test_ctrl_c_waits_until_it_is_compiled():
    done = []

    @intrinsic
    def interrupted(context):
        def generate(target, *_):
            os.kill(os.getpid(), signal.SIGINT)
            done.append(1)
            return target.get_dummy_value()

        return types.none(), generate

    def mine(table, seat, memo, choice):
        interrupted()

    with pytest.raises(KeyboardInterrupt):
        strategy(mine)
    assert done == [1]


def nothing(table, seat, memo, choice):
    pass


def of_three(table, seat, memo):
    pass


def a_float(table, seat, memo, choice):
    return 0.5


def a_field_that_is_none(table, seat, memo, choice):
    choice.crads[0] = 1


def a_name_that_is_none(table, seat, memo, choice):
    return not_there(table)  # noqa: F821


def of_python(table, seat, memo, choice):
    return {}.nothing


@pytest.mark.parametrize(
    ("function", "parameters", "message"),
    [
        (of_three, (), "strategy of_three: it takes table, seat, memo, choice, not 3 arguments"),
        (nothing, [Parameter("x", 1.0, 0.0, 2.0, "")], "strategy nothing: it takes table, seat, "),
        (a_float, (), "strategy a_float returns float64; nothing or a whole number is right"),
        (a_field_that_is_none, (), "a_field_that_is_none does not compile: a record has no field"),
        (a_name_that_is_none, (), "a_name_that_is_none does not compile: NameError: name 'not_"),
        (of_python, (), "strategy of_python does not compile: "),
        (5, (), "@strategy: 5 is no function"),
        (nothing, 5, "@strategy: 5 is no Parameter"),
        (nothing, [("x", 1.0)], "is no Parameter"),
        (nothing, [Parameter("x y", 1.0, 0.0, 2.0, "")], "'x y' is no name of a parameter"),
        (nothing, [Parameter("x", 3.0, 0.0, 2.0, "")], "x = 3.0: allowed: a number from 0 to 2"),
        (nothing, [Parameter("x", 1, None, 2, "")], "x: from None to 2 is no range of numbers"),
        (nothing, [Parameter("x", 1, 0, "2", "")], "x: from 0 to '2' is no range of numbers"),
        (nothing, [Parameter("a.b", 1, 0, 2, ""), Parameter("a_b", 1, 0, 2, "")], "called a_b"),
    ],
)
def test_what_is_no_strategy_is_refused_in_one_line(function, parameters, message):
    with pytest.raises(SpecError) as refused:
        strategy(parameters=parameters)(function)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_unknown_base_is_named():
    with pytest.raises(SpecError, match="there is no built-in strategy 'clever'; there are random"):
        built_in("clever")


def test_the_command_line_tells_a_failure_from_what_does_not_compile(tmp_path):
    path = tmp_path / "mine.py"
    head = "from tractor_fast.strategies.numba import strategy\n@strategy\n"
    for body, code, error in (
        ("raise ValueError", 1, "error: board 0, seat 1: strategy 'mine' asked to b"),
        ("return 'x'", 2, "mine returns "),
    ):
        path.write_text(f"{head}def mine(table, seat, memo, choice):\n    {body}\n")
        run = subprocess.run(
            [sys.executable, "-m", "tractor_fast", "simulate", "--seats", f"{path}:mine"],
            capture_output=True,
            text=True,
        )
        assert run.returncode == code, run.stderr
        assert error in run.stderr
        assert run.stderr.count("\n") == 1


def test_without_numba_one_line_says_how_to_get_it():
    code = "import sys; sys.modules['numba'] = None; import tractor_fast.strategies.numba"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stderr.splitlines()[-1].endswith(
        "@strategy needs numba, which is not installed; pip install 'tractor_fast[numba]' does it"
    )
