"""Intervals of many small runs: how often they hold the truth.

Runs on boards of their own, one after another; the truth is what all their boards together say,
whose error is a small part of a run's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tractor_fast import Comparison, compare
from tractor_fast._core import engine
from tractor_fast.evaluate.pair_means import value_mean
from tractor_fast.evaluate.reduction import Reduction
from tractor_fast.sim import Outcome, bound_run
from tractor_fast.stats import Mean, Rate

FIGURES = (
    "levels_per_deal", "value", "win_rate", "points.a", "points.b", "hold_rate.a", "hold_rate.b",
    "declares_next",
)  # fmt: skip
"""What is looked at: means by Student's t, win rates by Tango's, other rates by Wilson's."""


@dataclass(frozen=True)
class Interval:
    """The interval of a figure, and the figure itself with what it weighs in the truth."""

    low: float
    high: float
    value: float
    weight: float


def runs(
    a: str, b: str, count: int, boards: int, seed: int, h: float, **how: Any
) -> Iterator[dict[str, Interval]]:
    """Figures of ``count`` runs of so many boards; ``how`` goes to :func:`compare`.

    Each is what :func:`compare` returns of these boards; but one kernel plays them all, without
    threads, which would take longer than so few boards.
    """
    first = compare(a, b, boards=boards, seed=seed, jobs=1, **how)
    setup, strategies = first.setup, first.strategies
    players = setup.rules.players
    kernel, _ = bound_run(setup, [strategies[seat % 2] for seat in range(players)])
    reduction = Reduction(setup, first.control_variates) if how else None
    rows = np.zeros(boards, engine.PAIR)
    for number in range(count):
        totals, digest = kernel.play_pairs(number * boards, boards, rows)
        if reduction:
            totals |= reduction.tally(rows)
        run = replace(first, outcome=Outcome(totals, digest, None, 0.0, boards, boards))
        yield {name: _interval(run, name, h) for name in FIGURES}


def coverage(found: list[dict[str, Interval]]) -> dict[str, float]:
    """The share of runs whose interval holds the truth, by figure."""
    return {name: _share([each[name] for each in found]) for name in found[0]}


def _share(intervals: list[Interval]) -> float:
    weight = sum(each.weight for each in intervals)
    truth = sum(each.value * each.weight for each in intervals) / weight
    return sum(each.low <= truth <= each.high for each in intervals) / len(intervals)


def _interval(run: Comparison, name: str, h: float) -> Interval:
    figure: Any
    if name == "value":  # with the same h in all runs
        figure = value_mean(run.totals, run.rules.players, h)
    else:
        attribute, _, side = name.partition(".")
        figure = getattr(run, attribute)
        figure = figure[side] if isinstance(figure, Mapping) else figure
    if isinstance(figure, Rate):
        return Interval(figure.low, figure.high, figure.rate, figure.of)
    assert isinstance(figure, Mean)
    mean, half = figure.mean, figure.half_width
    assert mean is not None
    assert half is not None
    return Interval(mean - half, mean + half, mean, figure.n)
