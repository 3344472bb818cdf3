"""Play boards a chunk at a time on several threads.

The compiled loops run without the GIL, so threads use all cores.  Whatever a chunk yields is
integers that add up, so the result does not depend on how the boards were cut or who played them.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from ..errors import StrategyError, WorkerError
from .boards import Boards
from .chunks import Chunk, Chunks

Part = TypeVar("Part")

_QUEUED = 2  # chunks a thread that are handed out at once: one being played, one waiting


def in_chunks(
    boards: Boards,
    play: Callable[[Chunk], Part],
    add: Callable[[Part], None],
    *,
    jobs: int,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Call ``play`` on chunks of all ``boards``, on ``jobs`` threads; ``add`` what it yields.

    ``add`` and ``progress`` (the number of boards finished so far) are called on this thread, in
    the order in which chunks are finished.

    Raises:
        StrategyError: that of the first board to fail, whatever the number of threads.
        WorkerError: the system does not start so many threads.
    """

    def timed(chunk: Chunk) -> tuple[Part, float]:
        start = time.perf_counter()
        return play(chunk), time.perf_counter() - start

    done = 0
    chunks = Chunks(boards)
    pending: dict[Future[tuple[Part, float]], Chunk] = {}
    failures: dict[int, StrategyError] = {}
    with ThreadPoolExecutor(jobs, thread_name_prefix="boards") as pool:
        try:
            while True:
                while not failures and len(pending) < _QUEUED * jobs and (chunk := chunks.take()):
                    pending[_submit(pool, timed, chunk)] = chunk
                if not pending:
                    break
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    chunk = pending.pop(future)
                    try:
                        part, seconds = future.result()
                    except StrategyError as error:
                        failures[chunk.first] = error
                        continue
                    add(part)
                    chunks.learn(chunk, seconds)
                    done += chunk.deals
                if progress is not None:
                    progress(done)
        except BaseException:  # an error or Ctrl-C: only the chunks being played are waited for
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if failures:
        # Chunks are handed out in order and those under way are waited for, so the first board to
        # fail is the same with any number of threads.
        raise failures[min(failures)]


def _submit(
    pool: ThreadPoolExecutor, play: Callable[[Chunk], tuple[Part, float]], chunk: Chunk
) -> Future[tuple[Part, float]]:
    try:
        return pool.submit(play, chunk)
    except RuntimeError as error:  # the system has no more threads
        raise WorkerError(f"{error}; ask for fewer jobs") from None
