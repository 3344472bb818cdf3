"""Pictures of results: curves with bands, distributions, and tables as heat maps.

matplotlib is loaded when a picture is asked for, and not before.  The same figures give the same
bytes: a picture holds no date and no random names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import PlotError
from ..inputs import shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png")

_SIZE = (7.2, 4.5)  # inches
_DOTS = 150  # an inch, of a .png
_STYLE: Any = {
    "svg.hashsalt": "tractor_fast",  # names within the file that do not change from run to run
    "svg.fonttype": "none",  # text stays text
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.axisbelow": True,
    "font.size": 10.0,
    "axes.titlesize": 10.0,
}
_DASHES = ("-", "--", ":", "-.")  # of steps, so that one does not hide another
_MOST_FIGURES = 400  # cells of a heat map that are written in


@dataclass(frozen=True, slots=True)
class Words:
    """What stands above a picture and beside its two axes."""

    title: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: values at places ``x``, and the ends of their intervals, NaN where there is none."""

    x: Sequence[float]
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def picture(path: str | None, draw: Callable[[Any], "Figure"]) -> Callable[[Any], None] | None:
    """A function that saves what ``draw`` makes of a result to ``path``; None without a path.

    Whatever would keep it from being saved is found here, before anything is played.

    Raises:
        PlotError: a file that does not end in .svg or .png or cannot be written, or no matplotlib.
    """
    if path is None:
        return None
    if not path.lower().endswith(ENDINGS):
        raise PlotError(f"plot = {shown(path, str)}: allowed: a file ending in .svg or .png")
    try:
        from matplotlib import rc_context
    except ImportError:
        raise PlotError(
            "plot needs matplotlib, which is not installed: pip install 'tractor_fast[report]'"
        ) from None
    _check_writable(Path(path))

    def save(result: Any) -> None:
        with rc_context(_STYLE):
            _save(draw(result), path)

    return save


def curves(lines: Mapping[str, Line], words: Words, *, line_at: float | None = None) -> "Figure":
    """Curves by name, each with a band of its intervals; ``line_at`` draws a level line."""
    figure, axes = _empty(words)
    if line_at is not None:
        axes.axhline(line_at, color="0.4", linewidth=1)
    for number, (name, line) in enumerate(lines.items()):
        colour = f"C{number}"
        axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(line.x, line.values, color=colour, marker="o", markersize=4, label=name)
    _legend(axes, lines)
    return figure


def intervals(figures: Mapping[str, tuple[float, float, float]], words: Words) -> "Figure":
    """A line a name, from the top: its value (the first number) and the ends of its interval."""
    figure, axes = _empty(words)
    figure.set_size_inches(_SIZE[0], max(2.5, 1.2 + 0.35 * len(figures)))
    for place, (value, low, high) in enumerate(figures.values()):
        axes.plot([low, high], [place, place], color="C0", linewidth=2)
        axes.plot([value], [place], color="C0", marker="o")
    axes.set_yticks(range(len(figures)), list(figures))
    axes.invert_yaxis()
    return figure


def distributions(
    counts: Mapping[str, Sequence[float]], first: float, width: float, words: Words
) -> "Figure":
    """Shares of each group's counts by value, in bins of ``width`` from ``first`` on.

    One group is drawn as bars, several, by name, as steps.
    """
    figure, axes = _empty(words)
    bins = max(map(len, counts.values()), default=0)
    edges = [first + width * place for place in range(bins + 1)]
    for number, (name, group) in enumerate(counts.items()):
        total = sum(group) or 1
        shares = [count / total for count in group]
        axes.stairs(
            shares,
            edges[: len(group) + 1],
            fill=len(counts) == 1,
            linestyle=_DASHES[number % len(_DASHES)],
            linewidth=1.5,
            label=name,
        )
    axes.set_ylim(bottom=0)
    _legend(axes, counts)
    return figure


def cross_table(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[float]],
    words: Words,
    *,
    decimals: int = 2,
    middle: float = 0.0,
) -> "Figure":
    """A heat map of ``cells``, row by row, with the figures in it; NaN is an empty cell.

    Colours are even around ``middle``; figures around 0 have signs.
    """
    figure, axes = _empty(words)
    figure.set_size_inches(max(_SIZE[0], 1.6 + 0.7 * len(columns)), max(3.0, 1.6 + 0.5 * len(rows)))
    there = [cell for row in cells for cell in row if not isnan(cell)]
    reach = max((abs(cell - middle) for cell in there), default=0.0) or 1.0
    image = axes.imshow(cells, cmap="RdBu", vmin=middle - reach, vmax=middle + reach, aspect="auto")
    figure.colorbar(image, ax=axes, shrink=0.8)
    axes.set_xticks(range(len(columns)), columns, rotation=30, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(rows)), rows)
    axes.grid(visible=False)
    if len(rows) * len(columns) > _MOST_FIGURES:
        return figure
    sign = "" if middle else "+"
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if not isnan(cell):
                colour = "white" if abs(cell - middle) > 0.6 * reach else "black"
                text = f"{cell:{sign}.{decimals}f}"
                axes.text(x, y, text, ha="center", va="center", color=colour)
    return figure


def _empty(words: Words) -> tuple["Figure", Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, dpi=_DOTS, layout="constrained")
    axes = figure.add_subplot()
    axes.set(title=words.title, xlabel=words.x, ylabel=words.y)
    return figure, axes


def _legend(axes: Any, names: Mapping[str, Any]) -> None:
    if len(names) > 1:
        axes.legend(frameon=False)


def _save(figure: "Figure", path: str) -> None:
    without_date = {"Date": None} if path.lower().endswith(".svg") else None
    try:
        figure.savefig(path, metadata=without_date)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _check_writable(path: Path) -> None:
    """Open it without changing it; what was not there is not there afterwards."""
    try:
        before = path.exists()
        if before and not (path.is_file() or path.is_dir()):
            raise ValueError("it is something else than a file")  # opening it may wait for ever
        with path.open("ab"):
            pass
        if not before:
            path.unlink()
    except (OSError, ValueError) as error:  # ValueError: a path with a null character, too
        raise _cannot_write(str(path), error) from None


def _cannot_write(path: str, error: Exception) -> PlotError:
    reason = getattr(error, "strerror", None) or error
    return PlotError(f"plot = {shown(path, str, most=300)} cannot be written: {reason}")
