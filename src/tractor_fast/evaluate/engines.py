"""What an engine must answer so that recorded cases and perft can be put to it.

There are two, with the same questions: ``reference``, the plain-Python oracle, and ``core``, the
compiled one.  An engine that cannot answer a question, as the reference where a ladder is too long
to be walked, raises :class:`UnsupportedRulesError`.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from ..cards import Trump
from ..errors import SpecError
from ..inputs import shown
from ..reference.score import Outcome
from ..reference.units import Unit
from ..rules import Rules

ENGINES = ("core", "reference")

Play = tuple[int, ...]
"""Cards of a play, sorted faces."""

Lead = Sequence[Unit]
"""A lead as the units that it is read as."""


class Led(NamedTuple):
    """What becomes of a lead (R9, R10): the cards that are led, the seat that stopped a throw."""

    cards: Play
    beaten_by: int | None


class Taken(NamedTuple):
    """A trick's winner (a seat), its points, and the cards of the lead's largest unit."""

    winner: int
    points: int
    largest_unit: int


class Engine(Protocol):
    """The questions."""

    def reading(self, rules: Rules, trump: Trump, cards: Iterable[int]) -> Lead:
        """The units that cards of one suit are read as (R8)."""

    def unit_leads(self, rules: Rules, trump: Trump, hand: Iterable[int]) -> list[Play]:
        """Every distinct lead of one unit (R7)."""

    def leads(self, rules: Rules, trump: Trump, hand: Iterable[int]) -> list[Play]:
        """Every distinct lead that may be tried, throws too (R8, R9)."""

    def follows(self, rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int]) -> list[Play]:
        """Every distinct legal follow (R11 to R15)."""

    def is_legal_follow(
        self, rules: Rules, trump: Trump, lead: Lead, hand: Iterable[int], play: Iterable[int]
    ) -> bool:
        """Whether a play may be laid on the lead (R11 to R15)."""

    def led(
        self, rules: Rules, trump: Trump, leader: int, lead: Lead, hands: Sequence[Sequence[int]]
    ) -> Led:
        """What is led when ``leader`` tries ``lead``; all hands as they were before (R9, R10)."""

    def trick(
        self, rules: Rules, trump: Trump, leader: int, lead: Lead, plays: Sequence[Sequence[int]]
    ) -> Taken:
        """Who takes a trick; plays in playing order (R16 to R18)."""

    def bids(
        self,
        rules: Rules,
        levels: Sequence[int],
        declarer: int | None,
        bidder: int,
        made: Sequence[tuple[int, int, int]],
        hand: Iterable[int],
    ) -> list[tuple[int, int]]:
        """Bids (face, count) open to a seat after those ``made`` (seat, face, count) (R21)."""

    def kitty(self, rules: Rules, level: int) -> tuple[int, int, list[int]]:
        """Cards in the kitty, cards a hand, faces taken out of the deck (R20)."""

    def kitty_factor(
        self, rules: Rules, trump: Trump, lead: Lead, winning_play: Sequence[int]
    ) -> int:
        """What the kitty's points are multiplied by after this last trick (R29)."""

    def score(self, rules: Rules, points: int, team_short: bool) -> Outcome:
        """Side and levels for the attackers' points (R30)."""

    def advance(
        self,
        rules: Rules,
        levels: Sequence[int],
        declarer: int,
        team: Collection[int],
        outcome: Outcome,
        hook_hit: bool,
    ) -> list[int]:
        """The levels of all seats after a deal (R31)."""

    def joined(
        self,
        rules: Rules,
        declarer: int,
        friends: Sequence[tuple[int, int]],
        plays: Sequence[tuple[int, Sequence[int]]],
    ) -> list[int]:
        """The declarer's side after complete tricks, in joining order (R25).

        ``friends`` are (face, ordinal), ``plays`` all plays so far as (seat, cards).
        """

    def next_declarer(
        self, rules: Rules, declarer: int, team: Collection[int], defenders_win: bool
    ) -> int:
        """Who declares next (R33)."""


def engine_named(name: str) -> Engine:
    """The engine of that name; SpecError if there is none."""
    if name == "reference":
        from .reference_engine import ReferenceEngine

        return ReferenceEngine()
    if name == "core":
        from .core_engine import CoreEngine

        return CoreEngine()
    raise SpecError(f"{shown(name)} is no engine; engines are {', '.join(ENGINES)}")
