"""The table, the CSV and the picture of what a house rule does."""

import csv
import io
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..evaluate.rules_count import RATES
from ..evaluate.rules_diff import RulesDiff
from ..evaluate.simulation import POINTS_STEP
from ..settings import setting_text
from ..stats import Interval
from .lines import as_text, context_text, ending
from .plot import Words, distributions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LABELS = {
    "declarer_side_holds": "declarer's side holds",
    "attackers_points": "attackers' points",
    "level_change": "levels of the declarer's side, a deal",
    "levels_moved": "levels moved, by either side",
    "throws_per_deal": "throws a deal",
    "failed_throws": "  of these fail",
    "kitty_points": "points in the kitty",
    "kitty_points_paid": "  paid to the attackers for it",
    "kitty_decides": "  attackers take over by it alone",
    "match_length": "deals in a match",
    "unfinished_matches": "  matches without an end",
}
_SIGNED = {"level_change"}
_COLUMNS = ("a", "b", "difference")
_WIDTH = 200


def to_rules_diff_table(result: RulesDiff) -> str:
    """Every figure under both rule sets and their difference, each with its 95 % interval."""
    return f"{_heading(result)}\n{_figures(result)}{ending(result)}"


def to_rules_diff_csv(result: RulesDiff) -> str:
    """A line a figure: under ``a``, under ``b``, and ``difference``, B minus A, with intervals."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    ends = [f"{column}{end}" for column in _COLUMNS for end in ("", ".low", ".high")]
    writer.writerow(["figure", *ends])
    for name, figure in result.figures.items():
        writer.writerow([name, *(cell for column in _COLUMNS for cell in _ends(figure[column]))])
    return text.getvalue()


def draw_rules_diff(result: RulesDiff) -> "Figure":
    """How the attackers' points are distributed under both."""
    a, b = result.points_distribution.values()
    most = max((place + 1 for each in (a, b) for place, n in enumerate(each) if n), default=0)
    title = f"{result.boards:,} boards, seats {result.seats}, seed {result.seed}"
    words = Words(title, "attackers' points", "share of the deals")
    groups = {f"A: {result.a}": a[:most], f"B: {result.b}": b[:most]}
    return distributions(groups, 0, POINTS_STEP, words)


def _heading(result: RulesDiff) -> str:
    last = result.first_board + result.boards - 1
    numbers = f"boards {result.first_board} to {last}" if result.boards else "no boards"
    changed = ", ".join(
        f"{name} {setting_text(values['a'])} | {setting_text(values['b'])}"
        for name, values in result.changed.items()
    )
    cards = "the same cards" if result.same_cards else "other cards, so of unrelated deals"
    return (
        f"A = {result.a}, B = {result.b}: {changed or 'no setting differs'}\n"
        f"{result.boards:,} boards and {result.matches:,} matches under each,"
        f" {result.deals:,} deals, seats {result.seats}\n"
        f"seed {result.seed}, {numbers}, {context_text(result)};"
        f" differences of {cards}"
    )


def _figures(result: RulesDiff) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("figure")
    for name in ("A", "B", "B - A"):
        table.add_column(name, justify="right")
        table.add_column("95 % interval", justify="right")
    for name, figure in result.figures.items():
        cells = [_LABELS[name]]
        for column in _COLUMNS:
            mean, low, high = (
                _number(value, name, signed=name in _SIGNED or column == "difference")
                for value in _ends(figure[column])
            )
            cells += [mean, "" if "-" in (low, high) else f"{low} to {high}"]
        table.add_row(*map(Text, cells))
    return as_text(table, _WIDTH)


def _ends(found: Interval) -> tuple[float | None, float | None, float | None]:
    return found.mean, found.low, found.high


def _number(value: float | None, name: str, *, signed: bool) -> str:
    if value is None:
        return "-"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.3f} %" if name in RATES else f"{value:{sign}.3f}"
