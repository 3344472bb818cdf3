"""``tractor-fast differential``: the compiled core against the oracle on random cards."""

import os
import sys

import click

from .progress import progress_bar


@click.command("differential")
@click.option(
    "--deals",
    type=click.IntRange(0),
    default=2_000,
    show_default=True,
    metavar="N",
    help="Whole random deals to play and replay.",
)
@click.option(
    "--positions",
    type=click.IntRange(0),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Random positions; some eight plays are judged in each.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the boards and positions.",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Processes.  [default: one a core]"
)
@click.option(
    "--show",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    metavar="N",
    help="How many mismatches to show in full.",
)
def command(deals: int, positions: int, seed: int, jobs: int | None, show: int) -> None:
    """Compare the compiled core with the plain Python oracle.

    Whole deals of random legal choices are played by the core and replayed by the oracle, choice by
    choice; in random positions both judge plays, legal and not, and list small sets of follows.
    Exits with 1 on any mismatch.
    """
    from ..evaluate.differential import Tally, run_checks

    total = Tally()
    jobs = jobs or len(os.sched_getaffinity(0))
    with progress_bar(100, "comparing") as progress:
        for done, parts, tally in run_checks(seed, deals, positions, jobs):
            total.add(tally)
            progress(100 * done // parts)
    for what, count in total.counts.items():
        click.echo(f"{what:<20} {count:>12,}")
    click.echo(f"{'mismatches':<20} {len(total.mismatches):>12,}")
    for mismatch in total.mismatches[:show]:
        click.echo(mismatch)
    sys.exit(1 if total.mismatches else 0)
