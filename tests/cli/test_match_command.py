import json

import pytest
from click.testing import CliRunner

from tractor_fast import match
from tractor_fast.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["match", *arguments])


SMALL = ("normal", "random", "--matches", "10", "--seed", "3")
TIMING = {"seconds", "deals_per_second", "jobs"}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    printed = json.loads(result.stdout)
    twin = match("normal", "random", matches=10, seed=3).to_dict()
    assert {k: v for k, v in printed.items() if k not in TIMING} == {
        k: v for k, v in twin.items() if k not in TIMING
    }


def test_table_names_what_was_played_and_every_figure():
    text = run(*SMALL, "--set", "level_cap=null").stdout
    for words in (
        "10 matches", "A = normal, B = random", "level_cap=null", "matches 0 to 9", "A wins",
        "unfinished after 1,000 deals", "deals in a match", "A's level at the end", "A's lead",
        "digest", "tractor-fast match normal random --rules tractor",
    ):  # fmt: skip
        assert words in text


def test_csv_has_one_figure_a_line():
    lines = run(*SMALL, "--format", "csv").stdout.splitlines()
    assert lines[0] == "figure,value,low,high"
    names = [line.split(",")[0] for line in lines]
    assert {"a_wins.rate", "length.mean", "level_lead.mean", "unfinished.count"} <= set(names)


def test_the_command_shown_gives_the_same_figures():
    shown = json.loads(run(*SMALL, "--set", "trump=random", "--format", "json").stdout)
    words = shown["command"].split()
    assert words[:2] == ["tractor-fast", "match"]
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert again["digest"] == shown["digest"]
    assert again["command"] == shown["command"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["normal"], ["Missing argument", "B"]),
        (["normal", "nobody"], ["nobody", "strategies are"]),
        (["normal", "random", "--matches", "5"], ["matches = 5", "even"]),
        (["normal", "random", "--most-deals", "0"], ["most_deals", "4096"]),
    ],
)
def test_wrong_usage_is_one_line(arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
