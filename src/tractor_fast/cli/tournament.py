"""``tractor-fast tournament``: every strategy against every other, and a rating of all."""

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


@click.command("tournament")
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@rules_options
@click.option(
    "--boards",
    type=int,
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many boards each pairing plays; each is two deals, with seats exchanged.",
)
@seed_option
@first_board_option
@context_options
@running_options
@format_option
@plot_option
def command(**given: Any) -> None:
    """Play every two of the strategies against each other, all pairings on the same boards.

    Prints a rating of each strategy in levels a deal against the mean of all, the cross table, and
    every pairing with its 95 % intervals.  The same question gives the same figures and digest with
    any --jobs.  --plot draws the cross table.
    """
    evaluate("tournament", given)
