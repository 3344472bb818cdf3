"""A finished chunk of boards, and its row."""

from dataclasses import dataclass

from ..totals import Totals
from .fields import (
    Column,
    checksum,
    counters_column,
    digest_column,
    read_counters,
    read_digest,
    read_records,
    read_seconds,
    records_column,
)

MOST_BOARDS = 2**63 - 1
"""Boards of a run, so that SQLite can count them."""

COLUMNS = "digest, seconds, session, counters, records"
"""Those beyond ``part, start, count, checksum``."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredChunk:
    """What ``count`` boards come to, from the ``start``-th of a part of a run on (from 0).

    ``seconds`` is what playing took, ``records`` the bytes of their records if these are kept, and
    ``session`` the number of the sitting that played them, None for that which is writing.
    """

    part: int
    start: int
    count: int
    totals: Totals
    digest: int
    seconds: float
    records: bytes | None = None
    session: int | None = None


def row_of(chunk: StoredChunk, session: int) -> tuple[Column, ...]:
    """``part, start, count, checksum`` and the COLUMNS of a chunk; ``session`` is who played it."""
    place = int(chunk.part), int(chunk.start), int(chunk.count)
    rest = (
        digest_column(chunk.digest),
        float(chunk.seconds),
        session,
        counters_column(chunk.totals),
        records_column(chunk.records),
    )
    return *place, checksum(*place, *rest), *rest


def chunk_of(part: int, start: int, count: int, seal: str, row: tuple) -> StoredChunk:
    """The chunk of a row's COLUMNS; ValueError for what is damaged, or was never a chunk."""
    if checksum(part, start, count, *row) != seal:
        raise ValueError("its checksum does not agree")
    digest, seconds, session, counters, records = row
    if type(session) is not int:
        raise ValueError("its session is no number")
    return StoredChunk(
        part,
        start,
        count,
        read_counters(counters),
        read_digest(digest),
        read_seconds(seconds),
        read_records(records),
        session,
    )
