"""The table of a comparison, that a person reads, and its picture."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..evaluate.comparison import Comparison
from ..evaluate.post_hoc import PostHoc
from .lines import (
    Line,
    conditions_text,
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


def to_comparison_table(result: Comparison) -> str:
    """A table of all figures, each with its 95 % interval."""
    rule = _ci_text(result.ci, result.stopped_by) if result.ci else ""
    rule += _sprt_text(result.sprt) if result.sprt else ""
    return f"{_heading(result)}\n{figures_table(_sections(result))}{rule}{ending(result)}"


def draw_comparison(result: Comparison) -> "Figure":
    """How the boards are distributed by the levels that A gains on them."""
    found = result.levels_distribution
    title = f"A = {result.a}, B = {result.b}, {result.boards:,} boards, seed {result.seed}"
    words = Words(title, "A's levels minus B's, mean of a board's two deals", "share of the boards")
    first = min(found, default=0.0) - 0.25
    return distributions({"boards": [rate.count for rate in found.values()]}, first, 0.5, words)


def to_post_hoc_table(result: PostHoc) -> str:
    """What a test says of a saved comparison."""
    line = mean_line("A's levels minus B's, a deal", result.levels_per_deal, signed=True)
    return (
        f"{result.boards:,} boards of {result.file}, stopped by {result.stopped_by}\n"
        f"A = {result.a}, B = {result.b}, seed {result.seed}\n"
        f"{figures_table([[line]])}{_sprt_text(result.sprt)}"
        f"digest {result.digest}\n"
        f"{result.command}\n"
    )


def _heading(result: Comparison) -> str:
    last = result.first_board + result.boards - 1
    numbers = f"boards {result.first_board} to {last}" if result.boards else "no boards"
    return (
        f"{result.boards:,} boards, {result.deals:,} deals, rules {rules_text(result)}\n"
        f"A = {result.a}, B = {result.b}, seed {result.seed}, {numbers},"
        f" level {result.level}, declarer {result.declarer}{_in_turn(result)}"
        f"{conditions_text(result)}\n{_worth(result)}"
    )


def _in_turn(result: Comparison) -> str:
    return ", any in turn" if result.stratify else ""


def _worth(result: Comparison) -> str:
    """What declaring next is taken to be worth, and why."""
    known = result.holding
    if known.levels is None or known.hold is None:
        return "declaring next counts nothing: sides are not the same from deal to deal"
    return (
        f"declaring next is worth h = {known.h:.3f} levels: in self-play of {known.strategy} the"
        f" declarer's side\ngains {known.levels:+.3f} levels and holds {100 * known.hold:.1f} %"
        f" ({known.deals:,} deals, seed {known.seed})"
    )


def _chance(p: float) -> str:
    return f"{p:.2g}" if p else "below 1e-300"


def _ci_text(ci: dict[str, Any], stopped_by: str) -> str:
    asked, reached, needed = ci["half_width"], ci["reached"], ci["boards_needed"]
    if stopped_by == "ci":
        return f"stopped by --ci: levels a deal are known to +-{reached:.2g}, asked was {asked:g}\n"
    if reached is None or needed is None:
        return f"--ci {asked:g} was not reached\n"
    return (
        f"--ci {asked:g} was not reached: levels a deal are known to +-{reached:.2g};"
        f" it takes about {needed:,.0f} boards\n"
    )


def _sprt_text(sprt: dict[str, Any]) -> str:
    ratio = "not defined" if sprt["llr"] is None else f"{sprt['llr']:+.2f}"
    verdict = "undecided"
    if sprt["decision"] != "undecided":
        verdict = f"decided for {sprt[sprt['decision'] + '_mean']:g} levels a deal"
    return (
        f"sequential test of {sprt['low_mean']:g} against {sprt['high_mean']:g}: {verdict};"
        f" log-likelihood ratio {ratio},\n  bounds {sprt['llr_lower']:.2f} and"
        f" {sprt['llr_upper']:+.2f} (alpha {sprt['alpha']:g}, beta {sprt['beta']:g})\n"
    )


def _sections(result: Comparison) -> Iterator[list[Line]]:
    yield [
        mean_line("A's levels minus B's, a deal", result.levels_per_deal, signed=True),
        spread_line("  spread of a board's two deals (sd)", result.levels_per_deal),
        number_line("  found four times out of five", result.smallest_difference),
        mean_line("A's value, a deal", result.value, signed=True),
        number_line("  variance without / with pairs", result.variance_ratio),
        *_gains(result),
        rate_line("boards that A wins (ties half)", result.win_rate),
        ("  equals differ so much or more (p)", _chance(result.sign_test["p"]), ""),
    ]
    yield [
        mean_line("attackers' points when A attacks", result.points["a"]),
        mean_line("attackers' points when B attacks", result.points["b"]),
        rate_line("A holds as declarer's side", result.hold_rate["a"]),
        rate_line("B holds as declarer's side", result.hold_rate["b"]),
    ]
    by_bids = [rate_line("A declares", result.declares)] if result.declarer == "none" else []
    yield [*by_bids, mean_line("A declares next, share", result.declares_next)]


def _gains(result: Comparison) -> Iterator[Line]:
    names = {"strata": result.stratify, "control_variates": result.control_variates}
    for name, on in names.items():
        if on:
            label = f"  variance without / with {name.replace('_', ' ')}"
            yield number_line(label, result.variance_gains[name])
