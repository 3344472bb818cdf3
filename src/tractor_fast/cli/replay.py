"""``tractor-fast replay``: one deal, move by move, checked by the oracle."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from .options import context_options, rules_options, seats_option, seed_option
from .output import printing


@click.command("replay")
@click.argument("deal", metavar="BOARD|FILE")
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
@click.pass_context
def command(ctx: click.Context, /, deal: str, output: str, **question: Any) -> None:
    """Play one board, or replay a deal that was printed before, and print it move by move.

    BOARD is a board's number, FILE the text of a deal (docs/deal-text.md).  The plain Python oracle
    plays the same choices again; where it disagrees, the differences are printed to stderr and the
    exit code is 1.
    """
    from ..evaluate.deal_text import to_text
    from ..evaluate.one_board import play_one
    from ..evaluate.replay import replay_file

    if re.fullmatch(r"[+-]?\d{1,40}", deal, re.ASCII):
        record, differences, repeats = play_one(int(deal), **question)
        complaints = [f"oracle disagrees: {difference}" for difference in differences]
    else:
        _refuse_options(ctx, question)
        record, complaints = replay_file(Path(deal))
        repeats = ""
    with printing():
        if output == "json":
            click.echo(json.dumps(record))
        else:
            click.echo(to_text(record, repeats), nl=False)
    for complaint in complaints:
        click.echo(complaint, err=True)
    sys.exit(1 if complaints else 0)


def _refuse_options(ctx: click.Context, question: dict[str, Any]) -> None:
    """A text says all about its deal; nothing given beside it may be passed over in silence."""
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(str(parameter.name)) is not ParameterSource.DEFAULT
        if parameter.name in question and given:
            raise click.UsageError(
                f"{parameter.opts[0]} goes with the number of a board;"
                " the text of a deal has its own rules, seats and cards"
            )
