"""Lines of figures, and what is the same in the table of every run."""

import io
from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..evaluate.result import BoardsResult, Result
from ..rules import Rules
from ..settings import setting_text
from ..stats import Mean, Rate

Line = tuple[str, str, str]

_WIDTH = 96  # wide enough that nothing is folded


def figures_table(sections: Iterable[Iterable[Line]]) -> str:
    """Lines of label, value and 95 % interval, section by section."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("95 % interval", justify="right")
    for section in sections:
        for line in section:
            table.add_row(*map(Text, line))
        table.add_section()
    return as_text(table)


def as_text(table: Table, width: int = _WIDTH) -> str:
    """A table without colours, of its own width: that of the terminal may cut figures off."""
    text = io.StringIO()
    Console(file=text, width=width, color_system=None).print(table)
    return text.getvalue()


def rules_text(result: Result) -> str:
    """The rules by name, with every changed setting."""
    return rules_words(result.rules_name, result.rules)


def rules_words(name: str | None, rules: Rules) -> str:
    """Rules by the name that they were given, with every changed setting."""
    changed = ", ".join(
        f"{setting}={setting_text(value)}" for setting, value in rules.changed().items()
    )
    return f"{name or 'tractor'}{f' ({changed})' if changed else ''}"


def context_text(result: BoardsResult) -> str:
    """Level and declarer, and on a line of its own which deals were picked."""
    return f"level {result.level}, declarer {result.declarer}{conditions_text(result)}"


def conditions_text(result: BoardsResult) -> str:
    """Another line that tells which deals were picked, if not all."""
    picked = result.conditions
    if picked is None:
        return ""
    given = "; ".join(f"{owner} {cards}" for owner, cards in picked["given"].items())
    parts = [f"given {given}"] if given else []
    if picked["where"] is not None:
        share = "-" if picked["acceptance"] is None else f"{100 * picked['acceptance']:.3g} %"
        parts.append(f"where {picked['where']} ({share} of {picked['dealt']:,} deals)")
    return "\n" + ", ".join(parts)


def ending(result: Result) -> str:
    """How long it took, its digest, and the command that repeats it."""
    speed = "" if result.deals_per_second is None else f", {result.deals_per_second:,.0f} deals/s"
    return (
        f"{result.seconds:.2f} s{speed} {_players(result)}, {result.kernel} kernel\n"
        f"digest {result.digest}\n"
        f"{result.command}\n"
    )


def _players(result: Result) -> str:
    one = {"threads": "thread", "processes": "process"}.get(result.executor)
    if one is None:
        return f"by {result.executor}"
    return f"on 1 {one}" if result.jobs == 1 else f"on {result.jobs} {result.executor}"


def rate_line(label: str, rate: Rate) -> Line:
    """A rate in percent."""
    return label, _percent(rate.rate), _interval(_percent(rate.low), _percent(rate.high))


def mean_line(label: str, mean: Mean, *, signed: bool = False) -> Line:
    """A mean."""
    low, high = (_decimal(end, signed=signed) for end in (mean.low, mean.high))
    return label, _decimal(mean.mean, signed=signed), _interval(low, high)


def spread_line(label: str, mean: Mean) -> Line:
    """The spread of the values that a mean is of."""
    return label, _decimal(mean.sd), ""


def number_line(label: str, value: float | None) -> Line:
    """A number without an interval."""
    return label, _decimal(value), ""


def _interval(low: str, high: str) -> str:
    return f"{low} to {high}" if "-" not in (low, high) else ""


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.3f} %"


def _decimal(value: float | None, *, signed: bool = False) -> str:
    return "-" if value is None else f"{value:{'+' if signed else ''}.3f}"
