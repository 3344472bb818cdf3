import csv
import io
import json
import shlex

import pytest
from click.testing import CliRunner

from tractor_fast import bid_value
from tractor_fast.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["bid-value", *arguments])


SMALL = ("expert", "--boards", "300", "--seed", "3")
TIMING = {"seconds", "deals_per_second", "jobs"}


def without_timing(figures):
    return {name: value for name, value in figures.items() if name not in TIMING}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--by", "role,trumps", "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    printed = json.loads(result.stdout)
    twin = bid_value("expert", boards=300, seed=3, by=["role", "trumps"]).to_dict()
    assert without_timing(printed) == without_timing(twin)
    assert {"strategy", "by", "measure", "passing", "h", "boards", "seed", "digest", "stopped_by",
            "command", "declarer_known", "cells", "thresholds"} <= set(printed)  # fmt: skip
    assert set(printed["cells"][0]) == {
        "role", "trumps", "boards", "itself", "gain", "levels", "if_it_bids", "if_it_passes",
    }  # fmt: skip


def test_table_says_what_was_played_from_how_many_trumps_on_and_every_cell():
    text = run(*SMALL, "--boards", "800", "--by", "trumps,role", "--level", "T").stdout
    for words in (
        "800 boards, 800 with an opportunity to bid", "1,600 deals", "expert in all seats, seed 3",
        "level T, declarer any (known)", "instead of passing for the rest of the draw",
        "levels + h for declaring next - h for not, h = 0.", "role attacker: bidding gains from",
        "bids itself", "if it passes", "all", "digest",
        "bid-value expert --rules tractor --by trumps,role --measure value --pass rest",
    ):  # fmt: skip
        assert words in text
    text = run(*SMALL, "--measure", "win", "--pass", "now", "--first-deal").stdout
    assert "passing once, in how often its side declares next" in text
    assert "declarer none (the highest bidder)" in text


def test_csv_has_a_line_a_cell():
    text = run(*SMALL, "--by", "draw,trumps", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert list(rows[0])[:4] == ["draw", "trumps", "boards", "itself"]
    assert sum(int(row["boards"]) for row in rows) == 300


@pytest.mark.parametrize(
    "more",
    [
        ["--rules", "bianfeng", "--measure", "points"],
        ["--first-deal", "--by", "jokers,pairs", "--pass", "now"],
        ["--first-board", "9", "--level", "5", "--set", "level_cap=null", "--measure", "levels"],
    ],
)
def test_the_command_shown_gives_the_same_figures(more):
    shown = json.loads(run(*SMALL, *more, "--format", "json").stdout)
    words = shlex.split(shown["command"])
    assert words[:2] == ["tractor-fast", "bid-value"]
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert without_timing(again) == without_timing(shown)


@pytest.mark.parametrize("measure", ["value", "points"])
def test_plot_draws_a_curve_or_how_points_are_distributed(measure, tmp_path):
    picture = tmp_path / "bids.svg"
    result = run("normal", "--boards", "1500", "--measure", measure, "--by", "trumps,role",
                 "--plot", str(picture))  # fmt: skip
    assert (result.exit_code, result.stderr) == (0, "")
    drawn = picture.read_text()
    expected = {
        "value": ["trumps held", "gain of bidding (value)", "attacker", "partner"],
        "points": ["points of its side beyond the line of taking over", "2 trumps"],
    }
    for words in (*expected[measure], "normal, 1,500 boards, level any, declarer any"):
        assert words in drawn


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["expert", "--by", "trump"], "did you mean trumps"),
        (["expert", "--set", "trump=random"], "trump = random: nobody bids under these rules"),
        (["nobody"], "nobody"),
        (["expert", "--boards", "-1"], "boards = -1"),
        (["expert", "--by", "draw", "--plot", "x.svg"], "plot = x.svg: the curve is over trumps"),
    ],
)
def test_wrong_usage_is_one_line(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_failing_strategy_leaves_the_boards_before(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Silent:\n"
        "    base = 'normal'\n"
        "    def bid(self, view):\n"
        "        return view.options[0] if view.must_bid and view.board != 20 else None\n"
    )
    result = run(f"{tmp_path}/mine.py:Silent", "--boards", "50", "--format", "json")
    assert result.exit_code == 1
    assert "board 20, seat " in result.stderr
    assert "chose to pass, though its best bid is asked for (must_bid)" in result.stderr
    printed = json.loads(result.stdout)
    assert (printed["boards"], printed["stopped_by"]) == (20, "failure")
