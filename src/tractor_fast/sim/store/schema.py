"""Tables of a store, how its file is opened, and what SQLite's errors mean.

docs/store.md documents the tables for people who read them.  Whatever a file holds is data from
elsewhere: the tables must be exactly these, so that no trigger, view or expression of somebody
else's runs, and every value that is read from them is checked.
"""

import os
import sqlite3
import stat
from pathlib import Path

from ...errors import DataError
from ...inputs import shown
from .telling import damaged, error_code, name_of, read_only, told

APPLICATION_ID = 0x74666173  # "tfas", in the header of the file
SCHEMA_VERSION = 1

TABLES = (
    """CREATE TABLE run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  plan TEXT NOT NULL,
  state TEXT NOT NULL,
  stopped_by TEXT,
  failure TEXT,
  checksum TEXT NOT NULL
)""",
    """CREATE TABLE session (
  number INTEGER PRIMARY KEY,
  facts TEXT NOT NULL,
  checksum TEXT NOT NULL
)""",
    """CREATE TABLE chunk (
  part INTEGER NOT NULL,
  start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  checksum TEXT NOT NULL,
  digest TEXT NOT NULL,
  seconds REAL NOT NULL,
  session INTEGER NOT NULL REFERENCES session (number),
  counters NOT NULL,
  records BLOB,
  PRIMARY KEY (part, start)
) WITHOUT ROWID""",
    """CREATE TABLE tally (
  part INTEGER PRIMARY KEY,
  chunks INTEGER NOT NULL,
  boards INTEGER NOT NULL,
  seal TEXT NOT NULL
)""",
)

MOST_BYTES = 2**28 + 2**25
"""Longest row that is read, or written: records that zlib makes no shorter, and counters."""

_LOGS = ("-journal", "-wal", "-shm")  # what SQLite has beside a file

# Errors where SQLite cannot have its files beside a store: nothing may be written, or the disk is
# full.
_NO_ROOM = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR_SHM")

_PRAGMAS = (
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "mmap_size = 0",  # a file that is cut short while it is mapped would end the process
    "foreign_keys = ON",
    "synchronous = FULL",
    "fullfsync = ON",  # macOS has a sync that does not reach the disk
)

_PATIENCE = 20.0  # seconds to wait for another process to end its transaction


def make_file(path: Path, run: tuple[str | None, ...]) -> None:
    """A file with the tables, and a row of the table ``run``; it is there as a whole or not at all.

    Raises:
        DataError: it cannot be made there.
        StoreError: the disk is full.
    """
    new = Path(f"{path}.new")
    try:
        _remove(new)  # a killed process may have left it
        with told(path):
            _fill(new, run)
        for log in _LOGS:  # of a store that was removed: SQLite would put it into this one
            Path(f"{path}{log}").unlink(missing_ok=True)
        new.rename(path)
        directory = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)  # else a power cut may take the name away again
        finally:
            os.close(directory)
    except OSError as error:
        raise DataError(f"{name_of(path)} cannot be written: {error.strerror}") from None
    finally:
        _remove(new)


def _fill(path: Path, run: tuple[str | None, ...]) -> None:
    connection = _connect(path, "rwc")
    try:
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        for table in TABLES:
            connection.execute(table)
        connection.execute("INSERT INTO run VALUES (1, ?, ?, ?, ?, ?)", run)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def _remove(path: Path) -> None:
    for each in ("", *_LOGS):
        Path(f"{path}{each}").unlink(missing_ok=True)


def open_to_write(path: Path) -> sqlite3.Connection:
    """A connection to a store that is whole and may be written to.

    Raises:
        DataError: it is no store, of another version, damaged, read-only or locked.
    """
    if not _writable(path):  # SQLite would leave files beside it
        raise read_only(path)
    with told(path):
        connection = _connect(path, "rw")
        try:
            _check_tables(path, connection)
            check_pages(path, connection)
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise DataError(
                    f"{name_of(path)}: this file system does not allow for SQLite's WAL"
                )
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE run SET id = id")  # tells whether it may be written
            connection.execute("ROLLBACK")
        except BaseException:
            connection.close()
            raise
        return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that reads a store, whether or not somebody writes to it at the same time.

    Raises:
        DataError: it is no store, of another version, damaged, or cannot be read.
    """
    check_kind(path)
    with told(path):
        log = Path(f"{path}-wal")
        logged = log.exists() and log.stat().st_size > 0
        # The connection may write, and does not: one that may not would leave files behind, and
        # could not tidy up what a killed process left.
        if logged or _writable(path):
            try:
                return _opened(path, "rw")
            except sqlite3.OperationalError as error:
                if not error_code(error).startswith(_NO_ROOM):
                    raise
        if logged:
            raise DataError(
                f"{name_of(path)} cannot be read where nothing can be written, for its last chunks"
                f" are in {name_of(log)}: copy both files to another directory"
            )
        # Without files beside it SQLite reads one only if it is told that nobody writes to it.
        return _opened(path, "ro&immutable=1")


def _writable(path: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    return all(os.access(p, os.W_OK, effective_ids=effective) for p in (path, path.parent))


def check_kind(path: Path) -> None:
    """DataError if there is no file, or something else."""
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        raise DataError(f"there is no file {name_of(path)}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise DataError(f"{name_of(path)} cannot be read: {reason}") from None
    if not stat.S_ISREG(kind):  # SQLite would wait for a pipe
        what = "a directory" if stat.S_ISDIR(kind) else "something else than a file"
        raise DataError(f"{name_of(path)} is no store of a run: it is {what}")


def check_pages(path: Path, connection: sqlite3.Connection) -> None:
    """DataError if SQLite finds that pages of the file do not fit together."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise damaged(path, shown(found[0] if found else "nothing", str))


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=_PATIENCE
    )
    try:
        connection.text_factory = _text
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _text(data: bytes) -> str:
    """What is no UTF-8 is no error here: its checksum tells what is damaged."""
    return data.decode(errors="surrogateescape")


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    connection = _connect(path, mode)
    try:
        connection.execute("PRAGMA query_only = ON")
        _check_tables(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_tables(path: Path, connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        what = "an empty file" if not path.stat().st_size else "another application's database"
        raise DataError(f"{name_of(path)} is no store of a run: it is {what}")
    if version != SCHEMA_VERSION:
        age = "a newer" if version > SCHEMA_VERSION else "another"
        raise DataError(
            f"{name_of(path)} was written by {age} tractor_fast: schema {version}, this one reads"
            f" {SCHEMA_VERSION}"
        )
    found = connection.execute(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL LIMIT ?", (len(TABLES) + 1,)
    )
    if sorted(str(sql) for (sql,) in found) != sorted(TABLES):
        raise damaged(path, "its tables are not those of a store")
