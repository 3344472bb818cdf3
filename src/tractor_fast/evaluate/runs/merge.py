"""Join the files of a run that was played in parts, on several machines say."""

from pathlib import Path

from ...inputs import path_of
from ...sim.store import merge as merge_stores
from .overview import Overview, overview


def merge(target: str | Path, *sources: str | Path) -> tuple[Overview, int]:
    """Make ``target`` of all that ``sources`` have, which are runs of one question.

    They may be of different ranges of boards: that of ``target`` is the smallest that has all of
    them, and what no source has is played when it is resumed.  A board counts once.  Returns what
    ``target`` is, and how many chunks were left out because they share some of their boards with
    another: these are played again.

    Raises:
        DataError: a source that is no store, is damaged or of another run; a chunk that is another
            in two sources; a target that is there already.
        StoreError: the disk is full.
    """
    left_out = merge_stores(path_of("target", target), [path_of("source", s) for s in sources])
    return overview(path_of("target", target)), left_out
