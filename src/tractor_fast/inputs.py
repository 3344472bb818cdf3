"""Values from outside: whole numbers are checked, and anything is shown in messages on one line."""

import traceback
from collections.abc import Callable, Sequence
from itertools import islice
from operator import index
from pathlib import Path
from typing import Any

from .errors import SpecError, TractorFastError, did_you_mean

MOST = 2**64 - 1
"""Largest seed, board and play number."""

MOST_LISTED = 100_000
"""Things that an argument may list."""

UTF8 = "utf-8-sig"
"""How text files are read: UTF-8, with or without the mark that some editors put before it."""

_PACKAGE = __file__.rpartition("inputs")[0]

_SHOWN = 60  # characters of a value that a message shows


def shown(value: object, text: Callable[[object], str] = repr, most: int = _SHOWN) -> str:
    """A value as messages show it: its ``text``, on one line and not too long."""
    try:
        line = " ".join(text(value).split())
        return line if len(line) <= most else f"{line[: most - 3]}..."
    except Exception:  # a class may do what it likes, and numbers of many digits have no text
        return f"a value of type {type(value).__name__}"


def printable(text: str) -> str:
    """A text on one line, with escapes for what moves a cursor or cannot be seen."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in " ".join(text.split())
    )


def exception_text(error: BaseException) -> str:
    """What somebody else's code raised, on one line: class, message, and the file and line."""
    kind = type(error).__name__
    try:
        said = shown(error, str, most=300)
    except BaseException:  # the exception's own code raises what it likes
        said = ""
    return f"{kind}: {said}{_place(error)}" if said else f"{kind}{_place(error)}"


def _place(error: BaseException) -> str:
    """File and line that raised; the import machinery and this package's own are left out."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({error.filename}, line {error.lineno})"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(("<frozen ", _PACKAGE)) and frame.filename[-4:] != ".pyx":
            return f" ({frame.filename}, line {frame.lineno})"
    return ""


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


def path_of(name: str, value: Any) -> Path:
    """``value`` as a path; SpecError, naming ``name``, if it is none."""
    try:
        return Path(value)
    except TypeError:
        raise SpecError(f"{name} = {shown(value)}: allowed: the name of a file") from None


def listed(value: Any) -> list[Any] | None:
    """What a list, or anything else to be gone through, holds; None for what is no such thing.

    Nor is what never ends: more than ``MOST_LISTED`` are not gone through.
    """
    try:
        each = iter(value)
    except TypeError:
        return None
    found = list(islice(each, MOST_LISTED + 1))
    return found if len(found) <= MOST_LISTED else None


def one_of(name: str, value: object, allowed: Sequence[str]) -> str:
    """``value`` if it is one of the texts ``allowed``; SpecError, naming ``name``, if it is not."""
    if not (isinstance(value, str) and value in allowed):
        near = did_you_mean(value, allowed)
        raise SpecError(f"{name} = {shown(value)}: allowed: {', '.join(allowed)}{near}")
    return value
