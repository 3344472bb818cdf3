"""``tractor-fast bid-value``: from how many trumps should one bid?"""

from typing import Any

import click

from .evaluating import evaluate
from .options import (
    context_options,
    first_board_option,
    format_option,
    plot_option,
    rules_options,
    running_options,
    seed_option,
)


@click.command("bid-value")
@click.argument("strategy")
@rules_options
@click.option(
    "--by",
    default="trumps",
    show_default=True,
    metavar="NAME,...",
    help="By what opportunities are sorted: trumps, jokers, pairs (held for that bid), draw (cards"
    " drawn), level, bid (suit or no_trump), count (cards it shows), role (of the seat).",
)
@click.option(
    "--measure",
    type=click.Choice(["value", "levels", "points", "win"]),
    default="value",
    show_default=True,
    help="What decides: value is levels, and h for declaring next.",
)
@click.option(
    "--pass",
    "passing",
    type=click.Choice(["rest", "now"]),
    default="rest",
    show_default=True,
    help="How long who lets the opportunity go passes: for the rest of the draw, or this once.",
)
@click.option(
    "--boards",
    type=int,
    default=200_000,
    show_default=True,
    metavar="N",
    help="How many boards to play; each is two deals from one opportunity.",
)
@seed_option
@first_board_option
@context_options
@running_options
@format_option
@plot_option
def command(**given: Any) -> None:
    """Play boards of STRATEGY from one opportunity to bid each, and say what the bid is worth.

    One opportunity a board is drawn among all that there are while every seat follows STRATEGY.
    The board is played twice from it: the seat makes its best bid, or passes.  Prints what
    bidding gains by the number of trumps held, with 95 % intervals, and from how many on it pays.
    The same rules, strategy, boards and context give the same figures and digest with any --jobs.
    --plot draws the gain over trumps; with --measure points, how points are distributed.
    """
    evaluate("bid-value", given)
