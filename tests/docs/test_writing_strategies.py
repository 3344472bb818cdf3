"""docs/writing-strategies.md: its tables are those of the dtypes, and its examples play."""

import re
from pathlib import Path

import pytest

import tractor_fast
from benchmarks.pages.fields import with_fields
from tractor_fast import abi
from tractor_fast.strategies import numba as calls
from tractor_fast.strategies import parse_strategy

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-strategies.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n# mine.py\n(.*?)^```", PAGE, re.M | re.S)


def test_the_tables_are_as_the_script_writes_them():
    assert with_fields(PAGE) == PAGE
    for name, fields in abi.FIELDS.items():
        assert f"### {name}\n" in PAGE
        for field in fields:
            assert f"| `{field.name}` | " in PAGE


def test_everything_that_numba_may_call_is_named():
    missing = [name for name in calls.__all__ if name != "strategy" and f"`{name}(" not in PAGE]
    assert missing == []


def test_there_are_examples():
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_plays(tmp_path, example):
    path = tmp_path / "mine.py"
    path.write_text(example)
    name = re.search(r"^def (\w+)\(table", example, re.M)[1]
    for changes in ({}, {"players": 6, "decks": 3}):
        seats = f"NS={path}:{name},EW=random"
        played = tractor_fast.simulate(seats=seats, overrides=changes, deals=200, seed=3, jobs=2)
        assert played.deals == 200


def test_the_parameters_of_the_example_can_be_set(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(EXAMPLES[1])
    gambler = parse_strategy(f"{path}:gambler(pass.share=1)")
    assert [p.name for p in gambler.strategy.parameters] == ["pass.share", "follow.chance"]
    assert gambler.values == (1.0, 0.1)
    for share, nobody in ((1, 50), (0, 0)):
        seats = f"{path}:gambler(pass.share={share})"
        played = tractor_fast.simulate(seats=seats, deals=50, seed=3)
        assert played.totals["nobody_bid"] == nobody


def test_built_in_strategies_are_given_parameters_that_they_have():
    """On every page, in help texts and docstrings."""
    texts = [*(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("*.py"), ROOT / "README.md"]
    specs = {
        spec
        for path in texts
        for spec in re.findall(
            r"\b(?:random|easy|greedy|normal|expert)\([a-z_.]+=[^()]*\)", path.read_text("utf-8")
        )
    }
    assert "random(lead.throws=0.25)" in specs
    for spec in specs:
        parse_strategy(spec)


BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
CLASSES = [block for block in BLOCKS if re.search(r"^class ", block, re.M)]


def seated(path, example):
    path.write_text(example)
    name = re.search(r"^class (\w+):", example, re.M)[1]
    return f"{path}:{name}"


def test_there_are_classes_in_python():
    assert len(CLASSES) == 2


@pytest.mark.parametrize("example", CLASSES)
def test_a_class_in_python_plays(tmp_path, example):
    name = seated(tmp_path / "mine.py", example)
    for changes in ({}, {"players": 6, "decks": 3}):
        seats = f"NS={name},EW=random"
        played = tractor_fast.simulate(seats=seats, overrides=changes, deals=60, seed=3, jobs=2)
        assert played.deals == 60
    assert f"./mine.py:{name.rpartition(':')[2]}" in PAGE


def test_the_parameter_of_the_class_in_python_can_be_set(tmp_path):
    name = seated(tmp_path / "mine.py", CLASSES[1])
    digests = {
        seats: tractor_fast.simulate(seats=seats, deals=60, seed=3).digest
        for seats in ("normal", f"{name}(bid.cards=1)", name)
    }
    normal, every_bid, pairs_only = digests.values()
    assert every_bid == normal != pairs_only
