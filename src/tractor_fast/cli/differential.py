"""``tractor-fast differential``: the compiled core against the oracle on random cards."""

import sys

import click

from .options import seed_option, show_option
from .output import printing
from .progress import progress_bar


@click.command("differential")
@click.option(
    "--deals",
    type=int,
    default=2_000,
    show_default=True,
    metavar="N",
    help="Whole random deals to play and replay.",
)
@click.option(
    "--positions",
    type=int,
    default=10_000,
    show_default=True,
    metavar="N",
    help="Random positions; some eight plays are judged in each.",
)
@seed_option
@click.option("--jobs", type=int, metavar="N", help="Processes.  [default: one a core]")
@show_option
def command(deals: int, positions: int, seed: int, jobs: int | None, show: int) -> None:
    """Compare the compiled core with the plain Python oracle.

    Whole deals of random legal choices are played by the core and replayed by the oracle, choice by
    choice; in random positions both judge plays, legal and not, and list small sets of follows.
    Exits with 1 on any mismatch.
    """
    from ..evaluate.differential import Tally, run_checks
    from ..inputs import MOST, whole

    show = whole("show", show, 0, MOST)
    total = Tally()
    with progress_bar(100, "comparing") as progress:
        for done, parts, tally in run_checks(seed, deals, positions, jobs):
            total.add(tally)
            progress(100 * done // parts)
    with printing():
        for what, count in total.counts.items():
            click.echo(f"{what:<20} {count:>12,}")
        click.echo(f"{'mismatches':<20} {len(total.mismatches):>12,}")
        for mismatch in total.mismatches[:show]:
            click.echo(mismatch)
    sys.exit(1 if total.mismatches else 0)
