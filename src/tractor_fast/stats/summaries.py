"""Rates and means, each from integers alone.

Integers add without rounding, so the figures of a run are the same however it was cut into chunks.
A figure that is not defined (the mean of no deals, the spread of one) is None, never NaN.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import sqrt
from typing import Any

from .intervals import Z, paired_rates, t_quantile, wilson

_POWER = 0.8416212335729143
"""Quantile 0.8 of the normal distribution."""


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
        """From the score interval of wins minus losses, so that ties alone are no certainty."""
        wins = self.count - self.ties / 2
        low, high = paired_rates(wins, self.of - self.ties - wins, self.of)
        return (1 + low) / 2, (1 + high) / 2


class Mean(ABC):
    """A mean of ``n`` independent values, one a board, with its interval."""

    __slots__ = ()

    n: int

    @property
    @abstractmethod
    def mean(self) -> float | None:
        """The mean; None where it is not defined."""

    @property
    @abstractmethod
    def sd(self) -> float | None:
        """Spread that ``n`` values need to have for the mean to vary as it does."""

    @property
    def freedom(self) -> int:
        """Degrees of freedom of ``sd``."""
        return self.n - 1

    @property
    def low(self) -> float | None:
        """Lower end of the mean's 95 % interval (Student's t)."""
        return self._end(-1)

    @property
    def high(self) -> float | None:
        """Upper end of the mean's 95 % interval (Student's t)."""
        return self._end(+1)

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval."""
        sd = self.sd
        return None if sd is None else t_quantile(self.freedom) * sd / sqrt(self.n)

    @property
    def smallest_difference(self) -> float | None:
        """The true mean that so many values find to be other than 0 four times out of five.

        By a two-sided test at 5 %: 2.80 standard errors.
        """
        return None if self.sd is None else (Z + _POWER) * self.sd / sqrt(self.n)

    def to_dict(self) -> dict[str, Any]:
        """``mean, sd, low, high``."""
        return {"mean": self.mean, "sd": self.sd, "low": self.low, "high": self.high}

    def _end(self, sign: int) -> float | None:
        mean, half = self.mean, self.half_width
        return None if mean is None or half is None else mean + sign * half


@dataclass(frozen=True, slots=True)
class Moments(Mean):
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
