"""Tables written to files for other programs: CSV, JSON, Parquet and numpy's npz.

A table comes in batches, mappings from the names of its columns to their values, so that one that
is larger than memory can be written; only an npz has to be put together first.  In cells without a
value there is None.
"""

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import DataError, SpecError, TractorFastError
from ...sim.store.telling import name_of, real_path

Batch = Mapping[str, Sequence[Any] | np.ndarray]
"""Columns by name, all of one length."""


def write_table(path: Path, form: str, batches: Iterable[Batch]) -> None:
    """Write a table, at least one batch, in the form ``csv``, ``json``, ``parquet`` or ``npz``.

    Raises:
        SpecError: Parquet without pyarrow, numbers that a form does not have, or an npz that does
            not fit into memory.
        DataError: the file cannot be written.
    """
    written(path, lambda part: _WRITERS[form](part, batches))


def written(path: Path, write: Callable[[Path], object]) -> None:
    """Have a file written as a whole or not at all; DataError if it cannot be.

    A link stays one, and what is no file, such as a device, stays what it is.
    """
    goal = real_path(path)
    part = Path(f"{goal}.{os.getpid()}.part")
    try:
        if goal.exists() and not goal.is_file():
            raise DataError(f"{name_of(goal)} cannot be written: it is no file; name another one")
        part.touch(exist_ok=False)  # one of somebody else's is not written over
        try:
            write(part)
            os.replace(part, goal)
        finally:
            part.unlink(missing_ok=True)
    except TractorFastError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"{name_of(path)} cannot be written: {reason}") from None


def _csv(path: Path, batches: Iterable[Batch]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number, batch in enumerate(batches):
            if number == 0:
                writer.writerow(batch)
            writer.writerows(_rows(batch))


def _json(path: Path, batches: Iterable[Batch]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        separator = "[\n"
        for batch in batches:
            for row in _rows(batch):
                file.write(separator + json.dumps(dict(zip(batch, row, strict=True))))
                separator = ",\n"
        file.write("[]\n" if separator == "[\n" else "\n]\n")


def _rows(batch: Batch) -> Iterator[tuple[Any, ...]]:
    columns = (
        column.tolist() if isinstance(column, np.ndarray) else column for column in batch.values()
    )
    return zip(*columns, strict=True)


def _parquet(path: Path, batches: Iterable[Batch]) -> None:
    try:
        from pyarrow import ArrowException, Table
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise SpecError(
            "parquet needs pyarrow, which is not installed: pip install 'tractor_fast[parquet]'"
        ) from None
    each = iter(batches)
    try:
        first = Table.from_pydict(dict(next(each)))
        with ParquetWriter(path, first.schema) as writer:
            writer.write_table(first)
            for batch in each:
                writer.write_table(Table.from_pydict(dict(batch), schema=first.schema))
    except (ArrowException, OverflowError) as error:
        raise SpecError(f"parquet has no such table: {error}; csv and json have") from None


def _npz(path: Path, batches: Iterable[Batch]) -> None:
    columns: dict[str, list[np.ndarray]] = {}
    try:
        for batch in batches:
            for name, column in batch.items():
                before = columns.setdefault(name, [])
                before.append(_array(column, before[0].dtype if before else None))
        whole: Any = {name: np.concatenate(parts) for name, parts in columns.items()}
    except MemoryError:
        raise SpecError("an npz of so many rows does not fit into memory; csv does") from None
    except OverflowError:
        raise SpecError("a number is beyond 64 bits, which an npz cannot have; csv can") from None
    with open(path, "wb") as file:  # savez adds an ending to names
        np.savez_compressed(file, **whole)


def _array(column: Sequence[Any] | np.ndarray, dtype: np.dtype | None) -> np.ndarray:
    """A column as an array without objects, which would be pickled; 0 for a missing number.

    ``dtype`` is that of the batches before.
    """
    if isinstance(column, np.ndarray):
        return column
    if all(isinstance(each, int | None) for each in column):
        return np.array([each or 0 for each in column], dtype or np.int64)
    return np.array(column, dtype)


_WRITERS = {"csv": _csv, "json": _json, "parquet": _parquet, "npz": _npz}
