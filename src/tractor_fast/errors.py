"""Everything this package raises on purpose.

Every message is one line that names what is wrong (setting, card, seat, board, file and line) and
what would be right.  The command line prints it after ``error:`` and exits with ``exit_code``.
"""

import difflib
from collections.abc import Iterable
from typing import Any


def did_you_mean(name: object, names: Iterable[str]) -> str:
    """End of a message about an unknown name: ``"; did you mean X?"``, or nothing."""
    if not isinstance(name, str):
        return ""
    lower = {known.lower(): known for known in names}
    near = difflib.get_close_matches(name.lower(), lower, n=1)
    return f"; did you mean {lower[near[0]]}?" if near else ""


class TractorFastError(Exception):
    """Base of all errors that the package raises on purpose."""

    exit_code = 2


class CardError(TractorFastError, ValueError):
    """A text or number that is no card, or cards that a hand or deck does not hold."""


class RulesError(TractorFastError, ValueError):
    """An unknown setting, a wrong value, or a combination of settings that no table can play."""


class UnsupportedRulesError(RulesError):
    """Valid rules under which an engine cannot answer a question.

    ``settings`` holds the names of the settings that are to blame, or is empty where it is none.
    """

    def __init__(self, message: str, settings: Iterable[str] = ()) -> None:
        """Keep the settings' names beside the message."""
        super().__init__(message)
        self.settings = tuple(settings)


class PlayError(TractorFastError, ValueError):
    """A bid, kitty, lead or follow that the rules do not allow here."""


class ArrayError(TractorFastError, ValueError):
    """An array whose type, shape, byte order or numbers a batch function cannot use."""


class StrategyError(TractorFastError):
    """A strategy failed, or chose what is not allowed; names seat, strategy, board and choice.

    ``board`` is the number of the board.  A run of many boards stops there: ``result`` is what it
    would have returned for the boards before it; None where nothing was to be returned.
    """

    exit_code = 1
    board: int | None = None
    result: Any = None
    played: Any = None
    """The same for a part of a run, as whoever plays parts wants it."""


class WorkerError(TractorFastError):
    """A thread or process that was to share the work cannot be started, or died."""

    exit_code = 1


class StoreError(TractorFastError):
    """What a run finishes can be kept no more: the disk is full, or the file is gone."""

    exit_code = 1


class SpecError(TractorFastError, ValueError):
    """A strategy, seat or context that cannot be understood."""


class DataError(TractorFastError, ValueError):
    """A file that cannot be read as what it should be; names the file and the line."""


class PlotError(TractorFastError, ValueError):
    """A picture that cannot be drawn or saved; names the file."""
