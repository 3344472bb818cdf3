import json

import pytest
from click.testing import CliRunner

from tractor_fast import compare
from tractor_fast.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["compare", *arguments])


SMALL = ("expert", "random", "--boards", "30", "--seed", "3")
TIMING = {"seconds", "deals_per_second", "jobs"}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    printed = json.loads(result.stdout)
    twin = compare("expert", "random", boards=30, seed=3).to_dict()
    assert {k: v for k, v in printed.items() if k not in TIMING} == {
        k: v for k, v in twin.items() if k not in TIMING
    }


def test_table_names_what_was_played_and_every_figure():
    text = run(*SMALL, "--set", "level_cap=null", "--level", "A").stdout
    for words in (
        "30 boards, 60 deals", "A = expert, B = random", "level_cap=null", "boards 0 to 29",
        "level A", "A's levels minus B's, a deal", "found four times out of five",
        "variance without / with pairs", "boards that A wins (ties half)",
        "attackers' points when A attacks", "B holds as declarer's side", "A declares next, share",
        "A's value, a deal", "declaring next is worth h = ", "equals differ so much or more (p)",
        "digest", "tractor-fast compare expert random --rules tractor",
    ):  # fmt: skip
        assert words in text


def test_who_declares_is_a_figure_where_bids_decide_it():
    lines = run(*SMALL, "--first-deal").stdout.splitlines()
    assert any(line.startswith(" A declares  ") for line in lines)
    assert not any(line.startswith(" A declares  ") for line in run(*SMALL).stdout.splitlines())


def test_csv_has_one_figure_a_line():
    lines = run(*SMALL, "--format", "csv").stdout.splitlines()
    assert lines[0] == "figure,value,low,high"
    names = [line.split(",")[0] for line in lines]
    assert {"levels_per_deal.mean", "win_rate.rate", "hold_rate.b.rate"} <= set(names)


@pytest.mark.parametrize(
    "more",
    [
        ["--set", "trump=random"],
        ["--first-deal"],
        ["--first-board", "9", "--level", "5"],
        ["--boards", "5000", "--ci", "0.02"],
        ["--boards", "5000", "--sprt", "-0.1,0", "--alpha", "0.01"],
        ["--stratify", "--control-variates", "--boards", "210"],
    ],
)
def test_the_command_shown_gives_the_same_figures(more):
    shown = json.loads(run(*SMALL, *more, "--format", "json").stdout)
    words = shown["command"].split()
    assert words[:2] == ["tractor-fast", "compare"]
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert {k: v for k, v in again.items() if k not in TIMING} == {
        k: v for k, v in shown.items() if k not in TIMING
    }


def test_rules_to_stop_by_are_told():
    text = run("expert", "random", "--ci", "0.05").stdout
    assert "stopped by --ci: levels a deal are known to +-" in text
    text = run("expert", "random", "--sprt", "0,0.1").stdout
    assert "sequential test of 0 against 0.1: decided for 0.1 levels a deal" in text
    text = run(*SMALL, "--ci", "0.01").stdout
    assert "--ci 0.01 was not reached: levels a deal are known to +-" in text


def test_gains_of_what_is_switched_on_are_printed():
    text = run(*SMALL, "--stratify", "--control-variates", "--boards", "210").stdout
    assert "declarer any, any in turn" in text
    assert "variance without / with strata" in text
    assert "variance without / with control variates" in text
    assert "strata" not in run(*SMALL).stdout


@pytest.mark.parametrize("output", ["table", "json", "csv"])
def test_a_saved_run_is_put_to_a_test(tmp_path, output):
    path = tmp_path / "run.json"
    path.write_text(run("expert", "random", "--boards", "1000", "--format", "json").stdout)
    found = run("--post-hoc", str(path), "--sprt", "0,0.1", "--format", output)
    assert found.exit_code == 0
    words = {
        "table": ["1,000 boards of", "decided for 0.1 levels a deal", "digest"],
        "json": ['"decision": "high"', '"stopped_by": "boards"'],
        "csv": ["sprt.decision,high", "sprt.low_mean,0.0", "boards,1000"],
    }[output]
    for word in [*words, f"tractor-fast compare --post-hoc {path} --sprt 0.0,0.1"]:
        assert word in found.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["expert"], ["Missing argument", "B"]),
        (["expert", "nobody"], ["nobody", "strategies are"]),
        (["expert", "random", "--boards", "-5"], ["boards = -5", "0 to"]),
        (["expert", "random", "--seed", "-1"], ["seed = -1"]),
        (["expert", "random", "--rules", "nowhere"], ["nowhere"]),
        (["expert", "random", "--deals", "5"], ["--deals"]),
        ([], ["Missing argument", "A"]),
        (["expert", "random", "--ci", "x"], ["--ci", "'x'"]),
        (["expert", "random", "--ci", "1e-9"], ["ci = 1e-09", "boards"]),
        (["expert", "random", "--sprt", "3"], ["sprt = '3'", "low,high"]),
        (["--post-hoc", "nowhere.json"], ["--sprt"]),
        (["--post-hoc", "nowhere.json", "--sprt", "0,1"], ["nowhere.json cannot be read"]),
        (["expert", "--post-hoc", "x.json", "--sprt", "0,1"], ["plays nothing", "leave out A"]),
        (["--post-hoc", "x", "--sprt", "0,1", "--first-board", "0"], ["leave out --first-board"]),
        (["--post-hoc", "x", "--sprt", "0,1", "--set", "players=6"], ["leave out --set"]),
        (["--post-hoc", "x", "--sprt", "0,1", "--plot", "x.svg"], ["leave out --plot"]),
    ],
)
def test_wrong_usage_is_one_line(arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


def test_plot_draws_how_boards_are_distributed(tmp_path):
    picture = tmp_path / "boards.svg"
    assert run(*SMALL, "--plot", str(picture)).exit_code == 0
    assert "share of the boards" in picture.read_text("utf-8")
    refused = run(*SMALL, "--boards", "1000000000", "--plot", str(tmp_path / "boards.jpg"))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert ".svg or .png" in refused.stderr
