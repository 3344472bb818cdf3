import csv
import io
import json
import shlex

import pytest
from click.testing import CliRunner

from tractor_fast import tournament
from tractor_fast.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["tournament", *arguments])


SMALL = ("normal", "random", "easy", "--boards", "30", "--seed", "3")
TIMING = {"seconds", "deals_per_second", "jobs"}


def untimed(figures):
    return {k: v for k, v in figures.items() if k not in TIMING}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    printed = json.loads(result.stdout)
    twin = tournament(["normal", "random", "easy"], boards=30, seed=3)
    assert untimed(printed) == untimed(twin.to_dict())
    assert printed["strategies"] == ["normal", "random", "easy"]
    assert set(printed["ratings"][0]) == {"strategy", "rating", "error"}
    assert set(printed["pairings"][0]) == {
        "a", "b", "levels_per_deal", "value", "win_rate", "digest",
    }  # fmt: skip
    assert set(printed["ratings"][0]["rating"]) == {"mean", "low", "high"}


def test_table_has_ratings_cross_table_and_pairings():
    text = run(*SMALL).stdout
    for words in (
        "3 strategies, 3 pairings, 30 boards each, 180 deals", "the best is normal",
        "rating", "vs 3", "A's levels minus B's", "boards that A wins", "digest",
        "tractor-fast tournament normal random easy --rules tractor --boards 30 --seed 3",
    ):  # fmt: skip
        assert words in text
    places = [text.index(f" {place}   {name} ") for place, name in
              ((1, "normal"), (2, "easy  "), (3, "random"))]  # fmt: skip
    assert places == sorted(places)


def test_csv_has_pairings_and_ratings():
    rows = list(csv.DictReader(io.StringIO(run(*SMALL, "--format", "csv").stdout)))
    assert [(row["a"], row["b"]) for row in rows] == [
        ("normal", "random"), ("normal", "easy"), ("random", "easy"),
        ("normal", ""), ("easy", ""), ("random", ""),
    ]  # fmt: skip
    assert float(rows[0]["levels_per_deal.low"]) > 0
    assert rows[3]["value"] == ""


def test_the_command_shown_gives_the_same_figures():
    more = ("--first-board", "9", "--level", "5", "--set", "level_cap=null")
    shown = json.loads(run(*SMALL, *more, "--format", "json").stdout)
    words = shlex.split(shown["command"])
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert untimed(again) == untimed(shown)


def test_plot_draws_the_cross_table(tmp_path):
    picture = tmp_path / "cross.svg"
    assert run(*SMALL, "--plot", str(picture)).exit_code == 0
    text = picture.read_text("utf-8")
    assert text.count(">easy<") == 2
    assert "levels a deal" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["Missing argument", "STRATEGY"]),
        (["expert"], ["two strategies or more"]),
        (["expert", "expert"], ["expert is given twice"]),
        (["expert", "nobody"], ["nobody"]),
        (["expert", "normal", "--plot", "a.txt"], [".svg or .png"]),
    ],
)
def test_wrong_usage_is_one_line(arguments, words):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
