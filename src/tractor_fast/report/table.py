"""The table that a person reads."""

import io
from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..evaluate.simulation import Simulation
from ..settings import setting_text
from ..sim import format_seats
from ..stats import Moments, Rate

Line = tuple[str, str, str]

_WIDTH = 96  # wide enough that nothing is folded
_TRUMPS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades", "NT": "no trump"}
_SHOWN = {"level": "level card", "small": "small joker", "big": "big joker"}


def to_table(result: Simulation) -> str:
    """A table of all figures, each with its 95 % interval."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("95 % interval", justify="right")
    for section in _sections(result):
        for line in section:
            table.add_row(*map(Text, line))
        table.add_section()
    return f"{_heading(result)}\n{as_text(table)}{_ending(result)}\n"


def as_text(table: Table) -> str:
    """A table without colours, of its own width: that of the terminal may cut figures off."""
    text = io.StringIO()
    Console(file=text, width=_WIDTH, color_system=None).print(table)
    return text.getvalue()


def _heading(result: Simulation) -> str:
    last = result.first_board + result.deals - 1
    boards = f"boards {result.first_board} to {last}" if result.deals else "no boards"
    changed = ", ".join(
        f"{name}={setting_text(value)}" for name, value in result.rules.changed().items()
    )
    return (
        f"{result.deals:,} deals, rules {result.rules_name or 'tractor'}"
        f"{f' ({changed})' if changed else ''}, seats {format_seats(result.seated)}\n"
        f"seed {result.seed}, {boards}, level {result.level}, declarer {result.declarer}"
    )


def _ending(result: Simulation) -> str:
    speed = "" if result.deals_per_second is None else f", {result.deals_per_second:,.0f} deals/s"
    threads = "1 thread" if result.jobs == 1 else f"{result.jobs} threads"
    return (
        f"{result.seconds:.2f} s{speed} on {threads}, {result.kernel} kernel\n"
        f"digest {result.digest}\n"
        f"{result.command}"
    )


def _sections(result: Simulation) -> Iterator[list[Line]]:
    yield [
        _rate("declarer's side holds", result.defenders_win),
        _mean("attackers' points", result.attackers_points),
        _spread("  spread (sd)", result.attackers_points),
    ]
    yield [
        _mean("levels won by the declarer's side", result.level_change, signed=True),
        _spread("  spread (sd)", result.level_change),
        *(_rate(f"  {n:+d}" if n else "  0", r) for n, r in result.level_distribution.items()),
        _mean("levels won by NS (even seats)", result.side_levels, signed=True),
    ]
    yield [
        _mean("tricks a deal", result.tricks),
        _rate("attackers take the last trick", result.attackers_take_last_trick),
        _number("points in the kitty", result.kitty_points),
        _number("  paid to the attackers for it", result.kitty_points_won),
        _number("throws a deal", result.throws_per_deal),
        _rate("  of these fail", result.failed_throws),
    ]
    yield [_rate(f"trump {_TRUMPS[name]}", rate) for name, rate in result.trump.items()]
    if result.rules.trump == "bid":
        yield [
            *(_rate(_bid(kind), rate) for kind, rate in result.winning_bid.items()),
            _number("bids a deal", result.bids_per_deal),
            _number("cards drawn at the winning bid", result.cards_drawn_at_bid),
        ]


def _bid(kind: str) -> str:
    if kind == "none":
        return "nobody bids"
    shown, cards = kind.split("_")
    return f"winning bid {cards} {_SHOWN[shown]}{'s' if cards != '1' else ''}"


def _rate(label: str, rate: Rate) -> Line:
    return label, _percent(rate.rate), _interval(_percent(rate.low), _percent(rate.high))


def _mean(label: str, moments: Moments, *, signed: bool = False) -> Line:
    low, high = (_decimal(end, signed=signed) for end in (moments.low, moments.high))
    return label, _decimal(moments.mean, signed=signed), _interval(low, high)


def _spread(label: str, moments: Moments) -> Line:
    return label, _decimal(moments.sd), ""


def _number(label: str, value: float | None) -> Line:
    return label, _decimal(value), ""


def _interval(low: str, high: str) -> str:
    return f"{low} to {high}" if "-" not in (low, high) else ""


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.3f} %"


def _decimal(value: float | None, *, signed: bool = False) -> str:
    return "-" if value is None else f"{value:{'+' if signed else ''}.3f}"
