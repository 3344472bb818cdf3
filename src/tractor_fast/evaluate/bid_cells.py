"""Opportunities to bid sorted into cells by what the seat held, and counted in integers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from .._core import engine
from ..cards import RANKS, SMALL_JOKER
from ..errors import SpecError, did_you_mean
from ..inputs import listed, shown
from ..rules import Rules
from ..sim import Totals

MOST_CELLS = 2**18
"""So many cells a table may have: each takes 12 numbers of 8 bytes, on each thread."""

SUMS = (
    "boards",
    "itself",
    "levels",
    "levels_sq",
    "next",
    "next_sq",
    "levels_next",
    "points",
    "points_sq",
    "levels_bid",
    "next_bid",
    "points_bid",
)
"""What is summed up in a cell.

Each of levels, next and points is the difference between the two deals, of the side of the seat
that may bid: levels gained, declaring next (+1, else -1), and points: as attackers those beyond the
line at which they take over (R30), as declarer's side those below it.  The last three are of the
deal in which it bids; ``itself`` counts the bids that the strategy makes by itself.
"""

POINTS_STEP = 5
"""Points come in fives."""

MARGIN = 405
"""Points beyond the line, where the seat bids, are counted by fives from -MARGIN to +MARGIN; the
first and the last number take what lies beyond."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One of the properties by which opportunities are sorted: of a board's record, a number."""

    name: str
    meaning: str
    read: Callable[[np.ndarray], np.ndarray]
    size: Callable[[Rules], int]
    text: Callable[[int], int | str] = int


AXES = {
    axis.name: axis
    for axis in (
        Axis(
            "trumps",
            "cards drawn that the bid would make trumps, jokers and level cards too",
            lambda rows: rows["trumps"],
            lambda rules: rules.hand_size + 1,
        ),
        Axis(
            "jokers",
            "jokers among them",
            lambda rows: rows["jokers"],
            lambda rules: 2 * rules.decks + 1,
        ),
        Axis(
            "pairs",
            "pairs of equal cards among them",
            lambda rows: rows["pairs"],
            lambda rules: rules.hand_size // 2 + 1,
        ),
        Axis(
            "draw",
            "cards that the seat has drawn",
            lambda rows: rows["draw"],
            lambda rules: rules.hand_size + 1,
        ),
        Axis(
            "level",
            "level of the deal",
            lambda rows: rows["bid"]["level"],
            lambda rules: len(RANKS),
            lambda rank: RANKS[rank],
        ),
        Axis(
            "bid",
            "what the bid makes trump: suit or no_trump",
            lambda rows: rows["face"] >= SMALL_JOKER,
            lambda rules: 2,
            lambda joker: ("suit", "no_trump")[joker],
        ),
        Axis(
            "count",
            "cards that the bid shows",
            lambda rows: rows["count"],
            lambda rules: rules.decks + 1,
        ),
        Axis(
            "role",
            "of the seat: declarer, its partner, attacker, or unknown",
            lambda rows: rows["role"],
            lambda rules: len(engine.ROLES),
            lambda role: engine.ROLES[role],
        ),
    )
}
"""What ``by`` may name."""


@dataclass(frozen=True)
class Cells:
    """A grid of cells, one for every combination of values of ``axes``; the last runs fastest."""

    axes: tuple[Axis, ...]
    rules: Rules

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each axis has."""
        return tuple(axis.size(self.rules) for axis in self.axes)

    def tally(self, rows: np.ndarray) -> Totals:
        """Counters of records of dtype ``engine.OPPORTUNITY``; all are integers that add.

        ``boards``, those ``with_opportunity``, all ``opportunities`` of them; ``cells``, an array
        of SUMS by cell; and ``margins``, boards by trumps and by the points where the seat bids.
        """
        found = rows["found"].astype(np.int64)
        played = rows[found > 0]
        return {
            "boards": len(rows),
            "with_opportunity": len(played),
            "opportunities": int(found.sum()),
            "cells": self._cells(played),
            "margins": self._margins(played),
        }

    def _cells(self, rows: np.ndarray) -> np.ndarray:
        sums = np.zeros((*self.shape, len(SUMS)), np.int64)
        if not len(rows):
            return sums
        values = self._values(rows)
        places = [axis.read(rows).astype(np.intp) for axis in self.axes]
        cell = np.ravel_multi_index(places, self.shape) if places else np.zeros(len(rows), np.intp)
        order = np.argsort(cell, kind="stable")
        cells, starts = np.unique(cell[order], return_index=True)
        sums.reshape(-1, len(SUMS))[cells] = np.add.reduceat(values[order], starts, axis=0)
        return sums

    def _values(self, rows: np.ndarray) -> np.ndarray:
        """One line a record: what SUMS adds up."""
        line = 2 * self.rules.level_step
        bid, passed = (_of_seat(rows[way], rows["seat"], line) for way in ("bid", "passed"))
        levels, ahead, points = (b - p for b, p in zip(bid, passed, strict=True))
        ones = np.ones(len(rows), np.int64)
        return np.stack(
            (
                ones,
                rows["itself"].astype(np.int64),
                levels,
                levels * levels,
                ahead,
                ahead * ahead,
                levels * ahead,
                points,
                points * points,
                *bid,
            ),
            axis=1,
        )

    def _margins(self, rows: np.ndarray) -> np.ndarray:
        trumps = AXES["trumps"]
        _, _, points = _of_seat(rows["bid"], rows["seat"], 2 * self.rules.level_step)
        places = (np.clip(points, -MARGIN, MARGIN) + MARGIN) // POINTS_STEP
        counts = np.zeros((trumps.size(self.rules), 2 * MARGIN // POINTS_STEP + 1), np.int64)
        np.add.at(counts, (trumps.read(rows), places), 1)
        return counts


def _of_seat(
    deals: np.ndarray, seats: np.ndarray, line: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Levels, declaring next (+1 or -1) and points beyond ``line``, each for the seat's side."""
    defends = deals["team"] >> seats & 1
    side = 2 * defends.astype(np.int64) - 1
    ahead = 1 - 2 * (defends ^ deals["team"] >> deals["holder"] & 1).astype(np.int64)
    return side * deals["levels"], ahead, side * (line - deals["points"])


def cells_of(by: str | Iterable[str], rules: Rules) -> Cells:
    """The grid that ``by`` asks for: names of AXES, as a list or as text with commas between.

    Raises:
        SpecError: an unknown name, one given twice, or more than MOST_CELLS cells.
    """
    names = _names(by)
    for name in names or [""]:
        if not isinstance(name, str) or name not in AXES:
            raise SpecError(
                f"by = {shown(name)}: allowed: {', '.join(AXES)}{did_you_mean(name, AXES)}"
            )
    if len(set(names)) < len(names):
        raise SpecError(f"by = {','.join(names)}: each may be named once")
    cells = Cells(tuple(AXES[name] for name in names), rules)
    size = int(np.prod(cells.shape, dtype=np.int64))
    if size > MOST_CELLS:
        raise SpecError(
            f"by = {','.join(names)}: {size:,} cells are more than {MOST_CELLS:,}; leave one out"
        )
    return cells


def _names(by: str | Iterable[str]) -> list[str]:
    if isinstance(by, str):
        return [name.strip() for name in by.split(",")]
    several = listed(by)
    return [by] if several is None else several  # type: ignore[list-item]
