"""Whoever plays chunks, with the chunks counted, and the time that is not spent on playing."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tractor_fast.sim import Chunk, Kept, Part, Playing, play_part
from tractor_fast.sim.workers import Done


class Counted:
    """Hands on to ``playing``, in chunks of another length, and counts what comes back."""

    def __init__(self, playing: Playing, chunk_seconds: float) -> None:
        self._playing = playing
        self.chunk_seconds = chunk_seconds
        self.chunks = self.boards = 0
        self.seconds = 0.0

    @property
    def pending(self) -> int:
        return self._playing.pending

    @property
    def slots(self) -> int:
        return self._playing.slots

    def submit(self, chunk: Chunk) -> None:
        self._playing.submit(chunk)

    def finished(self, seconds: float | None) -> list[Done]:
        found = self._playing.finished(seconds)
        for each in found:
            self.chunks += 1
            self.boards += each.chunk.deals
            self.seconds += each.seconds
        return found

    def leave(self, thread: int) -> Chunk | None:
        return self._playing.leave(thread)

    def stop(self, seconds: float | None = None) -> None:
        self._playing.stop(seconds)


@dataclass(frozen=True)
class Cost:
    """Seconds a chunk: of one worker beyond its play, and of this process, or of its main thread.

    ``play`` is how long playing one took, ``boards`` how many it has on average.
    """

    chunks: int
    boards: float
    play: float
    beyond: float
    process: float
    main_thread: float


def cost(
    part: Part, open_playing: Callable[[bool], Playing], seconds: float, kept: Kept | None = None
) -> Cost:
    """What chunks of ``seconds`` cost one worker, and whoever hands them out."""
    opened: list[Counted] = []

    def counted(keep_records: bool) -> Counted:
        opened.append(Counted(open_playing(keep_records), seconds))
        return opened[0]

    began = time.perf_counter(), time.process_time(), time.thread_time()
    play_part(part, counted, kept=kept)
    ended = time.perf_counter(), time.process_time(), time.thread_time()
    wall, process, thread = (after - before for before, after in zip(began, ended, strict=True))
    (found,) = opened
    each = found.chunks
    return Cost(
        chunks=each,
        boards=found.boards / each,
        play=found.seconds / each,
        beyond=(wall - found.seconds) / each,
        process=process / each,
        main_thread=thread / each,
    )
