"""Tables and the picture of a sweep."""

import csv
import io
from collections.abc import Iterator
from math import nan
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..errors import PlotError
from ..evaluate.arms_count import Curve
from ..evaluate.parameters import number_text
from ..evaluate.sweep import Sweep
from ..stats import Interval
from .lines import as_text, context_text, ending, rules_text
from .plot import Line, Words, cross_table, curves

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH = 160
_NAMES = {
    "value": "value a deal",
    "levels_per_deal": "levels a deal",
    "points": "points a deal",
    "win_rate": "boards won",
}
_KINDS = {"level": "level", "draw": "cards drawn at the winning bid", "role": ""}


def to_sweep_table(result: Sweep) -> str:
    """All values with their intervals, the best and those as good, then the tables by kind."""
    tables = [_table(result, result.curve)]
    for split in result.splits:
        for kind, curve in result.curves(split).items():
            tables.append(f"{_KINDS[split]} {kind}".strip() + "\n" + _table(result, curve))
    return f"{_heading(result)}\n{''.join(tables)}{ending(result)}"


def to_sweep_csv(result: Sweep) -> str:
    """A line a value, first over all deals, then in deals of each kind.

    ``split`` and ``kind`` say which deals; ``low`` and ``high`` of a figure hold for all values of
    a table at once; ``best`` and ``not_told_apart`` are 1 or 0.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    figures = list(result.curve.figures)
    ends = [f"{name}{end}" for name in figures for end in ("", ".low", ".high")]
    writer.writerow(["split", "kind", *result.grid, "deals", *ends, "best", "not_told_apart"])
    for split, kind, curve in _all_curves(result):
        for arm, chosen in enumerate(result.arms):
            means = [curve.figures[name][arm] for name in figures]
            cells = [cell for mean in means for cell in (mean.mean, mean.low, mean.high)]
            marks = [int(curve.best == arm), int(arm in curve.not_told_apart)]
            values = map(number_text, chosen.values())
            writer.writerow([split, kind, *values, curve.deals[arm], *cells, *marks])
    return text.getvalue()


def draw_sweep(result: Sweep) -> "Figure":
    """The measure over the values of one parameter, or a heat map over those of two."""
    title = f"{_swept(result)} against {result.against}, {result.boards:,} boards"
    name = _NAMES[result.figure]
    found = result.curve.figures[result.figure]
    middle = 0.5 if result.measure == "win" else 0.0
    first, *more = result.grid
    if not more:
        line = Line(
            result.grid[first],
            [_number(mean.mean) for mean in found],
            [_number(mean.low) for mean in found],
            [_number(mean.high) for mean in found],
        )
        return curves({name: line}, Words(title, first, name), line_at=middle)
    width = len(result.grid[more[0]])
    means = [_number(mean.mean) for mean in found]
    cells = [means[start : start + width] for start in range(0, len(means), width)]
    rows, columns = (list(map(number_text, result.grid[each])) for each in (first, more[0]))
    words = Words(f"{name}: {title}", more[0], first)
    return cross_table(rows, columns, cells, words, decimals=3, middle=middle)


def check_drawable(plot: str, parameters: int) -> None:
    """PlotError for more parameters than a picture shows."""
    if parameters > 2:
        raise PlotError(f"plot = {plot}: allowed: one or two parameters, not {parameters}")


def _heading(result: Sweep) -> str:
    last = result.first_board + result.boards - 1
    numbers = f"boards {result.first_board} to {last}" if result.boards else "no boards"
    return (
        f"{result.boards:,} boards, {result.deals:,} deals, rules {rules_text(result)}\n"
        f"{_swept(result)} against {result.against}, seed {result.seed}, {numbers},"
        f" {context_text(result)}\n"
        f"value = levels + h for who declares next - h for the others, h = {result.h:.3f};\n"
        "the 95 % intervals of a figure hold for all values at once"
    )


def _swept(result: Sweep) -> str:
    return f"{result.strategy} with {', '.join(result.grid)}"


def _table(result: Sweep, curve: Curve) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in result.grid:
        table.add_column(name, justify="right")
    table.add_column("deals", justify="right")
    for name in curve.figures:
        table.add_column(_NAMES[name], justify="right")
        table.add_column("95 % interval", justify="right")
    table.add_column("")
    for arm, chosen in enumerate(result.arms):
        cells = [*map(number_text, chosen.values()), f"{curve.deals[arm]:,}"]
        for name, found in curve.figures.items():
            cells += _mean(found[arm], percent=name == "win_rate")
        table.add_row(*map(Text, [*cells, _mark(curve, arm)]))
    return as_text(table, _WIDTH)


def _mark(curve: Curve, arm: int) -> str:
    if arm == curve.best:
        return "best"
    return "not told from it" if arm in curve.not_told_apart else ""


def _mean(found: Interval, *, percent: bool) -> list[str]:
    def number(value: float) -> str:
        return f"{100 * value:.3f} %" if percent else f"{value:+.4f}"

    if found.mean is None:
        return ["-", ""]
    if found.low is None or found.high is None:
        return [number(found.mean), ""]
    return [number(found.mean), f"{number(found.low)} to {number(found.high)}"]


def _all_curves(result: Sweep) -> Iterator[tuple[str, str, Curve]]:
    yield "", "", result.curve
    for split in result.splits:
        for kind, curve in result.curves(split).items():
            yield split, kind, curve


def _number(value: Any) -> float:
    return nan if value is None else float(value)
