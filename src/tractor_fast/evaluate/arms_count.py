"""Counts what several arms get on the same boards: all their deals, and deals of one kind each."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..cards import RANKS
from ..sim import NO_DECLARER, Setup, Totals, level_scale
from ..stats import Interval, Means, best_of, intervals_together, not_told_apart, ratio_means, tally
from .pair_values import PairValues

MEASURES = ("value", "levels", "points", "win")
"""What may be maximised: names of the command line."""

FIGURES = {"value": "value", "levels": "levels_per_deal", "points": "points", "win": "win_rate"}
"""The key that each has in results."""

SPLITS = ("level", "draw", "role")
"""Kinds by which deals may be told apart."""

ALL = "all"
"""All deals: what is counted anyway."""

_OWN = {"value": (), "levels": (), "points": ("points",), "win": ("wins",)}


@dataclass(frozen=True)
class Curve:
    """What the arms get in some of the deals; all lists have one entry an arm.

    ``figures`` are intervals by name that hold for all arms at once; ``best`` is the arm whose mean
    of the measure is the largest, None where none has one, and ``not_told_apart`` those which may
    be the best as well.
    """

    deals: list[int]
    figures: dict[str, list[Interval]]
    best: int | None
    not_told_apart: list[int]


class ArmsCount:
    """Counters of ``arms`` arms in a run, by the measure and splits that are asked for."""

    def __init__(self, setup: Setup, arms: int, measure: str, by: Iterable[str]) -> None:
        """``measure`` is one of MEASURES, ``by`` some of SPLITS."""
        rules = setup.rules
        self._players = rules.players
        self._scale = level_scale(rules.players)
        self._arms = arms
        self._measure = measure
        self._names = ("levels", "next", *_OWN[measure])
        self._hand_size = rules.hand_size
        drawn = [*map(str, range(1, rules.hand_size + 1)), "nobody bids"]
        known = "by bids" if setup.context.declarer == NO_DECLARER else "known before the bids"
        kinds = {
            ALL: ["all"],
            "level": list(RANKS),
            "draw": drawn,
            "role": [f"A declares, {known}", f"A attacks, {known}"],
        }
        self.kinds = {split: kinds[split] for split in (ALL, *by)}

    @property
    def numbers(self) -> int:
        """Numbers that are kept of a kind of deals: the products of any two that a board yields."""
        return (self._arms * (len(self._names) + 1)) ** 2

    def count(self, rows: np.ndarray) -> Totals:
        """Counters of records of dtype ``engine.PAIR``, (arms, boards); they add."""
        values = PairValues(rows, self._players)
        gains = {
            "levels": values.levels,
            "next": self._scale * values.next_declarer,
            "points": self._scale * values.points,
            "wins": self._scale * values.wins,
        }
        per_deal = np.stack([gains[name] for name in self._names])  # (names, arms, boards, 2)
        totals: Totals = {}
        for split in self.kinds:
            kind = self._kind_of_deals(split, values)
            groups = [_columns(per_deal, kind == place) for place in range(len(self.kinds[split]))]
            for name in groups[0]:
                totals[f"{split}.{name}"] = np.stack([group[name] for group in groups])
        return totals

    def curves(self, totals: Totals, split: str, h: float) -> dict[str, Curve]:
        """What the arms get in the deals of each kind, of those that there are."""
        found = {}
        for place, kind in enumerate(self.kinds[split]):
            counters = {name: totals[f"{split}.{name}"][place] for name in _COUNTERS}
            curve = self._curve(counters, h)
            if any(curve.deals) or split == ALL:
                found[kind] = curve
        return found

    def _kind_of_deals(self, split: str, values: PairValues) -> np.ndarray:
        """Number of each deal's kind, (arms, boards, 2)."""
        if split == "level":
            return values.field("level")
        if split == "draw":
            drawn = np.clip(values.field("draw_index"), 1, self._hand_size).astype(np.int64)
            return np.where(values.field("bid_count") > 0, drawn - 1, self._hand_size)
        if split == "role":
            return np.where(values.a_declares, 0, 1)
        return np.zeros((*values.a_declares.shape[:-1], 2), np.int64)

    def _curve(self, counters: dict[str, np.ndarray], h: float) -> Curve:
        levels, following, *own, deals = (
            range(start, start + self._arms)
            for start in range(0, self._arms * (len(self._names) + 1), self._arms)
        )
        figures: dict[str, Means] = {
            "value": ratio_means(
                counters, [*levels, *following], [*deals, *deals], self._scale
            ).mixed(h),
            "levels_per_deal": ratio_means(counters, levels, deals, self._scale),
        }
        for columns in own:
            half = 2 if self._measure == "win" else 1
            found = ratio_means(counters, columns, deals, half * self._scale)
            figures[FIGURES[self._measure]] = found
        measured = figures[FIGURES[self._measure]]
        return Curve(
            counters["sums"][list(deals)].tolist(),
            {name: intervals_together(means) for name, means in figures.items()},
            best_of(measured),
            not_told_apart(measured),
        )


_COUNTERS = ("sums", "nonzero", "products")


def _columns(per_deal: np.ndarray, chosen: np.ndarray) -> dict[str, np.ndarray]:
    """Counters of the deals ``chosen``, (arms, boards, 2): each board's sums and deals by arm."""
    boards = chosen.any(axis=(0, 2))
    sums = (per_deal * chosen)[:, :, boards].sum(axis=-1)  # (names, arms, boards)
    deals = chosen[:, boards].sum(axis=-1)[None]
    columns = np.concatenate([sums, deals])
    names, arms, many = columns.shape
    return tally(columns.reshape(names * arms, many).T)
