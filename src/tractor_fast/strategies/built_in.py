"""The compiled strategies, and how the text of parameters is read."""

import re
from functools import cache

from .._core.policies import POLICIES, SUMMARIES
from ..errors import SpecError, did_you_mean
from ..inputs import shown
from .strategy import Seated, Strategy

# What names a strategy, and its parameters in parentheses.  A path may have what it likes in it.
_SPEC = re.compile(r"\s*(.+:[\w.]+|[\w.-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


@cache
def strategies() -> dict[str, Strategy]:
    """All compiled strategies by name."""
    return {
        name: Strategy(name, parameters, name, SUMMARIES[name])
        for name, parameters in POLICIES.items()
    }


def split_spec(text: str) -> tuple[str, str] | None:
    """Name and settings of ``name(parameter=value, ...)``; None if the text is no such thing."""
    written = _SPEC.fullmatch(text)
    return (written[1], written[2] or "") if written else None


def parse_built_in(text: str) -> Seated | None:
    """A compiled strategy with its parameters; None if the text names none.

    Raises:
        SpecError: an unknown parameter, or a value out of its range.
    """
    name, settings = split_spec(text) or ("", "")
    strategy = strategies().get(name)
    return seat(strategy, settings) if strategy is not None else None


def seat(strategy: Strategy, settings: str) -> Seated:
    """The strategy with parameters as ``parameter=value, ...`` sets them, the others at default.

    Raises:
        SpecError: an unknown parameter, one given twice, or a value out of its range.
    """
    given = _parse_settings(strategy, settings)
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
