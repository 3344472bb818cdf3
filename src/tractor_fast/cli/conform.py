"""``tractor-fast conform``: recorded cases with known answers, played on an engine."""

import json
import sys
from typing import TYPE_CHECKING

import click

from .options import show_option
from .output import printing

if TYPE_CHECKING:
    from ..evaluate.conform import ConformResult, Tally

engine_option = click.option(
    "--engine",
    default="core",
    show_default=True,
    metavar="core|reference",
    help="Who answers: the compiled core, or the plain-Python reference.",
)


@click.command("conform")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@engine_option
@click.option(
    "--except",
    "set_aside",
    multiple=True,
    metavar="ID",
    help="Set a case aside, such as one that is recorded wrongly; may be repeated.",
)
@click.option(
    "--strict", is_flag=True, help="Exit with 1 on cases without an answer (not yet), too."
)
@show_option
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How the counts are printed.",
)
def command(
    files: tuple[str, ...],
    engine: str,
    set_aside: tuple[str, ...],
    strict: bool,
    show: int,
    output: str,
) -> None:
    """Play recorded cases with known answers and count how many agree.

    FILE... are files of cases, one JSON object a line, plain or gzipped.  Exits with 1 on any
    mismatch, with 2 on a file that cannot be read.  Cases that the engine cannot answer are
    counted and named apart.
    """
    from ..evaluate.conform import conform

    result = conform(files, engine, show, set_aside)
    with printing():
        if output == "json":
            click.echo(json.dumps(result.to_dict(), indent=2))
        else:
            _print(result)
    total = result.total
    sys.exit(1 if total.mismatch or (strict and total.not_yet) else 0)


def _print(result: "ConformResult") -> None:
    from rich.table import Table

    from ..report.lines import as_text

    table = Table("kind", title=f"engine: {result.engine}", title_justify="left")
    for column in ("agree", "mismatch", "not yet"):
        table.add_column(column, justify="right")
    for kind, tally in sorted(result.tallies.items()):
        table.add_row(kind, *_figures(tally))
    table.add_section()
    table.add_row("total", *_figures(result.total))
    click.echo(as_text(table), nl=False)
    for kind, counts in sorted(result.missing.items()):
        names = ", ".join(f"{name} ({count:,})" for name, count in counts.most_common())
        click.echo(f"not yet, {kind}: {names}")
    for name in result.set_aside:
        click.echo(f"set aside: {name}")
    for mismatch in result.mismatches:
        click.echo(f"\n{mismatch.file}, line {mismatch.line}: {mismatch.question}")
        click.echo(f"  expected {mismatch.expected}")
        click.echo(f"  answered {mismatch.answered}")
        click.echo(f"  {mismatch.row}")


def _figures(tally: "Tally") -> tuple[str, str, str]:
    return f"{tally.agree:,}", f"{tally.mismatch:,}", f"{tally.not_yet:,}"
