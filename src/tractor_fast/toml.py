"""TOML files: what is in one, and on which line."""

import re
import tomllib
from pathlib import Path
from typing import Any

from .errors import DataError
from .inputs import UTF8, shown

_LONGEST = 1_000_000  # characters of a file


def read_toml(path: Path, what: str) -> tuple[dict[str, Any], str]:
    """What a file says, and its text; DataError for one that is no TOML of ``what``."""
    try:
        with path.open(encoding=UTF8) as file:  # which may be a device without end
            text = file.read(_LONGEST + 1)
    except UnicodeDecodeError:
        raise DataError(f"{path}: is no TOML: not UTF-8 text") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"{shown(str(path), most=300)} cannot be read: {reason}") from None
    if len(text) > _LONGEST:
        raise DataError(f"{path}: is no TOML of {what}: it is longer than {_LONGEST:,} characters")
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: is no TOML: {error}") from None
    except RecursionError:
        raise DataError(f"{path}: is no TOML of {what}: nested too deeply") from None
    except ValueError:  # the only one left: Python reads no number of some thousand digits
        raise DataError(f"{path}: is no TOML of {what}: a number is too long") from None


def line_of(name: str, text: str) -> str:
    """Where a text sets a name: ``, line 3``; empty if it cannot be seen."""
    begins = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}(?![\w-])""")
    numbered = enumerate(text.splitlines(), start=1)
    return next((f", line {number}" for number, line in numbered if begins.match(line)), "")
