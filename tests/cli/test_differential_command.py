import re
from typing import Any

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.reference import score


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["differential", *arguments])


def numbers(text):
    """Every line that ends in numbers: its words, the numbers."""
    lines = (re.fullmatch(r"(.*?)((?:\s+[\d,]+)+)", line.rstrip()) for line in text.splitlines())
    return {
        " ".join(line[1].split()): [int(n.replace(",", "")) for n in line[2].split()]
        for line in lines
        if line
    }


def test_random_rules_are_counted_value_by_value():
    result = run("--deals", "6", "--positions", "60", "--seed", "4", "--jobs", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    found = numbers(result.stdout)
    assert found["mismatches"] == [0]
    assert found["positions"] == [60]
    assert found["deals that the oracle gives up"] == [0]
    assert found["positions that the oracle gives up"] == [0]
    for table in ("4 players, 1 deck", "8 players, 4 decks"):
        assert len(found[f"table {table}"]) == 2
    assert found["throws true"][0] + found["throws false"][0] == found["deals"][0]
    assert found["throws true"][1] + found["throws false"][1] == found["decisions"][0]
    assert "fewest decisions of a value" in result.stdout


@pytest.mark.parametrize("given", [("--rules", "bianfeng"), ("--set", "decks=3")])
def test_given_rules_are_compared_alone(given):
    result = run(*given, "--deals", "2", "--positions", "10", "--jobs", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "setting" not in result.stdout
    assert numbers(result.stdout)["positions"] == [10]


def test_the_command_shown_repeats_the_mismatch(monkeypatch):
    monkeypatch.setattr("tractor_fast.evaluate.differential.spread", lambda calls, jobs: (
        call(*given) for call, given in calls
    ))  # fmt: skip
    monkeypatch.setattr(score, "kitty_factor", lambda *_: -1)
    result = run("--deals", "0", "--positions", "3", "--seed", "8", "--show", "2")
    assert (result.exit_code, result.stderr) == (1, "")
    assert numbers(result.stdout)["mismatches"] == [3]
    shown = result.stdout.splitlines()[-4:]
    assert shown[2].startswith("position 1, {")
    command = shown[3].split()
    assert command[:2] == ["tractor-fast", "differential"]
    again = run(*command[2:])
    assert again.exit_code == 1
    assert again.stdout.splitlines()[-2:] == shown[2:]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rules", "tractr"], ["tractr", "did you mean tractor"]),
        (["--set", "decks=9"], ["decks = 9"]),
        (["--first", "-1"], ["first = -1"]),
        (["--deals", "-1"], ["deals = -1"]),
    ],
)
def test_wrong_numbers_and_rules_are_one_line(arguments, words):
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    for word in words:
        assert word in result.stderr
