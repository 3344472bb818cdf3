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


def print_result(play: Callable[[], Any], as_text: Callable[[Any], str]) -> None:
    """Print what a run returns; if a strategy fails, what the boards before it yield, and raise."""
    try:
        result = play()
    except StrategyError as error:
        if error.result is not None:
            click.echo(as_text(error.result), nl=False)
        raise
    click.echo(as_text(result), nl=False)


def _discard() -> None:
    """Let what is still unwritten go nowhere, or the interpreter complains when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
