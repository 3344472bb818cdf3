"""Recorded cases with known answers: one JSON object a line, plain or gzipped.

Each kind of case is a struct here, with the fields that are read; all other fields are notes for
people and ignored.  Cards are faces, levels are ranks 0..12, units are the reference's units.
"""

import gzip
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec

from ..cards import SUITS, Trump, format_faces, parse_face, parse_rank
from ..errors import CardError, DataError, RulesError
from ..inputs import UTF8, shown
from ..reference.units import Unit, is_tractor_shape
from ..rules import Rules, load_rules


class Face(int):
    """A card, written by its name."""


class Level(int):
    """A rank 0..12, written 2..A."""


Width = Annotated[int, msgspec.Meta(ge=2, le=4)]
"""Copies of a card in a unit: at most as many as there are decks (R7, R19)."""

Shown = Annotated[int, msgspec.Meta(ge=1, le=4)]
"""Copies of a card that a bid shows (R21)."""


class TrumpField(msgspec.Struct):
    """What is trump: ``{"suit": "s", "rank": "2"}``; suit null is no trump."""

    suit: Literal["c", "d", "h", "s"] | None
    rank: Level

    @property
    def trump(self) -> Trump:
        """The same as the package's own value."""
        return Trump(int(self.rank), None if self.suit is None else SUITS.index(self.suit))


class Single(msgspec.Struct, tag_field="type", tag="single"):
    """A unit of one card."""

    card: Face

    @property
    def unit(self) -> Unit:
        """The same as the reference's unit."""
        return Unit(1, (self.card,))


class Tuple(msgspec.Struct, tag_field="type", tag="tuple"):
    """A unit of identical cards."""

    card: Face
    width: Width

    @property
    def unit(self) -> Unit:
        """The same as the reference's unit."""
        return Unit(self.width, (self.card,))


class Tractor(msgspec.Struct, tag_field="type", tag="tractor"):
    """A unit of adjacent steps, the lowest first."""

    members: Annotated[list[Face], msgspec.Meta(min_length=2)]
    width: Width

    @property
    def unit(self) -> Unit:
        """The same as the reference's unit."""
        return Unit(self.width, tuple(self.members))


UnitField = Single | Tuple | Tractor


Units = Annotated[list[UnitField], msgspec.Meta(min_length=1)]


def units_of(fields: list[UnitField]) -> list[Unit]:
    """The units that a case lists."""
    return [field.unit for field in fields]


class Longest(msgspec.Struct):
    """Size and kind of the largest unit of a reading."""

    cards: int
    type: Literal["single", "tuple", "tractor"]


class BidField(msgspec.Struct):
    """A bid that was made."""

    seat: int
    card: Face
    count: Shown


class FriendField(msgspec.Struct):
    """A friend that was called (R25)."""

    card: Face
    ordinal: int


class Case(msgspec.Struct, tag_field="kind", kw_only=True):
    """What every case has."""

    id: str
    rules_field: msgspec.Raw = msgspec.field(name="rules")

    @property
    def rules(self) -> Rules:
        """The rules of the case."""
        return _rules_of(bytes(self.rules_field))


@lru_cache(maxsize=1024)
def _rules_of(text: bytes) -> Rules:
    settings = msgspec.json.decode(text)
    if not isinstance(settings, dict):
        raise RulesError("rules are an object of settings")
    return load_rules(settings)


class FollowCase(Case, tag="follow"):
    """May ``play`` be laid on a lead (R11 to R15)?"""

    trump: TrumpField
    lead_units: Units
    hand: list[Face]
    play: list[Face]
    legal: bool


class MovesCase(Case, tag="moves"):
    """All plays open to a hand: follows, or leads of one unit."""

    trump: TrumpField
    hand: list[Face]
    lead: list[Face] | None
    count: int
    moves: list[list[Face]]
    lead_units: list[UnitField] = []


