"""What bids are worth, as a table that a person reads, and as CSV with a line a cell."""

import csv
import io
from collections.abc import Iterator, Sequence
from math import nan
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..errors import PlotError
from ..evaluate.bid_cells import MARGIN, POINTS_STEP
from ..evaluate.bid_table import FEWEST, BidTable, Threshold
from .lines import as_text, conditions_text, ending, rules_text
from .plot import Line, Words, curves, distributions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_WIDTH = 160
_MOST_LINES = 8  # of a picture

_MEASURES = {
    "value": "levels + h for declaring next - h for not, h = {h:.3f}",
    "levels": "levels",
    "points": "points on the way to taking the deal over, or to keeping it",
    "win": "how often its side declares next",
}
_PASSING = {"rest": "for the rest of the draw", "now": "once"}
_FIGURES = (
    "gain",
    "low",
    "high",
    "levels",
    "levels_low",
    "levels_high",
    "if_it_bids",
    "if_it_passes",
)


def to_bid_table(result: BidTable) -> str:
    """Thresholds in words, then what bidding gains in each cell, with 95 % intervals."""
    thresholds = "".join(f"{threshold_text(each)}\n" for each in result.thresholds)
    return f"{_heading(result)}\n{thresholds}{_cells(result)}{ending(result)}"


def to_bid_csv(result: BidTable) -> str:
    """A line a cell, its properties first; ``gain`` and ``levels`` with 95 % intervals."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*result.by, "boards", "itself", *_FIGURES))
    for cell in result.cells:
        labels = (cell[name] for name in result.by)
        writer.writerow((*labels, cell["boards"], cell["itself"], *_figures(cell)))
    return text.getvalue()


def draw_bid_value(result: BidTable) -> "Figure":
    """What bidding gains over the number of trumps, a curve for each kind by the other properties.

    With ``measure = points``: how the points are distributed where the seat bids, by trumps.  Only
    what was met often enough is drawn.
    """
    title = f"{result.strategy}, {result.boards:,} boards, level {result.level}"
    title += f", declarer {result.declarer}"
    if result.measure == "points":
        often = {n: counts for n, counts in result.margins.items() if sum(counts) >= FEWEST}
        step = -(-len(often) // _MOST_LINES) or 1
        met = [place for counts in often.values() for place, count in enumerate(counts) if count]
        first, end = min(met, default=0), max(met, default=0) + 1
        shown = {f"{n} trumps": often[n][first:end] for n in list(often)[::step]}
        words = Words(title, "points of its side beyond the line of taking over", "share of deals")
        return distributions(shown, POINTS_STEP * first - MARGIN, POINTS_STEP, words)
    lines: dict[str, list[dict[str, Any]]] = {}
    for cell in result.cells:
        if cell["boards"] >= FEWEST:
            kind = ", ".join(str(cell[name]) for name in result.by if name != "trumps")
            lines.setdefault(kind, []).append(cell)
    if len(lines) > _MOST_LINES:
        title += f", the first {_MOST_LINES} of {len(lines)} kinds"
    words = Words(title, "trumps held", f"gain of bidding ({result.measure})")
    drawn = {kind: _line(cells) for kind, cells in list(lines.items())[:_MOST_LINES]}
    return curves(drawn, words, line_at=0.0)


def check_bid_drawable(plot: str, by: Sequence[str], measure: str) -> None:
    """PlotError for a curve over trumps where opportunities are not sorted by them."""
    if measure != "points" and "trumps" not in by:
        raise PlotError(f"plot = {plot}: the curve is over trumps; allowed: --by trumps,...")


def threshold_text(threshold: Threshold) -> str:
    """From how many trumps one should bid, and what the intervals leave open, as a sentence."""
    kind = ", ".join(f"{name} {value}" for name, value in threshold.group.items())
    where = f"{kind}: " if kind else ""
    known = f"(of {threshold.fewest} to {threshold.most})"
    if threshold.trumps is None:
        return f"{where}bidding gains from no number of trumps on {known}"
    said = f"{where}bidding gains from {threshold.trumps} trumps on {known}"
    if threshold.high is None:
        return f"{said}; the intervals leave open {threshold.low} and more"
    if threshold.low == threshold.high:
        return said
    return f"{said}; the intervals leave open {threshold.low} to {threshold.high}"


def _heading(result: BidTable) -> str:
    last = result.first_board + result.boards - 1
    numbers = f"boards {result.first_board} to {last}" if result.boards else "no boards"
    found = result.with_opportunity
    each = "" if result.opportunities is None else f", {result.opportunities:.2f} each"
    measure = _MEASURES[result.measure].format(h=result.h)
    known = "known" if result.declarer_known else "the highest bidder"
    return (
        f"{result.boards:,} boards, {found.count:,} with an opportunity to bid{each};"
        f" {result.deals:,} deals, rules {rules_text(result)}\n"
        f"{result.strategy} in all seats, seed {result.seed}, {numbers},"
        f" level {result.level}, declarer {result.declarer} ({known}){conditions_text(result)}\n"
        f"gain: what the seat's side wins by its best bid instead of passing"
        f" {_PASSING[result.passing]}, in {measure}"
    )


def _cells(result: BidTable) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in (*result.by, "boards", "bids itself", "gain", "95 % interval"):
        table.add_column(name, justify="right")
    shows_levels = result.measure != "levels"
    for name in ("levels", "95 % interval") if shows_levels else ():
        table.add_column(name, justify="right")
    table.add_column("if it bids", justify="right")
    table.add_column("if it passes", justify="right")
    total = [*(["all"] if result.by else []), *[""] * (len(result.by) - 1)]
    rows = [([str(cell[name]) for name in result.by], cell) for cell in result.cells]
    for labels, cell in (*rows, (total, result.all)):
        itself = "-" if cell["itself"] is None else f"{100 * cell['itself']:.1f} %"
        gain, levels = _mean(cell["gain"]), _mean(cell["levels"])
        ends = (_signed(cell["if_it_bids"]), _signed(cell["if_it_passes"]))
        figures = (*gain, *(levels if shows_levels else ()), *ends)
        table.add_row(*map(Text, (*labels, f"{cell['boards']:,}", itself, *figures)))
    return as_text(table, _WIDTH)


def _mean(moments: dict[str, Any]) -> tuple[str, str]:
    if moments["low"] is None:
        return _signed(moments["mean"]), ""
    return _signed(moments["mean"]), f"{_signed(moments['low'])} to {_signed(moments['high'])}"


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.3f}"


def _figures(cell: dict[str, Any]) -> Iterator[float | None]:
    for name in ("gain", "levels"):
        yield from (cell[name][end] for end in ("mean", "low", "high"))
    yield from (cell["if_it_bids"], cell["if_it_passes"])


def _line(cells: list[dict[str, Any]]) -> Line:
    ends = (
        [nan if cell["gain"][end] is None else cell["gain"][end] for cell in cells]
        for end in ("mean", "low", "high")
    )
    return Line([cell["trumps"] for cell in cells], *ends)
