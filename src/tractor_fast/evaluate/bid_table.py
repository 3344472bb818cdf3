"""What bids are worth: the figures of ``bid-value``, each computed from integer counters.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`BidTable` and keys of its JSON.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..sim import NO_DECLARER
from ..stats import Moments, Rate
from ..strategies import Seated
from .bid_cells import SUMS, Cells
from .command import boards_command
from .result import ASKED, MADE, BoardsResult
from .value import Holding

SETUP = ("strategy", "by", "measure", "passing", "h", *ASKED, "declarer_known", *MADE)
"""What was played, how fast, and the digest of every play."""

FIGURES = ("with_opportunity", "opportunities", "all", "thresholds", "cells")
"""What came out."""

MEASURES = ("value", "levels", "points", "win")
"""What ``measure`` may be: see :meth:`BidSums.gain`."""

FEWEST = 100
"""A cell of fewer boards is not met often enough: its interval cannot be trusted."""

SHARE = 0.01
"""Nor is a number of trumps that a smaller share of the boards of its kind has: there would always
be another such number with more boards, and nothing would ever be settled."""

H_SCALE = 10**6
"""What holding the next deal is worth counts in millionths of a level, so that sums stay whole."""


@dataclass(frozen=True)
class BidSums:
    """Opportunities of one kind: their SUMS, and what the next deal is worth in ``H_SCALE``."""

    sums: dict[str, int]
    h: int

    @classmethod
    def of(cls, sums: dict[str, int], h: float) -> "BidSums":
        """With h in levels."""
        return cls(sums, round(h * H_SCALE))

    @property
    def boards(self) -> int:
        """Boards of this kind, one opportunity each."""
        return self.sums["boards"]

    @property
    def itself(self) -> Rate:
        """How often the strategy bids by itself."""
        return Rate(self.sums["itself"], self.boards)

    def gain(self, measure: str) -> Moments:
        """What bidding gains over passing, for the side of the seat that may bid, by a MEASURE.

        ``levels`` gained (R30), ``win``: the share of deals after which it declares next, their
        ``value``: levels and h for declaring next, -h for not; or ``points``: as attackers those
        beyond what takes the deal over, as declarer's side those that the attackers lack for it.
        """
        s = self.sums
        if measure == "value":
            squares = H_SCALE**2 * s["levels_sq"] + self.h**2 * s["next_sq"]
            squares += 2 * H_SCALE * self.h * s["levels_next"]
            total = H_SCALE * s["levels"] + self.h * s["next"]
            return Moments(self.boards, total, squares, H_SCALE)
        if measure == "win":
            return Moments(self.boards, s["next"], s["next_sq"], 2)
        return Moments(self.boards, s[measure], s[f"{measure}_sq"])

    def if_it_bids(self, measure: str) -> float | None:
        """The mean of the measure where the seat bids."""
        if not self.boards:
            return None
        s = self.sums
        if measure == "value":
            total = s["levels_bid"] + self.h / H_SCALE * s["next_bid"]
        elif measure == "win":
            total = (self.boards + s["next_bid"]) / 2
        else:
            total = s[f"{measure}_bid"]
        return total / self.boards

    def to_dict(self, measure: str) -> dict[str, Any]:
        """``boards, itself, gain, levels, if_it_bids, if_it_passes``."""
        gain, bids = self.gain(measure), self.if_it_bids(measure)
        return {
            "boards": self.boards,
            "itself": self.itself.rate,
            "gain": gain.to_dict(),
            "levels": self.gain("levels").to_dict(),
            "if_it_bids": bids,
            "if_it_passes": None if bids is None or gain.mean is None else bids - gain.mean,
        }


@dataclass(frozen=True)
class Threshold:
    """From how many trumps bidding gains; None: from no number that was met often enough.

    ``trumps``: from there on all means are positive.  The intervals leave it open between ``low``,
    from where no interval is wholly below 0, and ``high``, from where all are wholly above.
    ``fewest`` and ``most`` are the numbers of trumps that were met often enough; ``group`` is of
    what kind the opportunities are, by the other properties asked for.
    """

    group: dict[str, int | str]
    trumps: int | None
    low: int | None
    high: int | None
    fewest: int
    most: int

    def to_dict(self) -> dict[str, Any]:
        """The fields, those of ``group`` first."""
        fields = ("trumps", "low", "high", "fewest", "most")
        return self.group | {name: getattr(self, name) for name in fields}


def threshold_of(gains: list[tuple[int, Moments]], group: dict[str, int | str]) -> Threshold | None:
    """The threshold of gains by rising numbers of trumps; None if none was met often enough."""
    fewest = max(FEWEST, SHARE * sum(gain.n for _, gain in gains))
    known = [(trumps, gain) for trumps, gain in gains if gain.n >= fewest]
    if not known:
        return None

    def first(end: str) -> int | None:
        """From where on this end of all is above 0."""
        found = None
        for trumps, gain in reversed(known):
            if not getattr(gain, end) > 0:
                break
            found = trumps
        return found

    return Threshold(
        group,
        trumps=first("mean"),
        low=first("high"),
        high=first("low"),
        fewest=known[0][0],
        most=known[-1][0],
    )


@dataclass(frozen=True, eq=False)
class BidTable(BoardsResult):
    """Result of :func:`tractor_fast.bid_value`.

    ``low`` and ``high`` are ends of 95 % intervals; each board is one value.
    """

    KEYS: ClassVar = SETUP + FIGURES

    seated: Seated
    grid: Cells
    measure: str
    passing: str
    holding: Holding

    # ---- what was played -----------------------------------------------------------------------

    @property
    def strategy(self) -> str:
        """What sits in all seats."""
        return str(self.seated)

    @property
    def by(self) -> list[str]:
        """The properties by which opportunities are sorted."""
        return [axis.name for axis in self.grid.axes]

    @property
    def boards(self) -> int:
        """Boards played."""
        return self.setup.boards.deals

    @property
    def deals(self) -> int:
        """Deals played to their end: two of each board with an opportunity."""
        return 2 * int(self.totals["with_opportunity"])

    @property
    def declarer_known(self) -> bool:
        """Whether the declarer was known before the bidding: then bids decide trump alone."""
        return self.setup.context.declarer != NO_DECLARER

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        options = ("--by", ",".join(self.by), "--measure", self.measure, "--pass", self.passing)
        return boards_command("bid-value", self.setup, (self.strategy,), options=options)

    @property
    def h(self) -> float:
        """What declaring the next deal is worth, in levels; -h is what it is to the other side."""
        return self.holding.h

    # ---- what came out -------------------------------------------------------------------------

    @property
    def with_opportunity(self) -> Rate:
        """How many boards have an opportunity to bid; the others count nowhere else."""
        return Rate(self.totals["with_opportunity"], self.boards)

    @property
    def opportunities(self) -> float | None:
        """Opportunities of a board that has some, the mean."""
        boards = self.totals["with_opportunity"]
        return self.totals["opportunities"] / boards if boards else None

    @property
    def margins(self) -> dict[int, list[int]]:
        """Boards by trumps held, and by the points of the seat's side where it bids.

        Points as in ``gain``, by fives from -MARGIN to MARGIN.
        """
        counts = self.totals["margins"]
        return {
            int(trumps): counts[trumps].tolist() for trumps in np.flatnonzero(counts.any(axis=1))
        }

    @property
    def all(self) -> dict[str, Any]:
        """All opportunities together, as one of ``cells``."""
        return self.sums_of(self._sums.sum(axis=tuple(range(len(self.by))))).to_dict(self.measure)

    @property
    def cells(self) -> list[dict[str, Any]]:
        """What bidding gains in each cell that has boards: its properties, and their BidSums."""
        return [labels | sums.to_dict(self.measure) for labels, sums in self.populated()]

    @cached_property
    def thresholds(self) -> list[Threshold]:
        """From how many trumps bidding gains, for each kind by the other properties."""
        if "trumps" not in self.by:
            return []
        groups: dict[tuple, list[tuple[int, Moments]]] = {}
        for labels, sums in self.populated():
            trumps = int(labels.pop("trumps"))
            groups.setdefault(tuple(labels.items()), []).append((trumps, sums.gain(self.measure)))
        found = [threshold_of(sorted(gains, key=_trumps), dict(g)) for g, gains in groups.items()]
        return [threshold for threshold in found if threshold is not None]

    def populated(self) -> Iterator[tuple[dict[str, int | str], BidSums]]:
        """The cells that have boards, in order: labels of their properties, and their sums."""
        for place in np.argwhere(self._sums[..., 0] > 0).tolist():
            axes = zip(self.grid.axes, place, strict=True)
            yield (
                {axis.name: axis.text(number) for axis, number in axes},
                self.sums_of(self._sums[tuple(place)]),
            )

    def sums_of(self, sums: np.ndarray) -> BidSums:
        """Counters in the order of SUMS."""
        return BidSums.of(dict(zip(SUMS, sums.tolist(), strict=True)), self.h)

    @property
    def _sums(self) -> np.ndarray:
        return self.totals["cells"]

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON can write it; ``rules`` has its name and every setting."""
        return super().to_dict() | {"thresholds": [each.to_dict() for each in self.thresholds]}


def _trumps(pair: tuple[int, Moments]) -> int:
    return pair[0]
