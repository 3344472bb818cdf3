"""A progress bar on stderr, only where a person looks at it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .group import Interrupted

if TYPE_CHECKING:
    from ..sim import Progress, Watch


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Yields a function that is told how many of ``total`` are done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeRemaining

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemaining())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def counted(total: int, what: str) -> Iterator["Watch"]:
    """The same; an interrupt says how many were finished."""
    finished = 0
    try:
        with progress_bar(total, what) as show:

            def progress(found: "Progress") -> None:
                nonlocal finished
                finished = found.done
                show(finished)

            yield progress
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {finished:,} of {total:,} {what} were finished") from None
