"""``tractor-fast differential``: the compiled core against the oracle on random rules and cards."""

import sys
from typing import TYPE_CHECKING

import click

from .options import overrides_option, seed_option, show_option
from .output import printing
from .progress import progress_bar

if TYPE_CHECKING:
    from ..evaluate.differential import Tally


@click.command("differential")
@click.option(
    "--deals",
    type=int,
    default=200,
    show_default=True,
    metavar="N",
    help="Whole random deals to play and replay.",
)
@click.option(
    "--positions",
    type=int,
    default=2_000,
    show_default=True,
    metavar="N",
    help="Random positions; some ten plays are judged in each.",
)
@click.option(
    "--rules",
    metavar="NAME|FILE",
    help="Preset, or a TOML file of settings, for all.  [default: random rules]",
)
@overrides_option
@seed_option
@click.option(
    "--first",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Number of the first deal and of the first position.",
)
@click.option("--jobs", type=int, metavar="N", help="Processes.  [default: one a core]")
@show_option
def command(
    deals: int,
    positions: int,
    rules: str | None,
    overrides: tuple[str, ...],
    seed: int,
    first: int,
    jobs: int | None,
    show: int,
) -> None:
    """Compare the compiled core with the plain Python oracle.

    Whole deals of random legal choices are played by the core and replayed by the oracle, choice by
    choice; in random positions both judge leads, follows and tricks, legal and not, and list small
    sets of them.  Every deal and every ten positions have other rules, drawn from all settings,
    unless --rules or --set name some.  The table says how often each value of each setting had an
    effect.  Exits with 1 on any mismatch.
    """
    from ..evaluate.differential import Tally, run_checks
    from ..inputs import MOST, whole
    from ..rules import load_rules

    show = whole("show", show, 0, MOST)
    named = load_rules(rules or "tractor", overrides) if rules or overrides else None
    total = Tally()
    with progress_bar("comparing") as progress:
        for done, parts, tally in run_checks(seed, deals, positions, jobs, first, named):
            total.add(tally)
            progress(done, parts)
    with printing():
        if named is None:
            _print_coverage(total)
        for what, count in total.counts.items():
            click.echo(f"{what:<34} {count:>12,}")
        click.echo(f"{'mismatches':<34} {len(total.mismatches):>12,}")
        for mismatch in total.mismatches[:show]:
            click.echo(f"{mismatch.case}: {mismatch.difference}\n  {mismatch.command}")
    sys.exit(1 if total.mismatches else 0)


def _print_coverage(total: "Tally") -> None:
    """A line for each value of each setting, and the value seen least."""
    from ..evaluate.random_rules import all_values

    values = list(all_values())
    click.echo(f"{'setting':<30} {'value':<28} {'deals':>9} {'decisions':>12}")
    for name, value in values:
        deals, decisions = total.deals[name, value], total.decisions[name, value]
        click.echo(f"{name:<30} {value:<28} {deals:>9,} {decisions:>12,}")
    name, value = least = min(values, key=total.decisions.__getitem__)
    click.echo()
    click.echo(
        f"{'fewest decisions of a value':<34} {total.decisions[least]:>12,}  {name} = {value}"
    )
