"""When to stop: the numbers of boards at which a run may be judged, and Wald's sequential test.

A run that stops when its interval looks good is judged at few fixed numbers of boards alone, the
same whatever the number of workers, so that when it stops does not depend on how it was cut.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from .summaries import Mean

FIRST_LOOK = 1_000
"""Boards before the first look; below it nothing is decided."""

MOST_MEAN = 1e18
"""The largest mean that a test asks about: values are 64-bit numbers, and ratios stay finite."""


def looks() -> Iterator[int]:
    """Numbers of boards at which a run is judged: 1,000, then each a quarter more than the last.

    Rounded up to whole thousands: 1,000, 2,000, 3,000, 4,000, 5,000, 7,000, 9,000 ...
    """
    look = FIRST_LOOK
    while True:
        yield look
        look = -(-look * 5 // (4 * FIRST_LOOK)) * FIRST_LOOK


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test of whether a mean is ``low`` or ``high``.

    ``alpha`` is the chance to decide for ``high`` where the mean is ``low``, ``beta`` the chance to
    decide for ``low`` where it is ``high``; both hold up to the normal approximation of the mean.

    Raises:
        ValueError: ``low`` not below ``high``, a mean beyond MOST_MEAN, or an error rate that is
            not between 0 and 0.5.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name, mean in (("low", self.low), ("high", self.high)):
            if not abs(mean) <= MOST_MEAN:
                allowed = f"a number from {-MOST_MEAN:g} to {MOST_MEAN:g}"
                raise ValueError(f"{name} = {mean:g}: allowed: {allowed}")
        if not self.low < self.high:
            raise ValueError(f"low = {self.low:g} must be below high = {self.high:g}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name} = {rate:g}: allowed: a number between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test decides for ``low`` and for ``high``."""
        # Differences: quotients of very small rates are too large for a float.
        return log(self.beta) - log(1 - self.alpha), log(1 - self.beta) - log(self.alpha)

    def ratio(self, values: Mean) -> float | None:
        """Log-likelihood ratio of ``high`` to ``low``; None for values that do not spread.

        n (high - low) (2 m - low - high) / (2 s^2) of n values with mean m and deviation s: what
        the normal distribution says, and in the limit the generalised ratio of any other.
        """
        mean, sd = values.mean, values.sd
        if mean is None or not sd:
            return None
        return values.n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * sd * sd)

    def decision(self, values: Mean) -> str | None:
        """``low``, ``high``, or None: undecided, as always before :data:`FIRST_LOOK` values."""
        ratio = self.ratio(values)
        if ratio is None or values.n < FIRST_LOOK:
            return None
        reject, accept = self.bounds
        if ratio <= reject:
            return "low"
        return "high" if ratio >= accept else None
