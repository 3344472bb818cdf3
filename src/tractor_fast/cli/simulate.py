"""``tractor-fast simulate``: play many deals and print what came out."""

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
    seats_option,
    seed_option,
)


@click.command("simulate")
@rules_options
@seats_option
@click.option(
    "--deals",
    type=int,
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many deals to play.",
)
@seed_option
@first_board_option
@context_options
@running_options
@format_option
@plot_option
def command(**given: Any) -> None:
    """Play many deals and print their figures, each with its 95 % interval.

    The same rules, seats, boards and context give the same figures and digest with any --jobs.
    --plot draws how the attackers' points are distributed.
    """
    evaluate("simulate", given)
