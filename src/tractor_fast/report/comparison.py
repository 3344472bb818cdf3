"""The table of a comparison, that a person reads."""

from collections.abc import Iterator

from ..evaluate.comparison import Comparison
from .lines import (
    Line,
    ending,
    figures_table,
    mean_line,
    number_line,
    rate_line,
    rules_text,
    spread_line,
)


def to_comparison_table(result: Comparison) -> str:
    """A table of all figures, each with its 95 % interval."""
    return f"{_heading(result)}\n{figures_table(_sections(result))}{ending(result)}"


def _heading(result: Comparison) -> str:
    last = result.first_board + result.boards - 1
    numbers = f"boards {result.first_board} to {last}" if result.boards else "no boards"
    return (
        f"{result.boards:,} boards, {result.deals:,} deals, rules {rules_text(result)}\n"
        f"A = {result.a}, B = {result.b}, seed {result.seed}, {numbers},"
        f" level {result.level}, declarer {result.declarer}"
    )


def _sections(result: Comparison) -> Iterator[list[Line]]:
    yield [
        mean_line("A's levels minus B's, a deal", result.levels_per_deal, signed=True),
        spread_line("  spread of a board's two deals (sd)", result.levels_per_deal),
        number_line("  found four times out of five", result.smallest_difference),
        number_line("  variance without / with pairs", result.variance_ratio),
        rate_line("boards that A wins (ties half)", result.win_rate),
    ]
    yield [
        mean_line("attackers' points when A attacks", result.points["a"]),
        mean_line("attackers' points when B attacks", result.points["b"]),
        rate_line("A holds as declarer's side", result.hold_rate["a"]),
        rate_line("B holds as declarer's side", result.hold_rate["b"]),
    ]
    by_bids = [rate_line("A declares", result.declares)] if result.declarer == "none" else []
    yield [*by_bids, mean_line("A declares next, share", result.declares_next)]
