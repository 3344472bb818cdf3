"""``tractor-fast replay``: one board, move by move, checked by the oracle."""

import json
import sys
from typing import Any

import click

from .options import context_options, rules_options, seats_option, seed_option
from .output import printing


@click.command("replay")
@click.argument("board", type=int, metavar="BOARD")
@rules_options
@seats_option
@seed_option
@context_options
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the deal is printed.",
)
def command(board: int, output: str, **question: Any) -> None:
    """Play one board and print it move by move.

    BOARD is the board's number.  The plain Python oracle plays the same choices again; where it
    disagrees, the differences are printed to stderr and the exit code is 1.
    """
    from ..evaluate.one_board import play_one
    from ..report.deal import to_text
    from ..sim import seat_names

    record, differences = play_one(board, **question)
    with printing():
        if output == "json":
            click.echo(json.dumps(record))
        else:
            click.echo(to_text(record, seat_names(len(record["hands"]))), nl=False)
    for difference in differences:
        click.echo(f"oracle disagrees: {difference}", err=True)
    sys.exit(1 if differences else 0)
