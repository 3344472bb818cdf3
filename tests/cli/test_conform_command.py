import json

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main

CASE = {
    "id": "one",
    "kind": "follow",
    "rules": {},
    "trump": {"suit": "s", "rank": "2"},
    "lead": ["8h", "8h"],
    "lead_units": [{"type": "tuple", "width": 2, "card": "8h"}],
    "hand": ["3h", "3h", "5h", "Kc"],
    "play": ["3h", "3h"],
    "legal": True,
}
WRONG = CASE | {"id": "wrong", "legal": False}
NOT_YET = {
    "id": "not yet",
    "kind": "throw",
    "rules": {"failed_throw": "next_names"},
    "trump": {"suit": "s", "rank": "2"},
    "leader": 0,
    "hands": [["4h", "7h"], ["5h", "9h"], ["6c", "6d"], ["7c", "8c"]],
    "throw": ["4h", "7h"],
    "throw_units": [{"type": "single", "card": "4h"}, {"type": "single", "card": "7h"}],
    "stands": False,
    "led": ["4h"],
    "held_back": ["7h"],
    "beaten_by": 1,
}


@pytest.fixture
def conform(tmp_path):
    """Runs the command on some cases."""

    def run(cases, *options):
        file = tmp_path / "cases.jsonl"
        file.write_text("".join(json.dumps(case) + "\n" for case in cases))
        return CliRunner().invoke(main, ["conform", str(file), *options])

    return run


@pytest.mark.parametrize("engine", ["core", "reference"])
def test_cases_that_agree_exit_with_0(conform, engine):
    result = conform([CASE, CASE], "--engine", engine)
    assert result.exit_code == 0
    assert f"engine: {engine}" in result.stdout
    assert [line.split() for line in result.stdout.splitlines() if "follow" in line] == [
        ["│", "follow", "│", "2", "│", "0", "│", "0", "│"]
    ]


def test_a_mismatch_exits_with_1_and_is_shown_in_full(conform):
    result = conform([CASE, WRONG])
    assert result.exit_code == 1
    for words in ("line 2: legal", "expected False", "answered True", json.dumps(WRONG)):
        assert words in result.stdout
    assert json.dumps(WRONG) not in conform([WRONG], "--show", "0").stdout


def test_cases_not_done_yet_are_named_and_exit_with_1_only_if_strict(conform):
    result = conform([CASE, NOT_YET])
    assert result.exit_code == 0
    assert "not yet, throw: failed_throw (1)" in result.stdout
    assert conform([CASE, NOT_YET], "--strict").exit_code == 1
    assert conform([CASE], "--strict").exit_code == 0
    assert conform([NOT_YET], "--strict", "--engine", "reference").exit_code == 1


def test_counts_as_json(conform):
    figures = json.loads(conform([CASE, WRONG, NOT_YET], "--format", "json").stdout)
    assert figures["total"] == {"agree": 1, "mismatch": 1, "not_yet": 1}
    assert figures["kinds"] == {
        "follow": {"agree": 1, "mismatch": 1, "not_yet": 0},
        "throw": {"agree": 0, "mismatch": 0, "not_yet": 1},
    }
    assert figures["not_yet"] == {"throw": {"failed_throw": 1}}
    assert figures["mismatches"][0]["row"] == WRONG


@pytest.mark.parametrize(
    ("case", "options", "words"),
    [
        (CASE | {"play": ["3h", "1h"]}, (), "line 1: '1h' is no card"),
        (CASE | {"kind": "?"}, (), "line 1: "),
        (CASE, ("--engine", "cora"), "engines are core, reference"),
    ],
)
def test_what_cannot_be_read_exits_with_2_in_one_line(conform, case, options, words):
    result = conform([case], *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["conform", "perft"])
def test_a_missing_file_exits_with_2(command):
    result = CliRunner().invoke(main, [command, "no/such/file.jsonl"])
    assert result.exit_code == 2
    assert "no/such/file.jsonl" in result.stderr
    assert CliRunner().invoke(main, [command]).exit_code == 2


def perft(tmp_path, **change):
    deal = {
        "id": "small",
        "kind": "perft",
        "rules": {},
        "trump": {"suit": "s", "rank": "2"},
        "leader": 0,
        "hands": [["3h"], ["4h"], ["5h"], ["6h"]],
        "counts": [1, 1],
        "divide": {"3h": 1},
    }
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps(deal | change))
    return CliRunner().invoke(main, ["perft", str(file)])


def test_perft_prints_counts_and_exits_with_0(tmp_path):
    result = perft(tmp_path)
    assert (result.exit_code, result.stdout) == (
        0,
        "small: 1 1\n1 deals on engine core, 0 with other counts\n",
    )


def test_perft_shows_where_counts_differ_and_exits_with_1(tmp_path):
    result = perft(tmp_path, counts=[1, 2], divide={"3h": 2, "4h": 1})
    assert result.exit_code == 1
    assert "  recorded 1 2\n  counted  1 1\n" in result.stdout
    assert "  3h: recorded 2, counted 1\n" in result.stdout
    assert "  4h: recorded 1, counted no such play\n" in result.stdout
    assert "1 with other counts" in result.stdout


def test_a_case_can_be_set_aside_and_is_named(conform):
    result = conform([CASE, WRONG], "--except", "wrong")
    assert result.exit_code == 0
    assert "set aside: wrong" in result.stdout.splitlines()
    figures = json.loads(conform([CASE, WRONG], "--except", "wrong", "--format", "json").stdout)
    assert (figures["total"]["agree"], figures["set_aside"]) == (1, ["wrong"])


def test_a_case_to_set_aside_must_be_there(conform):
    result = conform([CASE], "--except", "another")
    assert result.exit_code == 2
    assert "no case has the id 'another'" in result.stderr
