"""How long a program takes before it does anything: processor time of a fresh interpreter."""

import subprocess
import sys
from collections.abc import Callable, Iterator

from .rows import Line, at_most
from .timing import Task

_STARTS = (
    ("starting.python", "python alone", ("-c", "pass"), None),
    ("starting.import", "import tractor_fast", ("-c", "import tractor_fast"), 150),
    ("starting.help", "tractor-fast --help", ("-m", "tractor_fast", "--help"), 300),
    (
        "starting.simulate",
        "simulate of no deals",
        ("-m", "tractor_fast", "simulate", "--deals", "0"),
        None,
    ),
)


def starting_lines() -> Iterator[Line]:
    """Import and help, each with the start of the interpreter in it."""
    for name, label, words, most in _STARTS:
        target = None if most is None else at_most(most)
        task = Task(_starter([sys.executable, *words]), clock="child")
        yield Line(name, "starting", label, "ms", task, target=target)


def _starter(command: list[str]) -> Callable[[int], None]:
    def start(times: int) -> None:
        for _ in range(times):
            # In a session of its own Ctrl-C does not reach it: `run` ends it, and it says nothing.
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, start_new_session=True)

    return start
