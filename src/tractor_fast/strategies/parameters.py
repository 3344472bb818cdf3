"""Named numbers that change what a strategy does: ``random(lead.throws=0.25)``."""

import math

from .._core.policies import Parameter
from ..errors import SpecError


def parse_value(parameter: Parameter, text: str) -> float:
    """The value that a text gives to a parameter; SpecError if it is no number in its range."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not parameter.low <= value <= parameter.high:  # NaN is in no range
        low, high = map(format_number, (parameter.low, parameter.high))
        raise SpecError(f"{parameter.name} = {text}: allowed: a number from {low} to {high}")
    return value


def format_number(value: float) -> str:
    """Shortest text that reads back as the same number: ``2``, ``0.25``."""
    return str(int(value)) if value.is_integer() else repr(value)
