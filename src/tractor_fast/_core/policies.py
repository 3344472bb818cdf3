"""The compiled strategies by name, with their parameters in the order in which C reads them."""

from typing import NamedTuple


class Parameter(NamedTuple):
    """One number that a strategy can be tuned by."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


POLICIES: dict[str, tuple[Parameter, ...]] = {
    "random": (
        Parameter(
            "lead.throws", 0.0, 0.0, 1.0, "probability of leading a throw instead of one unit"
        ),
    ),
}
