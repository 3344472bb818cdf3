"""What must hold of a run that was disturbed, when it has ended in the end."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import stored
from .program import Broken, Ended


def check_same(ended: Ended, expected: Mapping[str, Any]) -> None:
    """A run came out as the undisturbed one, counters and digest."""
    found = ended.fine().result
    if found != expected:
        what = [name for name in expected if found.get(name) != expected[name]]
        raise Broken(f"the run came out differently: {', '.join(what)}")


def check_whole(path: Path, expected: Mapping[str, Any]) -> None:
    """Every board is stored once, where a run has one part and no rule to stop it."""
    rows = stored.rows(path)
    if {row.part for row in rows} != {0} or expected["stopped_by"] != "boards":
        return
    many = expected.get("deals", expected.get("boards"))
    if (stored.boards(rows), stored.digest(rows)) != (many, expected["digest"]):
        raise Broken(f"{path.name} has {stored.boards(rows)} boards, {stored.digest(rows)}")


def digest(result: Mapping[str, Any]) -> str:
    """The digest of a result, shortened."""
    return f"digest {result['digest'][:8]}.."
