"""What a command prints its results to: stdout may be full, closed, or left by its reader."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from ..errors import StrategyError


class CannotPrint(click.ClickException):
    """Results that nobody can read; no fault of the command line, so not exit code 2."""

    exit_code = 1


def prepare() -> None:
    """Refuse a closed stdout, and let a character that it cannot show be a question mark."""
    if sys.stdout is None:
        raise CannotPrint("stdout is closed; results are printed there")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@contextmanager
def printing() -> Iterator[None]:
    """Around the printing of results: a reader that has seen enough ends it, and is no error.

    Raises:
        CannotPrint: stdout takes no more.
    """
    try:
        yield
    except BrokenPipeError:
        _discard()
    except OSError as error:
        _discard()
        raise CannotPrint(f"stdout cannot be written: {error.strerror}") from None


def print_result(
    play: Callable[[], Any],
    as_text: Callable[[Any], str],
    save_picture: Callable[[Any], None] | None = None,
) -> None:
    """Print what a run returns and save its picture; if a strategy fails, of the boards before.

    Raises:
        StrategyError: that of the run.
        PlotError: the picture cannot be saved any more.
    """
    failure = None
    try:
        result = play()
    except StrategyError as error:
        if error.result is None:
            raise
        result, failure = error.result, error
    click.echo(as_text(result), nl=False)
    if save_picture is not None:
        save_picture(result)
    if failure is not None:
        raise failure


def _discard() -> None:
    """Let what is still unwritten go nowhere, or the interpreter complains when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
