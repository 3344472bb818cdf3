"""Recorded cases as material: what the rules are tested on is what is timed."""

from pathlib import Path

from tractor_fast._core.spec import CompiledRules
from tractor_fast.evaluate.cases import read_rows
from tractor_fast.rules import load_rules

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"
TRACTOR = load_rules("tractor")
COMPILED = CompiledRules(TRACTOR)


def recorded(kind):
    """All cases of a kind that are played by the ``tractor`` rules, in file order."""
    rows = read_rows(VECTORS / f"{kind}.jsonl.gz")
    return [row.case for row in rows if row.case.rules == TRACTOR]
