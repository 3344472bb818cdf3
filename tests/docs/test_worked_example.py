"""The worked example in CONTRIBUTING is about lines that are there."""

import re
from pathlib import Path

import pytest

from tractor_fast.rules import SETTINGS

ROOT = Path(__file__).parents[2]
SECTION = re.search(
    r"^## A house rule from end to end\n(.*?)^## ",
    (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
    re.M | re.S,
)[1]
PLACES = re.findall(r"^\*\*(\d)\. `([^`]+)`\*\*.*?^```\w+\n(.*?)^```", SECTION, re.M | re.S)


def test_a_house_rule_takes_at_most_five_places():
    assert [int(number) for number, _, _ in PLACES] == list(range(1, len(PLACES) + 1))
    assert 3 <= len(PLACES) <= 5


@pytest.mark.parametrize(("number", "file", "block"), PLACES)
def test_the_lines_shown_are_in_the_file_named(number, file, block):
    lines = (ROOT / file).read_text("utf-8").splitlines()
    assert [line for line in block.splitlines() if line not in lines] == []


def test_files_and_names_of_the_example_exist():
    code = "".join(
        path.read_text("utf-8")
        for folder in ("src", "tests", "scripts")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".pxd", ".pyx"}
    )
    for name in re.findall(r"`([^`\n]+)`", SECTION):
        if "/" in name or name.endswith((".md", ".pyx", ".pxd", ".py")):
            found = [*ROOT.glob(name), *(ROOT / "src/tractor_fast").glob(f"**/{name}")]
            assert found, f"no file {name}"
        elif re.fullmatch(r"\w+", name):
            assert re.search(rf"\b{name}\b", code), f"nothing is called {name}"


def test_settings_of_the_example_are_settings():
    assert {"close_level_gap", "small_team_bonus"} <= set(SETTINGS)
    assert SECTION.count("close_level_gap") >= 5
