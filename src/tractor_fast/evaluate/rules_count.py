"""Counts what deals and matches come to under two rule sets, board by board."""

from collections.abc import Callable, Sequence

import numpy as np

from ..rules import Rules
from ..sim import Totals
from ..stats import Interval, Rate, paired_rates, ratio_means, tally

_COLUMNS = (
    "deals", "holds", "points", "levels", "moved", "throws", "failed", "kitty", "paid", "decides",
)  # fmt: skip

FIGURES = {
    "declarer_side_holds": ("holds", "deals"),
    "attackers_points": ("points", "deals"),
    "level_change": ("levels", "deals"),
    "levels_moved": ("moved", "deals"),
    "throws_per_deal": ("throws", "deals"),
    "failed_throws": ("failed", "throws"),
    "kitty_points": ("kitty", "deals"),
    "kitty_points_paid": ("paid", "deals"),
    "kitty_decides": ("decides", "deals"),
}
"""What is counted for each figure, and for each of what it is the mean.

``level_change`` is of the declarer's side minus the attackers (R30), ``levels_moved`` that of
whoever gains, ``kitty_points_paid`` what the attackers get for the kitty (R29), and
``kitty_decides`` how often they take over by it alone.
"""

_MATCHES = {"match_length": ("length", "finished"), "unfinished_matches": ("unfinished", "matches")}
_MATCH_COLUMNS = ("matches", "finished", "unfinished", "length")

RATES = frozenset({"declarer_side_holds", "failed_throws", "kitty_decides", "unfinished_matches"})
"""Figures that say how often something happens."""

_POINTS_STEP, _POINTS_BINS = 5, 82

Figures = dict[str, dict[str, Interval]]
"""``a``, ``b`` and ``difference``, B minus A, under the name of each figure."""


def rules_counter(rules: Sequence[Rules]) -> Callable[[np.ndarray], Totals]:
    """A function that counts records of dtype ``engine.ROW``, (two rule sets, boards)."""

    def count(rows: np.ndarray) -> Totals:
        columns = [_deals(part, each) for part, each in zip(rows, rules, strict=True)]
        bins = np.clip(rows["points"] // _POINTS_STEP, 0, _POINTS_BINS - 1)
        points = [np.bincount(part, minlength=_POINTS_BINS) for part in bins]
        return tally(np.hstack(columns)) | {"points_hist": np.stack(points)}

    return count


def count_matches(rows: np.ndarray) -> Totals:
    """Counters of records of dtype ``engine.MATCH``, (two rule sets, matches), of whole pairs.

    The matches of a pair are alike here, so that the first stands for both.
    """
    columns = []
    for each in rows[:, ::2]:
        finished = each["winners"] != 0
        length = np.where(finished, each["deals"], 0).astype(np.int64)
        columns += [np.ones_like(length), finished, ~finished, length]
    counters = tally(np.stack(columns).T)
    deals = {"deals_of_matches": int(rows["deals"].sum(dtype=np.int64))}
    return deals | {f"matches.{name}": counter for name, counter in counters.items()}


def figures_of(totals: Totals, *, alike: bool) -> Figures:
    """All figures; ``alike``: both rule sets are the same, so that nothing can differ."""
    of_matches = {name: totals[f"matches.{name}"] for name in ("sums", "nonzero", "products")}
    return _figures(totals, FIGURES, _COLUMNS, alike) | _figures(
        of_matches, _MATCHES, _MATCH_COLUMNS, alike
    )


def _figures(
    counters: Totals, figures: dict[str, tuple[str, str]], columns: Sequence[str], alike: bool
) -> Figures:
    found = {}
    width = len(columns)
    for name, (what, per) in figures.items():
        of = [columns.index(what), width + columns.index(what)]
        each = [columns.index(per), width + columns.index(per)]
        means = ratio_means(counters, of, each)
        a, b, difference = means.interval(0), means.interval(1), means.difference(1, 0)
        if name in RATES:
            counts = [int(counters["sums"][column]) for column in (*of, *each)]
            a, b = (_interval(Rate(counts[arm], counts[arm + 2])) for arm in (0, 1))
            if counts[2] == counts[3] == counters["products"][each[0], each[1]] and not alike:
                difference = _paired(counters, of, counts[2], difference)
        found[name] = {"a": a, "b": b, "difference": difference}
    return found


def _paired(counters: Totals, of: Sequence[int], boards: int, found: Interval) -> Interval:
    """A difference of what happens or not on each board: none that is seen is no proof of none."""
    if not boards:
        return found
    a, b = (int(counters["sums"][column]) for column in of)
    both = int(counters["products"][of[0], of[1]])
    return Interval(found.mean, *paired_rates(b - both, a - both, boards))


def _interval(rate: Rate) -> Interval:
    return Interval(rate.rate, rate.low, rate.high)


def _deals(rows: np.ndarray, rules: Rules) -> np.ndarray:
    """The columns of each deal, (boards, columns)."""
    points, levels = rows["points"], rows["levels"]
    kitty = rows["kitty_points"].astype(np.int64)
    paid = kitty * rows["kitty_factor"]
    takes_over = 2 * rules.level_step
    columns = {
        "deals": np.ones_like(points),
        "holds": rows["team"] >> rows["holder"] & 1,
        "points": points,
        "levels": levels,
        "moved": np.abs(levels),
        "throws": rows["throws"],
        "failed": rows["failed"],
        "kitty": kitty,
        "paid": paid,
        "decides": (points >= takes_over) & (points - paid < takes_over),
    }
    return np.stack([columns[name].astype(np.int64) for name in _COLUMNS], axis=1)
