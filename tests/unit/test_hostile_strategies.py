"""Strategies that misbehave are told in one line, and leave the results before them intact."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import python_strategies as them
from click.testing import CliRunner

import tractor_fast
from tractor_fast import load_rules, simulate
from tractor_fast._core.engine import Run
from tractor_fast.cli import main
from tractor_fast.errors import SpecError, StrategyError
from tractor_fast.strategies import parse_strategy

FILE = Path(them.__file__)

BAD = [
    ("raises", r"raised ZeroDivisionError: integer division or modulo by zero ("),
    ("exits", "raised SystemExit: 3 ("),
    ("interrupts", "raised KeyboardInterrupt ("),
    ("returns_a_number", "returned 3.5: cards are a list of faces, 0 to 53, or a text"),
    ("returns_nothing", "returned None: cards are a list of faces"),
    ("leads_what_it_does_not_hold", "which are not all in its hand"),
    ("leads_no_card", "chose no cards, which is an empty lead: at least one card must be led"),
    ("leads_a_card_that_is_none", "returned [54]: 54 is no card; faces are 0 to 53"),
    ("leads_for_ever", "there are only 2"),
    ("writes_to_the_hand", "raised TypeError: 'tuple' object does not support item assignment"),
    ("writes_to_the_view", "raised AttributeError: "),
    ("deletes_from_the_view", "raised AttributeError: "),
    ("recurses", "raised RecursionError: maximum recursion depth exceeded"),
    ("seeds_the_stream", "raised StrategyError: the random numbers of a view are the board's"),
    ("uses_a_view_of_before", "raised StrategyError: this view is of a decision that is over"),
]


def failure(name, **question):
    with pytest.raises(StrategyError) as caught:
        simulate(seats=f"{FILE}:{name}", **{"deals": 90, "jobs": 1} | question)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(("name", "message"), BAD, ids=[name for name, _ in BAD])
def test_a_failure_is_one_line_and_the_boards_before_it_count(name, message):
    expected = simulate(seats="random", deals=them.BAD_FROM, jobs=1, rows=True)
    for jobs in (1, 3):
        error = failure(name, jobs=jobs, rows=True)
        told = str(error)
        assert told.startswith(f"board {them.BAD_FROM}, seat ")
        assert f": strategy '{FILE}:{name}' asked to lead " in told
        assert message in told
        assert error.board == them.BAD_FROM
        assert (error.result.deals, error.result.digest) == (them.BAD_FROM, expected.digest)
        assert error.result.totals == expected.totals
        assert (error.result.rows == expected.rows).all()
        assert (error.result.stopped_by, error.result.failure) == ("failure", told)


def test_a_first_board_that_fails_leaves_nothing():
    error = failure("raises", first_board=them.BAD_FROM)
    assert error.result.deals == 0
    assert error.result.to_dict()["attackers_points"]["mean"] is None


def test_the_command_prints_the_figures_before_the_error():
    arguments = ["simulate", "--seats", f"{FILE}:raises", "--deals", "90", "--format", "json"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    figures = json.loads(done.stdout)
    assert figures["deals"] == them.BAD_FROM
    assert done.stderr == f"error: {figures['failure']}\n"
    assert figures["stopped_by"] == "failure"
    assert json.loads(CliRunner().invoke(main, [*arguments[:3], *arguments[5:]]).stdout)
    good = CliRunner().invoke(main, ["simulate", "--seats", "random", *arguments[3:]])
    assert json.loads(good.stdout)["stopped_by"] == "boards"


def test_a_match_counts_the_pairs_before():
    question = {"matches": 6, "most_deals": 3, "jobs": 1}

    class Bad:
        base = "random"

        def lead(self, view):
            return 1 // 0 if view.board // 4096 == 2 else view.base()

    with pytest.raises(StrategyError) as caught:
        tractor_fast.match(Bad, "random", **question)
    expected = tractor_fast.match("random", "random", **question | {"matches": 4})
    assert caught.value.result.digest == expected.digest
    assert caught.value.result.matches == 4


@pytest.mark.parametrize("name", ["Threads", "Simulates"])
def test_what_is_odd_but_no_harm_plays(name):
    seats = f"NS=random,EW={FILE}:{name}"
    assert (
        simulate(seats=seats, deals=8, jobs=2).digest
        == simulate(seats="random", deals=8, jobs=1).digest
    )


# ---- decisions that do not end -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["loops", "sleeps", "computes", "loops_and_does_not_listen"])
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_decision_that_does_not_end_is_a_failure(name, jobs):
    error = failure(name, jobs=jobs, decision_timeout=0.3)
    assert str(error).startswith(f"board {them.BAD_FROM}, seat ")
    assert str(error).endswith(f"'{FILE}:{name}' asked to lead took longer than 0.3 s")
    expected = simulate(seats="random", deals=them.BAD_FROM, jobs=1)
    assert (error.result.deals, error.result.digest) == (them.BAD_FROM, expected.digest)


def test_no_decision_goes_on_when_its_run_has_ended():
    # Threads that stand between two decisions when another fails must not begin the next.
    for _ in range(5):
        failure("loops", jobs=3, decision_timeout=0.1)
    end = time.monotonic() + 15
    while time.monotonic() < end and _decisions_being_made("loops"):
        time.sleep(0.05)
    assert _decisions_being_made("loops") == []


def _decisions_being_made(name):
    """The frames of all threads that are inside a strategy of this name."""
    frames = []
    for frame in sys._current_frames().values():
        while frame is not None:
            if frame.f_code.co_name == name:
                frames.append(frame)
            frame = frame.f_back
    return frames


def test_the_program_ends_though_a_strategy_does_not():
    arguments = ["--seats", f"{FILE}:sleeps", "--deals", "90", "--decision-timeout", "0.3"]
    command = [sys.executable, "-m", "tractor_fast", "simulate", *arguments]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=25, env=env)
    assert done.returncode == 1
    assert done.stdout.startswith("40 deals, ")
    assert done.stderr.startswith("error: board 40, seat ")
    assert done.stderr.endswith("took longer than 0.3 s\n")


@pytest.mark.parametrize("seconds", [0, -1, "x", float("nan"), float("inf"), True])
def test_a_timeout_is_a_time(seconds):
    with pytest.raises(SpecError, match=r"decision_timeout = .*: allowed: seconds"):
        simulate(seats="random", deals=1, decision_timeout=seconds)


@pytest.mark.parametrize("name", ["sleeps", "loops"])
@pytest.mark.parametrize("what", [("simulate",), ("replay", "40")])
def test_an_interrupted_program_ends_though_a_strategy_does_not(what, name):
    command = [sys.executable, "-m", "tractor_fast", *what, "--seats", f"{FILE}:{name}"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    said, complained = running.communicate(timeout=20)
    assert (running.returncode, said) == (130, b"")
    assert complained.startswith(b"error: interrupted")


def test_a_replay_names_the_board_too():
    done = CliRunner().invoke(main, ["replay", "40", "--seats", f"{FILE}:raises"])
    assert done.exit_code == 1
    assert done.stderr.startswith("error: board 40, seat ")
    assert "raises' asked to lead raised ZeroDivisionError: " in done.stderr


def test_a_run_that_the_caller_plays_himself_says_what_it_played():
    run = Run(load_rules("tractor"), [(parse_strategy(them.raises).strategy.policy, ())] * 4, 0)
    with pytest.raises(StrategyError) as caught:
        run.play(0, 90)
    assert caught.value.played == run.play(0, them.BAD_FROM)


def test_pairs_of_deals_count_up_to_the_board_before():
    question = {"boards": 90, "jobs": 2, "rows": True}
    with pytest.raises(StrategyError) as caught:
        tractor_fast.compare(them.raises, "random", **question)
    before = tractor_fast.compare("random", "random", **question | {"boards": them.BAD_FROM})
    result = caught.value.result
    assert (result.boards, result.digest) == (them.BAD_FROM, before.digest)
    assert (result.rows == before.rows).all()
    assert result.failure == str(caught.value)
