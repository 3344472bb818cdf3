"""``tractor-fast match``: play whole matches between two strategies and print what came out."""

from typing import Any

import click

from .evaluating import evaluate
from .options import format_option, rules_options, running_options, seed_option


@click.command("match")
@click.argument("a")
@click.argument("b")
@rules_options
@click.option(
    "--matches",
    type=int,
    default=1000,
    show_default=True,
    metavar="N",
    help="How many matches to play, an even number: A and B exchange seats in every other.",
)
@seed_option
@click.option(
    "--first-match",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Number of the first match, even.",
)
@click.option(
    "--most-deals",
    type=int,
    default=1000,
    show_default=True,
    metavar="N",
    help="A match without a winner after so many deals, up to 4096, is left unfinished.",
)
@running_options
@format_option
def command(**given: Any) -> None:
    """Play whole matches of strategy A against B, from level 2 until a side has won.

    Prints how often A wins, how many deals a match takes and the levels at its end, each with its
    95 % interval.  The same rules, strategies, matches and seed give the same figures and digest
    with any --jobs.
    """
    evaluate("match", given)
