"""All that the file of a run says of it, but for its counters."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...inputs import path_of
from ...sim.store import Store
from .overview import Overview, overview


@dataclass(frozen=True)
class Shown:
    """A run: overview, plan, sessions, and for each part what is kept of it.

    ``parts`` have ``part``, ``unit``, ``first`` (number of the first board), ``of`` and ``kept``:
    ranges of boards without a gap, as (first, boards, chunks).
    """

    overview: Overview
    plan: dict[str, Any]
    sessions: list[dict[str, Any]]
    parts: list[dict[str, Any]]
    bytes: int

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can write it."""
        return {
            **self.overview.to_dict(),
            "bytes": self.bytes,
            "plan": self.plan,
            "sessions": self.sessions,
            "parts": self.parts,
        }


def show(path: str | Path) -> Shown:
    """What the file of a run says of it; DataError for a file that is none."""
    file = path_of("path", path)
    seen = overview(file)
    with Store.open(file) as store:
        parts = [
            {
                "part": number,
                "unit": part["unit"],
                "first": part["first"],
                "of": part["count"],
                "kept": [
                    (part["first"] + start, count, chunks)
                    for start, count, chunks in _joined(store.ranges(number))
                ],
            }
            for number, part in enumerate(store.plan["parts"])
        ]
        return Shown(seen, store.plan, store.sessions(), parts, file.stat().st_size)


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """(start, units, chunks) of all that has no gap within."""
    found: list[tuple[int, int, int]] = []
    for start, count in ranges:
        if found and found[-1][0] + found[-1][1] == start:
            before, units, chunks = found[-1]
            found[-1] = before, units + count, chunks + 1
        else:
            found.append((start, count, 1))
    return found
