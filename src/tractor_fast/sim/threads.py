"""Play boards a chunk at a time on several threads.

The compiled loops run without the GIL, so threads use all cores.  Whatever a chunk yields is
integers that add up, so the result does not depend on how the boards were cut or who played them.
"""

from collections.abc import Callable
from typing import TypeVar

from ..errors import StrategyError
from ..stats import looks
from .boards import Boards
from .chunks import Chunk, Chunks
from .guard import Guard
from .workers import Done, Workers

Part = TypeVar("Part")

_QUEUED = 2  # chunks a thread that are handed out at once: one being played, one waiting


def in_chunks(
    boards: Boards,
    play: Callable[[Chunk], Part],
    add: Callable[[Part], None],
    *,
    jobs: int,
    progress: Callable[[int], None] | None = None,
    guard: Guard,
    enough: Callable[[int], bool] | None = None,
) -> None:
    """Call ``play`` on chunks of all ``boards``, on ``jobs`` threads; ``add`` what it yields.

    ``add`` is called in the order of the boards, ``progress`` with the number of boards finished so
    far, both on this thread.  ``guard`` ends decisions that take too long.  ``enough`` is asked at
    every look (:func:`tractor_fast.stats.looks`), when just so many boards have been added, whether
    they will do: then nothing beyond them is, even if it has been played.

    Raises:
        StrategyError: that of the first board to fail, whatever the number of threads; what the
            boards before it yield has been added, and nothing else.
        WorkerError: the system does not start so many threads.
    """
    chunks = Chunks(boards, looks() if enough else ())
    judged = looks()
    look = next(judged)
    workers = Workers(play, jobs)
    back: dict[int, Done] = {}  # chunks that cannot be added yet, by first board
    lost: dict[int, StrategyError] = {}  # of chunks whose thread does not come back
    at, done, failed = boards.first, 0, False
    try:
        while True:
            while not failed and workers.pending < _QUEUED * jobs and (chunk := chunks.take()):
                workers.submit(chunk)
            if not workers.pending:
                break
            for each in workers.finished(guard.poll):
                back[each.chunk.first] = each
                if each.error is None and each.chunk.first not in lost:
                    chunks.learn(each.chunk, each.seconds)
                    done += each.chunk.deals
                else:
                    failed = True
            # Chunks are handed out in order and all before a failure are waited for, so the first
            # board to fail is the same with any number of threads.
            while at in back:
                each = back.pop(at)
                part = each.error.played if isinstance(each.error, StrategyError) else each.part
                if part is not None:
                    add(part)
                error = each.error or lost.get(at)
                if error is not None:
                    raise error
                at += each.chunk.deals
                if enough is not None and at - boards.first == look:
                    if enough(look):
                        guard.stop()
                        workers.stop(guard.patience)
                        return
                    look = next(judged)
            if progress is not None:
                progress(done)
            for thread, overdue in guard.overdue():
                left = workers.leave(thread)
                if left is not None:
                    # The boards before it are played once more, to know what they yield.
                    failed, lost[left.first] = True, overdue
                    before = guard.unit_of(overdue) - left.first
                    workers.submit(Chunk(left.first, before))
    except BaseException:  # an error or Ctrl-C: only the chunks being played are waited for
        guard.stop()
        workers.stop(guard.patience)
        raise
    workers.stop()
