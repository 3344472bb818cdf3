"""The hardest checks that a search has found, one by one, against what any check may take."""

from collections.abc import Callable, Iterator

from ...cards import parse_faces
from ...settings import setting_text
from ..hardest import LIMIT, SHORT_LIMIT, Check, hardest
from .rows import Line, at_most
from .timing import Task


def hardest_lines() -> Iterator[Line]:
    """A row for each check: a position made and one play judged in it."""
    for number, check in enumerate(hardest(), 1):
        limit = SHORT_LIMIT if check.is_short else LIMIT
        yield Line(
            f"hardest.{number}",
            "hardest checks",
            _label(check),
            "us",
            Task(_repeated(check.asks)),
            target=at_most(limit * 1e6),
        )


def _label(check: Check) -> str:
    changes = " ".join(f"{name}={setting_text(value)}" for name, value in check.rules.items())
    return f"lead of {len(parse_faces(check.lead))} cards, {changes}"


def _repeated(asks: Callable[[], bool]) -> Callable[[int], None]:
    def play(times: int) -> None:
        for _ in range(times):
            asks()

    return play
