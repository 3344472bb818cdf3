"""``tractor-fast sweep``: a strategy's parameter over many values, and which is the best."""

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


@click.command("sweep")
@click.argument("strategy")
@click.option(
    "--param",
    "params",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="A parameter and its values: LOW:HIGH, both included, LOW:HIGH:STEP, or v1,v2,v3; given"
    " again for another parameter: all combinations.",
)
@click.option(
    "--against",
    metavar="STRATEGY",
    help="What each value plays against.  [default: STRATEGY as it is given]",
)
@rules_options
@click.option(
    "--boards",
    type=int,
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many boards to play; each is two deals a value, with seats exchanged.",
)
@click.option(
    "--measure",
    type=click.Choice(["value", "levels", "points", "win"]),
    default="value",
    show_default=True,
    help="What is to be large: levels and declaring next, levels alone, points taken as attackers"
    " less those given away, or boards won.",
)
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(["level", "draw", "role"]),
    help="More tables: by level, by the cards that the winning bid's bidder had drawn, or by"
    " whether STRATEGY declares; may be repeated.",
)
@seed_option
@first_board_option
@context_options
@running_options
@format_option
@plot_option
def command(**given: Any) -> None:
    """Play STRATEGY with each value of a parameter against a baseline, all on the same boards.

    Prints what each value gets a deal, with 95 % intervals that hold for all values at once, the
    best value, and those that cannot be told from it: the best is among them 95 times out of 100.
    A value with which STRATEGY is the baseline comes to exactly 0.  The same question gives the
    same figures and digest with any --jobs.  --plot draws the curve of one parameter, or a heat map
    of two.
    """
    evaluate("sweep", given)
