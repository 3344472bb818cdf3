"""docs/performance.md and the speeds in the README are what the script makes of the figures."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.pages.performance import with_figures, with_speeds
from tractor_fast.errors import DataError
from tractor_fast.evaluate.bench import load_run
from tractor_fast.evaluate.bench.rows import Row
from tractor_fast.evaluate.bench.saved import BenchRun

ROOT = Path(__file__).parents[2]
RUN = load_run(ROOT / "docs" / "performance.json")
PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")


def read(name):
    return json.loads((ROOT / "benchmarks" / "instructions" / name).read_text("utf-8"))


def test_the_page_is_as_the_script_writes_it():
    figures, profile = read("figures.json"), read("profile.json")
    assert with_figures(PAGE, RUN, figures, profile) == PAGE
    for row in RUN.rows:
        assert f"| {row.label} |" in PAGE


def test_the_readme_shows_the_same_speeds():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert with_speeds(readme, RUN) == readme
    assert "| random, trump by lot |" in readme


@pytest.mark.parametrize(
    "mark", ["<!-- speed: written by scripts/performance_page -->", "<!-- end -->"]
)
def test_a_page_without_its_marks_is_not_written(mark):
    readme = (ROOT / "README.md").read_text("utf-8")
    with pytest.raises(DataError, match="a page has no place for its speed"):
        with_speeds(readme.replace(mark, ""), RUN)


def test_every_key_of_a_saved_run_is_documented():
    documented = set(re.findall(r"`(\w+)`", PAGE))
    keys = {*BenchRun.__struct_fields__, *Row.__struct_fields__}
    assert keys - documented == set()
