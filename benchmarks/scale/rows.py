"""How many rows a coordinator writes whose workers finish their chunks in no order."""

import heapq
import random

from tractor_fast.sim.pool import chunk_seconds

WORKERS = 1000
CHUNK_SECONDS, SPREAD = chunk_seconds(WORKERS), 0.2
"""Of a chunk, and by what part of it chunks take more or less."""

EVERY = 2.0
"""Seconds between two writings."""


def rows_a_writing(writings: int, seed: int = 0) -> float:
    """Rows a writing, on average: ranges of chunks that touch and came back since the last."""
    draw = random.Random(seed)
    handed = WORKERS
    busy = [(draw.uniform(0, CHUNK_SECONDS), number) for number in range(WORKERS)]
    heapq.heapify(busy)
    counts: list[int] = []
    back: set[int] = set()
    until = EVERY
    early = 5 * round(CHUNK_SECONDS / EVERY)  # at first all workers begin together
    while len(counts) < writings + early:
        now, number = heapq.heappop(busy)
        while now > until:
            counts.append(sum(each - 1 not in back for each in back))
            back.clear()
            until += EVERY
        back.add(number)
        took = CHUNK_SECONDS * draw.uniform(1 - SPREAD, 1 + SPREAD)
        heapq.heappush(busy, (now + took, handed))
        handed += 1
    later = counts[early:]
    return sum(later) / len(later)
