"""``tractor-fast run``: a run that is written down in a TOML file."""

from typing import Any

import click

from .group import EVALUATING


@click.command(
    "run",
    context_settings={"allow_interspersed_args": False},  # what follows FILE is of its command
    epilog=f"Commands that a file may name: {', '.join(EVALUATING)}.",
)
@click.argument("file", metavar="FILE.toml")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[OPTION...]")
@click.pass_context
def command(ctx: click.Context, file: str, options: tuple[str, ...]) -> Any:
    """Do what a file says: a command, its arguments and its options (docs/runs.md).

    An option given after FILE, such as --boards or --out, replaces that of the file; --set changes
    single settings.  Paths in the file, as on the command line, start from the working directory.
    --dry-run prints what would be played.
    """
    from .run_file import RunFile

    run = RunFile(file)
    assert ctx.parent is not None
    group = ctx.parent.command
    assert isinstance(group, click.Group)
    named = group.get_command(ctx, run.command)
    assert named is not None
    with named.make_context(run.command, run.words(named, options), parent=ctx.parent) as inner:
        return named.invoke(inner)
