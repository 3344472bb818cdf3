"""Which strategies there are, and how a text such as ``random(lead.throws=0.25)`` names one."""

import re
from dataclasses import dataclass
from functools import cache

from .._core.policies import POLICIES, Parameter
from ..errors import SpecError, did_you_mean
from ..inputs import shown


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy that can be seated."""

    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Seated:
    """A strategy with a value for each of its parameters, in their order."""

    strategy: Strategy
    values: tuple[float, ...]

    def __str__(self) -> str:
        """The text that names it again; parameters at their defaults are left out."""
        changed = ", ".join(
            f"{parameter.name}={_text(value)}"
            for parameter, value in zip(self.strategy.parameters, self.values, strict=True)
            if value != parameter.default
        )
        return f"{self.strategy.name}({changed})" if changed else self.strategy.name


@cache
def strategies() -> dict[str, Strategy]:
    """All strategies by name."""
    return {name: Strategy(name, parameters) for name, parameters in POLICIES.items()}


def parse_strategy(text: str) -> Seated:
    """The strategy that ``name`` or ``name(parameter=value, ...)`` stands for.

    Raises:
        SpecError: an unknown strategy or parameter, or a value out of its range.
    """
    if not isinstance(text, str):
        raise SpecError(f"{shown(text)} is no strategy; strategies are {', '.join(strategies())}")
    written = re.fullmatch(r"\s*([\w.:-]+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if not written:
        raise SpecError(
            f"{shown(text.strip())} is no strategy; write name or name(parameter=value);"
            f" strategies are {', '.join(strategies())}"
        )
    name, settings = written.groups()
    strategy = strategies().get(name)
    if strategy is None:
        raise SpecError(
            f"there is no strategy {shown(name)}{did_you_mean(name, strategies())};"
            f" strategies are {', '.join(strategies())}"
        )
    given = _parse_settings(strategy, settings or "")
    return Seated(strategy, tuple(given.get(p.name, p.default) for p in strategy.parameters))


def _parse_settings(strategy: Strategy, text: str) -> dict[str, float]:
    known = {parameter.name: parameter for parameter in strategy.parameters}
    given: dict[str, float] = {}
    for setting in text.split(",") if text.strip() else ():
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise SpecError(f"{strategy.name}: {shown(setting.strip())} is not parameter=value")
        if name not in known:
            listed = f"its parameters are {', '.join(known)}" if known else "it has none"
            near = did_you_mean(name, known)
            raise SpecError(f"{strategy.name} has no parameter {shown(name)}{near}; {listed}")
        if name in given:
            raise SpecError(f"{strategy.name}: {name} is given twice")
        try:
            given[name] = known[name].read(value)
        except SpecError as error:
            raise SpecError(f"{strategy.name}: {error}") from None
    return given


def _text(value: float) -> str:
    """Shortest text that reads back as the same number: ``2``, ``0.25``."""
    return str(int(value)) if value.is_integer() else repr(value)
