"""A run of the benchmark as a file, and a run compared with one that was saved."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ...errors import DataError
from ...inputs import UTF8, shown
from ..machine import Machine
from .rows import Row

SCHEMA = "tractor_fast bench 1"
"""Names the form of a saved run; its number changes when the form does."""


class BenchRun(msgspec.Struct, frozen=True, kw_only=True):
    """A whole run: where and how it was measured, and its rows.

    ``absent`` says of each peer that was asked for and could not play what it lacks.
    """

    schema: str
    command: str
    machine: Machine
    seed: int
    quick: bool
    passes: int
    seconds: float
    rows: tuple[Row, ...]
    absent: dict[str, str]

    def to_json(self, comparison: "Comparison | None" = None) -> str:
        """The text of a file that :func:`load_run` reads; a comparison is a key more."""
        whole = msgspec.to_builtins(self)
        if comparison is not None:
            whole["comparison"] = msgspec.to_builtins(comparison)
        return json.dumps(whole, indent=1) + "\n"


class Change(msgspec.Struct, frozen=True):
    """A row beside the same row of a saved run: ``times`` = figure now / figure then.

    ``verdict`` is ``better`` or ``worse`` only where the quartiles of the two runs do not overlap
    and the medians are more than :data:`LEAST_CHANGE` apart; else ``same``.
    """

    then: float
    times: float
    verdict: str


LEAST_CHANGE = 0.02
"""Smaller changes of a median are no change, however steady the passes were."""


class Comparison(msgspec.Struct, frozen=True):
    """A run against a saved one: changes by row, and what was not alike but for the engine."""

    file: str
    changes: dict[str, Change]
    unlike: tuple[str, ...]

    @property
    def worse(self) -> list[str]:
        """The rows that got worse."""
        return [row for row, change in self.changes.items() if change.verdict == "worse"]


@contextmanager
def saving(path: str) -> Iterator[Callable[[BenchRun], None]]:
    """Yields a function that writes a run to ``path``; a run that breaks off leaves the file alone.

    Raises:
        DataError: no file can be written there, said before any time is spent.
    """
    part = Path(f"{path}.part")

    def save(run: BenchRun) -> None:
        with _writing(path):
            part.write_text(run.to_json(), encoding="utf-8")
            part.replace(path)

    with _writing(path):
        for place in (Path(path), part):
            if place.exists() and not place.is_file():  # it would be replaced by one at the end
                raise OSError(None, f"{shown(str(place), str, 300)} is something else than a file")
        part.touch()
    try:
        yield save
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"{_named(path)} cannot be written: {reason}") from None


def _named(path: str | Path) -> str:
    return shown(str(path), str, 300) or "a file without a name"


def load_run(path: str | Path, needed: Sequence[str] = ()) -> BenchRun:
    """A saved run with all rows in ``needed``.

    Raises:
        DataError: a file that cannot be read, is no such run or lacks a row; says which.
    """
    try:
        text = Path(path).read_text(encoding=UTF8)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise DataError(f"{_named(path)} cannot be read: {reason}") from None
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path} is no saved run: no JSON: {shown(error, str)}") from None
    schema = loaded.get("schema") if isinstance(loaded, dict) else None
    if schema != SCHEMA:
        raise DataError(
            f"{path} is no saved run: its schema is {shown(schema)}, not {SCHEMA!r};"
            " write one with bench --save"
        )
    try:
        run = msgspec.convert(loaded, BenchRun)
    except msgspec.ValidationError as error:
        raise DataError(f"{path} is no saved run: {shown(error, str, 200)}") from None
    there = {row.id for row in run.rows}
    missing = [name for name in needed if name not in there]
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise DataError(f"{path} lacks rows of this run: {', '.join(missing[:5])}{more}")
    return run


def compare(now: BenchRun, then: BenchRun, file: str) -> Comparison:
    """Every row that both runs have, in one unit."""
    before: Mapping[str, Row] = {row.id: row for row in then.rows}
    both = [(row, before[row.id]) for row in now.rows if row.id in before]
    changes = {row.id: _change(row, old) for row, old in both if row.unit == old.unit}
    unlike = [
        f"{name}: {ours}, then {shown(theirs, str)}"
        for name, ours, theirs in (
            (name, getattr(now.machine, name), getattr(then.machine, name))
            for name in Machine.__struct_fields__
        )
        if ours != theirs and name != "tractor_fast"
    ]
    if now.seed != then.seed:
        unlike.append(f"seed: {now.seed}, then {then.seed}")
    unlike += [
        f"unit of {row.id}: {row.unit}, then {shown(old.unit, str)}"
        for row, old in both
        if row.unit != old.unit
    ]
    return Comparison(str(file), changes, tuple(unlike))


def _change(now: Row, then: Row) -> Change:
    times = now.figure.median / then.figure.median
    apart = now.figure.low > then.figure.high or now.figure.high < then.figure.low
    if not apart or abs(times - 1) <= LEAST_CHANGE:
        verdict = "same"
    else:
        verdict = "better" if (times > 1) == now.more_is_better else "worse"
    return Change(then.figure.median, times, verdict)
