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
    "more", [["--set", "trump=random"], ["--first-deal"], ["--first-board", "9", "--level", "5"]]
)
def test_the_command_shown_gives_the_same_figures(more):
    shown = json.loads(run(*SMALL, *more, "--format", "json").stdout)
    words = shown["command"].split()
    assert words[:2] == ["tractor-fast", "compare"]
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert {k: v for k, v in again.items() if k not in TIMING} == {
        k: v for k, v in shown.items() if k not in TIMING
    }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["expert"], ["Missing argument", "B"]),
        (["expert", "nobody"], ["nobody", "strategies are"]),
        (["expert", "random", "--boards", "-5"], ["boards = -5", "0 to"]),
        (["expert", "random", "--seed", "-1"], ["seed = -1"]),
        (["expert", "random", "--rules", "nowhere"], ["nowhere"]),
        (["expert", "random", "--deals", "5"], ["--deals"]),
    ],
)
def test_wrong_usage_is_one_line(arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
