"""A progress bar on stderr, only where a person looks at it, and what is said of an interrupt."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .group import Interrupted

if TYPE_CHECKING:
    from ..sim import Progress, Watch


_WIDE = 110  # characters


class Show(Protocol):
    """Shows how many of all are done, and a few words."""

    def __call__(self, done: int, of: int, words: str = "") -> None:
        """Show it."""


@contextmanager
def progress_bar(what: str) -> Iterator[Show]:
    """Yields a function that is told how far something is."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, of, words="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar
    from rich.table import Column

    console = Console(stderr=True)
    words = TextColumn("{task.fields[words]}", markup=False, table_column=Column(no_wrap=True))
    # What is said takes most of a narrow terminal, and is worth more than a bar.
    columns = (BarColumn(20), words) if console.width >= _WIDE else (words,)
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None, words=what)

        def show(done: int, of: int, words: str = "") -> None:
            far = f"{done:,}/{of:,} {what}"
            bar.update(task, completed=done, total=of, words=", ".join(filter(None, (far, words))))

        yield show


@contextmanager
def watched(what: str, kept_in: str | Path | None = None) -> Iterator["Watch"]:
    """Yields a function that is told how far a run is; an interrupt says it, and how to go on.

    ``what`` names what is counted, ``kept_in`` is the file that keeps it.
    """
    finished = of = 0
    try:
        with progress_bar(what) as show:

            def progress(now: "Progress") -> None:
                nonlocal finished, of
                finished, of = now.done, now.of
                show(finished, of, in_words(now))

            yield progress
    except KeyboardInterrupt:
        kept = None if kept_in is None else _kept_in(str(kept_in))
        if kept is not None:
            raise Interrupted(kept) from None
        if not of:
            raise
        raise Interrupted(f"interrupted; {finished:,} of {of:,} {what} were finished") from None


def in_words(progress: "Progress") -> str:
    """Rate, time left and what has come out so far: ``1,200,000/s, 0:02:05 left, ...``."""
    parts = []
    if progress.rate:
        parts.append(f"{progress.rate:,.0f}/s" if progress.rate >= 10 else f"{progress.rate:.2g}/s")
    if progress.left is not None:
        minutes, seconds = divmod(round(progress.left), 60)
        hours, minutes = divmod(minutes, 60)
        parts.append(f"{hours}:{minutes:02}:{seconds:02} left")
    if progress.estimate is not None and progress.estimate.value is not None:
        name, value, low, high = progress.estimate
        around = "" if low is None or high is None else f" ± {(high - low) / 2:.4f}"
        parts.append(f"{name.replace('_', ' ')} {value:.4f}{around}")
    return ", ".join(parts)


def _kept_in(file: str) -> str | None:
    """What a file has of a run, and the command that goes on with it; None if there is none yet."""
    from ..errors import TractorFastError
    from ..evaluate.runs import list_runs

    try:
        (run,) = list_runs(file)
    except TractorFastError:
        return None
    return (
        f"interrupted; {run.done:,} of {run.of:,} {run.unit} are kept in {file}; go on with:"
        f" tractor-fast runs resume {shlex.quote(file)}"
    )
