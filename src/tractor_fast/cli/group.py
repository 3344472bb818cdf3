"""The group of all commands: loads a command when it is used, and turns errors into exit codes.

A command NAME is the object ``command`` of the module NAME here (``-`` written ``_``); its module
imports nothing heavy at the top, since ``--help`` reads all of them.

Exit codes: 0, 1 (a strategy failed, a check found something, a result cannot be printed), 2 (wrong
usage), 130 (interrupted).
Data goes to stdout, messages to stderr, an error as one line.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

import click

from .. import __version__, ending
from ..errors import TractorFastError, did_you_mean
from ..inputs import printable, shown
from .output import prepare, printing

_LONGEST = 1200  # letters of a message

EVALUATING = (
    "simulate",
    "compare",
    "sweep",
    "tournament",
    "rules-diff",
    "hand",
    "match",
    "bid-value",
)
"""Commands that play boards and print figures of them."""

COMMANDS = (
    *EVALUATING,
    "run",
    "runs",
    "replay",
    "rules",
    "strategies",
    "conform",
    "perft",
    "differential",
    "bench",
)
"""Names of all commands, in the order in which help lists them."""


class Interrupted(click.ClickException):
    """Ctrl-C; the message says how far the command got."""

    exit_code = 130


class OutOfMemory(click.ClickException):
    """The run needs more memory than there is."""


class _Failed(click.ClickException):
    def __init__(self, error: TractorFastError) -> None:
        super().__init__(str(error))
        self.exit_code = error.exit_code  # type: ignore[misc]


class Group(click.Group):
    """A group that names its commands where there is none of a name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; UsageError, with all there are, for an unknown name."""
        name, known = args[0], self.list_commands(ctx)
        if not name.startswith("-") and name not in known:
            raise click.UsageError(
                f"there is no command {shown(name)}{did_you_mean(name, known)};"
                f" commands are {', '.join(known)}"
            )
        return super().resolve_command(ctx, args)


class _Commands(Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{cmd_name.replace('-', '_')}", __package__)
        command: click.Command = module.command
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; ``--help`` and ``--version`` print here."""
        try:
            with printing():
                return super().make_context(*args, **extra)
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None
        raise click.exceptions.Exit(0)  # the reader has left

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what may go wrong in it becomes a click exception."""
        try:
            with printing():
                return super().invoke(ctx)
        except TractorFastError as error:
            raise _Failed(error) from error
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None
        except MemoryError:
            raise OutOfMemory("out of memory") from None

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run as a program: print an error as one line and exit with its code."""
        run: Callable[[], Any] = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        code: Any
        try:
            prepare()
            code = run()
        except click.ClickException as error:
            ending.begun = True
            code = _complain(error.format_message(), error.exit_code)
        except click.Abort:  # Ctrl-C between the two
            ending.begun = True
            code = _complain("interrupted", Interrupted.exit_code)
        sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str, code: int) -> int:
    with suppress(OSError):  # nobody can be told
        click.echo(f"error: {_one_line(message)}", err=True)
    return code


def _one_line(message: str) -> str:
    """The message on one line of readable length.

    Its end says what is allowed, so it is the middle that is left out.
    """
    text = printable(message)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 400]} ... {text[-400:]}"


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play Tractor / Shengji deals by the million and sum them up."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
