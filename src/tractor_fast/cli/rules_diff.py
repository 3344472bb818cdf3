"""``tractor-fast rules-diff``: two rule sets on the same boards, and what differs."""

from typing import Any

import click

from .evaluating import evaluate
from .options import (
    context_options,
    first_board_option,
    format_option,
    overrides_option,
    plot_option,
    running_options,
    seed_option,
)


@click.command("rules-diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@overrides_option
@click.option(
    "--set-a",
    "overrides_a",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a setting of A alone; may be repeated.",
)
@click.option(
    "--set-b",
    "overrides_b",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a setting of B alone; may be repeated.",
)
@click.option(
    "--seats",
    default="expert",
    show_default=True,
    metavar="STRATEGY",
    help="The strategy that sits in all seats.",
)
@click.option(
    "--boards",
    type=int,
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many boards to play under each.",
)
@click.option(
    "--matches",
    type=int,
    default=500,
    show_default=True,
    metavar="N",
    help="How many whole matches to play under each, to tell how long one is.",
)
@seed_option
@first_board_option
@context_options
@running_options
@format_option
@plot_option
def command(**given: Any) -> None:
    """Play the same boards under rules A and rules B (presets or files) and say what differs.

    Prints how the sides are balanced, how levels move and how long a match is, what throws and the
    kitty come to, under A, under B, and the difference B - A from board to board, each with its
    95 % interval.  The same question gives the same figures and digest with any --jobs.  --plot
    draws how the attackers' points are distributed.
    """
    evaluate("rules-diff", given)
