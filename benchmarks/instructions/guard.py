"""Counted figures against the committed ones, which are kept by kernel and compilers."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FIGURES = Path(__file__).with_name("figures.json")

MARGIN = 0.05
"""The part of a figure by which it may grow unnoticed."""

Counts = Mapping[str, int]


def key(kernel: str, compiler: str, cython: str) -> str:
    """Under which figures are kept: ``bmi2, gcc 12, Cython 3.3.1`` for compiler ``gcc 12.2.0``."""
    found = re.match(r"(\w+) (\d+)", compiler)
    return f"{kernel}, {' '.join(found.groups()) if found else compiler}, Cython {cython}"


def committed() -> dict[str, dict[str, int]]:
    """All committed figures."""
    figures: dict[str, dict[str, int]] = json.loads(FIGURES.read_text("utf-8"))
    return figures


def write(figures: Mapping[str, Counts]) -> None:
    """Commit other figures."""
    FIGURES.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", "utf-8")


class Verdict(NamedTuple):
    """Lines to print; whether nothing grew; whether every figure is known."""

    lines: list[str]
    fine: bool
    known: bool


def judge(name: str, counted: Counts, figures: Mapping[str, Counts]) -> Verdict:
    """The counts of a key against its committed figures."""
    lines, fine, known = [f"{name}:"], True, True
    kept = figures.get(name, {})
    for workload, count in counted.items():
        before = kept.get(workload)
        word = "no figure is committed; --update writes it"
        if before is None:
            known = False
        else:
            word = f"committed {before:,}, {count / before - 1:+.1%}"
            if count > before * (1 + MARGIN):
                fine = False
                word += f": above +{MARGIN:.0%}"
            elif count < before * (1 - MARGIN):
                word += ": better; --update commits it"
        lines.append(f"  {workload:<28}{count:>10,} instructions a deal ({word})")
    return Verdict(lines, fine, known)
