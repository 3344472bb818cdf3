"""``tractor-fast perft``: counts of legal continuations, compared with recorded ones."""

import sys
from typing import TYPE_CHECKING

import click

from .conform import engine_option
from .output import printing

if TYPE_CHECKING:
    from ..evaluate.perft import PerftResult


@click.command("perft")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@engine_option
def command(files: tuple[str, ...], engine: str) -> None:
    """Count legal continuations of given deals and compare with the recorded counts.

    FILE... are files of deals, one JSON object a line, as scripts/make_perft writes them.  Exits
    with 1 on a count that differs, and then shows the first plays under which it does.
    """
    from ..evaluate.perft import perft

    deals = faults = 0
    with printing():
        for result in perft(files, engine):
            deals += 1
            faults += not result.agrees
            _print(result)
        click.echo(f"{deals} deals on engine {engine}, {faults} with other counts")
    sys.exit(1 if faults else 0)


def _print(result: "PerftResult") -> None:
    if result.agrees:
        click.echo(f"{result.id}: {' '.join(map(str, result.counted))}")
        return
    click.echo(f"{result.id} ({result.file}, line {result.line}): other counts")
    click.echo(f"  recorded {' '.join(map(str, result.counts))}")
    click.echo(f"  counted  {' '.join(map(str, result.counted))}")
    for play, (recorded, counted) in result.divide.items():
        click.echo(f"  {play}: recorded {_count(recorded)}, counted {_count(counted)}")


def _count(count: int | None) -> str:
    return "no such play" if count is None else str(count)
