import csv
import io
import json

import pytest
from click.testing import CliRunner

from tractor_fast import sweep
from tractor_fast.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["sweep", *arguments])


SMALL = ("expert", "--param", "bid.min_trumps=6:8", "--boards", "30", "--seed", "3")
TIMING = {"seconds", "deals_per_second", "jobs"}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--by", "role", "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    printed = json.loads(result.stdout)
    twin = sweep("expert", "bid.min_trumps=6:8", boards=30, seed=3, by="role").to_dict()
    assert {k: v for k, v in printed.items() if k not in TIMING} == {
        k: v for k, v in twin.items() if k not in TIMING
    }
    assert {"strategy", "params", "against", "values", "best", "not_told_apart", "h", "boards",
            "seed", "digest", "stopped_by", "command", "by"} <= set(printed)  # fmt: skip
    assert printed["values"][1]["params"] == {"bid.min_trumps": 7}
    assert printed["values"][1]["value"] == {"mean": 0, "low": 0, "high": 0}
    assert set(printed["values"][0]) == {"params", "deals", "value", "levels_per_deal"}


def test_table_has_all_values_the_best_and_the_tables_by_kind():
    text = run(*SMALL, "--by", "level", "--by", "role", "--level", "A").stdout
    for words in (
        "30 boards, 180 deals", "expert with bid.min_trumps against expert", "h = 0.",
        "value a deal", "levels a deal", "hold for all values at once", "best", "+0.0000",
        "level A\n", "A declares, known before the bids\n", "A attacks, known before", "digest",
        "tractor-fast sweep expert --param bid.min_trumps=6:8 --against expert --rules tractor",
    ):  # fmt: skip
        assert words in text
    assert "level 2" not in text


def test_csv_has_a_line_a_value():
    lines = run(*SMALL, "--by", "role", "--measure", "points", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(lines)))
    assert [(row["split"], row["kind"]) for row in rows] == (
        [("", "")] * 3
        + [("role", "A declares, known before the bids")] * 3
        + [("role", "A attacks, known before the bids")] * 3
    )
    assert [row["bid.min_trumps"] for row in rows[:3]] == ["6", "7", "8"]
    assert sum(int(row["best"]) for row in rows[:3]) == 1
    assert float(rows[1]["points.low"]) == 0


@pytest.mark.parametrize(
    "more",
    [
        ["--set", "trump=random", "--measure", "levels"],
        ["--first-deal", "--by", "draw", "--against", "normal(bid.trumps=2)"],
        ["--first-board", "9", "--level", "5", "--param", "bid.early=0.1,0.4"],
    ],
)
def test_the_command_shown_gives_the_same_figures(more):
    import shlex

    shown = json.loads(run(*SMALL, *more, "--format", "json").stdout)
    words = shlex.split(shown["command"])
    assert words[:2] == ["tractor-fast", "sweep"]
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert {k: v for k, v in again.items() if k not in TIMING} == {
        k: v for k, v in shown.items() if k not in TIMING
    }


def test_plot_draws_a_curve_or_a_heat_map(tmp_path):
    picture = tmp_path / "curve.svg"
    assert run(*SMALL, "--plot", str(picture)).exit_code == 0
    curve = picture.read_text("utf-8")
    assert "bid.min_trumps" in curve
    assert "value a deal" in curve
    two = run(*SMALL, "--param", "bid.early=0.2,0.5", "--plot", str(picture))
    assert two.exit_code == 0
    assert "+0.000" in picture.read_text("utf-8")


def test_a_picture_of_three_parameters_is_refused(tmp_path):
    more = ("--param", "bid.early=0.1", "--param", "bid.pair=0", "--plot", str(tmp_path / "a.svg"))
    result = run(*SMALL, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "one or two parameters, not 3" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["expert"], ["--param"]),
        (["expert", "--param", "bid.min_trumps"], ["bid.min_trumps", "NAME=LOW:HIGH"]),
        (["expert", "--param", "bid.mintrumps=5:6"], ["did you mean bid.min_trumps?"]),
        (["expert", "--param", "bid.min_trumps=5:6.5"], ["not whole steps of 1"]),
        (["expert", "--param", "bid.min_trumps=6:5"], ["empty range"]),
        (["expert", "--param", "bid.min_trumps=6:7", "--by", "suit"], ["level", "draw", "role"]),
        (["expert", "--param", "bid.min_trumps=6:7", "--measure", "x"], ["value", "levels"]),
        (["expert", "--param", "bid.min_trumps=6:7", "--plot", "a.pdf"], [".svg or .png"]),
    ],
)
def test_wrong_usage_is_one_line(arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
