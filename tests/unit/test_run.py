"""Run and RunSpec: what they refuse, rows, and rules that somebody has tampered with."""

import os
import signal
import subprocess
import sys

import msgspec
import numpy as np
import pytest

import tractor_fast
from tractor_fast._core.engine import KERNEL, ROW, Run, kernels
from tractor_fast._core.referee import score
from tractor_fast._core.run import RunSpec, new_totals, totals_to_dict
from tractor_fast._core.spec import CompiledRules
from tractor_fast.errors import RulesError, SpecError
from tractor_fast.rules import Rules, load_rules

RANDOM = ("random", (0.25, 0.0))
RUN = Run(Rules(), [RANDOM] * 4, seed=1)


class Liar(int):
    """A number that says that it is in every range."""

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__


@pytest.mark.parametrize(("players", "kernel"), [(4, "plain"), (4, KERNEL), (6, KERNEL)])
def test_levels_and_declarers_come_in_turn(players, kernel):
    rules, boards = Rules(players=players), 2 * 13 * players
    rows = np.zeros(boards, ROW)
    Run(rules, [RANDOM] * players, 7, kernel=kernel, in_turn=True).play(26, boards, rows)
    numbers = np.arange(26, 26 + boards)
    assert (rows["level"] == numbers % 13).all()
    assert (rows["declarer"] == numbers // 13 % players).all()
    for place in (0, 50):
        alone = np.zeros(1, ROW)
        level, declarer = int(rows["level"][place]), int(rows["declarer"][place])
        Run(rules, [RANDOM] * players, 7, level, declarer).play(26 + place, 1, alone)
        assert alone[0] == rows[place]


def test_what_is_given_does_not_come_in_turn():
    rows = np.zeros(60, ROW)
    Run(Rules(), [RANDOM] * 4, 7, level=5, in_turn=True).play(0, 60, rows)
    assert (rows["level"] == 5).all()
    assert (rows["declarer"] == np.arange(60) // 13 % 4).all()
    Run(Rules(), [RANDOM] * 4, 7, declarer=2, in_turn=True).play(0, 60, rows)
    assert (rows["level"] == np.arange(60) % 13).all()
    assert (rows["declarer"] == 2).all()
    one, other = (Run(Rules(), [RANDOM] * 4, 7, 3, 1, in_turn=turn) for turn in (False, True))
    assert one.play(0, 60) == other.play(0, 60)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": [RANDOM] * 3}, "3 seats are given, the table has 4"),
        ({"seats": [RANDOM] * 5}, "5 seats are given, the table has 4"),
        ({"seats": 5}, "seats must be a list, not int"),
        ({"seats": ["random"] * 4}, "seats: 'random' is no pair of a strategy's name and"),
        ({"seats": [("random", None)] * 4}, "seats: ('random', None) is no pair"),
        ({"seats": [("clever", ())] * 4}, "no compiled strategy 'clever'; there are random, "),
        ({"seats": [([], ())] * 4}, "no compiled strategy []; there are random, "),
        ({"seats": [("random", ())] * 4}, "strategy 'random' has 2 parameters"),
        ({"seats": [("random", (2, 0))] * 4}, "lead.throws = 2: allowed: a number from 0 to 1"),
        ({"seats": [("random", (float("nan"), 0))] * 4}, "lead.throws = nan: allowed"),
        ({"seats": [("random", (None, 0))] * 4}, "lead.throws = None: allowed"),
        ({"seed": "1"}, "seed = '1': allowed: a whole number from 0 to 18446744073709551615"),
        ({"seed": 2**64}, "seed = 18446744073709551616: allowed"),
        ({"level": Liar(200)}, "level = 200: allowed: a whole number from 0 to 12"),
        ({"level": 13}, "level = 13: allowed"),
        ({"declarer": Liar(77)}, "declarer = 77: allowed: a whole number from -1 to 3"),
        ({"declarer": 4}, "declarer = 4: allowed"),
        ({"kernel": "fast"}, "no kernel 'fast' runs here; allowed: plain"),
    ],
)
def test_what_cannot_be_run_is_named(arguments, message):
    with pytest.raises(SpecError) as refused:
        Run(**{"rules": Rules(), "seats": [RANDOM] * 4, "seed": 1} | arguments)
    assert str(refused.value).startswith(message)


def test_numbers_of_numpy_are_numbers():
    run = Run(
        Rules(), [("random", np.array([0.25, 0.0]))] * 4, np.uint64(1), np.int8(3), np.int16(2)
    )
    assert run.play(np.int64(5), np.uint8(3)) == Run(Rules(), [RANDOM] * 4, 1, 3, 2).play(5, 3)


@pytest.mark.parametrize(
    ("range_", "message"),
    [
        ((-1, 1), "first_board = -1: allowed"),
        ((2**64, 1), "first_board = 18446744073709551616: allowed"),
        ((2**64 - 1, 2), "boards = 2: allowed: a whole number from 0 to 1"),
        ((0.5, 1), "first_board = 0.5: allowed"),
        ((0, 1.0), "boards = 1.0: allowed"),
        (("0", 1), "first_board = '0': allowed"),
        ((0, None), "boards = None: allowed"),
    ],
)
def test_boards_that_do_not_exist_are_refused(range_, message):
    with pytest.raises(SpecError) as refused:
        RUN.play(*range_)
    assert str(refused.value).startswith(message)


