"""The table of a benchmark, that a person reads."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..evaluate.bench import BenchRun, Comparison
from ..evaluate.bench.rows import Row, Target
from .lines import as_text

_WIDTH = 200  # the hardest checks, with all their settings, and all columns
_BOUNDS = {"at_least": "≥", "at_most": "≤"}
_LEFT = ("unit", "met", "change")  # columns of words


def to_bench_table(run: BenchRun, comparison: Comparison | None = None) -> str:
    """All rows with medians, quartiles and targets; beside a saved run also what changed."""
    parts = [f"{machine_text(run)}\n"]
    parts += [_as_table(*grid) for grid in grids(run, comparison)]
    parts += [f"{what}\n" for what in (*_changes(comparison), *absent_peers(run), summary(run))]
    return "".join([*parts, f"{run.command}\n"])


def machine_text(run: BenchRun) -> str:
    """Where and how it was measured, on three lines."""
    m = run.machine
    return (
        f"{m.processor}, {m.cores} cores, {m.system}\n"
        f"tractor_fast {m.tractor_fast} ({m.kernel} kernel), built by {m.compiler} and"
        f" Cython {m.cython}; Python {m.python}, numpy {m.numpy}\n"
        f"medians and quartiles of {run.passes} passes, seed {run.seed}, {run.seconds:.0f} s in"
        " all; processor time of one core but for threads"
    )


def grids(
    run: BenchRun, comparison: Comparison | None = None
) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Each section as text: the names of its columns, the section's own first, and its rows."""
    labels = {row.id: row.label for row in run.rows}
    for name, group in groupby(run.rows, key=lambda row: row.section):
        rows = list(group)
        columns = [name, "median", "quartiles", "unit"]
        beside = {labels[row.to] for row in rows if row.to}
        if beside:
            columns.append(f"time / {'row above' if len(beside) > 1 else beside.pop()}")
        if any(row.target for row in rows):
            columns += ["target", "met"]
        if comparison:
            columns += ["then", "now / then", "change"]
        yield columns, [_cells(row, columns, comparison) for row in rows]


def summary(run: BenchRun) -> str:
    """How many targets are met."""
    met = [row.met for row in run.rows if row.met is not None]
    return f"{met.count(True)} of {len(met)} targets met"


def absent_peers(run: BenchRun) -> list[str]:
    """A line for each peer that was asked for and could not play."""
    return [f"peer {name} is left out: {lack}" for name, lack in run.absent.items()]


def _cells(row: Row, columns: Sequence[str], comparison: Comparison | None) -> list[str]:
    figure = row.figure
    change = comparison.changes.get(row.id) if comparison else None
    cells = {
        columns[0]: row.label,
        "median": _number(figure.median),
        "quartiles": f"{_number(figure.low)} – {_number(figure.high)}",
        "unit": row.unit,
        "target": _target(row.target),
        "met": {True: "yes", False: "no", None: ""}[row.met],
        "then": _number(change.then) if change else "",
        "now / then": f"{change.times:.3f}" if change else "",
        "change": change.verdict if change else "",
    }
    ratio = f"{_number(row.ratio.median)} x" if row.ratio else ""
    return [cells.get(column, ratio) for column in columns]


def _target(target: Target | None) -> str:
    """``≥ 1,200,000`` or ``≤ 8 x``."""
    if target is None:
        return ""
    unit = " x" if target.of == "ratio" else ""
    return f"{_BOUNDS[target.bound]} {_number(target.value)}{unit}"


def _number(value: float) -> str:
    """Three digits or more: ``1,234,567``, ``12.3``."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _as_table(columns: list[str], rows: list[list[str]]) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place == 0 or column in _LEFT else "right")
    for row in rows:
        table.add_row(*map(Text, row))
    return as_text(table, _WIDTH)


def _changes(comparison: Comparison | None) -> list[str]:
    if comparison is None:
        return []
    verdicts = [change.verdict for change in comparison.changes.values()]
    return [
        f"against {comparison.file}: {verdicts.count('better')} rows better,"
        f" {verdicts.count('worse')} worse, {verdicts.count('same')} the same within their spread",
        *(f"not alike: {what}" for what in comparison.unlike),
    ]


BENCH_FORMATS = {"table": to_bench_table, "json": BenchRun.to_json}
"""The function that prints a run and a comparison, or None, by the name of the format."""
