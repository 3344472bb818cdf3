"""Play chunks of a run that are stored once more: they must come to the same."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...inputs import MOST, path_of, whole
from ...sim import Outcome, Part, Progress, Watch, play_part
from ...sim.chunks import Chunk
from ...sim.store import Store, StoredChunk
from ...sim.store.plan import boards_text
from .resume import question_in


class Difference(NamedTuple):
    """A chunk that came out differently, by its part and boards, and what of it did."""

    chunk: str
    what: str


@dataclass(frozen=True)
class Verified:
    """So many ``chunks`` ``of`` those stored, with ``boards`` in all, were played again."""

    file: str
    unit: str
    chunks: int
    of: int
    boards: int
    different: tuple[Difference, ...]

    @property
    def same(self) -> bool:
        """Whether all of them came to the same."""
        return not self.different


def verify(
    path: str | Path,
    chunks: int | None = 10,
    *,
    seed: int = 0,
    jobs: int | None = None,
    progress: Watch | None = None,
) -> Verified:
    """Check a file as a whole, and play ``chunks`` random chunks of it again (None: all).

    Raises:
        DataError: a file that is no store or is damaged, or a run of other versions or sources.
        StrategyError: a strategy fails, which it did not when the chunk was stored.
    """
    many = None if chunks is None else whole("chunks", chunks, 0, MOST)
    draw = random.Random(whole("seed", seed, 0, MOST))
    file = path_of("path", path)
    with Store.open(file) as store:
        store.check()
        question = question_in(store, jobs=jobs)
        parts = question.parts
        stored = [(number, *key) for number in range(len(parts)) for key in store.ranges(number)]
        picked = stored if many is None else draw.sample(stored, min(many, len(stored)))
        boards = sum(count for _, _, count in picked)
        different: list[Difference] = []
        done = 0

        def watch(now: Progress) -> None:
            if progress is not None:
                progress(now.among(done, boards))

        for number, part in enumerate(parts):
            starts = {start for which, start, _ in picked if which == number}
            for chunk in store.chunks(number):
                if chunk.start not in starts:
                    continue
                what = _difference(chunk, _played(part, chunk, question.setup.jobs, watch))
                if what is not None:
                    name = boards_text(store.plan, chunk.start, chunk.count, number)
                    different.append(Difference(f"part {number}, {name}", what))
                done += chunk.count
        return Verified(
            file=str(file),
            unit=store.plan["count_name"],
            chunks=len(picked),
            of=len(stored),
            boards=boards,
            different=tuple(different),
        )


def _played(part: Part, chunk: StoredChunk, jobs: int, progress: Watch) -> Outcome:
    """What the boards of a chunk come to now."""
    start, count = chunk.start // part.each, chunk.count // part.each
    boards = Chunk(part.boards.first + start, count)
    return play_part(part.of(boards), jobs, rows=chunk.records is not None, progress=progress)


def _difference(chunk: StoredChunk, again: Outcome) -> str | None:
    """What of a chunk has come out differently; None if nothing has."""
    if again.digest != chunk.digest:
        return "the digest"
    if again.totals.keys() != chunk.totals.keys():
        return "what is counted"
    for name, counter in chunk.totals.items():
        if not np.array_equal(counter, again.totals[name]):
            return f"the counter {name}"
    if again.rows is not None and again.rows.tobytes() != chunk.records:
        return "the rows"
    return None