def read_only():
    rows = np.zeros(3, ROW)
    rows.flags.writeable = False
    return rows


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([0, 0, 0], TypeError, "rows must be a numpy array, not list"),
        (np.zeros(3), ValueError, "rows must be a writeable, contiguous array of dtype ROW"),
        (np.zeros(6, ROW)[::2], ValueError, "writeable, contiguous"),
        (np.zeros(3, ROW.newbyteorder()), ValueError, "dtype ROW"),
        (read_only(), ValueError, "writeable"),
        (np.zeros(2, ROW), ValueError, "rows has less room than boards asked for"),
    ],
)
def test_rows_that_cannot_be_filled_are_refused(rows, error, message):
    with pytest.raises(error, match=message):
        RUN.play(0, 3, rows)


@pytest.mark.parametrize("make", [np.zeros, np.ma.zeros])
def test_rows_are_the_boards_in_order_and_no_more(make):
    rows = make(5, ROW)
    totals, _ = RUN.play(2**64 - 4, 4, rows)
    assert rows["board"].tolist() == [*range(2**64 - 4, 2**64), 0]
    assert totals["points_sum"] == rows["points"].sum()


def test_levels_follow_from_points_however_many_they_are():
    """R30 with steps of 10 points and no cap: many more than 127 levels can be gained."""
    rules = Rules(step_per_deck=5, level_cap=None)
    rows = np.zeros(2000, ROW)
    Run(rules, [RANDOM] * 4, seed=1).play(0, 2000, rows)
    for row in rows:
        points = int(row["points"])
        held = {0: 3, 5: 2, 10: 1, 15: 1}
        assert row["levels"] == held.get(points, 2 - points // 10)
    # 80 points in a kitty of 8 cards, times twice a tractor of 24 cards (R29).
    assert np.iinfo(ROW["levels"]).max > 80 * 48 // 10
    assert np.iinfo(ROW["points"]).max > 80 * 48


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
def test_a_long_run_can_be_interrupted():
    class Interrupt(Exception):
        pass

    def interrupt(*_):
        raise Interrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Interrupt):
            RUN.play(0, 2**60)
    finally:
        signal.signal(signal.SIGALRM, before)


class Disguised(Rules, frozen=True, kw_only=True):
    """Rules that keep quiet about what was changed."""

    def changed(self):
        return {}


def test_rules_in_disguise_are_played_as_what_they_say_they_are():
    assert CompiledRules(Disguised(players=8, decks=4, kitty=200)).rules == Rules()


def test_rules_that_were_changed_behind_their_back_are_checked_again():
    rules = Rules()
    msgspec.structs.force_setattr(rules, "players", 8)
    assert CompiledRules(rules).rules == Rules(players=8, decks=2)
    msgspec.structs.force_setattr(rules, "players", 60)
    with pytest.raises(RulesError, match="players = 60: allowed: a whole number from 4 to 8"):
        CompiledRules(rules)
    with pytest.raises(TypeError, match="rules must be a Rules object, not str"):
        CompiledRules("tractor")


@pytest.mark.parametrize("name", kernels())
def test_a_kernel_plays_only_what_is_bound_to_it(name):
    kernel = Run(Rules(), [RANDOM] * 4, 1, kernel=name)._kernel
    with pytest.raises(ValueError, match="not bound"):
        kernel.play(RunSpec(Rules(), [RANDOM] * 4, 1), 0, 1, new_totals())
    with pytest.raises(TypeError, match="totals"):
        kernel.play(RUN.spec, 0, 1, None)
    with pytest.raises(ValueError, match="new_totals"):
        kernel.play(RUN.spec, 0, 1, np.zeros(3, np.int64))
    for call in (kernel.bind, lambda run: kernel.play(run, 0, 1, new_totals())):
        with pytest.raises(TypeError, match="run"):
            call(None)


@pytest.mark.parametrize("counters", [None, [1], np.zeros(3, np.int64)])
def test_counters_are_those_of_a_run(counters):
    with pytest.raises(ValueError, match="new_totals"):
        totals_to_dict(counters)


def test_a_cap_of_levels_may_be_of_any_size():
    capped = CompiledRules(load_rules("tractor", ["step_per_deck=5", "level_cap=300"]))
    assert score(capped, 5000) == (False, 0, 300)
    free = CompiledRules(load_rules("tractor", ["step_per_deck=5", "level_cap=null"]))
    assert score(free, 5000) == (False, 0, 498)
    assert score(free, 2**62) == (False, 0, 2**62 // 10 - 2)


def test_cpu_names_the_kernel_in_use_and_those_that_can_run():
    told = tractor_fast.cpu()
    assert sorted(told) == ["kernel", "kernels"]
    assert told["kernel"] == KERNEL
    assert told["kernels"] in (("plain",), ("plain", "bmi2"))


def test_cpu_tells_a_forced_kernel():
    code = "import tractor_fast; print(tractor_fast.cpu()['kernel'])"
    forced = {**os.environ, "TRACTOR_FAST_KERNEL": "plain"}
    told = subprocess.run([sys.executable, "-c", code], env=forced, capture_output=True, text=True)
    assert told.stdout == "plain\n"
