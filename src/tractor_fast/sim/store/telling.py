"""What goes wrong with the file of a store, in one line that says what would help."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import DataError, StoreError, TractorFastError
from ...inputs import shown


def name_of(path: Path) -> str:
    """A file as messages name it."""
    return shown(path, str, most=300)


def real_path(path: str | Path) -> Path:
    """The file behind all links; DataError for a name that no file can have."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:  # links in a circle; a null character
        raise DataError(f"{shown(path, str, most=300)} is no name of a file: {error}") from None


def damaged(path: Path, what: str) -> DataError:
    """The error that says what is wrong in a file, and what to do."""
    return DataError(
        f"{name_of(path)} is damaged: {what}; take a copy of it, or play the run again into"
        f" another file"
    )


def read_only(path: Path, kind: type[TractorFastError] = DataError) -> TractorFastError:
    """The error for a file that cannot be written."""
    return kind(f"{name_of(path)} cannot be written: the file or its directory is read-only")


@contextmanager
def told(path: Path, *, running: bool = False) -> Iterator[None]:
    """What SQLite raises becomes a DataError or StoreError that names the file and what to do.

    ``running`` is in the middle of a run, where what fails is no fault of the file.
    """
    try:
        yield
    except sqlite3.ProgrammingError:  # of this package, not of the file
        raise
    except UnicodeDecodeError:  # SQLite's message has a damaged name in it
        raise damaged(path, "names of its tables are no text") from None
    except sqlite3.Error as error:
        raise _translated(path, error, running) from None


def error_code(error: sqlite3.Error) -> str:
    """SQLite's name of an error; those of Python's module have none."""
    return getattr(error, "sqlite_errorname", "")


def _translated(path: Path, error: sqlite3.Error, running: bool) -> TractorFastError:
    code, name = error_code(error), name_of(path)
    if code in ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"):
        return StoreError(
            f"{name} cannot be written: the disk is full; chunks stored before are kept: make room"
            f" and give the same command again"
        )
    if code == "SQLITE_NOTADB":
        return DataError(f"{name} is no store of a run: it is no SQLite database")
    kind: type[TractorFastError] = StoreError if running else DataError
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return kind(f"{name} is locked by another program; end that, and try again")
    if code.startswith("SQLITE_READONLY"):
        return read_only(path, kind)
    if code.startswith(("SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR", "SQLITE_NOMEM")):
        return kind(f"{name} cannot be read or written: {shown(error, str)}")
    return damaged(path, shown(error, str, most=200))