class WinnerCase(Case, tag="winner"):
    """Who wins a trick (R16 to R18)."""

    trump: TrumpField
    leader: int
    lead_units: Units
    plays: list[list[Face]]
    winner: int
    points: int
    largest_unit: int


class ReadingCase(Case, tag="reading"):
    """How a lead is read (R8)."""

    trump: TrumpField
    cards: list[Face]
    reading: list[UnitField] | None
    longest: Longest
    equal_cards: bool = False


class ThrowCase(Case, tag="throw"):
    """Whether a throw stands, and what must be led instead (R9, R10)."""

    trump: TrumpField
    leader: int
    hands: list[list[Face]]
    throw: list[Face]
    throw_units: Units
    stands: bool
    led: list[Face]
    held_back: list[Face]
    beaten_by: int | msgspec.UnsetType | None = msgspec.UNSET


class BidsCase(Case, tag="bids"):
    """All bids open to a seat (R21)."""

    levels: list[Level]
    declarer: int | None
    bidder: int
    bids: list[BidField]
    hand: list[Face]
    valid: list[tuple[Face, Shown]]


class ScoreCase(Case, tag="score"):
    """Attackers' points to side and levels (R30)."""

    points: int
    defenders_win: bool
    defender_levels: int
    attacker_levels: int
    team_short: bool = False


class AdvanceCase(Case, tag="advance"):
    """Levels before and after a deal (R31)."""

    declarer: int
    team: list[int]
    levels: list[Level]
    defenders_win: bool
    defender_levels: int
    attacker_levels: int
    levels_after: list[Level]
    hook_hit: bool = False


class KittyCase(Case, tag="kitty"):
    """Sizes, and the cards taken out of the deck (R20)."""

    level: Level | None
    kitty_size: int
    hand_size: int
    removed: list[Face]


class Trick(msgspec.Struct):
    """One trick of a deal or round; ``failed_throw`` is what the leader tried."""

    leader: int
    plays: list[list[Face]]
    winner: int
    points: int
    largest_unit: int | None = None
    failed_throw: list[Face] | None = None
    team_after: list[int] | None = None


class DealCase(Case, tag="deal"):
    """A whole deal without teams (R11 to R18, R29)."""

    trump: TrumpField
    kitty: list[Face]
    hands: list[list[Face]]
    leader: int
    tricks: list[Trick]
    last_winner: int
    kitty_points: int
    kitty_factors: dict[str, int]
    points: list[int]


class RoundCase(Case, tag="round"):
    """A deal with teams, from the buried kitty to the next declarer (R9 to R33)."""

    declarer: int
    level: Level
    trump: TrumpField
    kitty: list[Face]
    hands: list[list[Face]]
    tricks: list[Trick]
    kitty_points: int
    kitty_factor: int
    last_winner: int
    team: list[int]
    attackers_points: int
    defenders_win: bool
    defender_levels: int
    attacker_levels: int
    levels: list[Level] | None = None
    friends: list[FriendField] = []
    team_short: bool = False
    levels_after: list[Level] | None = None
    next_declarer: int | None = None


AnyCase = (
    FollowCase
    | MovesCase
    | WinnerCase
    | ReadingCase
    | ThrowCase
    | BidsCase
    | ScoreCase
    | AdvanceCase
    | KittyCase
    | DealCase
    | RoundCase
)


def kind_of(case: AnyCase) -> str:
    """Name of the kind, as the file writes it."""
    return str(type(case).__struct_config__.tag)


class Row(NamedTuple):
    """A case and where it stands; ``text`` is its line, for showing and copying."""

    file: str
    line: int
    text: str
    case: Any


def _from_text(kind: type, value: Any) -> Any:
    """Cards and levels for msgspec, which adds the path of the field to the error."""
    return kind(parse_face(value) if kind is Face else parse_rank(value))


