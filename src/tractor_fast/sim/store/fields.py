"""How what is stored becomes columns, and is read back: every value is checked."""

import json
import math
import re
import zlib
from hashlib import blake2b
from operator import index
from typing import Any

import numpy as np

from ..totals import DIGEST_MODULUS, Totals

MOST_RECORDS = 2**28
"""Bytes of records that a chunk may have."""

MOST_TEXT = 2**26
"""Characters of JSON that a field may have."""

_LONGEST_TEXT = 2**13  # of counters that are not compressed
_MOST_CONTAINERS = 2**17  # lists and objects in a text, each of which takes much more memory
_MOST_AXES = 8
_DIGEST = re.compile(r"[0-9a-f]{32}")


Column = int | float | str | bytes | None


def checksum(*fields: Column) -> str:
    """32 hex digits that tell whether any of the fields has changed; no proof against malice."""
    hashed = blake2b(digest_size=16)
    for field in fields:
        if isinstance(field, bytes):
            data = field
        else:
            data = str(field).encode("utf-8", "surrogatepass")
        hashed.update(b"%s %d " % (type(field).__name__.encode(), len(data)))
        hashed.update(data)
    return hashed.hexdigest()


def counters_column(totals: Totals) -> str | bytes:
    """Counters as JSON, compressed if it is long; ValueError for more than a store takes."""
    text = json.dumps(
        {name: _plain(value) for name, value in totals.items()}, separators=(",", ":")
    )
    if len(text) > MOST_TEXT:
        raise ValueError(f"their counters are {len(text):,} characters, more than {MOST_TEXT:,}")
    return text if len(text) <= _LONGEST_TEXT else zlib.compress(text.encode(), 1)


def records_column(records: bytes | None) -> bytes | None:
    """Bytes of records, compressed; ValueError for too many."""
    if records is not None and len(records) > MOST_RECORDS:
        raise ValueError(f"their records are {len(records):,} bytes, more than {MOST_RECORDS:,}")
    return None if records is None else zlib.compress(records, 1)


def digest_column(digest: int) -> str:
    """A digest as its 32 hex digits."""
    return f"{digest % DIGEST_MODULUS:032x}"


def read_counters(column: Column) -> Totals:
    """The counters of a column; ValueError for what is none."""
    if isinstance(column, bytes):
        column = _inflated(column, MOST_TEXT).decode()
    if not isinstance(column, str):
        raise ValueError("its counters are no text")
    counters = parsed(column)
    if not isinstance(counters, dict):
        raise ValueError("its counters have no names")
    return {name: _counter(value) for name, value in counters.items()}


def read_records(column: Column) -> bytes | None:
    """The bytes of a column of records; ValueError for what is none."""
    if column is None:
        return None
    if not isinstance(column, bytes):
        raise ValueError("its records are no bytes")
    return _inflated(column, MOST_RECORDS)


def read_digest(column: Column) -> int:
    """The digest of a column; ValueError for what is none."""
    if not isinstance(column, str) or not _DIGEST.fullmatch(column):
        raise ValueError("its digest is not of 32 hex digits")
    return int(column, 16)


def read_seconds(column: Column) -> float:
    """The seconds of a column; ValueError for what is none."""
    if not isinstance(column, float) or not 0 <= column < math.inf:
        raise ValueError("its seconds are no time")
    return column


def parsed(text: str, *, floats: bool = False) -> Any:
    """What JSON says, which has whole numbers alone unless ``floats``; ValueError if it cannot."""
    if len(text) > MOST_TEXT or text.count("[") + text.count("{") > _MOST_CONTAINERS:
        raise ValueError("its JSON is too long")
    try:
        return json.loads(
            text, parse_float=float if floats else _no_float, parse_constant=_no_float
        )
    except RecursionError:
        raise ValueError("its JSON is nested too deeply") from None


def _no_float(text: str) -> Any:
    raise ValueError(f"{text} is no number here")


def _plain(value: Any) -> Any:
    """A counter as JSON has it."""
    if isinstance(value, np.ndarray):
        if value.dtype != np.int64:
            raise TypeError(f"counters are int64, not {value.dtype}")
        return {"shape": list(value.shape), "int64": value.ravel().tolist()}
    return [index(each) for each in value] if isinstance(value, list) else index(value)


def _counter(value: Any) -> Any:
    if isinstance(value, dict):
        return _array(value)
    if type(value) is int or (isinstance(value, list) and _are_ints(value)):
        return value
    raise ValueError("its counters are not whole numbers")


def _array(value: dict[str, Any]) -> np.ndarray:
    shape, numbers = value.get("shape"), value.get("int64")
    if not (isinstance(shape, list) and isinstance(numbers, list) and len(value) == 2):
        raise ValueError("one of its counters is no array")
    if not (_are_ints(shape) and _are_ints(numbers) and len(shape) <= _MOST_AXES):
        raise ValueError("one of its counters is no array of whole numbers")
    if min(shape, default=0) < 0 or math.prod(shape) != len(numbers):
        raise ValueError("one of its counters is not of the shape that it says")
    try:
        return np.array(numbers, np.int64).reshape(shape)
    except (OverflowError, ValueError):  # also of a shape with a 0 and an endless number in it
        raise ValueError("one of its counters is beyond 64 bits") from None


def _are_ints(values: list[Any]) -> bool:
    return all(type(each) is int for each in values)


def _inflated(data: bytes, most: int) -> bytes:
    engine = zlib.decompressobj()
    try:
        found = engine.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(f"it cannot be decompressed: {error}") from None
    if len(found) > most or not engine.eof or engine.unused_data:
        raise ValueError(f"it does not decompress to at most {most:,} bytes")
    return found
