"""Threads that play chunks of boards.

They are daemons of their own and no pool of the library's, which waits for its threads for ever: a
strategy may never give one back.
"""

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from ..errors import WorkerError
from .chunks import Chunk

_HERE = threading.local()  # `ended`: the event that says that a thread's run is over


class RunEnded(Exception):
    """The run that a thread works for is over, and nobody waits for what it does."""


def stop_if_ended() -> None:
    """For long searches within a chunk: raise RunEnded when the run is over."""
    ended = getattr(_HERE, "ended", None)
    if ended is not None and ended.is_set():
        raise RunEnded


class Done(NamedTuple):
    """A chunk that has been played: what it yields or what was raised, and how long it took."""

    chunk: Chunk
    part: Any
    error: BaseException | None
    seconds: float


class Workers:
    """At most ``jobs`` threads that call ``play`` on chunks, each started when there is work."""

    chunk_seconds = 0.05  # an interrupt waits for one chunk to end

    def __init__(self, play: Callable[[Chunk], Any], jobs: int) -> None:
        """No thread is started yet."""
        self._play = play
        self.slots = jobs
        self._todo: SimpleQueue[Chunk | None] = SimpleQueue()
        self._done: SimpleQueue[Done] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._playing: dict[int, Chunk] = {}  # by thread
        self._ended = threading.Event()
        self.pending = 0  # chunks handed in and not come back

    def submit(self, chunk: Chunk) -> None:
        """Hand in a chunk; WorkerError if the system starts no thread for it."""
        if self.pending >= len(self._threads) < self.slots:
            thread = threading.Thread(target=self._work, name="boards", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                raise WorkerError(f"{error}; ask for fewer jobs") from None
            self._threads.append(thread)
        self._todo.put(chunk)
        self.pending += 1

    def finished(self, seconds: float | None) -> list[Done]:
        """All chunks that have come back, at least one; none when ``seconds`` have passed first."""
        found: list[Done] = []
        try:
            found.append(self._done.get(timeout=seconds))
            while True:
                found.append(self._done.get_nowait())
        except Empty:
            self.pending -= len(found)
            return found

    def leave(self, thread: int) -> Chunk | None:
        """Wait for a thread no longer; the chunk that it was playing, if it is one of these."""
        chunk = self._playing.pop(thread, None)
        if chunk is not None:
            self._threads = [each for each in self._threads if each.ident != thread]
            self.pending -= 1
        return chunk

    def stop(self, seconds: float | None = None) -> None:
        """Play nothing more, and wait for the chunks being played, for so long at most."""
        self._ended.set()
        try:
            while True:
                self._todo.get_nowait()
        except Empty:
            pass
        for _ in self._threads:
            self._todo.put(None)
        until = None if seconds is None else time.monotonic() + seconds
        for thread in self._threads:
            thread.join(None if until is None else max(0.0, until - time.monotonic()))

    def _work(self) -> None:
        thread = threading.get_ident()
        _HERE.ended = self._ended
        while (chunk := self._todo.get()) is not None:
            self._playing[thread] = chunk
            start = time.perf_counter()
            part, problem = None, None
            try:
                part = self._play(chunk)
            except BaseException as error:
                problem = error
            done = Done(chunk, part, problem, time.perf_counter() - start)
            if self._playing.pop(thread, None) is None:
                return  # nobody waits for it any more
            self._done.put(done)
