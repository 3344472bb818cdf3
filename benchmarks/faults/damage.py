"""Stores that are of a newer version, cut short, or have a bit flipped: told, or harmless."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .checks import digest
from .field import Field
from .program import Broken, Ended

_RUN = "simulate", "--seats", "random", "--deals", "20000", "--seed", "5", "--jobs", "2"
_PAGE = 4096  # bytes, of SQLite


def newer(field: Field) -> str:
    """A store of a newer version: all commands refuse it, and leave it as it is."""
    path = _store(field)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    said = ""
    for way in _all_ways(field, path):
        said = way().told(2, "newer tractor_fast: schema 2")
    listed = field.program.run("runs", "list", field.place).fine().out
    if "newer" not in listed:
        raise Broken(f"the list of a directory does not say what is wrong: {listed}")
    return f"exit code 2, {said!r}"


def truncated(field: Field) -> str:
    """A store that ends too early: refused, unless what is missing are zeros at its end."""
    path = _store(field)
    whole = path.read_bytes()
    expected = field.result(*_RUN)
    lengths = [0, 100, len(whole) // 2, len(whole) - _PAGE]
    for length in lengths:
        path.write_bytes(whole[:length])
        for way in _all_ways(field, path):
            way().told(2, "run.db")
            if path.read_bytes() != whole[:length]:
                raise Broken(f"a store of {length} bytes has changed when it was refused")
    drawn = [field.draw.randrange(len(whole)) for _ in range(1 if field.short else 30)]
    for length in (len(whole) - 1, *drawn):
        path.write_bytes(whole[:length])
        _is_harmless(field, path, expected)
    path.write_bytes(whole)
    if not _is_harmless(field, path, expected):
        raise Broken("a store that was put back is refused")
    many = len(lengths) + 1 + len(drawn)
    return f"{many} lengths: refused with exit code 2, or nothing is missing; {digest(expected)}"


def flipped(field: Field) -> str:
    """A store with one bit flipped."""
    path = _store(field)
    whole = path.read_bytes()
    expected = field.result(*_RUN)
    flips = 6 if field.short else 60
    harmless = 0
    for _ in range(flips):
        data = bytearray(whole)
        # Most of a page is not used: nearly all flips are to be where something is.
        places = [place for place in range(len(data)) if data[place] or field.draw.random() < 0.02]
        data[field.draw.choice(places)] ^= 1 << field.draw.randrange(8)
        path.write_bytes(data)
        harmless += _is_harmless(field, path, expected)
    return f"{flips} flips: {flips - harmless} refused with exit code 2, {harmless} harmless"


def _is_harmless(field: Field, path: Path, expected: dict[str, object]) -> bool:
    """Whether a run that was damaged is gone on with, to the same end; else it must be told."""
    ended = field.run("runs", "resume", path)
    if ended.code:
        ended.told(2, "run.db")
        return False
    if ended.fine().result != expected:
        raise Broken("a damaged store comes to something else")
    return True


def _store(field: Field) -> Path:
    path = field.place / "run.db"
    field.program.run(*_RUN, "--out", path).fine()
    return path


def _all_ways(field: Field, path: Path) -> list[Callable[[], Ended]]:
    """All ways to open a store; three of them in the short form."""
    ways: list[tuple[object, ...]] = [
        ("runs", "show", path),
        (*_RUN, "--out", path),
        ("runs", "verify", path),
        ("runs", "resume", path),
        ("runs", "merge", field.place / "merged.db", path),
        ("runs", "export", path, field.place / "chunks.csv"),
        ("runs", "list", path),
    ]
    return [lambda way=way: field.program.run(*way) for way in ways[:: 3 if field.short else 1]]
