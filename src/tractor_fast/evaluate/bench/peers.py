"""Other players beside the engine: they live in the source tree, outside the installed package."""

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

from ...errors import SpecError, did_you_mean
from ...inputs import shown
from .rows import Line
from .timing import Task

BESIDE = "deals.random"
"""The row of the engine that peers are compared with."""

_PACKAGE = "benchmarks.peers"
_PLACE = Path(*_PACKAGE.split("."))


def peer_lines(names: Sequence[str], seed: int, absent: dict[str, str]) -> Iterator[Line]:
    """The lines of all peers named; what one lacks to play is put into ``absent``.

    Raises:
        SpecError: a name that no peer has, or no source tree to find peers in.
    """
    known = _package().PEERS if names else {}
    for name in names:
        if name not in known:
            raise SpecError(
                f"against = {shown(name)}: allowed: {', '.join(known)}{did_you_mean(name, known)}"
            )
    for name in dict.fromkeys(names):
        try:
            label = f"{name} {version(known[name])}" if known[name] else name
            players = import_module(f"{_PACKAGE}.{name}").players(seed)
        except PackageNotFoundError:
            absent[name] = f"{known[name]} is not installed"
            continue
        except ImportError as error:
            absent[name] = f"it cannot be imported: {shown(error, str, 200)}"
            continue
        for what, play in players:
            row = re.sub(r"\W+", "_", what.lower())
            task = Task(play, share=2)
            yield Line(
                f"peers.{name}.{row}", "peers", f"{label}: {what}", "deals/s", task, to=BESIDE
            )


def _package() -> ModuleType:
    """``benchmarks.peers`` of the clone that the command runs in."""
    if not (Path.cwd() / _PLACE / "__init__.py").is_file():
        raise SpecError(
            f"against: peers are in {_PLACE} of the source tree, not in the installed package;"
            " run this at the top of a clone"
        )
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    return import_module(_PACKAGE)
