"""Tables and the picture of a tournament."""

import csv
import io
from math import nan
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..evaluate.tournament import Tournament
from .lines import as_text, context_text, ending, rules_text
from .plot import Words, cross_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FIGURES = {"levels_per_deal": "mean", "value": "mean", "win_rate": "rate"}
_WIDTH = 200


def to_tournament_table(result: Tournament) -> str:
    """Ratings beside the cross table of levels per deal, then every pairing with its intervals."""
    return f"{_heading(result)}\n{_ratings(result)}{_pairings(result)}{ending(result)}"


def to_tournament_csv(result: Tournament) -> str:
    """A line a pairing; where ``b`` is empty, ``levels_per_deal`` is the rating of ``a``."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    ends = [f"{name}{end}" for name in _FIGURES for end in ("", ".low", ".high")]
    writer.writerow(["a", "b", *ends])
    for each in result.pairings:
        cells = [
            each[name][key] for name, middle in _FIGURES.items() for key in (middle, "low", "high")
        ]
        writer.writerow([each["a"], each["b"], *cells])
    for each in result.ratings:
        rating = [each["rating"][key] for key in ("mean", "low", "high")]
        writer.writerow([each["strategy"], "", *rating, *[None] * 6])
    return text.getvalue()


def draw_tournament(result: Tournament) -> "Figure":
    """The cross table of levels per deal, best first."""
    names = [result.strategies[place] for place in result.order]
    cells = [[nan if cell is None else cell for cell in row] for row in result.cross_table]
    title = f"levels a deal, {result.boards:,} boards a pairing, seed {result.seed}"
    return cross_table(names, names, cells, Words(title, "against", ""))


def _heading(result: Tournament) -> str:
    last = result.first_board + result.boards - 1
    numbers = f"boards {result.first_board} to {last}" if result.boards else "no boards"
    alike = ", ".join(result.not_told_apart)
    return (
        f"{len(result.seated)} strategies, {len(result.played)} pairings, {result.boards:,} boards"
        f" each, {result.deals:,} deals, rules {rules_text(result)}\n"
        f"seed {result.seed}, {numbers}, {context_text(result)};"
        f" value with h = {result.h:.3f}\n"
        f"the best is {result.best or '-'}; it may be any of: {alike or '-'}"
    )


def _ratings(result: Tournament) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("", "strategy"):
        table.add_column(name)
    for name in ("rating", "error", "95 %, all at once"):
        table.add_column(name, justify="right")
    for place in range(len(result.seated)):
        table.add_column(f"vs {place + 1}", justify="right")
    for place, (each, row) in enumerate(zip(result.ratings, result.cross_table, strict=True)):
        rating = each["rating"]
        cells = [_signed(cell) if column != place else "" for column, cell in enumerate(row)]
        error = "-" if each["error"] is None else f"{each['error']:.4f}"
        interval = _interval(rating, _signed)
        table.add_row(
            *map(
                Text,
                [
                    f"{place + 1}",
                    each["strategy"],
                    _signed(rating["mean"]),
                    error,
                    interval,
                    *cells,
                ],
            )
        )
    return as_text(table, _WIDTH)


def _pairings(result: Tournament) -> str:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("A", "B"):
        table.add_column(name)
    for name in ("A's levels minus B's", "value", "boards that A wins"):
        table.add_column(name, justify="right")
        table.add_column("95 % interval", justify="right")
    for each in result.pairings:
        cells = [each["a"], each["b"]]
        for name, middle in _FIGURES.items():
            number = _percent if name == "win_rate" else _signed
            cells += [number(each[name][middle]), _interval(each[name], number)]
        table.add_row(*map(Text, cells))
    return as_text(table, _WIDTH)


def _interval(figure: dict[str, Any], number: Any) -> str:
    if figure["low"] is None:
        return ""
    return f"{number(figure['low'])} to {number(figure['high'])}"


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.4f}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.2f} %"
