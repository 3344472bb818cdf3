"""Values from outside: whole numbers are checked, and anything is shown in messages on one line."""

from operator import index

from .errors import SpecError, TractorFastError

MOST = 2**64 - 1
"""Largest seed, board and play number."""

_SHOWN = 60  # characters of a value that a message shows


def one_line(text: str) -> str:
    """A text as messages show it: on one line and not too long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."


def shown(value: object) -> str:
    """A value as messages show it: its repr, on one line and not too long."""
    try:
        return one_line(repr(value))
    except Exception:  # a class may do what it likes, and numbers of many digits have no text
        return f"a value of type {type(value).__name__}"


def whole(
    name: str,
    value: object,
    low: int,
    high: int,
    error: type[TractorFastError] = SpecError,
) -> int:
    """``value`` as an int from ``low`` to ``high``; ``error``, naming ``name``, if it is none.

    Whatever says that it is a whole number is taken, such as numpy's; but not True and False.
    """
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not low <= number <= high:
        raise error(f"{name} = {shown(value)}: allowed: a whole number from {low} to {high}")
    return number
