"""docs/scale.md is what the script makes of the figures."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from benchmarks.pages.scale import with_scale
from benchmarks.scale.rows import rows_a_writing

ROOT = Path(__file__).parents[2]
FIGURES = json.loads((ROOT / "docs" / "scale.json").read_text("utf-8"))
PAGE = (ROOT / "docs" / "scale.md").read_text("utf-8")


def test_the_page_is_as_the_script_writes_it():
    assert with_scale(PAGE, FIGURES) == PAGE
    for name in (*FIGURES["chunks"], *FIGURES["questions"]):
        assert f"\n| {name} |" in PAGE


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda figures: figures["runs"][0].update(peak_bytes=300_000_001), "promised: not kept"),
        (lambda figures: figures["runs"][0].update(store_bytes=50_000_001), "promised: not kept"),
        (lambda figures: figures["kept"]["simulate"].update(ratio=1.03), "promised: not kept"),
    ],
)
def test_what_is_promised_and_not_kept_is_told(change, said):
    figures = deepcopy(FIGURES)
    change(figures)
    assert with_scale(PAGE, figures).count(said) > with_scale(PAGE, kept(figures)).count(said)


def kept(figures):
    """Figures of a machine that keeps all promises."""
    good = deepcopy(figures)
    for run in good["runs"]:
        run |= {"peak_bytes": 10**8, "store_bytes": 10**6}
    for found in good["kept"].values():
        found["ratio"] = 1.01
    return good


def test_what_a_thousand_cores_come_to():
    figures = deepcopy(FIGURES)
    figures["chunks"]["dask"] |= {"scheduler": 0.001, "process": 0.0004}
    figures["chunks"]["processes"]["process"] = 0.0002
    figures["questions"] = {
        "simulate": {
            "bytes": 1000.0, "alone_seconds": 0.005, "more_seconds": 0.0001, "coordinator": 0.0002,
            "call_bytes": 1500, "result_bytes": 500, "boards_per_second": 500_000.0,
        }
    }  # fmt: skip
    figures["rows_a_writing"] = 101.0
    page = with_scale(PAGE, figures)
    for line in (
        "| chunks a second | 50 |",
        "| random deals a day | 43.2 × 10¹² |",
        "| busy: the scheduler of dask | 5% of a core |",
        "| busy: the coordinator | 3% of a core |",
        "| of that, writing | 0.8% |",
        "| network, by question | 0.1 to 0.1 MB a second |",
        "| rows a day | 4.4 million |",
        "| store a day, simulate | 4.4 GB |",
        "| store a day, at most | 4.4 GB |",
        "Busiest is the scheduler of dask.",
        "would be full with 2,000 cores",
        "would feed 10,000.",
    ):
        assert line in page


def test_rows_are_fewer_than_chunks_and_more_than_one():
    assert 1 < rows_a_writing(5) < 100
