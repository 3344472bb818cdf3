"""What ``--out`` costs: time of a run with it and without, and bytes and seconds of a row."""

import sqlite3
import statistics
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tractor_fast.evaluate.ask import Running, ask
from tractor_fast.evaluate.question import read_question
from tractor_fast.sim.store import Store
from tractor_fast.sim.store.chunk import StoredChunk


def ratio(place: Path, name: str, arguments: dict[str, Any], pairs: int) -> dict[str, Any]:
    """Time of a run that is kept over that of one that is not: median of interleaved pairs."""
    count = next(each for each in ("deals", "boards") if each in arguments)
    _seconds(name, arguments | {count: 100}, place / f"first-{name}.db")  # imports what is needed
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for pair in range(pairs):
        for kept in (False, True) if pair % 2 else (True, False):
            path = place / f"{name}-{pair}.db" if kept else None
            seconds[kept].append(_seconds(name, arguments, path))
    ratios = [kept / free for free, kept in zip(seconds[False], seconds[True], strict=True)]
    return {
        "seconds": statistics.median(seconds[False]),
        "ratio": statistics.median(ratios),
        "least": min(ratios),
        "most": max(ratios),
        "pairs": pairs,
    }


def _seconds(name: str, arguments: dict[str, Any], out: Path | None) -> float:
    question = read_question(name, arguments)
    began = time.perf_counter()
    ask(question, Running(out=out))
    return time.perf_counter() - began


def of_row(place: Path, name: str, arguments: dict[str, Any], rows: int) -> dict[str, Any]:
    """Bytes of a stored chunk of a question, and seconds that one more takes to be written."""
    path = place / f"{name}.db"
    ask(read_question(name, arguments), Running(out=path))
    with Store.open(path, write=True) as store:
        store.begin_session({})
        before = path.stat().st_size
        part = store.parts()[0]
        chunk = next(iter(store.chunks(part)))
        alone = statistics.median(_written(store, chunk, 1, 10**9 + at) for at in range(9))
        together = _written(store, chunk, rows, 2 * 10**9)
    with closing(sqlite3.connect(path)) as connection:
        payload = _payload(connection)
    grown = (path.stat().st_size - before) / (rows + 9)
    return {
        "payload_bytes": payload,
        "bytes": grown,
        "alone_seconds": alone,
        "more_seconds": max(0.0, (together - alone) / (rows - 1)),
    }


def _written(store: Store, chunk: StoredChunk, rows: int, start: int) -> float:
    """Seconds in which so many rows are written, as one transaction."""
    each = [
        StoredChunk(chunk.part, start + at, 1, chunk.totals, chunk.digest, chunk.seconds)
        for at in range(rows)
    ]
    began = time.perf_counter()
    store.add(each)
    return time.perf_counter() - began


def _payload(connection: sqlite3.Connection) -> float:
    columns = "part", "start", "count", "checksum", "digest", "seconds", "session", "counters"
    lengths = " + ".join(f"length(CAST({name} AS BLOB))" for name in columns)
    (mean,) = connection.execute(f"SELECT avg({lengths}) FROM chunk").fetchone()
    return float(mean)
