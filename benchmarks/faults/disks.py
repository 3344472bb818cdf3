"""Full disks, and places where nothing may be written."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from . import stored
from .checks import check_same, check_whole, digest
from .field import Field
from .mounts import remount, small_disk
from .program import Broken

_ROOM = 160  # KiB: two or three writings of records, and what SQLite has beside them


def full(field: Field) -> str:
    """The disk is full in the middle of a run that keeps records."""
    arguments = field.slow(8_000)
    undisturbed = field.start(*arguments)
    arguments += ("--keep-rows",)
    with small_disk(field.place / "small", f"{_ROOM}k") as mounted:
        path = field.place / "small" / "run.db"
        if mounted:
            said = field.program.run(*arguments, "--out", path).told(1, "run.db", "disk is full")
        else:  # a file may become no larger than that
            limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (_ROOM << 9,) * 2)
            ended = field.program.run(*arguments, "--out", path, preexec_fn=limit)
            said = ended.told(1, "run.db")
        kept = stored.rows(path)
        if not kept:
            raise Broken("nothing is kept of what was finished before the disk was full")
        field.program.run("runs", "show", path).fine()
        expected = undisturbed.wait().fine().result
        room = field.place / "room"
        room.mkdir()
        copy = stored.copied(path, room)
        check_same(field.run("runs", "resume", copy), expected)
        check_whole(copy, expected)
        if mounted:
            remount(path.parent, f"size={100 * _ROOM}k")
            check_same(field.run(*arguments, "--out", path), expected)
            stored.check_nothing_lost(kept, path)
            check_whole(path, expected)
    way = "tmpfs" if mounted else "mount is not allowed: file size limit"
    return f"{way}: {said!r}; {stored.boards(kept):,} deals kept, resumed to {digest(expected)}"


def no_room_at_all(field: Field) -> str:
    """The disk is full before there is a store."""
    with small_disk(field.place / "small", "4k") as mounted:
        if not mounted:
            return "not tried: mount is not allowed"
        (field.place / "small" / "filling").write_bytes(bytes(4096))
        path = field.place / "small" / "run.db"
        said = field.program.run(*field.slow(), "--out", path).told(1, "run.db", "disk is full")
        if path.exists():
            raise Broken("something is left of a store that could not be made")
    return repr(said)


def read_only(field: Field) -> str:
    """A finished store, and one that was killed, where nothing may be written."""
    arguments = field.slow(5000)
    undisturbed = field.start(*arguments)
    with small_disk(field.place / "small", "4m") as mounted:
        place = field.place / "small"
        if not mounted and os.geteuid() == 0:
            return "not tried: root may write everywhere, and mount is not allowed"
        finished, torn = place / "finished.db", place / "torn.db"
        finishing = field.start(*arguments, "--out", finished)
        field.killed(torn, *arguments)
        expected = undisturbed.wait().fine().result
        check_same(finishing.wait(), expected)
        with _closed(place, mounted):
            for path in (torn, place / "new.db"):
                said = field.run(*arguments, "--out", path).told(2, "cannot be written")
            field.program.run("runs", "resume", torn).told(2, "cannot be written")
            check_same(field.run(*arguments, "--out", finished), expected)
            check_same(field.run("runs", "resume", finished), expected)
            for words in (("list", place), ("show", finished), ("verify", finished)):
                field.program.run("runs", *words).fine()
            target = field.place / "chunks.csv"
            field.program.run("runs", "export", finished, target).fine()
            field.program.run("runs", "merge", field.place / "merged.db", finished).fine()
            shown = field.result("runs", "show", torn)
            if shown["done"] != stored.boards(stored.rows(torn)):
                raise Broken("chunks in the log of a killed run are overlooked")
        Path(f"{torn}-shm").unlink()
        with _closed(place, mounted):
            log = field.program.run("runs", "show", torn).told(2, "torn.db-wal", "copy both files")
        copy = stored.copied(torn, field.place)
        check_same(field.run("runs", "resume", copy), expected)
    return f"exit code 2, {said!r}; of a killed run {log!r}; a finished run is read in all ways"


@contextmanager
def _closed(place: Path, mounted: bool) -> Iterator[None]:
    """Nothing may be written in a place."""
    if mounted:
        remount(place, "ro")
    else:
        place.chmod(0o555)
    try:
        yield
    finally:
        if mounted:
            remount(place, "rw")
        else:
            place.chmod(0o755)
