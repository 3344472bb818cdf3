"""The recorded cases of this folder on both engines."""

from pathlib import Path

import pytest

from tractor_fast.evaluate.cases import kind_of, read_rows
from tractor_fast.evaluate.conform import conform

FILES = sorted(Path(__file__).parent.glob("*.jsonl.gz"))

# Cases of each kind that the core answers: readings, leads, follows, sets of moves, throws, tricks,
# levels at every table; bids and whole deals as `tractor` with 4 players and 2 decks.
CORE_AGREES = {
    "advance": 1404,
    "bids": 179,
    "deal": 162,
    "follow": 14128,
    "kitty": 105,
    "moves": 658,
    "reading": 1973,
    "round": 34,
    "score": 1143,
    "throw": 3759,
    "winner": 5261,
}


def test_the_files_are_small_and_hold_every_kind():
    assert sum(file.stat().st_size for file in FILES) <= 2_000_000
    kinds = {kind_of(row.case) for file in FILES for row in read_rows(file)}
    assert kinds == set(CORE_AGREES)


def test_the_reference_agrees_with_every_case():
    result = conform(FILES, "reference")
    assert result.mismatches == []
    assert (result.missing, result.left_out) == ({}, {})


@pytest.fixture(scope="module")
def on_core():
    return conform(FILES, "core")


def test_the_core_agrees_with_every_case_of_its_rules(on_core):
    assert on_core.mismatches == []
    agree = {kind: tally.agree for kind, tally in on_core.tallies.items() if tally.agree}
    assert agree == CORE_AGREES


def test_what_the_core_does_not_play_yet_is_named(on_core):
    named = {name for counts in on_core.missing.values() for name in counts}
    assert named == {
        "bid_order",
        "decks",
        "joker_bids",
        "kitty_factor",
        "partners",
        "players",
        "reinforce",
        "small_team_bonus",
        "throw_penalty",
    }
    assert on_core.left_out == {}
