import json
import shlex

import pytest
from click.testing import CliRunner

from tractor_fast import bury, hand
from tractor_fast.cli import main

CARDS = ["5h5h", "AsKsKs", "BJ"]
SMALL = [*CARDS, "--level", "5", "--boards", "300", "--ci", "0", "--seed", "3"]
BOTH = "5h5h5s BJSJ AhAhKhQhQh9h7h3h AcKcTc8c4c2c AdQdJd9d9d8d AsKsKsTs9s6s4s3s"  # hand and kitty
TIMING = {"seconds", "deals_per_second", "jobs"}


def run(*arguments):
    return CliRunner().invoke(main, [*arguments])


def figures(text):
    return {name: value for name, value in json.loads(text).items() if name not in TIMING}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_is_that_of_the_python_twin(jobs):
    result = run("hand", *SMALL, "--jobs", jobs, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    twin = hand("5h5h AsKsKs BJ", level="5", boards=300, ci=0, seed=3).to_dict()
    assert figures(result.stdout) == figures(json.dumps(twin))


def test_table_has_every_choice_and_the_best():
    text = run("hand", *SMALL, "--seen", "E:5c", "--drawn", "9", "--declarer", "N").stdout
    for words in (
        "S holds 5h 5h Ks Ks As BJ and 3 more", "level 5, declarer N, bids E:5c, rules tractor",
        "300 completions, all seats expert, seed 3, h = ", "value over passing", " bid 5h5h ",
        " pass ", "best: ", " better than ", "digest", "tractor-fast hand '5h 5h Ks Ks As BJ'",
    ):  # fmt: skip
        assert words in text
    assert " bid 5h " not in text  # E has bid as many


def test_csv_has_one_figure_a_line():
    lines = run("hand", *SMALL, "--format", "csv").stdout.splitlines()
    assert lines[0] == "figure,value,low,high"
    names = [line.split(",")[0] for line in lines]
    for name in ("choices.5h5h.value.mean", "choices.pass.holds.rate", "lead.mean", "holding.h"):
        assert name in names


@pytest.mark.parametrize(
    "more",
    [
        ["--pass", "now", "--seat", "W"],
        ["--rules", "bianfeng", "--seen", "E:5c"],
        ["--rules", "simplified"],
        ["--drawn", "20", "--declarer", "none", "--strategy", "normal"],
    ],
)
def test_the_command_shown_gives_the_same_figures(more):
    shown = figures(run("hand", *SMALL, *more, "--format", "json").stdout)
    words = shlex.split(shown["command"])
    assert words[:2] == ["tractor-fast", "hand"]
    assert figures(run(*words[1:], "--format", "json").stdout) == shown


def test_a_precision_that_few_boards_do_not_reach_is_told():
    shown = json.loads(run("hand", *SMALL[:-4], "--ci", "0.001", "--format", "json").stdout)
    assert (shown["stopped_by"], shown["boards"]) == ("boards", 300)
    assert shown["reached"] > shown["ci"] == 0.001
    text = run("hand", *SMALL[:-4], "--ci", "0.001").stdout
    assert f"--ci 0.001 was not reached: levels are known to +-{shown['reached']:.2g}\n" in text
    text = run("hand", *CARDS, "--level", "5", "--ci", "0.2").stdout
    assert "--ci 0.2 was reached: levels are known to +-" in text


def test_kitties():
    arguments = ["hand", "--bury", BOTH, "--trump", "h", "--level", "5", "--boards", "200"]
    result = run(*arguments, "--ci", "0", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    shown = figures(result.stdout)
    twin = bury(BOTH, "h", level="5", boards=200, ci=0).to_dict()
    assert shown == figures(json.dumps(twin))
    assert figures(run(*shlex.split(shown["command"])[1:], "--format", "json").stdout) == shown
    text = run(*arguments, "--ci", "0").stdout
    assert "S declares with 3h 7h 9h Qh Qh Kh Ah Ah" not in text  # sorted by rank, not by suit
    for words in ("level 5, trump h", "kitties tried", "buried by", "expert", "best: bury "):
        assert words in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hand"], "Missing argument 'CARDS...'"),
        (["hand", "5x"], "is no card"),
        (["hand", "5h", "--level", "5", "--seen", "E:6c"], "E:6c is no bid at level 5"),
        (["hand", "5h", "--level", "any"], "a hand is judged at one level"),
        (["hand", "5h", "--trump", "h"], "--trump goes with --bury"),
        (["hand", "5h", "--bury"], "--bury needs --trump"),
        (["hand", "5h", "--bury", "--trump", "x"], "trump = 'x': allowed: c, d, h, s, NT"),
        (["hand", "5h", "--bury", "--trump", "h"], "hand and kitty are 33 cards together, not 1"),
        (["hand", BOTH, "--bury", "--trump", "h", "--drawn", "9"], "do not go with --bury"),
        (
            ["hand", BOTH, "--bury", "--trump", "h", "--level", "5", "--seen", "S:5s"],
            "trump = h: the last bid seen, S:5s, makes another",
        ),
    ],
)
def test_refusals_are_one_line(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (SMALL, ["pass", "5h5h"]),
        (["--bury", "--trump", "h", BOTH, "--boards", "50"], ["value"]),
    ],
)
def test_plot_draws_the_value_of_every_choice(tmp_path, question, names):
    picture = tmp_path / "hand.svg"
    assert run("hand", *question, "--plot", str(picture)).exit_code == 0
    text = picture.read_text("utf-8")
    assert all(name in text for name in names)
