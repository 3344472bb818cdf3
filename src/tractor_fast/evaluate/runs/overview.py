"""What runs there are and how far each is, read from their files; what they name is not run."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...errors import DataError
from ...inputs import path_of
from ...sim.store import Store
from ...sim.store.lock import is_written
from ...sim.store.schema import APPLICATION_ID
from ...sim.store.telling import name_of


@dataclass(frozen=True)
class Overview:
    """A run: its file, what is asked, how many of all boards are kept, and how it stands.

    ``state`` is ``finished``, ``failed`` (a strategy), ``running`` (a process writes to it),
    ``open`` (it can be gone on with) or ``damaged``; ``problem`` says how.
    """

    file: str
    state: str
    question: str | None = None
    unit: str | None = None
    done: int | None = None
    of: int | None = None
    strategies: tuple[str, ...] = ()
    started: str | None = None
    problem: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can write it."""
        return {**asdict(self), "strategies": list(self.strategies)}


def list_runs(*paths: str | Path) -> list[Overview]:
    """The runs in files, and in the directories that are named (but not in those within).

    Of the files of a directory those that are no stores are passed over, and one that is damaged is
    listed as such.

    Raises:
        DataError: a path that is not there, cannot be read, or is a file without a run.
    """
    found: list[Overview] = []
    for each in paths:
        path = path_of("path", each)
        if path.is_dir():
            found += map(_of_directory, _stores_in(path))
        else:
            found.append(overview(path))
    return found


def overview(path: Path) -> Overview:
    """One run; DataError for a file that is none."""
    with Store.open(path) as store:
        plan, sessions = store.plan, store.sessions()
        return Overview(
            file=str(path),
            state=state_of(store),
            question=plan["question"],
            unit=plan["count_name"],
            done=done_of(store),
            of=sum(part["count"] for part in plan["parts"]),
            strategies=tuple(plan["strategies"]),
            started=_text(sessions[0].get("started")) if sessions else None,
            problem=store.failure,
        )


def done_of(store: Store) -> int:
    """How many boards, deals or matches of all parts a store has."""
    parts = range(len(store.plan["parts"]))
    return sum(count for part in parts for _, count in store.ranges(part))


def state_of(store: Store) -> str:
    """How a run stands: see :class:`Overview`."""
    if store.state == "finished":
        return "failed" if store.stopped_by == "failure" else "finished"
    return "running" if is_written(store.path) else "open"


def _of_directory(path: Path) -> Overview:
    try:
        return overview(path)
    except DataError as error:
        return Overview(file=str(path), state="damaged", problem=str(error))


def _stores_in(directory: Path) -> Iterator[Path]:
    try:
        files = sorted(each for each in directory.iterdir() if each.is_file())
    except OSError as error:
        raise DataError(f"{name_of(directory)} cannot be read: {error.strerror}") from None
    return (each for each in files if _is_store(each))


def _is_store(file: Path) -> bool:
    """Whether a file says that it is a store, however damaged it may be."""
    try:
        with open(file, "rb") as begins:
            header = begins.read(72)
    except OSError:
        return False
    return header.startswith(b"SQLite format 3\0") and header[68:] == APPLICATION_ID.to_bytes(4)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
