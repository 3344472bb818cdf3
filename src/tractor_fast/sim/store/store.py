"""The store of a run: what it is of, who sat at it, and its finished chunks."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ...errors import DataError, StoreError
from ...inputs import shown
from ...interrupts import interrupts_wait
from ..totals import DIGEST_MODULUS
from .chunk import COLUMNS, MOST_BOARDS, StoredChunk, chunk_of, row_of
from .fields import checksum, parsed
from .lock import WriterLock
from .plan import boards_text, checked_plan, count_of, difference, extent, plan_text
from .schema import check_kind, check_pages, make_file, open_to_read, open_to_write
from .telling import damaged, name_of, real_path, told

_STATES = ("open", "finished")


class Store:
    """A run in a file: :meth:`create` begins one, :meth:`open` reads it or goes on with it.

    ``plan`` says what is played, ``state`` is ``open`` until the run is ``finished``, which it is
    for the reason ``stopped_by``; ``failure`` tells how a strategy failed.  A chunk that has been
    added is kept whatever happens to the process or the machine, and counts once.

    One process at a time may write; any number may read meanwhile.  All methods raise DataError for
    a file that is damaged, naming the chunk, and those that write StoreError if the disk is full.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None) -> None:
        """What :meth:`create` and :meth:`open` return."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self._session: int | None = None
        self._place = _place(path)
        with told(path):
            self._read_run()

    @classmethod
    def create(cls, path: str | Path, plan: dict[str, Any]) -> Self:
        """A new store, open for writing; it is there as a whole or not at all.

        Raises:
            DataError: there is a file of this name, another process is about to make one, or none
                can be made there.
            StoreError: the disk is full.
        """
        real = real_path(path)
        row = plan_text(checked_plan(real, plan)), "open", None, None
        with ExitStack() as undo:
            lock = _locked(real, undo)
            if os.path.lexists(real):
                raise DataError(f"{name_of(real)} is there already; name another file")
            make_file(real, (*row, checksum(*row)))
            return cls._opened(real, open_to_write(real), lock, undo)

    @classmethod
    def open(cls, path: str | Path, *, write: bool = False) -> Self:
        """The store in a file, to be read, or to be gone on with.

        Raises:
            DataError: there is none, it is damaged, of another version, or cannot be read, or
                written; another process writes to it.
        """
        real = real_path(path)
        with ExitStack() as undo:
            if not write:
                return cls._opened(real, open_to_read(real), None, undo)
            check_kind(real)
            lock = _locked(real, undo)
            return cls._opened(real, open_to_write(real), lock, undo)

    @classmethod
    def _opened(
        cls, path: Path, connection: sqlite3.Connection, lock: WriterLock | None, undo: ExitStack
    ) -> Self:
        """A store that has been looked at; if it is none, its connection is closed."""
        undo.callback(connection.close)
        store = cls(path, connection, lock)
        for part in store.parts() if lock else ():  # which are added to without a look at them
            store.ranges(part)
        undo.pop_all()
        return store

    def parts(self) -> list[int]:
        """Numbers of the parts that have chunks."""
        with told(self.path):
            rows = self._all("SELECT part FROM tally UNION SELECT part FROM chunk ORDER BY 1")
        parts = [part for (part,) in rows]
        if not all(type(part) is int for part in parts):
            raise damaged(self.path, "it has a part that has no number")
        return parts

    def ranges(self, part: int) -> list[tuple[int, int]]:
        """(start, count) of a part's chunks, in order; no two of them have a board in common."""
        return [(start, count) for start, count, _ in self._keys(part)]

    def chunks(self, part: int) -> Iterator[StoredChunk]:
        """A part's chunks as they are now, in order; only one of them is in memory at a time."""
        for start, count, seal in self._keys(part):
            with told(self.path):
                row = self._connection.execute(
                    f"SELECT {COLUMNS} FROM chunk WHERE part = ? AND start = ?", (part, start)
                ).fetchone()
            try:
                chunk = chunk_of(part, start, count, seal, row or ())
            except ValueError as error:
                raise self._damaged(part, start, count, shown(error, str)) from None
            yield chunk

    def add(self, chunks: Sequence[StoredChunk]) -> None:
        """Keep chunks, all of them or, when it raises, none.

        Raises:
            DataError: boards that are kept already.
            StoreError: they cannot be written, or are too large.
        """
        rows = [self._row(chunk) for chunk in chunks]
        with self._transaction():
            for row in rows:
                self._insert(*row)

    def finish(self, stopped_by: str, failure: str | None) -> None:
        """The run has ended, for this reason."""
        if failure is not None:  # it may name a file whose name is no UTF-8
            failure = failure.encode(errors="backslashreplace").decode()
        self._write_run(plan_text(self.plan), "finished", stopped_by, failure)

    def extend(self, plan: dict[str, Any]) -> None:
        """Open the run again, for another number of boards.

        Raises:
            DataError: a plan of another run, or one that begins elsewhere; names what differs.
        """
        plan = checked_plan(self.path, plan)
        other = difference(self.plan, plan)
        if other is not None:
            raise DataError(f"{name_of(self.path)} is of another run: {other}; name another file")
        if extent(plan)[0] != extent(self.plan)[0]:
            name = plan["first_name"]
            raise DataError(
                f"{name_of(self.path)} begins with {name} = {extent(self.plan)[0]}, not"
                f" {extent(plan)[0]}; name another file, and merge the two"
            )
        self._write_run(plan_text(plan), "open", None, None)

    def begin_session(self, session: dict[str, Any]) -> int:
        """Say who plays the chunks that are added from now on, in plain JSON; return its number."""
        facts = json.dumps(session, allow_nan=False)
        with self._transaction():
            number = self._one("SELECT coalesce(max(number), 0) + 1 FROM session")[0]
            row = number, facts, checksum(number, facts)
            self._connection.execute("INSERT INTO session VALUES (?, ?, ?)", row)
        self._session = int(number)
        return self._session

    def sessions(self) -> list[dict[str, Any]]:
        """What :meth:`begin_session` was told, each with its ``number``."""
        with told(self.path):
            rows = self._all("SELECT number, facts, checksum FROM session ORDER BY number")
        found = []
        for number, facts, seal in rows:
            if checksum(number, facts) != seal or not isinstance(facts, str):
                raise damaged(self.path, f"the checksum of session {number} does not agree")
            try:
                session = parsed(facts, floats=True)
            except ValueError as error:
                raise damaged(self.path, f"session {number}: {shown(error, str)}") from None
            if not isinstance(session, dict):
                raise damaged(self.path, f"session {number} is no JSON object")
            found.append({**session, "number": number})
        return found

    def check(self) -> None:
        """Read all there is; DataError for the first thing that is damaged."""
        with told(self.path):
            check_pages(self.path, self._connection)
        known = {session["number"] for session in self.sessions()}
        for part in self.parts():
            for start, count in self.ranges(part):
                if start + count > count_of(self.plan, part):
                    raise self._damaged(part, start, count, "they are none of its run")
            for each in self.chunks(part):
                if each.session not in known:
                    what = f"its session {each.session} is not there"
                    raise self._damaged(part, each.start, each.count, what)

    def close(self) -> None:
        """Let go of the file; a writer's is one file again then."""
        with interrupts_wait():
            self._connection.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read_run(self) -> None:
        rows = self._all("SELECT plan, state, stopped_by, failure, checksum FROM run LIMIT 2")
        if len(rows) != 1 or checksum(*rows[0][:-1]) != rows[0][-1]:
            raise damaged(self.path, "the checksum of its plan does not agree")
        text, self.state, self.stopped_by, self.failure, _ = rows[0]
        try:
            plan = parsed(text, floats=True) if isinstance(text, str) else None
        except ValueError as error:
            raise damaged(self.path, f"its plan is no JSON: {shown(error, str)}") from None
        self.plan = checked_plan(self.path, plan)
        reasons = self.stopped_by, self.failure
        if self.state not in _STATES or not all(isinstance(r, str | None) for r in reasons):
            raise damaged(self.path, f"its state is {shown(self.state)}")

    def _write_run(
        self, plan: str, state: str, stopped_by: str | None, failure: str | None
    ) -> None:
        row = plan, state, stopped_by, failure
        with self._transaction():
            self._connection.execute(
                "UPDATE run SET plan = ?, state = ?, stopped_by = ?, failure = ?, checksum = ?",
                (*row, checksum(*row)),
            )
        self._read_run()

    def _keys(self, part: int) -> list[tuple[int, int, str]]:
        """(start, count, checksum) of a part's chunks, which agree with what is known of them all.

        All of them are known to be there, and none is another than was written.
        """
        with told(self.path):
            rows = self._all(
                "SELECT start, count, checksum, 0 FROM chunk WHERE part = ?1"
                " UNION ALL SELECT chunks, boards, seal, 1 FROM tally WHERE part = ?1"
                " ORDER BY 4, 1",
                (part,),
            )
        keys = [row[:3] for row in rows if not row[3]]
        tallies = [row[:3] for row in rows if row[3]]
        at = 0
        for start, count, _ in keys:
            if not (type(start) is type(count) is int and _are_boards(start, count)):
                raise damaged(self.path, f"part {part}: a chunk's place is no number")
            if start < at:
                raise self._damaged(part, start, count, "some of its boards are in two chunks")
            at = start + count
        if tallies != ([_tally(part, keys)] if keys else []):
            raise damaged(
                self.path, f"chunks of part {part} are missing, or are not what they were"
            )
        return keys

    def _row(self, chunk: StoredChunk) -> tuple[Any, ...]:
        start, count = chunk.start, chunk.count
        if not _are_boards(start, count):
            raise ValueError(f"no chunk has {count} boards from {start} on")
        session = self._session if chunk.session is None else chunk.session
        if self._lock is None:
            where = boards_text(self.plan, start, count, chunk.part)
            raise damaged(self.path, f"it is said to be finished, but {where} are missing")
        if session is None:
            raise ValueError("a session begins before its chunks are added")
        try:
            return row_of(chunk, session)
        except ValueError as error:
            where = boards_text(self.plan, start, count, chunk.part)
            raise StoreError(f"{name_of(self.path)} cannot take {where}: {error}") from None

    def _insert(self, part: int, start: int, count: int, seal: str, *rest: Any) -> None:
        before = self._all(
            "SELECT start, count FROM chunk WHERE part = ? AND start < ?"
            " ORDER BY start DESC LIMIT 1",
            (part, start + count),
        )
        if before and before[0][0] + before[0][1] > start:
            where = boards_text(self.plan, start, count, part)
            raise DataError(f"{name_of(self.path)} has some of part {part}, {where} already")
        self._connection.execute(
            f"INSERT INTO chunk (part, start, count, checksum, {COLUMNS})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (part, start, count, seal, *rest),
        )
        old = self._all("SELECT chunks, boards, seal FROM tally WHERE part = ?", (part,))
        new = _tally(part, [(start, count, seal)], *old)
        self._connection.execute("INSERT OR REPLACE INTO tally VALUES (?, ?, ?, ?)", (part, *new))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with told(self.path, running=True):
            self._check_place()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk ends it by itself
                    self._connection.execute("ROLLBACK")
                raise

    def _check_place(self) -> None:
        """What is written to a file that has been removed would be lost without a word."""
        if _place(self.path) != self._place:
            raise StoreError(f"{name_of(self.path)} was removed or replaced while it was written")

    def _all(self, sql: str, bound: tuple[Any, ...] = ()) -> list[Any]:
        return self._connection.execute(sql, bound).fetchall()

    def _one(self, sql: str) -> Any:
        return self._connection.execute(sql).fetchone()

    def _damaged(self, part: int, start: int, count: int, what: str) -> DataError:
        where = boards_text(self.plan, start, count, part)
        return damaged(self.path, f"part {part}, {where}: {what}")


def _are_boards(start: int, count: int) -> bool:
    return start >= 0 and 0 < count <= MOST_BOARDS - start


def _locked(path: Path, undo: ExitStack) -> WriterLock:
    with interrupts_wait():
        lock = WriterLock(path)
        undo.callback(lock.release)
    return lock


def _place(path: Path) -> tuple[int, int] | None:
    """Which file is there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _tally(
    part: int, keys: Sequence[tuple[int, int, str]], before: tuple[int, int, str] = (0, 0, "0")
) -> tuple[int, int, str]:
    """How many chunks and boards there are, and a sum over them in which none can be missing."""
    chunks, boards, seal = before
    chunks += len(keys)
    boards += sum(count for _, count, _ in keys)
    added = sum(int(checksum(part, *key), 16) for key in keys)
    return chunks, boards, f"{(int(seal, 16) + added) % DIGEST_MODULUS:032x}"