def read_rows(path: str | Path, kinds: Any = AnyCase) -> Iterator[Row]:
    """The cases of a file, in order; empty lines are passed over.

    Raises:
        DataError: a file that cannot be read or holds no case, a line that is no JSON, of none of
            the ``kinds`` or short of a field, a bad card, seat or setting; names file and line.
    """
    decoder = msgspec.json.Decoder(kinds, dec_hook=_from_text)
    found = False
    for number, line in _lines(path):
        if not line.strip():
            continue
        try:
            text = line.decode(UTF8 if number == 1 else "utf-8")
            case = decoder.decode(text)
            _check_seats(case)
            _check_units(case)
        except UnicodeDecodeError:
            reason = "is not UTF-8 text; a gzipped file has a name that ends in .gz"
            raise DataError(f"{path}, line {number}: {reason}") from None
        except RecursionError:
            raise DataError(f"{path}, line {number}: is nested too deeply") from None
        except (msgspec.MsgspecError, RulesError, CardError) as error:
            allowed = f"; kinds are {_tags(kinds)}" if "`$.kind`" in str(error) else ""
            raise DataError(f"{path}, line {number}: {error}{allowed}") from None
        found = True
        yield Row(str(path), number, text, case)
    if not found:
        raise DataError(f"{path}: holds no cases; they are JSON objects, one a line")


def _tags(kinds: Any) -> str:
    return ", ".join(kind.__struct_config__.tag for kind in get_args(kinds) or (kinds,))


def _lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """The numbered lines of a plain or gzipped file."""
    number = 0
    if not isinstance(path, str | Path):  # to open() a number is a file that is open already
        raise TypeError(f"a file is named by a text or Path, not {type(path).__name__}")
    try:
        opened = gzip.open if str(path).endswith(".gz") else open
        with opened(path, "rb") as file:
            for line in file:
                number += 1
                yield number, line.rstrip(b"\r\n")
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        place = f", after line {number}," if number else ""
        raise DataError(f"{shown(str(path), most=300)}{place} cannot be read: {reason}") from None


def _check_seats(case: Any) -> None:
    """Refuse a seat that the table does not have, and lists that are not one a seat."""
    players = case.rules.players
    for field in ("leader", "winner", "declarer", "bidder", "beaten_by", "last_winner"):
        seat = getattr(case, field, None)
        if isinstance(seat, int) and not 0 <= seat < players:
            raise RulesError(f"{field} {seat} is no seat of 0 to {players - 1}")
    for field in ("hands", "levels", "levels_after"):
        seats = getattr(case, field, None)
        if seats is not None and len(seats) != players:
            raise RulesError(f"{field} are {len(seats)}, not one for each of {players} players")
    tricks = [case] if isinstance(case, WinnerCase) else getattr(case, "tricks", ())
    for trick in tricks:
        if len(trick.plays) != players:
            raise RulesError(f"a trick has {len(trick.plays)} plays, not {players}")
        if len({len(play) for play in trick.plays}) != 1:
            sizes = ", ".join(str(len(play)) for play in trick.plays)
            raise RulesError(f"the plays of a trick are {sizes} cards, not as many each")


def _check_units(case: Any) -> None:
    """Refuse a lead whose units are not the cards that are led, or no units under the rules."""
    lead: list[Face] | None = None
    if isinstance(case, WinnerCase):
        lead, fields = case.plays[0], case.lead_units
    elif isinstance(case, MovesCase):
        lead, fields = case.lead or [], case.lead_units
    elif isinstance(case, FollowCase):  # says what is led by its units alone
        fields = case.lead_units
    elif isinstance(case, ThrowCase):
        lead, fields = case.throw, case.throw_units
    else:
        return
    for unit in units_of(fields):
        if len(unit.faces) > 1 and not is_tractor_shape(unit.width, len(unit.faces), case.rules):
            raise RulesError(f"{format_faces(unit.cards)} is no tractor under these rules (R7)")
    listed = [face for unit in units_of(fields) for face in unit.cards]
    if lead is not None and sorted(lead) != sorted(listed):
        raise CardError(f"units of {format_faces(listed)} are not the lead {format_faces(lead)}")
