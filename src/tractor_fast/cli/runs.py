"""``tractor-fast runs``: what the files of ``--out`` hold, and going on with it."""

import sys
from typing import Any

import click

from .group import Group
from .options import (
    executor_options,
    format_option,
    jobs_option,
    plot_option,
    table_or_json_option,
    timeout_option,
)


@click.group("runs", cls=Group, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List, show, resume, verify, merge and export runs that were kept with --out."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("list")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@table_or_json_option
def list_runs(paths: tuple[str, ...], output: str) -> None:
    """List the runs in files and directories (default: this one), a line each."""
    from ..evaluate.runs import list_runs
    from ..report.runs import LIST_FORMATS

    click.echo(LIST_FORMATS[output](list_runs(*(paths or ["."]))), nl=False)


@command.command("show")
@click.argument("file", metavar="FILE.db")
@table_or_json_option
def show(file: str, output: str) -> None:
    """Show a run: what is asked, how far it is, when and where it was played."""
    from ..evaluate.runs import show
    from ..report.runs import SHOW_FORMATS

    click.echo(SHOW_FORMATS[output](show(file)), nl=False)


@command.command("resume")
@click.argument("file", metavar="FILE.db")
@click.option(
    "--boards",
    "--deals",
    "--matches",
    type=int,
    metavar="N",
    help="How many there shall be in all; more than before extend the run.",
)
@jobs_option
@timeout_option
@executor_options
@format_option
@plot_option
def resume(file: str, output: str, plot: str | None, **how: Any) -> None:
    """Play what is missing of a run, and print what its own command prints.

    The figures and the digest are those of a run that was never interrupted.  A strategy written in
    Python is imported only if its sources are still those that the run began with.
    """
    from ..evaluate.runs import resumed
    from .evaluating import answer

    answer(*resumed(file, **how), output, plot)


@command.command("verify")
@click.argument("file", metavar="FILE.db")
@click.option(
    "--chunks",
    type=int,
    default=10,
    show_default=True,
    metavar="N",
    help="How many stored chunks to play again.",
)
@click.option("--all", "every", is_flag=True, help="Play all of them again.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Picks the chunks.",
)
@jobs_option
def verify(file: str, chunks: int, every: bool, seed: int, jobs: int | None) -> None:
    """Check a file as a whole, and play random chunks of it again: they must come out the same.

    Exits with 1, and names the chunk, if one does not.
    """
    from ..evaluate.runs import verify
    from ..report.runs import to_verified_text
    from .progress import watched

    with watched("boards", None) as progress:
        found = verify(file, None if every else chunks, seed=seed, jobs=jobs, progress=progress)
    click.echo(to_verified_text(found), nl=False)
    sys.exit(0 if found.same else 1)


@command.command("merge")
@click.argument("target", metavar="TARGET.db")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE.db...")
def merge(target: str, sources: tuple[str, ...]) -> None:
    """Join what was played of one run in several files into a new one.

    The files may be of different ranges of boards.  What several of them have counts once; runs of
    another question, version or strategy are refused.
    """
    from ..evaluate.runs import merge
    from ..report.runs import to_merged_text

    click.echo(to_merged_text(*merge(target, *sources)), nl=False)


@command.command("export")
@click.argument("file", metavar="FILE.db")
@click.argument("target", metavar="TARGET")
@click.option(
    "--what",
    type=click.Choice(["chunks", "rows", "figures"]),
    default="chunks",
    show_default=True,
    help="Stored chunks with their counters, records of single boards, or the answer.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "json", "parquet", "npz"]),
    help="How TARGET is written; parquet needs pyarrow (the extra `parquet`).  [default: as TARGET"
    " ends]",
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def export(file: str, target: str, what: str, form: str | None, force: bool) -> None:
    """Write what a run holds to a file for other programs."""
    from ..report.run_export import export

    export(file, target, what, form, force=force)
