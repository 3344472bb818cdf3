"""Values from outside: whole numbers are checked, and anything is shown in messages on one line."""

from collections.abc import Callable
from operator import index

from .errors import SpecError, TractorFastError

MOST = 2**64 - 1
"""Largest seed, board and play number."""

UTF8 = "utf-8-sig"
"""How text files are read: UTF-8, with or without the mark that some editors put before it."""

_SHOWN = 60  # characters of a value that a message shows


def shown(value: object, text: Callable[[object], str] = repr, most: int = _SHOWN) -> str:
    """A value as messages show it: its ``text``, on one line and not too long."""
    try:
        line = " ".join(text(value).split())
        return line if len(line) <= most else f"{line[: most - 3]}..."
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
