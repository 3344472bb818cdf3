"""Counts of legal continuations: the proof of a move generator.

From a deal with the hands given, all plays are tried to a depth: a lead is any unit or throw that
may be tried (one that fails leads the forced unit instead), a follow any legal play, and the
winner leads on.  Plays are distinct multisets of cards.  The reference makes the counts once; an
engine that finds others has a fault, and the counts by first play show where.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..cards import Trump, format_faces
from ..errors import DataError, TractorFastError, UnsupportedRulesError
from ..reference.units import Unit
from ..rules import Rules
from .cases import Case, Face, Row, TrumpField, read_rows
from .engines import Engine, Play, engine_named


class PerftCase(Case, tag="perft"):
    """A deal to count from.

    ``counts`` are the continuations of depth 1, 2 ...; ``divide`` are those of the last depth by
    first play.
    """

    trump: TrumpField
    leader: int
    hands: list[list[Face]]
    counts: list[int]
    divide: dict[str, int]

    def __post_init__(self) -> None:
        if not self.counts:
            raise ValueError("counts are of at least one depth")
        if len({len(hand) for hand in self.hands}) != 1:
            raise ValueError("hands are equally long")

    @property
    def position(self) -> "Position":
        """Where counting starts."""
        return Position(tuple(tuple(sorted(hand)) for hand in self.hands), self.leader)


class Position(NamedTuple):
    """All hands, and the trick on the table: who leads it, its format and the plays so far."""

    hands: tuple[Play, ...]
    leader: int
    lead: tuple[Unit, ...] = ()
    plays: tuple[Play, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.plays)) % len(self.hands)


class Counting:
    """Counts the continuations at one table on one engine; equal positions are counted once."""

    def __init__(self, engine: Engine, rules: Rules, trump: Trump) -> None:
        """Keep what stays the same for all positions."""
        self.engine = engine
        self.rules = rules
        self.trump = trump
        self.count = lru_cache(maxsize=1_000_000)(self._count)

    def divide(self, position: Position, depth: int) -> dict[str, int]:
        """Continuations of ``depth`` plays by the first of them."""
        return {
            format_faces(play): self.count(self._after(position, play), depth - 1)
            for play in sorted(self._plays(position))
        }

    def _count(self, position: Position, depth: int) -> int:
        """How many sequences of ``depth`` plays there are from here; 1 for depth 0."""
        if depth == 0:
            return 1
        plays = self._plays(position)
        if depth == 1:
            return len(plays)
        return sum(self.count(self._after(position, play), depth - 1) for play in plays)

    def _plays(self, position: Position) -> list[Play]:
        hand = position.hands[position.turn]
        if not position.plays:
            return self.engine.leads(self.rules, self.trump, hand)
        return self.engine.follows(self.rules, self.trump, position.lead, hand)

    def _after(self, position: Position, play: Play) -> Position:
        """The position after a play; a failed throw leads what it must, a full trick is taken."""
        hands, leader, lead, plays = position
        if not plays:
            lead = tuple(self.engine.reading(self.rules, self.trump, play))
            led = self.engine.led(self.rules, self.trump, leader, lead, hands)
            if led.beaten_by is not None:
                play = led.cards
                lead = tuple(self.engine.reading(self.rules, self.trump, play))
        seat = position.turn
        left = list(hands[seat])
        for face in play:
            left.remove(face)
        hands = (*hands[:seat], tuple(left), *hands[seat + 1 :])
        plays = (*plays, play)
        if len(plays) < len(hands):
            return Position(hands, leader, lead, plays)
        taken = self.engine.trick(self.rules, self.trump, leader, lead, plays)
        return Position(hands, taken.winner)


class PerftResult(NamedTuple):
    """What an engine counts from one deal.

    ``counted`` are its counts by depth; ``divide`` holds, where they differ from the recorded
    ones, the first plays whose recorded and own counts differ (None: no such play).
    """

    file: str
    line: int
    id: str
    counts: list[int]
    counted: list[int]
    divide: dict[str, tuple[int | None, int | None]]

    @property
    def agrees(self) -> bool:
        """Whether all counts are the recorded ones."""
        return not self.divide and self.counts == self.counted


def perft(paths: Iterable[str | Path], engine: str = "core") -> Iterator[PerftResult]:
    """Count from every deal of some files on an engine, ``core`` or ``reference``.

    All files are read before the first deal is counted.

    Raises:
        DataError: a file that cannot be read as deals to count from, cards that no deal has; names
            the file and the line.
        UnsupportedRulesError: the engine cannot answer for a deal; names it likewise.
        SpecError: there is no such engine.
    """
    asked = engine_named(engine)
    for row in [row for path in paths for row in read_rows(path, PerftCase)]:
        try:
            yield _counted(row, asked)
        except UnsupportedRulesError as lack:
            raise UnsupportedRulesError(f"{_place(row)}: {lack}", lack.settings) from None
        except TractorFastError as refusal:
            raise DataError(f"{_place(row)}: {refusal}") from None


def _place(row: Row) -> str:
    return f"{row.file}, line {row.line}"


def _counted(row: Row, engine: Engine) -> PerftResult:
    case: PerftCase = row.case
    counting = Counting(engine, case.rules, case.trump.trump)
    depth = len(case.counts)
    counted = [counting.count(case.position, d) for d in range(1, depth + 1)]
    found = counting.divide(case.position, depth)
    plays = sorted(case.divide.keys() | found.keys())
    differ = {
        play: (case.divide.get(play), found.get(play))
        for play in plays
        if case.divide.get(play) != found.get(play)
    }
    return PerftResult(row.file, row.line, case.id, case.counts, counted, differ)
