import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from tractor_fast import simulate
from tractor_fast.cli import main
from tractor_fast.errors import StrategyError


def run(*arguments):
    return CliRunner().invoke(main, ["simulate", *arguments])


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "tractor_fast", "simulate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        **options,
    )


SMALL = ("--seats", "random", "--deals", "50", "--seed", "3")


@pytest.mark.parametrize("jobs", ["1", "2", "7"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--jobs", jobs, "--format", "json")
    assert result.exit_code == 0
    assert result.stderr == ""
    printed = json.loads(result.stdout)
    twin = simulate(seats="random", deals=50, seed=3).to_dict()
    timing = {"seconds", "deals_per_second", "jobs"}
    twin["level_distribution"] = {str(k): v for k, v in twin["level_distribution"].items()}
    assert {k: v for k, v in printed.items() if k not in timing} == {
        k: v for k, v in twin.items() if k not in timing
    }


def test_all_options_together():
    result = run(
        *("--rules", "tractor", "--set", "level_cap=null", "--set", "trump=random"),
        *("--seats", "NS=random,EW=random(lead.throws=0.25)", "--deals", "30", "--seed", "7"),
        *("--first-board", "5", "--level", "A", "--declarer", "E", "--jobs", "2"),
        *("--format", "json"),
    )
    printed = json.loads(result.stdout)
    assert printed["rules"]["level_cap"] is None
    assert printed["rules"]["trump"] == "random"
    assert (printed["level"], printed["declarer"], printed["first_board"]) == ("A", "E", 5)
    assert printed["seats"]["W"] == "random(lead.throws=0.25)"


def test_first_deal_is_level_2_without_declarer():
    same = ("--level", "2", "--declarer", "none", "--format", "json")
    first = json.loads(run(*SMALL, "--first-deal", "--format", "json").stdout)
    assert first["digest"] == json.loads(run(*SMALL, *same).stdout)["digest"]


def test_table_is_the_default():
    result = run(*SMALL)
    assert result.exit_code == 0
    assert "declarer's side holds" in result.stdout
    assert "95 % interval" in result.stdout


@pytest.mark.parametrize(
    ("table", "side"),
    [
        (["players=4"], "levels won by NS "),
        (["players=6"], "levels won by the even seats "),
        (["players=6", "partners=friends"], None),
        (["partners=named"], None),
    ],
)
def test_levels_of_a_side_where_sides_are_fixed(table, side):
    rules = [word for setting in table for word in ("--set", setting)]
    result = run("--seats", "random", "--deals", "1", *rules)
    assert result.stdout.startswith("1 deal, rules ")
    said = result.stdout.replace("levels won by the declarer's side", "")
    assert side in said if side else "levels won by" not in said
    figures = json.loads(run("--deals", "9", *rules, "--format", "json").stdout)
    assert (figures["side_levels"]["mean"] is not None) == bool(side)


def test_csv_is_one_table():
    lines = list(csv.reader(run(*SMALL, "--format", "csv").stdout.splitlines()))
    assert {len(line) for line in lines} == {4}


def test_no_deals():
    result = run("--seats", "random", "--deals", "0", "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["defenders_win"]["rate"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "NS=random"], "no strategy for E, W"),
        (["--rules", "nope"], "'nope' is no preset"),
        (["--set", "decks=9"], "decks = 9"),
        (["--set", "nonsense"], "not of the form setting=value"),
        (["--deals", "-1"], "deals = -1"),
        (["--first-board", "18446744073709551616"], "first_board = 18446744073709551616: allowed"),
        (["--level", "1"], "level = 1"),
        (["--declarer", "Q"], "declarer = Q"),
        (["--first-deal", "--level", "5"], "a first deal has level 2"),
        (["--jobs", "0"], "jobs = 0"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_exit_code_2(arguments, message):
    result = run("--seats", "random", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_ctrl_c_ends_with_130_and_one_line_that_says_how_far_it_got():
    process = start("--seats", "random", "--deals", "1000000000")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stdout == ""
    assert stderr.startswith("error: interrupted")
    assert stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error():
    process = start(*SMALL)
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=20) == 0


def test_a_strategy_that_fails_is_one_line_and_exit_code_1(monkeypatch):
    def fail(run, first_board, boards, rows=None):
        raise StrategyError(f"board {first_board}, seat 2: strategy 'random' gave up with code 7")

    monkeypatch.setattr("tractor_fast._core.engine.Run.play", fail)
    result = run(*SMALL)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: board 0, seat 2: strategy 'random' gave up with code 7\n"


def test_plot_draws_the_distribution_of_points(tmp_path):
    picture = tmp_path / "points.svg"
    shown = run(*SMALL, "--plot", str(picture))
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert "declarer's side holds" in shown.stdout
    assert "attackers' points" in picture.read_text("utf-8")


def test_a_picture_that_cannot_be_saved_is_refused_before_the_run(tmp_path):
    refused = run(*SMALL, "--deals", "1000000000", "--plot", str(tmp_path / "points.pdf"))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1
    assert ".svg or .png" in refused.stderr
