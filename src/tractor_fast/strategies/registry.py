"""Which strategy a text stands for: ``random(lead.throws=0.25)``, ``mine.py:Mine(x=1)``."""

from dataclasses import replace
from typing import Any

from ..errors import SpecError, did_you_mean
from ..inputs import shown
from .built_in import seat, split_spec, strategies
from .loading import entry_point, entry_points, load_entry_point, load_object, package_of
from .python import methods_of, python_strategy
from .strategy import Seated, Strategy


def parse_strategy(spec: Any) -> Seated:
    """The strategy that a text stands for, or a Python object with its parameters at default.

    A text is a name or ``name(parameter=value, ...)``, and a name that of a built-in strategy, that
    of an entry point in the group ``tractor_fast.strategies``, ``module:object`` or
    ``path/to/file.py:object``.

    Raises:
        SpecError: nothing of that name, an object that is no strategy, an unknown parameter, or a
            value out of its range.
    """
    if is_strategy(spec):
        return seat(replace(as_strategy(_name_of(spec), spec), given=spec), "")
    if not isinstance(spec, str):
        raise SpecError(f"{shown(spec)} is no strategy; strategies are {', '.join(strategies())}")
    parts = split_spec(spec)
    if parts is None:
        raise SpecError(
            f"{shown(spec.strip())} is no strategy; write name or name(parameter=value);"
            f" strategies are {', '.join(strategies())}"
        )
    name, settings = parts
    return seat(find_strategy(name), settings)


def offered_strategies() -> list[tuple[str, str, str]]:
    """Name, summary and package of what installed packages offer.

    What cannot be loaded has the reason for its summary.
    """
    found = []
    for point in entry_points():
        try:
            summary = as_strategy(point.name, load_entry_point(point)).summary
        except SpecError as error:
            summary = f"cannot be seated: {error}"
        found.append((point.name, summary, package_of(point)))
    return found


def is_strategy(thing: Any) -> bool:
    """Whether an object can be seated, as it is and not by a text that names it."""
    return isinstance(thing, Strategy) or bool(methods_of(thing))


def find_strategy(name: str) -> Strategy:
    """The strategy of a name, without parameters; SpecError if there is none."""
    if name in strategies():
        return strategies()[name]
    if ":" in name:
        return as_strategy(name, load_object(name))
    offer = entry_point(name)
    if offer is not None:
        return as_strategy(name, load_entry_point(offer))
    if name.endswith(".py"):
        raise SpecError(f"{shown(name)} is a file; write {name}:object to name a strategy in it")
    known = [*strategies(), *(point.name for point in entry_points())]
    raise SpecError(
        f"there is no strategy {shown(name)}{did_you_mean(name, known)};"
        f" strategies are {', '.join(known)}, module:object and path/to/file.py:object"
    )


def as_strategy(name: str, thing: Any) -> Strategy:
    """What was loaded, as a strategy of this name; SpecError if it is none."""
    if isinstance(thing, Strategy):
        return replace(thing, name=name)
    return python_strategy(name, thing)


def _name_of(thing: Any) -> str:
    if isinstance(thing, Strategy):
        return thing.name
    kind = thing if isinstance(thing, type) else type(thing)
    return f"{kind.__module__}:{kind.__qualname__}"
