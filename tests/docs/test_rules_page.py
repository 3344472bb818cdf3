"""docs/rules.md: its tables are those of the code, and it has every rule."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")


def test_the_tables_are_as_the_script_writes_them():
    with_tables = runpy.run_path(str(ROOT / "scripts" / "rules_tables.py"))["with_tables"]
    assert with_tables(PAGE) == PAGE


def test_every_rule_is_there_once_and_in_order():
    stated = [int(number) for number in re.findall(r"^\*\*R(\d+)", PAGE, re.M)]
    assert stated == list(range(1, 36))
