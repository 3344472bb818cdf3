"""The table of a simulation, that a person reads, and its picture."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..evaluate.simulation import POINTS_STEP, Simulation
from ..sim import format_seats
from .lines import (
    Line,
    context_text,
    ending,
    figures_table,
    mean_line,
    number_line,
    rate_line,
    rules_text,
    spread_line,
)
from .plot import Words, distributions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TRUMPS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades", "NT": "no trump"}
_SHOWN = {"level": "level card", "small": "small joker", "big": "big joker"}


def to_table(result: Simulation) -> str:
    """A table of all figures, each with its 95 % interval."""
    return f"{_heading(result)}\n{figures_table(_sections(result))}{ending(result)}"


def draw_simulation(result: Simulation) -> "Figure":
    """How the attackers' points are distributed."""
    counts = result.points_distribution
    title = f"{result.deals:,} deals, seats {format_seats(result.seated)}, seed {result.seed}"
    words = Words(title, "attackers' points", "share of the deals")
    return distributions({"points": counts}, 0, POINTS_STEP, words)


def _heading(result: Simulation) -> str:
    last = result.first_board + result.deals - 1
    boards = f"boards {result.first_board} to {last}" if result.deals else "no boards"
    deals = "deal" if result.deals == 1 else "deals"
    return (
        f"{result.deals:,} {deals}, rules {rules_text(result)},"
        f" seats {format_seats(result.seated)}\n"
        f"seed {result.seed}, {boards}, {context_text(result)}"
    )


def _sections(result: Simulation) -> Iterator[list[Line]]:
    yield [
        rate_line("declarer's side holds", result.defenders_win),
        mean_line("attackers' points", result.attackers_points),
        spread_line("  spread (sd)", result.attackers_points),
    ]
    yield [
        mean_line("levels won by the declarer's side", result.level_change, signed=True),
        spread_line("  spread (sd)", result.level_change),
        *(rate_line(f"  {n:+d}" if n else "  0", r) for n, r in result.level_distribution.items()),
        *_side_levels(result),
    ]
    yield [
        mean_line("tricks a deal", result.tricks),
        rate_line("attackers take the last trick", result.attackers_take_last_trick),
        number_line("points in the kitty", result.kitty_points),
        number_line("  paid to the attackers for it", result.kitty_points_won),
        number_line("throws a deal", result.throws_per_deal),
        rate_line("  of these fail", result.failed_throws),
    ]
    yield [rate_line(f"trump {_TRUMPS[name]}", rate) for name, rate in result.trump.items()]
    if result.rules.trump == "bid":
        yield [
            *(rate_line(_bid(kind), rate) for kind, rate in result.winning_bid.items()),
            number_line("bids a deal", result.bids_per_deal),
            number_line("cards drawn at the winning bid", result.cards_drawn_at_bid),
        ]


def _side_levels(result: Simulation) -> Iterator[Line]:
    """What the two sides win of each other, where they are known before the deal."""
    if result.rules.partners == "fixed":
        side = "NS" if result.rules.players == 4 else "the even seats"
        yield mean_line(f"levels won by {side}", result.side_levels, signed=True)


def _bid(kind: str) -> str:
    if kind == "none":
        return "nobody bids"
    shown, cards = kind.split("_")
    return f"winning bid {cards} {_SHOWN[shown]}{'s' if cards != '1' else ''}"
