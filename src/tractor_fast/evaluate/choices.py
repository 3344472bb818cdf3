"""Choices of one seat on the same deals: their counters, and the figures that come from them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cards import format_faces
from ..sim import Totals, seat_names
from ..stats import Interval, Means, Moments, Rate, ratio_means
from ..strategies import Seated
from .known import Known, seen_text
from .result import ASKED, MADE, BoardsResult
from .value import Holding

_LEVELS, _NEXT, _POINTS, _DECLARES = range(4)  # blocks of columns, a column an arm


def columns_of(rows: np.ndarray, seat: int) -> np.ndarray:
    """What the arms come to for the side of a seat, from records of dtype ROW (boards, arms).

    int64 (boards, 4 arms + 1): levels that it gains minus those of the others (R30); +1 where it
    declares next (R33), else -1; attackers' points (R28); whether it declares; and a column of 1.
    """
    of_declarer = rows["team"] >> seat & 1
    next_of_declarer = rows["team"] >> rows["holder"] & 1
    blocks = [
        np.where(of_declarer, rows["levels"], -rows["levels"]),
        np.where(next_of_declarer == of_declarer, 1, -1),
        rows["points"],
        of_declarer,
        np.ones((len(rows), 1)),
    ]
    return np.concatenate(blocks, axis=1).astype(np.int64)


CHOICES_SETUP = ("strategy", *ASKED, *MADE, "ci", "reached")
"""Keys that say what was asked of all choices, and how it was played."""


class ArmMeans:
    """Means of arms on common deals, from counters of :func:`columns_of`."""

    def __init__(self, totals: Totals, arms: int) -> None:
        """``arms``: how many there are."""
        self._totals = totals
        self._arms = arms
        self.boards = int(totals["sums"][-1])

    @property
    def levels(self) -> Means:
        """Levels that the seat's side gains, by arm."""
        return self._means(_LEVELS)

    @property
    def points(self) -> Means:
        """The attackers' points, by arm."""
        return self._means(_POINTS)

    def levels_of(self, arm: int) -> Moments:
        """Levels that the seat's side gains with one arm."""
        place = _LEVELS * self._arms + arm
        squares = int(self._totals["products"][place, place])
        return Moments(self.boards, int(self._totals["sums"][place]), squares)

    def value(self, h: float) -> Means:
        """Levels, and ``h`` for declaring next, by arm."""
        return self._means(_LEVELS, _NEXT).mixed(h)

    def holds(self, arm: int) -> Rate:
        """How often the seat's side declares next."""
        return Rate((self.boards + int(self._sums(_NEXT)[arm])) // 2, self.boards)

    def declares(self, arm: int) -> Rate:
        """How often the seat's side is the declarer's."""
        return Rate(int(self._sums(_DECLARES)[arm]), self.boards)

    def _sums(self, block: int) -> np.ndarray:
        sums: np.ndarray = self._totals["sums"][block * self._arms : (block + 1) * self._arms]
        return sums

    def _means(self, *blocks: int) -> Means:
        of = [block * self._arms + arm for block in blocks for arm in range(self._arms)]
        return ratio_means(self._totals, of, [len(self._totals["sums"]) - 1] * len(of))


@dataclass(frozen=True, eq=False)
class ChoicesResult(BoardsResult):
    """Base of the results about one seat's choices, ``names``, on common deals.

    Everything is for the side of the seat: ``levels`` that it gains minus those that the others
    gain (R30), ``holds``, how often it declares next (R33), ``value`` = levels + h where it does,
    - h where not.  Means have ``mean, low, high``, rates ``rate, low, high, count, of``.
    """

    known: Known
    seated: Seated
    ci: float
    names: tuple[str, ...]
    holding: Holding

    # ---- what was asked ------------------------------------------------------------------------

    @property
    def cards(self) -> str:
        """The cards held."""
        return format_faces(self.known.cards)

    @property
    def seat(self) -> str:
        """Whose hand it is."""
        return seat_names(self.rules.players)[self.known.seat]

    @property
    def seen(self) -> str:
        """Bids made before."""
        return seen_text(self.known.bids, self.rules.players)

    @property
    def strategy(self) -> str:
        """What plays all seats."""
        return str(self.seated)

    @property
    def boards(self) -> int:
        """Completions played, each with every choice."""
        return self.setup.boards.deals

    @property
    def reached(self) -> float | None:
        """Half the width of the widest interval of levels, which ``ci`` is about."""
        widths = [self.means.levels_of(arm).half_width for arm in range(len(self.names))]
        return max((width for width in widths if width is not None), default=None)

    @property
    def deals(self) -> int:
        """Deals played: one a completion and choice."""
        return self.boards * len(self.names)

    # ---- what came out -------------------------------------------------------------------------

    @property
    def h(self) -> float:
        """What declaring next is worth, in levels."""
        return self.holding.h

    @property
    def choices(self) -> dict[str, dict[str, Any]]:
        """What each choice comes to.  ``behind``: the value of the best minus its own."""
        means, value = self.means, self.value
        levels, points = means.levels, means.points
        best = self.names.index(self.ranked[0])
        return {
            name: {
                "value": value.interval(arm),
                "levels": levels.interval(arm),
                "holds": means.holds(arm),
                "declares": means.declares(arm),
                "points": points.interval(arm),
                "behind": value.difference(best, arm),
            }
            for arm, name in enumerate(self.names)
        }

    @property
    def best(self) -> str | None:
        """The choice of the highest value; None if no deal was played."""
        return self.ranked[0] if self.boards else None

    @property
    def runner_up(self) -> str | None:
        """The choice of the next highest value; None if there is none."""
        return self.ranked[1] if self.boards and len(self.names) > 1 else None

    @property
    def lead(self) -> Interval | None:
        """The value of the best choice minus that of the next, on the same deals."""
        if self.runner_up is None:
            return None
        first, second = (self.names.index(name) for name in self.ranked[:2])
        return self.value.difference(first, second)

    @property
    def ranked(self) -> list[str]:
        """The choices, that of the highest value first."""
        values = self.value.values
        return sorted(self.names, key=lambda name: -float(values[self.names.index(name)]))

    @property
    def value(self) -> Means:
        """The values, in the order of ``names``."""
        return self.means.value(self.h)

    @property
    def means(self) -> ArmMeans:
        """All means, in the order of ``names``."""
        return ArmMeans(self.totals, len(self.names))
