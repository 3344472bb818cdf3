import csv
import io
import json
import shlex

import pytest
from click.testing import CliRunner

from tractor_fast import rules_diff
from tractor_fast.cli import main


def run(*arguments):
    return CliRunner().invoke(main, ["rules-diff", *arguments])


SMALL = ("tractor", "classic-2", "--boards", "30", "--matches", "4", "--seed", "3")
TIMING = {"seconds", "deals_per_second", "jobs"}


def untimed(figures):
    return {k: v for k, v in figures.items() if k not in TIMING}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run(*SMALL, "--set-b", "level_cap=2", "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    printed = json.loads(result.stdout)
    twin = rules_diff(
        "tractor", "classic-2", boards=30, matches=4, seed=3, overrides_b=["level_cap=2"]
    )
    assert untimed(printed) == json.loads(json.dumps(untimed(twin.to_dict())))
    assert printed["changed"]["level_cap"] == {"a": 3, "b": 2}
    assert printed["same_cards"] is True
    assert set(printed["figures"]["attackers_points"]) == {"a", "b", "difference"}
    assert set(printed["figures"]["attackers_points"]["a"]) == {"mean", "low", "high"}
    assert printed["rules_b"]["name"] == "classic-2"


def test_table_has_both_and_their_difference():
    text = run(*SMALL, "--set-a", "level_cap=2").stdout
    for words in (
        "A = tractor level_cap=2, B = classic-2:", "level_cap 2 | null", "30 boards and 4 matches",
        "seats expert", "differences of the same cards", "B - A", "declarer's side holds",
        "levels moved, by either side", "attackers take over by it alone", "deals in a match",
        "digest", "tractor-fast rules-diff tractor classic-2 --set-a level_cap=2 --seats expert",
    ):  # fmt: skip
        assert words in text
    assert "unrelated deals" in run(*SMALL, "--set-b", "decks=3").stdout
    assert "no setting differs" in run("tractor", "tractor", "--boards", "3").stdout


def test_csv_has_one_figure_a_line():
    rows = list(csv.DictReader(io.StringIO(run(*SMALL, "--format", "csv").stdout)))
    names = [row["figure"] for row in rows]
    assert names[0] == "declarer_side_holds"
    assert {"failed_throws", "kitty_points_paid", "match_length"} <= set(names)
    assert set(rows[0]) == {
        "figure", "a", "a.low", "a.high", "b", "b.low", "b.high",
        "difference", "difference.low", "difference.high",
    }  # fmt: skip


def test_the_command_shown_gives_the_same_figures(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "classic-2"\nkitty_factor = "double"\n')
    more = ("--set", "level_cap=4", "--first-board", "9", "--level", "5", "--seats", "normal")
    shown = json.loads(run("site", str(house), *SMALL[2:], *more, "--format", "json").stdout)
    assert shown["rules_b"]["name"] == str(house)
    words = shlex.split(shown["command"])
    assert str(house) not in words
    again = json.loads(CliRunner().invoke(main, [*words[1:], "--format", "json"]).stdout)
    assert again["figures"] == shown["figures"]
    assert again["digest"] == shown["digest"]


def test_plot_draws_both_distributions(tmp_path):
    picture = tmp_path / "points.svg"
    assert run(*SMALL, "--plot", str(picture)).exit_code == 0
    text = picture.read_text("utf-8")
    assert "A: tractor" in text
    assert "B: " in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tractor"], ["Missing argument", "B"]),
        (["tractor", "tracto"], ["tracto", "did you mean tractor?"]),
        (["tractor", "site", "--set-b", "bombs"], ["bombs", "setting=value"]),
        (["tractor", "site", "--seats", "nobody"], ["nobody"]),
        (["tractor", "site", "--matches", "-1"], ["matches = -1"]),
        (["tractor", "site", "--plot", "points.gif"], [".svg or .png"]),
    ],
)
def test_wrong_usage_is_one_line(arguments, words):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
