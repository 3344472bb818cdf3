"""A recorded deal (record.py) as text for people, one line an event, and read back from it.

docs/deal-text.md describes the lines.  The text is complete: ``parse(to_text(record)).record`` is
the record again, and replay.py can say on which line the oracle disagrees.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from ..cards import RANKS, SUITS, parse_rank
from ..errors import DataError, TractorFastError
from ..inputs import shown
from ..record import FORMAT
from ..rules import Rules, load_rules
from ..settings import setting_text
from ..sim import seat_names
from .deal_lines import (
    OUTCOME,
    READ_CHOICES,
    Kind,
    matched,
    read_cards,
    read_number,
    read_seat,
    read_trick,
    write_choices,
    write_trick,
)

_COMMENT = "#"
_NO_TRUMP = "NT"


class DealText(NamedTuple):
    """What a text says, and where.

    ``record`` is as record.py makes it; ``lines`` are numbers of lines, from 1, by what they hold:
    the name of a field (``level``; of the outcome too: ``points``), or ``hand 0`` (by seat),
    ``choice 0`` (by place in ``choices``), ``trick 1``.
    """

    record: dict[str, Any]
    lines: dict[str, int]


def to_text(record: Mapping[str, Any], command: str = "") -> str:
    """The text of a record that :func:`tractor_fast.record.record_deal` has made.

    ``command`` is the command line that prints it; the text then begins with it, as a comment.
    """
    heading = [f"{_COMMENT} {command}"] if command else []
    lines = [*heading, *(f"{key}: {said}".rstrip() for key, said in _lines(record))]
    return "\n".join(lines) + "\n"


def _lines(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    seats = seat_names(len(record["hands"]))
    changes = [f"{name}={setting_text(value)}" for name, value in record["rules"].items()]
    before = record["declarer_before"]
    yield "format", record["format"]
    yield "rules", " ".join(["tractor", *changes])
    for field in ("board", "attempt", "level"):
        yield field, record[field]
    yield "declarer_before", "none" if before is None else seats[before]
    yield "first_drawer", seats[record["first_drawer"]]
    for seat, hand in zip(seats, record["hands"], strict=True):
        yield f"hand {seat}", " ".join(hand)
    yield "kitty", " ".join(record["kitty"])
    choices = record["choices"]
    leads = [at for at, entry in enumerate(choices) if "lead" in entry]
    yield from write_choices(choices[: leads[0]], seats)
    yield "trump", record["trump"]["rank"] + (record["trump"]["suit"] or _NO_TRUMP)
    yield "declarer", seats[record["declarer"]]
    yield "buried", " ".join(record["buried"])
    for number, (at, trick) in enumerate(zip(leads, record["tricks"], strict=True), start=1):
        naming = choices[at + 1] if "unit" in choices[at + 1] else None
        yield f"trick {number}", write_trick(trick, naming, seats)
    for field, kind in OUTCOME.items():
        yield field, kind.write(record["outcome"][field], seats)


def parse(text: str) -> DealText:
    """Read a text that :func:`to_text` has written; empty lines and ``# comments`` are passed over.

    Raises:
        DataError: a line that is missing, in the wrong place or cannot be understood, by number.
    """
    if not isinstance(text, str):
        raise DataError(f"a deal is read from text, not from {shown(text)}")
    return _Reader(text).read()


@contextmanager
def _on_line(number: int) -> Iterator[None]:
    """Errors inside are those of a line."""
    try:
        yield
    except TractorFastError as error:
        raise DataError(f"line {number}: {error}") from None


class _Reader:
    """Takes the lines of a text one after the other and remembers where each thing stood."""

    def __init__(self, text: str) -> None:
        numbered = enumerate(map(str.strip, text.splitlines()), start=1)
        self._left = [(n, line) for n, line in numbered if line and not line.startswith(_COMMENT)]
        self._left.reverse()
        self._last = 0
        self._lines: dict[str, int] = {}
        self._choices: list[dict[str, Any]] = []
        self._seats: Sequence[str] = ()

    def read(self) -> DealText:
        record: dict[str, Any] = {"format": self._take("format", _read_format)}
        rules = self._take("rules", _read_rules)
        self._seats = seat_names(rules.players)
        record["rules"] = rules.changed()
        record["board"] = self._take("board", read_number)
        record["attempt"] = self._take("attempt", read_number)
        level = record["level"] = self._take("level", lambda said: RANKS[parse_rank(said)])
        record["declarer_before"] = self._take(
            "declarer_before", lambda said: None if said == "none" else self._seat(said)
        )
        record["first_drawer"] = self._take("first_drawer", self._seat)
        record["hands"] = [
            self._take(f"hand {name}", read_cards, f"hand {seat}")
            for seat, name in enumerate(self._seats)
        ]
        record["kitty"] = self._take("kitty", read_cards)
        while self._key() in READ_CHOICES:
            self._take_choices()
        record["trump"] = self._take("trump", lambda said: _read_trump(said, level))
        record["declarer"] = self._take("declarer", self._seat)
        record["buried"] = self._take("buried", read_cards)
        record["tricks"] = [self._take_trick(1)]
        while self._key().startswith("trick "):
            record["tricks"].append(self._take_trick(len(record["tricks"]) + 1))
        record["choices"] = self._choices
        record["outcome"] = self._take_outcome(record)
        if self._left:
            raise DataError(f"line {self._left[-1][0]}: the deal is complete before this line")
        return DealText(record, self._lines)

    def _seat(self, said: str) -> int:
        return read_seat(said, self._seats)

    def _key(self) -> str:
        """Key of the next line; empty after the last."""
        return self._left[-1][1].partition(":")[0] if self._left else ""

    def _next(self) -> str:
        """Take the next line: what stands after its key."""
        self._last, line = self._left.pop()
        return line.partition(":")[2].strip()

    def _take(self, key: str, read: Callable[[str], Any], place: str | None = None) -> Any:
        """What the next line says, which must have this key; remembered as ``place`` or the key."""
        if self._key() != key:
            number, found = self._left[-1] if self._left else (self._last + 1, "")
            found = shown(found, most=40) if found else "the end"
            raise DataError(f"line {number}: {found}; expected here: {key}: ...")
        said = self._next()
        self._lines[place or key] = self._last
        with _on_line(self._last):
            return read(said)

    def _take_choices(self) -> None:
        read, said = READ_CHOICES[self._key()], self._next()
        with _on_line(self._last):
            self._chosen(read(said, self._seats))

    def _take_trick(self, number: int) -> dict[str, Any]:
        trick, choices = self._take(f"trick {number}", lambda said: read_trick(said, self._seats))
        self._chosen(choices)
        return trick

    def _chosen(self, choices: Iterable[dict[str, Any]]) -> None:
        """Choices that stand on the last line taken."""
        for entry in choices:
            self._lines[f"choice {len(self._choices)}"] = self._last
            self._choices.append(entry)

    def _take_outcome(self, record: dict[str, Any]) -> dict[str, int]:
        suit = record["trump"]["suit"]
        outcome = {
            "declarer": record["declarer"],
            "level": RANKS.index(record["level"]),
            "trump": len(SUITS) if suit is None else SUITS.index(suit),
        }
        for field, kind in OUTCOME.items():
            outcome[field] = self._take(field, partial(self._field, kind))
        return outcome

    def _field(self, kind: Kind, said: str) -> int:
        return kind.read(said, self._seats)


def _read_format(said: str) -> int:
    number = read_number(said)
    if number != FORMAT:
        raise DataError(f"format {number}; this version reads format {FORMAT}")
    return number


def _read_rules(said: str) -> Rules:
    base, *changes = said.split() or [""]
    if base != "tractor":
        raise DataError(f"rules are tractor and what differs, setting=value, not {shown(base)}")
    return load_rules(base, changes)


def _read_trump(said: str, level: str) -> dict[str, str | None]:
    match = matched(f"{level}({_NO_TRUMP}|[{SUITS}])", said, f"{level} and a suit, or {level}NT")
    return {"suit": None if match[1] == _NO_TRUMP else match[1], "rank": level}
