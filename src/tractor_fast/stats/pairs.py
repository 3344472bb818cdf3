"""Pairs of values that belong together: their mean, and what the pairing gained."""

from dataclasses import dataclass

from .summaries import Moments


@dataclass(frozen=True, slots=True)
class Pairs:
    """``n`` pairs of values by their sums, sums of squares, and the sum of their products.

    All are integers; the values are the integers divided by ``scale``.
    """

    n: int
    first_sum: int
    first_sq: int
    second_sum: int
    second_sq: int
    product_sum: int
    scale: int = 1

    @property
    def mean(self) -> Moments:
        """The mean of the two values of a pair, one value a pair."""
        return Moments(
            self.n,
            self.first_sum + self.second_sum,
            self.first_sq + 2 * self.product_sum + self.second_sq,
            2 * self.scale,
        )

    @property
    def variance_ratio(self) -> float | None:
        """How many times larger the variance of the mean were without the pairs.

        That is: as many values, each independent of all others.  None where the pairs have no
        spread.
        """
        alone = self.n * (self.first_sq + self.second_sq) - self.first_sum**2 - self.second_sum**2
        together = alone + 2 * (self.n * self.product_sum - self.first_sum * self.second_sum)
        return alone / together if together else None
