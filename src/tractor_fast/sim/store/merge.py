"""Join the stores of shards: runs of one question over different ranges of boards."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from ...errors import DataError
from ...stats import looks
from .chunk import MOST_BOARDS, StoredChunk
from .fields import checksum, counters_column, digest_column
from .plan import boards_text, count_of, difference, first_of, is_judged, joined
from .store import Store
from .telling import damaged, name_of, real_path

_TOGETHER = 64  # chunks that are written at once


def merge(target: str | Path, sources: Sequence[str | Path]) -> int:
    """Make a store of all that the sources have; return how many of their chunks it has not.

    It is of the boards from the lowest first one to the highest end; what no source has played is
    to be played when it is gone on with.  Boards that several sources have count once.  A chunk
    that has some boards in common with one from a source before it is left out, and so is one that
    goes across a look of the whole run: their boards are played again.

    Raises:
        DataError: a source that is damaged or of another run; chunks of the same boards that
            differ; a target that is there already.
        StoreError: the disk is full.
    """
    if not sources:
        raise DataError(f"{name_of(real_path(target))}: there is nothing to merge; name the shards")
    with ExitStack() as stack:
        shards = [stack.enter_context(Store.open(source)) for source in sources]
        plan = _joined_plan(shards)
        merged = stack.enter_context(Store.create(target, plan))
        try:
            parts = sorted({part for shard in shards for part in shard.parts()})
            sittings = [_copied_sessions(shard, merged) for shard in shards]
            left_out = sum(_merge_part(merged, shards, sittings, part) for part in parts)
            if _is_whole(merged):
                merged.finish("boards", None)
            return left_out
        except BaseException:
            merged.close()
            merged.path.unlink()
            raise


def _is_whole(merged: Store) -> bool:
    """Whether all boards are there, and no rule is to be asked where the run ends."""
    plan = merged.plan
    return all(
        not is_judged(plan, part)
        and sum(count for _, count in merged.ranges(part)) == count_of(plan, part)
        for part in range(len(plan["parts"]))
    )


def _joined_plan(shards: Sequence[Store]) -> dict[str, Any]:
    """The plan that covers those of all shards; DataError if they are of several runs."""
    plan = shards[0].plan
    for shard in shards[1:]:
        other = difference(plan, shard.plan)
        if other is not None:
            one, two = name_of(shards[0].path), name_of(shard.path)
            raise DataError(f"{two} is of another run than {one}: {other}")
    return joined([shard.plan for shard in shards])


def _copied_sessions(shard: Store, merged: Store) -> dict[int | None, int]:
    """New numbers of a shard's sittings, by the old ones."""
    return {sitting.pop("number"): merged.begin_session(sitting) for sitting in shard.sessions()}


def _merge_part(
    merged: Store, shards: Sequence[Store], sittings: Sequence[dict[int | None, int]], part: int
) -> int:
    """Copy a part's chunks; return how many are left out."""
    taken = _Taken(merged, part)
    for shard, numbers in zip(shards, sittings, strict=True):
        moved = first_of(shard.plan, part) - first_of(merged.plan, part)
        waiting: list[StoredChunk] = []
        for chunk in shard.chunks(part):
            beyond = chunk.start + chunk.count > count_of(shard.plan, part)
            if beyond or chunk.session not in numbers:
                where = boards_text(shard.plan, chunk.start, chunk.count, part)
                what = "are none of its run" if beyond else "have no session"
                raise damaged(shard.path, f"part {part}, {where} {what}")
            chunk = replace(chunk, start=chunk.start + moved, session=numbers[chunk.session])
            if taken.take(chunk, shard.path):
                waiting.append(chunk)
            if len(waiting) == _TOGETHER or (waiting and chunk.records is not None):
                merged.add(waiting)
                waiting = []
        if waiting:
            merged.add(waiting)
    return taken.left_out


class _Taken:
    """Which boards of a part the merged store has, and from where."""

    def __init__(self, merged: Store, part: int) -> None:
        self.left_out = 0
        self._plan = merged.plan
        self._starts: list[int] = []
        self._chunks: dict[int, tuple[int, str, Path]] = {}  # count, checksum and source by start
        self._looks = []
        if is_judged(merged.plan, part):
            self._looks = list(takewhile(lambda look: look < MOST_BOARDS, looks()))

    def take(self, chunk: StoredChunk, source: Path) -> bool:
        """Whether the chunk is to be copied; DataError if one of the same boards is another."""
        start, stop = chunk.start, chunk.start + chunk.count
        seal = checksum(digest_column(chunk.digest), counters_column(chunk.totals))
        count, other, place = self._chunks.get(start, (0, "", source))
        if count == chunk.count:
            if other != seal:
                where = boards_text(self._plan, start, count, chunk.part)
                raise DataError(
                    f"{name_of(source)} and {name_of(place)} do not agree on part {chunk.part},"
                    f" {where}: one of them is not what this version plays; verify them"
                )
            return False
        at = bisect_left(self._starts, stop)
        before = self._starts[at - 1] if at else 0
        overlaps = at > 0 and before + self._chunks[before][0] > start
        if overlaps or bisect_right(self._looks, start) != bisect_left(self._looks, stop):
            self.left_out += 1
            return False
        self._starts.insert(at, start)
        self._chunks[start] = chunk.count, seal, source
        return True
