"""Strategies as Python functions that numba compiles: ``@strategy``, and what they may call.

A strategy is a function of the records ``table, seat, memo, choice`` (``tractor_fast.abi``) that
writes ``choice`` and ``memo``; docs/writing-strategies.md tells how.  It runs without the GIL.
"""

import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .. import abi
from .._core.policies import Parameter
from .._core.policy import ForeignPolicy
from ..errors import SpecError
from ..inputs import shown
from ..interrupts import interrupts_wait
from .strategy import Strategy

try:
    import numba
    from numba import types
except ImportError:
    raise SpecError(
        "@strategy needs numba, which is not installed; pip install 'tractor_fast[numba]' does it"
    ) from None

from .numba_calls import (
    beats,
    below,
    bit,
    built_in,
    bury_by,
    callable_faces,
    count,
    ctz,
    draw_follow,
    follow_by,
    highest,
    lay,
    legal,
    lowest,
    popcount,
    record_at,
    rules,
    trump_table,
)
from .numba_entry import RAISED, c_function

__all__ = [
    "beats",
    "below",
    "bit",
    "built_in",
    "bury_by",
    "callable_faces",
    "count",
    "ctz",
    "draw_follow",
    "follow_by",
    "highest",
    "lay",
    "legal",
    "lowest",
    "popcount",
    "rules",
    "strategy",
    "trump_table",
]

_ARGUMENTS = ("table", "seat", "memo", "choice")

_BEYOND = RAISED + 1
"""Instead of a code that is no int of C."""


def strategy(
    function: Callable[..., Any] | None = None, /, *, parameters: Iterable[Parameter] = ()
) -> Any:
    """Compile a function ``(table, seat, memo, choice)`` of records into a strategy.

    With ``parameters`` (each a ``Parameter``: name, default, lowest, highest, meaning) the function
    has a fifth argument, a record of their values; dots in names are written ``_`` there.  It
    returns nothing, or a whole number: 0, or a code that it gives up with.

    Raises:
        SpecError: a function of other arguments, one that numba cannot compile or that returns
            something else, or parameters that are none.
    """
    wanted = _read_parameters(parameters)
    if function is None:
        return lambda function: _compile(function, wanted)
    return _compile(function, wanted)


def _read_parameters(parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
    try:
        wanted = tuple(parameters)
    except TypeError:
        wanted = (parameters,)  # type: ignore[assignment]
    for parameter in wanted:
        if not isinstance(parameter, Parameter):
            raise SpecError(f"@strategy: {shown(parameter)} is no Parameter")
        if not _field(parameter).isidentifier():
            raise SpecError(f"@strategy: {shown(parameter.name)} is no name of a parameter")
        parameter.read(parameter.default)
    fields = [_field(parameter) for parameter in wanted]
    for field in fields:
        if fields.count(field) > 1:
            raise SpecError(f"@strategy: two parameters are called {field}")
    return wanted


def _field(parameter: Parameter) -> str:
    return str(parameter.name).replace(".", "_").replace("-", "_")


def _compile(function: Callable[..., Any], parameters: tuple[Parameter, ...]) -> Strategy:
    name = getattr(function, "__name__", None)
    if not inspect.isfunction(function) or name is None:
        raise SpecError(f"@strategy: {shown(function)} is no function")
    given = tuple(inspect.signature(function).parameters)
    asked = len(_ARGUMENTS) + bool(parameters)
    if len(given) != asked:
        raise SpecError(
            f"strategy {name}: it takes {', '.join(_ARGUMENTS)}"
            f"{' and parameters' if parameters else ''}, not {len(given)} arguments"
        )
    try:
        with interrupts_wait():  # numba loses those that come while LLVM calls it back
            entry = c_function(_call(numba.njit(forceinline=True)(function), parameters))
    except SpecError:
        raise
    except Exception as error:  # numba's own errors, and whatever it stumbles over
        raise SpecError(f"strategy {name} does not compile: {_reason(error)}") from error
    policy = ForeignPolicy(name, entry.address, parameters, owner=entry, explain=_explain)
    summary = (inspect.getdoc(function) or "").partition("\n")[0]
    return Strategy(name, parameters, policy, summary)


def _call(compiled: Any, parameters: tuple[Parameter, ...]) -> Any:
    """The same as a function of four addresses, whose result is a code."""
    dtypes = [abi.TABLE, abi.SEAT, abi.MEMO, abi.CHOICE]
    if parameters:
        dtypes.append(np.dtype([(_field(parameter), "f8") for parameter in parameters], align=True))
    records = tuple(map(numba.from_dtype, dtypes))
    compiled.compile(records)
    result = compiled.overloads[records].signature.return_type
    code = _read_result(compiled.py_func.__name__, result)
    table_at, seat_at, memo_at, choice_at, *more = map(record_at, dtypes)
    of_addresses = numba.njit(types.intc(*[types.uintp] * 4), forceinline=True)
    if parameters:
        (values_at,) = more

        @of_addresses
        def call(table, seat, memo, choice):
            own = seat_at(seat)
            values = values_at(own.parameters)
            return code(compiled(table_at(table), own, memo_at(memo), choice_at(choice), values))
    else:

        @of_addresses
        def call(table, seat, memo, choice):
            return code(compiled(table_at(table), seat_at(seat), memo_at(memo), choice_at(choice)))

    return call


def _read_result(name: str, result: Any) -> Any:
    """A function of what the strategy returns: its code."""
    if isinstance(result, types.NoneType):
        return numba.njit(lambda nothing: 0)
    if isinstance(result, types.Integer):
        return _as_int
    raise SpecError(
        f"strategy {name} returns {result}; nothing or a whole number is right: a code that it"
        " gives up with, or 0"
    )


@numba.njit
def _as_int(code):
    return np.int32(code) if _BEYOND < code < -RAISED else np.int32(_BEYOND)


def _explain(code: int) -> str:
    if code == RAISED:
        return "raised an exception"
    return "gave up with a code beyond 32 bits" if code == _BEYOND else f"gave up with code {code}"


def _reason(error: Exception) -> str:
    """The line of numba's message that says what is wrong, and where."""
    if isinstance(error, KeyError):
        return f"a record has no field {error}"
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines()]
    said = [
        line for line in lines if line and not line.startswith(("Failed in ", "During: ", "File "))
    ]
    place = re.search(r'File "([^"]*)", line (\d+)', text)
    where = f" ({place[1]}, line {place[2]})" if place else ""
    return shown(said[0] if said else type(error).__name__, str, most=200) + where
