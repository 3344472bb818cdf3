"""Play boards a chunk at a time, on several threads or by the workers of an executor.

The compiled loops run without the GIL, so threads use all cores.  Whatever a chunk yields is
integers that add up, so the result does not depend on how the boards were cut or who played them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from ..errors import StoreError, StrategyError
from ..interrupts import interrupts_wait
from ..stats import looks
from .chunks import Chunk, Chunks
from .part import Part, Played
from .workers import Done


class Playing(Protocol):
    """Whoever plays chunks: threads (:class:`Workers`), or an executor's workers (``Pool``)."""

    @property
    def chunk_seconds(self) -> float:
        """How long a chunk should take; may change."""

    @property
    def pending(self) -> int:
        """How many chunks are handed in and not come back."""

    @property
    def slots(self) -> int:
        """How many chunks are played at once; may change."""

    def submit(self, chunk: Chunk) -> None:
        """Hand in a chunk."""

    def finished(self, seconds: float | None) -> list[Done]:
        """Chunks that have come back, at least one, or none when ``seconds`` have passed first."""

    def leave(self, thread: int) -> Chunk | None:
        """Wait for a thread no longer; the chunk that it was playing, if it is one of these."""

    def stop(self, seconds: float | None = None) -> None:
        """Play nothing more, and wait for what is being played, for so long at most."""


class Kept(Protocol):
    """What is finished of a part, kept somewhere; starts are counted from its first board.

    ``with_records``: records are kept too.
    """

    with_records: bool

    def gaps(self) -> Sequence[tuple[int, int]]:
        """What is still to be played: (start, boards), in order."""

    def stored(self) -> Iterator[tuple[int, int, Played]]:
        """(start, boards, what they come to) of all that is kept, in order."""

    def add(self, start: int, boards: int, played: Played, seconds: float) -> None:
        """Keep what was played."""

    def tick(self) -> None:
        """Have written what has waited for long enough; called now and then."""

    def flush(self) -> None:
        """Have all of it written."""


_TICK = 1.0  # seconds between looks at what waits to be written
_QUEUED = 2  # chunks a worker that are handed out at once: one being played, one waiting


class _Order:
    """Brings chunks, played now or kept from before, into the order of the boards."""

    def __init__(self, first: int, kept: Kept | None) -> None:
        self.at = self._first = first
        self._back: dict[int, Done] = {}
        self._kept = iter(kept.stored()) if kept is not None else iter(())
        self._next_kept = next(self._kept, None)

    def put(self, done: Done) -> None:
        """A chunk has come back."""
        self._back[done.chunk.first] = done

    def take(self) -> Done | None:
        """The chunk that is next, if it is here."""
        done = self._back.pop(self.at, None)
        if done is None and self._next_kept is not None:
            start, boards, played = self._next_kept
            if self._first + start == self.at:
                done = Done(Chunk(self.at, boards), played, None, 0.0)
                self._next_kept = next(self._kept, None)
        if done is not None:
            self.at += done.chunk.deals
        return done


def in_chunks(
    part: Part,
    workers: Playing,
    add: Callable[[Played, int], None],
    *,
    kept: Kept | None = None,
    progress: Callable[[int], None],
    enough: Callable[[int], bool] | None = None,
) -> None:
    """Have ``workers`` play all boards of a part; ``add`` what so many of them come to.

    ``add`` is called in the order of the boards, ``progress`` with the number of boards finished so
    far, both on this thread.  ``enough`` is asked at every look
    (:func:`tractor_fast.stats.looks`), when just so many boards have been added, whether they will
    do: then nothing beyond them is, even if it has been played.  What is ``kept`` from before is
    added without being played, and what is finished is kept, whatever ends the run.

    Raises:
        StrategyError: that of the first board to fail, whoever plays; what the boards before it
            come to has been added, and nothing else.
        WorkerError: threads or processes cannot be started, or die.
        StoreError: what is finished can be kept no more.
    """
    boards, guard = part.boards, part.guard
    chunks = Chunks(
        boards,
        looks() if enough else (),
        None if kept is None else kept.gaps(),
    )
    judged = looks()
    look = next(judged)
    order = _Order(boards.first, kept)
    poll = guard.poll if kept is None else min(_TICK, guard.poll or _TICK)
    lost: dict[int, StrategyError] = {}  # of chunks whose thread does not come back
    failed = False
    done = 0 if kept is None else boards.deals - sum(many for _, many in kept.gaps())

    def worth(each: Done) -> tuple[Played | None, int]:
        """What a chunk comes to, as far as no strategy failed, and of how many boards that is."""
        if isinstance(each.error, StrategyError):
            return each.error.played, guard.unit_of(each.error) - each.chunk.first
        return each.part, each.chunk.deals

    def keep(back: Sequence[Done]) -> None:
        """Keep what has come back; an interrupt in the midst would leave it kept and not known."""
        if kept is None:
            return
        with interrupts_wait():
            for each in back:
                played, many = worth(each)
                if played is not None and many:
                    kept.add(each.chunk.first - boards.first, many, played, each.seconds)
            kept.tick()

    def settle() -> bool:
        """Add all that is next; whether that will do."""
        nonlocal look
        while (each := order.take()) is not None:
            played, many = worth(each)
            if played is not None:
                add(played, many)
            error = each.error or lost.get(each.chunk.first)
            if error is not None:
                raise error
            if enough is not None and order.at - boards.first == look:
                if enough(look):
                    return True
                look = next(judged)
        return False

    try:
        finished = settle()
        if done:
            progress(done)
        while not finished:
            while not failed and workers.pending < _QUEUED * workers.slots:
                chunk = chunks.take()
                if chunk is None:
                    break
                workers.submit(chunk)
            if not workers.pending:
                break
            back = workers.finished(poll)
            keep(back)
            for each in back:
                order.put(each)
                if each.error is None and each.chunk.first not in lost:
                    chunks.learn(each.chunk, each.seconds, workers.chunk_seconds)
                    done += each.chunk.deals
                else:
                    failed = True
            # Chunks are handed out in order and all before a failure are waited for, so the first
            # board to fail is the same whoever plays.
            finished = settle()
            progress(done)
            for thread, overdue in guard.overdue():
                left = workers.leave(thread)
                if left is not None:
                    # The boards before it are played once more, to know what they yield.
                    failed, lost[left.first] = True, overdue
                    before = guard.unit_of(overdue) - left.first
                    workers.submit(Chunk(left.first, before))
        if finished:
            guard.stop()
            workers.stop(guard.patience)
        else:
            workers.stop()
    except BaseException as error:  # or Ctrl-C: only the chunks being played are waited for
        guard.stop()
        try:
            workers.stop(guard.patience)
        finally:  # a second Ctrl-C ends the wait, and loses nothing that has come back
            if kept is not None and not isinstance(error, StoreError):
                with interrupts_wait():
                    keep(workers.finished(0))
                    kept.flush()
        raise
    if kept is not None:
        with interrupts_wait():
            kept.flush()
