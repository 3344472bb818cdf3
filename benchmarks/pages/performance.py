"""Write what was measured into docs/performance.md and README.md, between their marks."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from tractor_fast.errors import DataError
from tractor_fast.evaluate.bench import BenchRun, load_run
from tractor_fast.report.bench import absent_peers, grids, machine_text, summary

from . import DOCS, ROOT, Grid, between_marks, table

PAGE, README = DOCS / "performance.md", ROOT / "README.md"
RUN = DOCS / "performance.json"
INSTRUCTIONS = ROOT / "benchmarks" / "instructions"
SCRIPT = "performance_page"

IN_README = ("whole deals", "peers")
"""The sections that the README shows."""

Counts = Mapping[str, Mapping[str, int]]


def with_figures(page: str, run: BenchRun, figures: Counts, profile: Mapping[str, Any]) -> str:
    """The page on performance with its tables written anew."""
    parts = [_machine(run), f"{summary(run)}.\n"]
    for (section, *columns), rows in grids(run):
        parts.append(f"## {section.capitalize()}\n\n{table((['', *columns], rows))}")
    parts += [f"{line}.\n" for line in absent_peers(run)]
    page = between_marks(page, "figures", SCRIPT, parts)
    counted = [
        table(_figures(figures)),
        f"By phase, {profile['key']}:\n",
        table(_phases(profile)),
    ]
    return between_marks(page, "instructions", SCRIPT, counted)


def with_speeds(readme: str, run: BenchRun) -> str:
    """The README with its speeds written anew."""
    tables = [table(grid) for grid in grids(run) if grid[0][0] in IN_README]
    return between_marks(readme, "speed", SCRIPT, [_machine(run), *tables])


def _machine(run: BenchRun) -> str:
    return f"```text\n{machine_text(run)}\n```\n"


def _figures(figures: Counts) -> Grid:
    keys = sorted(figures)
    workloads = dict.fromkeys(name for key in keys for name in figures[key])
    rows = [[name, *(_number(figures[key].get(name)) for key in keys)] for name in workloads]
    return ["instructions a deal", *keys], rows


def _phases(profile: Mapping[str, Any]) -> Grid:
    workloads: Counts = profile["workloads"]
    phases = dict.fromkeys(name for counts in workloads.values() for name in counts)
    rows = [[name, *(_number(c.get(name)) for c in workloads.values())] for name in phases]
    rows.append(["all", *(_number(sum(counts.values())) for counts in workloads.values())])
    return ["phase", *workloads], rows


def _number(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


def main() -> None:
    """Write both documents."""
    run = load_run(RUN)
    figures, profile = (
        json.loads((INSTRUCTIONS / f"{name}.json").read_text("utf-8"))
        for name in ("figures", "profile")
    )
    page = with_figures(PAGE.read_text("utf-8"), run, figures, profile)
    readme = with_speeds(README.read_text("utf-8"), run)
    PAGE.write_text(page, "utf-8")
    README.write_text(readme, "utf-8")


if __name__ == "__main__":
    try:
        main()
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
