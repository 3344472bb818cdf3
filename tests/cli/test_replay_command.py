"""`tractor-fast replay` prints one board and asks the oracle about it."""

import json

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.evaluate import one_board


def run(*args):
    return CliRunner().invoke(main, ["replay", *args])


def test_prints_the_deal_of_the_board():
    result = run("12", "--seed", "3", "--seats", "random", "--level", "7")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("board 12: level 7")
    assert lines[-1].startswith("attackers ")


def test_json_is_the_record():
    result = run("12", "--seed", "3", "--format", "json", "--set", "trump=random")
    record = json.loads(result.stdout)
    assert record["board"] == 12
    assert [len(hand) for hand in record["hands"]] == [25] * 4
    assert not any("bid" in choice for choice in record["choices"])


def test_the_same_cards_with_and_without_bids():
    texts = [
        run("5", "--format", "json", *extra).stdout for extra in ([], ["--set", "trump=random"])
    ]
    one, other = map(json.loads, texts)
    assert one["hands"] == other["hands"]


def test_a_disagreement_exits_with_1(monkeypatch):
    monkeypatch.setattr(one_board, "replay", lambda record, rules: ["points: 1 against 2"])
    result = run("1", "--seats", "random")
    assert result.exit_code == 1
    assert "points: 1 against 2" in result.stderr


@pytest.mark.parametrize("board", ["-1", str(2**64), "x"])
def test_a_wrong_board_is_wrong_usage(board):
    result = run("--", board)
    assert result.exit_code == 2
