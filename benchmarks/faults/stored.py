"""What a store has, asked by plain SQL of a copy: no line of the program looks at it."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from .program import Broken

_MODULUS = 2**128


class Row(NamedTuple):
    """A stored chunk."""

    part: int
    start: int
    count: int
    digest: str
    counters: str | bytes


def rows(path: Path) -> set[Row]:
    """All chunks of a store, of which no two may have a board in common."""
    with tempfile.TemporaryDirectory() as scratch:
        # A copy, for SQLite tidies up what a killed process has left.
        copy = copied(path, Path(scratch))
        with closing(sqlite3.connect(copy)) as connection:
            asked = "SELECT part, start, count, digest, counters FROM chunk ORDER BY part, start"
            found = [Row(*row) for row in connection.execute(asked)]
    for before, row in pairwise(found):
        if before.part == row.part and before.start + before.count > row.start:
            raise Broken(f"{path.name}: boards {row.start}.. of part {row.part} count twice")
    return set(found)


def boards(found: set[Row]) -> int:
    """How many boards, or deals, chunks have."""
    return sum(row.count for row in found)


def digest(found: set[Row]) -> str:
    """The digest of all boards of a run of one part, as a result prints it."""
    return f"{sum(int(row.digest, 16) for row in found) % _MODULUS:032x}"


def copied(path: Path, place: Path) -> Path:
    """A copy of a store, and of SQLite's files beside it, that nobody writes to."""
    for each in (path, Path(f"{path}-wal")):
        if each.exists():
            shutil.copy(each, place)
    return place / path.name


def check_nothing_lost(before: set[Row], path: Path) -> set[Row]:
    """Chunks of a store, which has all that it had before."""
    now = rows(path) if path.exists() else set()
    if not before <= now:
        raise Broken(f"{path.name}: {boards(before - now)} finished boards are lost")
    return now
