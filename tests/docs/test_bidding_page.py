"""docs/bidding.md is what the script makes of the figures measured, and these are as they say."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.bidding import DECLARERS, LEVELS, measuring
from benchmarks.pages.bidding import with_bids
from benchmarks.strengths import REPORTED_SEEDS
from tractor_fast import bid_value
from tractor_fast.errors import DataError

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "bidding.json").read_text("utf-8")
FIGURES = json.loads(TEXT)
PAGE = (DOCS / "bidding.md").read_text("utf-8")


def test_the_page_is_as_the_script_writes_it():
    assert with_bids(PAGE, FIGURES) == PAGE
    assert measuring.as_text(FIGURES) == TEXT


def test_every_level_was_measured_with_both_kinds_of_declarers():
    runs = FIGURES["runs"]
    assert [(run["declarer"], run["level"]) for run in runs] == [
        (declarer, level) for declarer in DECLARERS for level in LEVELS
    ]
    assert FIGURES["seed"] in REPORTED_SEEDS
    for run in runs:
        played = run["deals"] // 2
        for rows in run["cells"].values():
            assert sum(row[3] for row in rows) == played
        totals = [
            [sum(column) for column in zip(*(row[3:] for row in rows), strict=True)]
            for rows in run["cells"].values()
        ]
        assert totals == totals[:1] * len(measuring.TABLES)
        assert f"`{run['digest']}`" in PAGE


def test_a_small_measurement_is_that_of_bid_value():
    said = []
    figures = measuring.measure(boards=300, say=said.append)
    assert len(said) == 10
    assert figures["seed"] == FIGURES["seed"]
    run = figures["runs"][2]
    result = bid_value("expert", boards=300, seed=FIGURES["seed"], level="T", by="bid,draw,trumps")
    assert run["digest"] == result.digest
    assert run["h"] == result.h
    assert [row[:3] for row in run["cells"]["draw"]] == [
        [cell["bid"], cell["draw"], cell["trumps"]] for cell in result.cells
    ]
    assert [row[5] / row[3] for row in run["cells"]["draw"]] == pytest.approx(
        [cell["levels"]["mean"] for cell in result.cells]
    )
    page = with_bids(PAGE, figures)
    assert "| cards drawn |" in page
    assert f"`{run['digest']}`" in page


def test_a_page_without_its_places_is_said():
    with pytest.raises(DataError, match="a page has no place for its reading"):
        with_bids(re.sub("<!-- reading.*?-->", "", PAGE), FIGURES)
