"""docs/strategies.md is what the script makes of the strategies and of the figures measured."""

import json
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from benchmarks.pages.strategies import TARGETS, with_strategies
from benchmarks.strengths import REPORTED_SEEDS, measuring, tuning
from tractor_fast import preset_names
from tractor_fast.errors import DataError
from tractor_fast.strategies import parse_strategy, strategies

DOCS = Path(__file__).parents[2] / "docs"
FIGURES = json.loads((DOCS / "strategies.json").read_text("utf-8"))
PAGE = (DOCS / "strategies.md").read_text("utf-8")


def test_the_page_is_as_the_script_writes_it():
    assert with_strategies(PAGE, FIGURES) == PAGE


def test_every_two_strategies_have_met_on_as_many_boards():
    met = {frozenset((pair["a"], pair["b"])) for pair in FIGURES["pairs"]}
    assert met == {frozenset(pair) for pair in combinations(strategies(), 2)}
    assert {pair["boards"] for pair in FIGURES["pairs"]} == {200_000}
    assert set(FIGURES["speeds"]) == set(strategies()) == set(measuring.by_strength())


def test_the_strongest_have_met_on_every_preset():
    assert [found["preset"] for found in FIGURES["presets"]] == list(preset_names())
    assert {(found["a"], found["b"]) for found in FIGURES["presets"]} == {("expert", "normal")}


def test_reported_boards_are_those_that_nothing_is_tuned_on():
    found = [*FIGURES["pairs"], *FIGURES["presets"], FIGURES["match"]]
    assert {one["seed"] for one in found} <= set(REPORTED_SEEDS)


def test_figures_stand_on_the_page_with_their_intervals():
    for pair in FIGURES["pairs"]:
        levels, won = pair["levels_per_deal"], pair["win_rate"]
        assert f"{levels['mean']:+.3f} ± {levels['mean'] - levels['low']:.3f}" in PAGE
        assert f"{won['rate']:.2%} ({won['low']:.2%} – {won['high']:.2%})" in PAGE
    for name, speed in FIGURES["speeds"].items():
        assert f"| `{name}` | {speed:,.0f} |" in PAGE


def test_every_parameter_stands_on_the_page():
    for known in strategies().values():
        assert f"| `{known.name}` | {known.summary} |" in PAGE
        for parameter in known.parameters:
            assert f"| `{parameter.name}` | {parameter.meaning} | {parameter.default:g} |" in PAGE


def test_searches_that_the_documents_show_can_be_made():
    names = ("docs/strategies.md", "CONTRIBUTING.md", "CHANGELOG.md")
    documents = [DOCS.parent / name for name in names]
    shown = [
        re.split(r"[`#]", line.partition("./scripts/tune ")[2])[0].split()
        for document in documents
        for line in document.read_text("utf-8").splitlines()
        if "./scripts/tune " in line and "--param" in line
    ]
    assert len(shown) >= 3
    for strategy, *words in shown:
        for option, value in pairwise(words):
            if option == "--param":
                tuning.parse_range(value, parse_strategy(strategy))


def test_a_target_is_met_or_is_said_to_be_missed():
    lines = [line for line in PAGE.splitlines() if " − " in line]
    assert len(lines) == len(TARGETS)
    for line, target in zip(lines, TARGETS, strict=True):
        (pair,) = (p for p in FIGURES["pairs"] if (p["a"], p["b"]) == (target.a, target.b))
        found = pair[target.figure]
        value = found["rate"] if target.figure == "win_rate" else found["mean"]
        assert line.endswith("| yes |" if value >= target.least else "| no |")


@pytest.mark.parametrize("mark", ["summaries", "strengths", "parameters"])
def test_a_page_without_its_marks_is_not_written(mark):
    page = PAGE.replace(f"<!-- {mark}: written by scripts/strategies_page -->", "")
    with pytest.raises(DataError, match=f"a page has no place for its {mark}"):
        with_strategies(page, FIGURES)


def test_a_target_of_a_pair_that_has_not_met_is_not_met():
    short = FIGURES | {"pairs": FIGURES["pairs"][:1]}
    assert "| not measured | no |" in with_strategies(PAGE, short)
    assert "| not measured |" not in PAGE


def test_a_small_measurement_has_all_that_the_page_needs():
    lines = []
    sizes = measuring.Sizes(boards=4, matches=6, speed_deals=5, speed_passes=1)
    found = measuring.measure(measuring.by_strength(), sizes, lines.append)
    assert set(found) == set(FIGURES)
    assert [set(pair) for pair in found["pairs"]] == [set(p) for p in FIGURES["pairs"]]
    assert len(lines) == len(found["pairs"]) + len(preset_names()) + 1
    assert with_strategies(PAGE, found).count("\n| ") == PAGE.count("\n| ")
