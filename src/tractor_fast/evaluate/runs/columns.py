"""What a store holds, as columns of tables: a row a chunk, or a row a board."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from ..._core import engine
from ...errors import DataError
from ...inputs import shown
from ...sim.store import Store, StoredChunk
from ...sim.store.plan import boards_text, first_of
from ...sim.store.telling import damaged, name_of
from .tables import Batch

_AT_ONCE = 256  # chunks in a batch

_FIXED = ("part", "first", "boards", "digest", "seconds", "session")
_TYPES = {"first": "u8", "digest": "U32", "seconds": "f8"}  # all others may be below 0

_RECORDS = {"simulate": engine.ROW, "compare": engine.PAIR, "match": engine.MATCH}


def chunk_columns(store: Store) -> Iterator[Batch]:
    """A row a chunk: part, number of the first board, boards, digest, seconds, session, counters.

    Counters are columns ``totals.NAME``, those of several numbers ``totals.NAME.0``, ...  What a
    part does not count has no value.
    """
    parts = range(len(store.plan["parts"]))
    counters: dict[str, None] = {}  # in order; all chunks of a part have the same
    for part in parts:
        for chunk in islice(store.chunks(part), 1):
            counters |= dict.fromkeys(_counters(chunk))
    yield {name: np.empty(0, _TYPES.get(name, "i8")) for name in [*_FIXED, *counters]}
    for part in parts:
        chunks = store.chunks(part)
        while rows := [
            _row(chunk, first_of(store.plan, part)) for chunk in islice(chunks, _AT_ONCE)
        ]:
            yield {name: [row.get(name) for row in rows] for name in [*_FIXED, *counters]}


def record_columns(store: Store) -> Iterator[Batch]:
    """A row a record, in the order of the boards, if the run has kept them.

    Raises:
        DataError: a run without records, or of a question that has none; a chunk whose records
            are not those of its boards.
    """
    question = store.plan["question"]
    if question not in _RECORDS:
        raise DataError(
            f"{name_of(store.path)}: {shown(question, str)} has no rows; {', '.join(_RECORDS)} have"
        )
    dtype = _RECORDS[question]
    yield dict(_flat("", np.empty(0, dtype)))
    for chunk in store.chunks(0):
        boards = boards_text(store.plan, chunk.start, chunk.count)
        if chunk.records is None:
            raise DataError(
                f"{name_of(store.path)}: {boards} were kept without rows; --keep-rows keeps them"
            )
        if len(chunk.records) != chunk.count * dtype.itemsize:
            raise damaged(store.path, f"{boards} have not as many rows")
        yield dict(_flat("", np.frombuffer(chunk.records, dtype)))


def _row(chunk: StoredChunk, first: int) -> dict[str, Any]:
    return {
        "part": chunk.part,
        "first": first + chunk.start,
        "boards": chunk.count,
        "digest": f"{chunk.digest:032x}",
        "seconds": chunk.seconds,
        "session": chunk.session,
    } | _counters(chunk)


def _counters(chunk: StoredChunk) -> dict[str, int]:
    found: dict[str, int] = {}
    for key, value in chunk.totals.items():
        name = f"totals.{key}"
        if isinstance(value, np.ndarray | list):
            numbers = np.ravel(value).tolist() if isinstance(value, np.ndarray) else value
            found |= {f"{name}.{place}": number for place, number in enumerate(numbers)}
        else:
            found[name] = value
    return found


def _flat(prefix: str, records: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Columns of records, ``first.points`` for a field within a field, ``levels.0`` for places."""
    for name in records.dtype.names or ():
        column = records[name]
        if column.dtype.names:
            yield from _flat(f"{prefix}{name}.", column)
        elif column.ndim > 1:
            for place in range(column.shape[1]):
                yield f"{prefix}{name}.{place}", column[:, place]
        else:
            yield prefix + name, column
