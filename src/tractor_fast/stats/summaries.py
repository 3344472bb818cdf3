"""A rate and a mean, each from integers alone.

Integers add without rounding, so the figures of a run are the same however it was cut into chunks.
A figure that is not defined (the mean of no deals, the spread of one) is None, never NaN.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

from .intervals import t_quantile, wilson


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something happened: ``count`` times ``of`` times; a part of a time may count."""

    count: float
    of: int

    @property
    def rate(self) -> float | None:
        """The share, 0 to 1."""
        return self.count / self.of if self.of else None

    @property
    def low(self) -> float | None:
        """Lower end of the 95 % interval (Wilson)."""
        return self._ends()[0] if self.of else None

    @property
    def high(self) -> float | None:
        """Upper end of the 95 % interval (Wilson)."""
        return self._ends()[1] if self.of else None

    def to_dict(self) -> dict[str, Any]:
        """``rate, low, high, count, of``."""
        return {
            "rate": self.rate,
            "low": self.low,
            "high": self.high,
            "count": self.count,
            "of": self.of,
        }

    def _ends(self) -> tuple[float, float]:
        return wilson(self.count, self.of)


@dataclass(frozen=True, slots=True)
class WinRate(Rate):
    """How often one side won; ``count`` takes half of each of the ``ties``."""

    ties: int

    def _ends(self) -> tuple[float, float]:
        """Wilson's interval of as many trials without ties as would have the same variance.

        A tie lies between a win and a loss, so n trials of which some are ties spread less than n
        wins and losses of the same rate.
        """
        wins = round(2 * self.count)  # in halves
        all_or_none = wins * (2 * self.of - wins)  # variance without ties, times 4 of²
        variance = all_or_none - self.ties * self.of
        if not all_or_none:
            return wilson(self.count, self.of)
        if not variance:  # ties alone
            return 0.5, 0.5
        trials = self.of * all_or_none / variance
        return wilson(self.count / self.of * trials, trials)


@dataclass(frozen=True, slots=True)
class Moments:
    """``n`` values by their sum and the sum of their squares, both integers.

    The values are the integers divided by ``scale``.
    """

    n: int
    total: int
    squares: int
    scale: int = 1

    @property
    def mean(self) -> float | None:
        """The mean."""
        return self.total / (self.n * self.scale) if self.n else None

    @property
    def sd(self) -> float | None:
        """Standard deviation of one value (n - 1 in the denominator); None below two values."""
        if self.n < 2:
            return None
        spread = self.n * self.squares - self.total**2
        if not spread >= 0:
            raise ValueError(
                f"no {self.n} values have the sum {self.total} and squares {self.squares}"
            )
        return sqrt(spread / (self.n * (self.n - 1))) / self.scale

    @property
    def low(self) -> float | None:
        """Lower end of the mean's 95 % interval (Student's t)."""
        return self._end(-1)

    @property
    def high(self) -> float | None:
        """Upper end of the mean's 95 % interval (Student's t)."""
        return self._end(+1)

    def to_dict(self) -> dict[str, Any]:
        """``mean, sd, low, high``."""
        return {"mean": self.mean, "sd": self.sd, "low": self.low, "high": self.high}

    def _end(self, sign: int) -> float | None:
        if self.mean is None or self.sd is None:
            return None
        return self.mean + sign * t_quantile(self.n - 1) * self.sd / sqrt(self.n)
