"""Runs that stop by a rule: how often their intervals hold the truth, and tests decide wrongly.

So many boards are not played anew: a board's levels are drawn, with replacement, from those of
boards that were.  For a test they are weighed so that their mean is the one it shall be.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

import numpy as np

from tractor_fast import compare
from tractor_fast.evaluate.pair_values import PairValues
from tractor_fast.evaluate.stopping import Precision, Rule, SequentialTest
from tractor_fast.sim import level_scale
from tractor_fast.stats import Moments, looks


@dataclass(frozen=True)
class Levels:
    """Levels that a board may bring, as whole numbers over ``scale``, and how likely each is."""

    numbers: np.ndarray
    chances: np.ndarray
    scale: int

    @classmethod
    def played(cls, a: str, b: str, boards: int, seed: int) -> "Levels":
        """Those of so many boards."""
        run = compare(a, b, boards=boards, seed=seed, rows=True)
        values = PairValues(run.rows, run.rules.players).levels.sum(axis=1)
        numbers, counts = np.unique(values, return_counts=True)
        return cls(numbers, counts / counts.sum(), 2 * level_scale(run.rules.players))

    @property
    def mean(self) -> float:
        """Levels a deal."""
        return float(self.numbers @ self.chances) / self.scale

    def with_mean(self, mean: float) -> "Levels":
        """The same numbers, each e**(x number) times as likely, with the x that gives this mean."""
        low, high = -1.0, 1.0
        while low < (x := (low + high) / 2) < high:
            weights = self.chances * [exp(x * number) for number in self.numbers.tolist()]
            tilted = Levels(self.numbers, weights / weights.sum(), self.scale)
            low, high = (x, high) if tilted.mean < mean else (low, x)
        return tilted


def stopped(levels: Levels, rule: Rule, rng: np.random.Generator) -> Moments:
    """Boards up to the look where the rule is content."""
    n = total = squares = 0
    for look in looks():
        counts = rng.multinomial(look - n, levels.chances)
        n = look
        total += int(levels.numbers @ counts)
        squares += int(levels.numbers**2 @ counts)
        mean = Moments(n, total, squares, levels.scale)
        if rule.reached(mean):
            return mean
    raise AssertionError("there is always another look")


def coverage_of_precision(levels: Levels, half_width: float, count: int, seed: int) -> float:
    """The share of ``count`` runs, stopped by ``--ci``, whose interval holds the mean."""
    rng, rule = np.random.default_rng(seed), Precision(half_width)
    held = (stopped(levels, rule, rng) for _ in range(count))
    return sum(each.low <= levels.mean <= each.high for each in held) / count


@dataclass(frozen=True)
class Decisions:
    """How often a test decided for the higher mean, and how many boards it took."""

    high: float
    boards: float


def decisions(
    levels: Levels, test: SequentialTest, mean: float, count: int, seed: int
) -> Decisions:
    """Of ``count`` tests where the levels have this mean."""
    rng, tilted = np.random.default_rng(seed), levels.with_mean(mean)
    found = list(_decided(tilted, test, count, rng))
    return Decisions(
        sum(decision == "high" for decision, _ in found) / count,
        sum(boards for _, boards in found) / count,
    )


def _decided(
    levels: Levels, test: SequentialTest, count: int, rng: np.random.Generator
) -> Iterator[tuple[str | None, int]]:
    for _ in range(count):
        mean = stopped(levels, test, rng)
        yield test.sprt.decision(mean), mean.n
