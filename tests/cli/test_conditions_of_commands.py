"""--given and --where with every command that takes them."""

import json
import shlex

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main

PICKED = ["--given", "S=AsAs", "--where", "trumps(S) >= 9"]
COMMANDS = {
    "simulate": ["--deals", "40"],
    "compare": ["expert", "normal", "--boards", "40"],
    "sweep": ["expert", "--param", "bid.min_trumps=6:7", "--boards", "40"],
    "tournament": ["expert", "normal", "--boards", "40"],
    "rules-diff": ["tractor", "classic-2", "--boards", "40", "--matches", "1"],
    "bid-value": ["expert", "--boards", "40"],
}


def run(*arguments):
    return CliRunner().invoke(main, [*arguments])


@pytest.mark.parametrize("name", COMMANDS)
def test_boards_are_picked(name):
    result = run(name, *COMMANDS[name], *PICKED, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    picked = shown["conditions"]
    assert picked["given"] == {"S": "As As"}
    assert picked["where"] == "trumps(S) >= 9"
    assert picked["dealt"] >= 40
    assert picked["acceptance"] == 40 / picked["dealt"]
    again = json.loads(run(*shlex.split(shown["command"])[1:], "--format", "json").stdout)
    assert (again["digest"], again["conditions"]) == (shown["digest"], picked)
    usual = json.loads(run(name, *COMMANDS[name], "--format", "json").stdout)
    assert usual["conditions"] is None
    assert usual["digest"] != shown["digest"]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_which(name):
    text = run(name, *COMMANDS[name], *PICKED).stdout
    assert "given S As As, where trumps(S) >= 9 (" in text


def test_all_commands_have_the_same_boards():
    dealt = {
        json.loads(run(name, *COMMANDS[name], *PICKED, "--format", "json").stdout)["conditions"][
            "dealt"
        ]
        for name in ("simulate", "compare", "sweep", "tournament", "bid-value")
    }
    assert len(dealt) == 1


def test_replay_plays_the_board_that_was_played():
    shown = run("replay", "7", "--where", "jokers(W) == 3", "--format", "json")
    assert shown.exit_code == 0, shown.stderr
    assert sum(card in ("SJ", "BJ") for card in json.loads(shown.stdout)["hands"][3]) == 3
    text = run("replay", "7", "--given", "kitty=2c2c").stdout
    assert "--given 'kitty=2c 2c'" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--given", "AsAs"], "allowed: a seat or kitty and its cards: S=AsAs BJ"),
        (["--given", "S=AsAsAs"], "3 As, and the decks hold 2"),
        (["--where", "trumps(S) >= 60"], "can never hold: trumps(S) is 0 to 25"),
        (["--where", "trump == h"], "trump is not known when the cards are dealt"),
        (["--where", "__import__('os')"], "is no feature"),
    ],
)
def test_refusals_are_one_line(options, message):
    result = run("simulate", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
