"""Which values parameters of a strategy are to take: ``bid.min_trumps=5:13``."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation, Overflow
from itertools import product
from math import prod
from typing import Any

from .._core.policies import Parameter
from ..errors import SpecError, did_you_mean
from ..inputs import listed, shown
from ..strategies import Seated

Grid = dict[str, tuple[float, ...]]
"""The values of each parameter, by its name."""


def parse_grid(
    params: str | Iterable[str] | Mapping[str, Any], strategy: Seated, most: int
) -> Grid:
    """The values of the parameters that ``params`` name.

    It is a text ``name=LOW:HIGH``, ``name=LOW:HIGH:STEP`` or ``name=v1,v2,v3``, several of them, or
    a mapping from names to what follows the ``=`` or to numbers.  Both ends of a range belong to
    it; its step is 1 unless it says otherwise.

    Raises:
        SpecError: a parameter that the strategy does not have, or that is set or named twice; a
            value that it cannot have; a range of no whole steps; more than ``most`` values or
            combinations of them.
    """
    grid: Grid = {}
    for name, values in _pairs(params):
        if name in grid:
            raise SpecError(f"param {name} is given twice")
        grid[name] = _values(_parameter(name, strategy), values, most)
    if not grid:
        raise SpecError("no param is given; write one as NAME=LOW:HIGH or NAME=v1,v2,v3")
    combinations = prod(map(len, grid.values()))
    if combinations > most:
        raise SpecError(f"params have {combinations:,} combinations; allowed: up to {most:,}")
    return grid


def arms_of(strategy: Seated, grid: Grid) -> list[tuple[dict[str, float], Seated]]:
    """Each combination of values, the last parameter changing fastest, and the strategy with it."""
    names = [parameter.name for parameter in strategy.strategy.parameters]
    arms = []
    for values in product(*grid.values()):
        chosen = dict(zip(grid, values, strict=True))
        settings = dict(zip(names, strategy.values, strict=True)) | chosen
        arms.append((chosen, replace(strategy, values=tuple(settings.values()))))
    return arms


def grid_words(grid: Grid) -> list[str]:
    """The command line's words for it: a range where the values are one, else a list."""
    return [f"{name}={_text(values)}" for name, values in grid.items()]


def _text(values: tuple[float, ...]) -> str:
    numbers = [Decimal(repr(value)) for value in values]
    step = numbers[1] - numbers[0] if len(values) > 2 else Decimal(0)
    if step > 0 and all(n == numbers[0] + step * place for place, n in enumerate(numbers)):
        ends = f"{number_text(values[0])}:{number_text(values[-1])}"
        return ends if step == 1 else f"{ends}:{number_text(float(step))}"
    return ",".join(map(number_text, values))


def number_text(value: float) -> str:
    """Shortest text that reads back as the same number: ``2``, ``0.25``."""
    return str(int(value)) if value.is_integer() else repr(value)


def _pairs(params: Any) -> list[tuple[str, Any]]:
    if isinstance(params, str):
        params = [params]
    if isinstance(params, Mapping):
        return [(str(name).strip(), values) for name, values in params.items()]
    texts = listed(params)
    if texts is None:
        raise SpecError(f"params = {shown(params)}: allowed: NAME=LOW:HIGH, several, or a mapping")
    pairs = []
    for text in texts:
        name, equals, values = text.partition("=") if isinstance(text, str) else ("", "", "")
        if not (name.strip() and equals):
            raise SpecError(f"param {shown(text)}: allowed: NAME=LOW:HIGH[:STEP] or NAME=v1,v2,v3")
        pairs.append((name.strip(), values))
    return pairs


def _parameter(name: str, strategy: Seated) -> Parameter:
    known = {parameter.name: parameter for parameter in strategy.strategy.parameters}
    kind = strategy.strategy.name
    if name not in known:
        listed = f"its parameters are {', '.join(known)}" if known else "it has none"
        near = did_you_mean(name, known)
        raise SpecError(f"{kind} has no parameter {shown(name)}{near}; {listed}")
    return known[name]


def _values(parameter: Parameter, given: Any, most: int) -> tuple[float, ...]:
    """The values that a text or numbers stand for, each one that the parameter can have."""
    name = f"param {parameter.name}"
    if isinstance(given, str) and ":" in given:
        found = _range(parameter, given, most)
    elif isinstance(given, str):
        found = given.split(",")
    else:
        found = [given] if (several := listed(given)) is None else several
    values = tuple(map(parameter.read, found))
    for value in values:
        if values.count(value) > 1:
            raise SpecError(f"{name}: the value {number_text(value)} is given twice")
    if not values:
        raise SpecError(f"{name} has no values; write LOW:HIGH[:STEP] or v1,v2,v3")
    return values


def _range(parameter: Parameter, text: str, most: int) -> list[Any]:
    """The numbers of LOW:HIGH or LOW:HIGH:STEP, as decimals, so that 0.1 is what it says."""
    name = f"param {parameter.name}"
    try:
        low, high, *more = (Decimal(part.strip()) for part in text.split(":"))
        (step,) = more or [Decimal(1)]
        if not (low.is_finite() and high.is_finite() and step.is_finite()):
            raise InvalidOperation
    except (InvalidOperation, ValueError):
        raise SpecError(
            f"{name} = {shown(text.strip(), str)}: allowed: LOW:HIGH or LOW:HIGH:STEP"
        ) from None
    if low > high:
        raise SpecError(f"{name} = {text.strip()}: an empty range; its low end comes first")
    if step <= 0:
        raise SpecError(f"{name} = {text.strip()}: allowed: a step above 0")
    for end in (low, high):
        parameter.read(end)
    try:
        steps = (high - low) / step
    except Overflow:  # the step is next to nothing
        steps = Decimal("Infinity")
    if steps >= most:
        raise SpecError(f"{name} = {text.strip()}: too many values; allowed: up to {most:,}")
    if low + step * int(steps) != high:
        raise SpecError(
            f"{name} = {text.strip()}: the range is not whole steps of {step};"
            f" its last whole step ends at {low + step * int(steps)}"
        )
    return [low + step * place for place in range(int(steps) + 1)]
