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
    assert lines[0] == (
        "# tractor-fast replay 12 --rules tractor --seats random --seed 3 --level 7 --declarer any"
    )
    assert {"board: 12", "level: 7"} <= set(lines)
    assert lines[-1].startswith("holder: ")


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


@pytest.mark.parametrize("board", ["-1", str(2**64), "9" * 5000, "x", "a\0b"])
def test_a_wrong_board_or_file_is_wrong_usage(board):
    result = run("--", board)
    assert result.exit_code == 2


@pytest.fixture
def file(tmp_path):
    """A deal as the command has printed it."""
    file = tmp_path / "deal.txt"
    text = run("12", "--seed", "3", "--seats", "random(lead.throws=0.25)").stdout
    file.write_text(text, encoding="utf-8")
    return file


def test_a_printed_deal_is_replayed_and_printed_again(file):
    result = run(str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == file.read_text("utf-8").partition("\n")[2]
    board = ("12", "--seed", "3", "--seats", "random(lead.throws=0.25)")
    one, other = (run(*deal, "--format", "json").stdout for deal in ([str(file)], board))
    assert json.loads(one) == json.loads(other)


def test_a_text_may_begin_with_a_byte_order_mark(file):
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert run(str(file)).exit_code == 0


def test_what_the_oracle_disagrees_with_is_named_by_line(file):
    text = file.read_text("utf-8")
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if line.startswith("points: "))
    file.write_text(text.replace(lines[number - 1], "points: 81"), encoding="utf-8")
    result = run(str(file))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"line {number}: points: oracle ")
    assert result.stdout.count("\n") == len(lines) - 1


def test_a_text_that_cannot_be_read_is_wrong_usage(file):
    text = file.read_text("utf-8")
    file.write_text(text.replace("trick 3:", "trik 3:"), encoding="utf-8")
    result = run(str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{file}, line " in result.stderr
    assert "'trik 3: " in result.stderr
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run(str(file)).stderr


@pytest.mark.parametrize(
    "option", [("--seed", "3"), ("--seats", "normal"), ("--set", "kitty=6"), ("--first-deal",)]
)
def test_options_of_a_board_do_not_go_with_a_text(file, option):
    result = run(str(file), *option)
    assert result.exit_code == 2
    assert f"{option[0]} goes with the number of a board" in result.stderr
