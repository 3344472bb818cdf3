"""Short ways to write cards, trumps and leads in the tests of the reference."""

from collections.abc import Iterable

from tractor_fast.cards import SUITS, Trump, format_faces, parse_faces, parse_rank
from tractor_fast.reference.follow import is_legal
from tractor_fast.reference.formats import reading
from tractor_fast.reference.units import Unit
from tractor_fast.rules import Rules, load_rules


def rules(**settings: object) -> Rules:
    """The ``tractor`` preset with some settings changed."""
    return load_rules("tractor", settings)


def trump(text: str) -> Trump:
    """``trump("4s")``: level 4, spades; ``trump("4NT")``: no trump."""
    suit = None if text.endswith("NT") else SUITS.index(text[1])
    return Trump(parse_rank(text[0]), suit)


def texts(units: Iterable[Unit]) -> list[str]:
    """``["2s", "5s 5s 6s 6s"]``."""
    return [format_faces(unit.cards) for unit in units]


def read(cards: str, in_force: str, **settings: object) -> list[str]:
    """How a lead is read, as text."""
    return texts(reading(parse_faces(cards), trump(in_force), rules(**settings)))


def may_follow(hand: str, lead: str, play: str, in_force: str, **settings: object) -> bool:
    """Whether a play may be laid on a lead that is read by R8."""
    table = rules(**settings)
    units = reading(parse_faces(lead), trump(in_force), table)
    return is_legal(parse_faces(hand), units, parse_faces(play), trump(in_force), table)
