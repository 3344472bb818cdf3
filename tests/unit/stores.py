"""Stores of runs for tests: plans, chunks, and what a store has in it."""

import numpy as np

from tractor_fast.sim.store import Store, StoredChunk

BIG = 3 * 2**70 + 1  # more than 64 bits, as sums of squares may have


def plan(question="simulate", judged=False, **given):
    arguments = {"seed": 7, "first_board": 100, "boards": 10_000, **given}
    first, count = arguments["first_board"], arguments["boards"]
    return {
        "question": question,
        "arguments": arguments,
        "parts": [
            {"unit": "boards", "first": first, "count": count, "judged": judged} for _ in range(3)
        ],
        "count_name": "boards",
        "first_name": "first_board",
        "strategies": {"random": "aa", "mine.py:Mine": "bb"},
        "version": "0.1.0",
        "stream_version": 3,
        "core": "cc",
    }


def totals(start, count):
    """Counters that add: those of two ranges that touch are those of both together."""
    risen = _curve(start + count) - _curve(start)
    return {
        "deals": count,
        "sum": BIG * count,
        "by_seat": [count, risen, 0, -count],
        "table": np.array([[count, 0, -count], [risen, 3 * count, 0]], np.int64),
    }


def _curve(at):
    return at * at % 1_000_003


LIKE = totals(0, 0)


def digest(start, count):
    return (count * (2**127 + 12345) + (start + count) ** 3 - start**3) % 2**128


def chunk(start, count, part=0, records=None, session=None):
    seconds = count / 1024
    return StoredChunk(
        part, start, count, totals(start, count), digest(start, count), seconds, records, session
    )


def make(path, chunks=(), **arguments):
    """A store with chunks, closed."""
    with Store.create(path, plan(**arguments)) as store:
        store.begin_session({"machine": "here", "jobs": 2})
        store.add(chunks)
    return path


def plain(counters):
    """Counters as lists that can be compared; arrays say what they are."""
    return {
        name: (str(value.dtype), value.tolist()) if isinstance(value, np.ndarray) else value
        for name, value in counters.items()
    }


def fields(one):
    """All of a chunk, to be compared."""
    return (
        *(one.part, one.start, one.count, plain(one.totals), one.digest, one.seconds),
        one.records,
    )


def contents(path):
    """All that is read of a store."""
    with Store.open(path) as store:
        chunks = [fields(each) for part in store.parts() for each in store.chunks(part)]
        return store.plan, store.state, store.stopped_by, store.failure, store.sessions(), chunks
