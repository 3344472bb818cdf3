"""The table of matches, that a person reads."""

from collections.abc import Iterator

from ..evaluate.matches import Matches
from .lines import Line, ending, figures_table, mean_line, rate_line, rules_text, spread_line


def to_match_table(result: Matches) -> str:
    """A table of all figures, each with its 95 % interval."""
    return f"{_heading(result)}\n{figures_table(_sections(result))}{ending(result)}"


def _heading(result: Matches) -> str:
    last = result.first_match + result.matches - 1
    numbers = f"matches {result.first_match} to {last}" if result.matches else "no matches"
    return (
        f"{result.matches:,} matches, {result.deals:,} deals, rules {rules_text(result)}\n"
        f"A = {result.a}, B = {result.b}, seed {result.seed}, {numbers}"
    )


def _sections(result: Matches) -> Iterator[list[Line]]:
    yield [
        rate_line("A wins", result.a_wins),
        rate_line(f"unfinished after {result.most_deals:,} deals", result.unfinished),
    ]
    yield [
        mean_line("deals in a match", result.length),
        spread_line("  spread of a pair's mean (sd)", result.length),
    ]
    yield [
        mean_line("A's level at the end (A = 14)", result.level_a),
        mean_line("B's level at the end", result.level_b),
        mean_line("A's lead", result.level_lead, signed=True),
    ]
