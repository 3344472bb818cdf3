"""Strategies written in Python: a class, or an object, with some of the five methods.

``bid(view)``, ``name(view)``, ``bury(view)``, ``lead(view)`` and ``follow(view)`` are given what
their seat knows (``_core.view.View``) and return the choice.  Where a method is missing, the
built-in strategy answers that the attribute ``base`` names, ``"normal"`` if there is none.

A class may declare ``parameters``, a list of :class:`Parameter`: it is called with their values by
keyword, dots in their names written ``_``.
"""

import copy
import difflib
import math
import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from .._core.base import BasePolicy
from .._core.policies import Parameter
from .._core.python_policy import METHODS, PythonPolicy
from .._core.run import MAX_PARAMETERS
from ..errors import SpecError
from ..inputs import exception_text, shown
from .built_in import parse_built_in, strategies
from .strategy import Strategy

WHAT_IT_IS = f"a strategy is a class or object with some of the methods {', '.join(METHODS)}"

_LIKE = 0.86  # follow is as like folow and follows, bury burry; bid is less like bind
_NAME = re.compile(r"[^\W\d]\w*(\.\w+)*")


def python_strategy(name: str, thing: Any) -> Strategy:
    """The strategy that a class, a factory or an object makes; it is built once to see that it is.

    A class or factory is called for each board, an object copied.

    Raises:
        SpecError: it is no strategy, cannot be built, or declares a base or parameters that are not
            so.
    """
    is_object = not callable(thing) or bool(methods_of(type(thing)))
    if is_object and not methods_of(thing):
        raise SpecError(f"{name}: {shown(thing)} is no strategy; {WHAT_IT_IS}")
    parameters = () if is_object else _declared(name, getattr(thing, "parameters", ()))
    make = _copier(thing) if is_object else _maker(thing, parameters)
    try:
        made = make(tuple(parameter.default for parameter in parameters))
    except (Exception, SystemExit) as error:
        hint = "" if isinstance(thing, type) else f"; {WHAT_IT_IS}"
        raise SpecError(f"{name}: building it raised {exception_text(error)}{hint}") from error
    methods = methods_of(made)
    if not methods:
        raise SpecError(f"{name} has none of the methods of a strategy; {WHAT_IT_IS}")
    _check_names(name, made, methods)
    base = getattr(made, "base", "normal")
    try:
        seated = parse_built_in(base) if isinstance(base, str) else None
    except SpecError as error:
        raise SpecError(f"{name}: base = {shown(base)}: {error}") from None
    if seated is None:
        raise SpecError(f"{name}: base = {shown(base)}: allowed: {', '.join(strategies())}")
    fallback = BasePolicy(seated.strategy.name, seated.values)
    policy = PythonPolicy(name, parameters, make, methods, fallback)
    return Strategy(name, parameters, policy.foreign(), _summary(thing, made))


def methods_of(thing: Any) -> list[str]:
    """The methods of a strategy that an object or class has."""
    return [method for method in METHODS if callable(getattr(thing, method, None))]


def _check_names(name: str, made: Any, methods: Iterable[str]) -> None:
    """Refuse what looks like a decision and would never be asked: the base would play silently."""
    own = {
        word.lower(): word
        for word in dir(made)
        if not word.startswith("_") and word not in METHODS and callable(getattr(made, word, None))
    }
    for missing in METHODS:
        if missing in methods:
            continue
        if hasattr(made, missing):
            value = shown(getattr(made, missing))
            raise SpecError(f"{name}: {missing} = {value}: allowed: a method of one argument, view")
        near = difflib.get_close_matches(missing, own, n=1, cutoff=_LIKE)
        if near:
            raise SpecError(
                f"{name} has a method {own[near[0]]} and none that is called {missing}: a decision"
                f" is spelt so; a helper may be called _{own[near[0]]}"
            )


def _copier(thing: Any) -> Callable[[tuple[float, ...]], Any]:
    return lambda values: copy.deepcopy(thing)


def _keywords(parameters: tuple[Parameter, ...]) -> list[str]:
    """What parameters are called as a class receives them."""
    return [parameter.name.replace(".", "_") for parameter in parameters]


def _maker(thing: Any, parameters: tuple[Parameter, ...]) -> Callable[[tuple[float, ...]], Any]:
    """A function of parameter values that makes a new object."""
    keywords = _keywords(parameters)
    return lambda values: thing(**dict(zip(keywords, values, strict=True)))


def _summary(*documented: Any) -> str:
    """First line of the first docstring that there is."""
    for thing in documented:
        text = getattr(thing, "__doc__", None)
        if isinstance(text, str) and text.strip():
            return text.strip().splitlines()[0]
    return ""


def _declared(name: str, given: Any) -> tuple[Parameter, ...]:
    """What a class says of its parameters, checked."""
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise SpecError(f"{name}: parameters = {shown(given)}: allowed: a list of Parameter")
    parameters = tuple(_read_parameter(name, each) for each in islice(given, MAX_PARAMETERS + 1))
    if len(parameters) > MAX_PARAMETERS:
        raise SpecError(f"{name}: more than {MAX_PARAMETERS} parameters")
    keywords = _keywords(parameters)
    twice = [each for each in keywords if keywords.count(each) > 1]
    if twice:
        raise SpecError(f"{name}: two parameters are called {twice[0]}")
    return parameters


def _read_parameter(name: str, given: Any) -> Parameter:
    try:
        word, default, low, high, meaning = given
        default, low, high = float(default), float(low), float(high)
    except (TypeError, ValueError, OverflowError):
        word = meaning = None
    if not (isinstance(word, str) and isinstance(meaning, str) and _NAME.fullmatch(word)):
        raise SpecError(
            f"{name}: {shown(given)} is no Parameter(name, default, low, high, meaning), its name a"
            f" word such as bid.share"
        )
    if not (all(map(math.isfinite, (default, low, high))) and low <= default <= high):
        raise SpecError(f"{name}: {word}: its default {default:g} is not from {low:g} to {high:g}")
    return Parameter(word, default, low, high, meaning)
