"""Rules by which a comparison stops: an interval that is narrow enough, or a sequential test."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from numbers import Real
from typing import Any, Protocol

from ..errors import SpecError
from ..inputs import shown
from ..stats import Mean, Sprt

MOST_BOARDS = 100_000_000
"""Boards that a rule may take where no other number is asked for."""

_LEAST = 1e-12  # half a width: no run has so many boards, and how many it takes is a number
_ERROR_RATE = 0.05
_ALL_ALIKE = 3.0
_CLEARLY = 1.5  # times as many boards as there are: the first look tells the spread to a tenth


class Rule(Protocol):
    """What stops a run: judged at looks, on the mean of all boards below."""

    name: str

    def reached(self, mean: Mean) -> bool:
        """Whether the boards will do."""

    def to_dict(self, mean: Mean) -> dict[str, Any]:
        """What was asked for, and how the mean of the boards played stands to it."""

    def words(self) -> list[str]:
        """The options that ask for it on the command line."""

    def arguments(self) -> dict[str, Any]:
        """The arguments that ask for it in Python, as plain JSON."""


@dataclass(frozen=True, slots=True)
class Precision:
    """``ci``: the 95 % interval reaches no further than ``half_width`` to either side.

    ``most`` is how many boards there may be; SpecError at the first look if they clearly will not
    do (None: never).
    """

    half_width: float
    most: int | None = None
    name = "ci"

    def __post_init__(self) -> None:
        if not _LEAST <= self.half_width < inf:
            raise SpecError(
                f"ci = {self.half_width:g}: allowed: a number above 0, at least {_LEAST:g}, in"
                " levels per deal"
            )

    def reached(self, mean: Mean) -> bool:
        """Whether the interval is narrow enough.

        Raises:
            SpecError: it clearly takes more than ``most`` boards.
        """
        needed = self.boards_needed(mean)
        if needed is None:
            return False
        if self.most is not None and needed > _CLEARLY * self.most:
            raise SpecError(
                f"ci = {self.half_width:g}: so narrow an interval takes about {needed:.2g} boards,"
                f" more than {self.most:,}; ask for a wider one, or say how many with boards"
            )
        return needed <= mean.n

    def boards_needed(self, mean: Mean) -> float | None:
        """About how many boards the interval takes; None where that cannot be told."""
        half = mean.half_width
        if half == 0:  # of n boards that are all alike fewer than 3 / n differ (95 %), by about 1
            return _ALL_ALIKE / self.half_width
        return None if half is None else mean.n * (half / self.half_width) ** 2

    def to_dict(self, mean: Mean) -> dict[str, Any]:
        """``half_width`` asked for, ``reached`` with these boards, ``boards_needed``."""
        return {
            "half_width": self.half_width,
            "reached": mean.half_width,
            "boards_needed": self.boards_needed(mean),
        }

    def words(self) -> list[str]:
        """The options that ask for it on the command line."""
        return ["--ci", repr(self.half_width)]

    def arguments(self) -> dict[str, Any]:
        """``ci``."""
        return {"ci": self.half_width}


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """``sprt``: Wald's test of whether the mean is that of ``sprt.low`` or of ``sprt.high``."""

    sprt: Sprt
    name = "sprt"

    def reached(self, mean: Mean) -> bool:
        """Whether the test has decided."""
        return self.sprt.decision(mean) is not None

    def to_dict(self, mean: Mean) -> dict[str, Any]:
        """The test, its log-likelihood ratio and bounds, and ``low``, ``high`` or ``undecided``."""
        lower, upper = self.sprt.bounds
        return {
            "low_mean": self.sprt.low,
            "high_mean": self.sprt.high,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "llr": self.sprt.ratio(mean),
            "llr_lower": lower,
            "llr_upper": upper,
            "decision": self.sprt.decision(mean) or "undecided",
        }

    def words(self) -> list[str]:
        """The options that ask for it on the command line."""
        test = self.sprt
        rates = ["--alpha", repr(test.alpha), "--beta", repr(test.beta)]
        return ["--sprt", f"{test.low!r},{test.high!r}", *rates]

    def arguments(self) -> dict[str, Any]:
        """``sprt, alpha, beta``."""
        test = self.sprt
        return {"sprt": [test.low, test.high], "alpha": test.alpha, "beta": test.beta}


def parse_test(sprt: Any, alpha: float | None = None, beta: float | None = None) -> SequentialTest:
    """A test from two means, a pair or a text ``low,high`` in levels per deal, and its error rates.

    Raises:
        SpecError: no two means, low not below high, or an error rate that is not allowed.
    """
    parts = sprt.split(",") if isinstance(sprt, str) else sprt
    try:
        low, high = map(float, parts)
    except (TypeError, ValueError, OverflowError):
        raise SpecError(
            f"sprt = {shown(sprt)}: allowed: two numbers low,high, in levels per deal"
        ) from None
    rates = [_ERROR_RATE if rate is None else number_of(name, rate) for name, rate in
             (("alpha", alpha), ("beta", beta))]  # fmt: skip
    try:
        return SequentialTest(Sprt(low, high, *rates))
    except ValueError as error:
        raise SpecError(f"sprt: {error}") from None


def parse_rule(
    ci: float | None,
    sprt: str | Sequence[float] | None,
    alpha: float | None,
    beta: float | None,
    most: int | None = None,
) -> Rule | None:
    """The rule that a question names, if it names one; ``most`` is for :class:`Precision`.

    Raises:
        SpecError: two rules, error rates without a test, or a number that is not allowed.
    """
    if sprt is None and (alpha is not None or beta is not None):
        raise SpecError("alpha and beta are error rates of a test; give sprt = low,high too")
    if ci is not None and sprt is not None:
        raise SpecError("ci and sprt are two rules to stop by; give one of them")
    if sprt is not None:
        return parse_test(sprt, alpha, beta)
    return None if ci is None else Precision(number_of("ci", ci), most)


def number_of(name: str, value: Any) -> float:
    """A finite number of any kind, such as numpy's, as a float; SpecError if it is none."""
    try:
        number = inf if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise SpecError(f"{name} = {shown(value)}: allowed: a number")
    return number
