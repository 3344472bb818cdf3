"""Cards as small integers, and their notation.

A *face* is ``4 * rank + suit`` with rank 2..A = 0..12 and suit c d h s = 0..3; the small joker is
52 and the big joker 53 (R1).  Copies of one face in several decks are the same number.  In text a
face is its rank and suit (``Th``, ``2s``) or ``SJ`` / ``BJ``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import SupportsIndex, TypeVar

from .errors import CardError
from .inputs import shown, whole

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SMALL_JOKER = 52
BIG_JOKER = 53
N_FACES = 54

FACE_NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "SJ", "BJ")
_FACE_OF_NAME = {name.upper(): face for face, name in enumerate(FACE_NAMES)}

_POINTS_OF_RANK = {"5": 5, "T": 10, "K": 10}
_MOST_CARDS = 4 * N_FACES
_Thing = TypeVar("_Thing")
POINTS = tuple(_POINTS_OF_RANK.get(name[0], 0) for name in FACE_NAMES)
"""Points of each face (R1): 5 = 5, T = K = 10; 100 a deck."""


def face_name(face: SupportsIndex) -> str:
    """Name of a face: ``face_name(35) == "Ts"``."""
    return FACE_NAMES[whole("face", face, 0, N_FACES - 1, CardError)]


def parse_face(text: str) -> int:
    """Face of a name such as ``Th`` or ``SJ``; case does not count, ``10h`` is ``Th``."""
    if not isinstance(text, str):
        raise CardError(f"a card is written as text such as Th or BJ, not {shown(text)}")
    plain = text.strip()
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    face = _FACE_OF_NAME.get(plain.upper())
    if face is None:
        raise CardError(
            f"{shown(text)} is no card; write a rank of {RANKS} and a suit of {SUITS}, or SJ, BJ"
        )
    return face


def parse_faces(text: str | Iterable[str]) -> list[int]:
    """Faces of a text such as ``"As As BJ"`` or ``"AsAsBJ"``, or of a list of names, in order."""
    if not isinstance(text, str):
        if not isinstance(text, Iterable):
            raise CardError(
                f"{shown(text)} is no text of cards, such as As As BJ, and no list of names"
            )
        return [parse_face(name) for name in _few(text)]
    packed = "".join(text.replace(",", " ").split()).replace("10", "T")
    if len(packed) % 2:
        raise CardError(f"{shown(text)} does not divide into cards of two characters each")
    return [parse_face(packed[i : i + 2]) for i in _few(range(0, len(packed), 2))]


def format_faces(faces: Iterable[int]) -> str:
    """Text of some faces, a space between two: the inverse of :func:`parse_faces`."""
    return " ".join(face_name(face) for face in _few(faces))


def _few(things: Iterable[_Thing]) -> list[_Thing]:
    """All of them; CardError if they are more than four decks have, so that no list is endless."""
    few = list(islice(things, _MOST_CARDS + 1))
    if len(few) > _MOST_CARDS:
        raise CardError(f"more than {_MOST_CARDS} cards, which is all that four decks have")
    return few


def parse_rank(text: str) -> int:
    """Rank 0..12 of ``2`` .. ``A`` (``10`` is ``T``)."""
    plain = shown(text, str).upper()
    plain = "T" if plain == "10" else plain
    if len(plain) == 1 and plain in RANKS:
        return RANKS.index(plain)
    raise CardError(f"{shown(text)} is no rank; ranks are {' '.join(RANKS)}")


@dataclass(frozen=True, slots=True)
class Trump:
    """What is trump in a deal (R2): the level rank 0..12, and a suit 0..3 or None for no trump."""

    rank: int
    suit: int | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", whole("level rank", self.rank, 0, 12, CardError))
        if self.suit is not None:
            suit = whole("trump suit (None: no trump)", self.suit, 0, 3, CardError)
            object.__setattr__(self, "suit", suit)

    def __str__(self) -> str:
        return RANKS[self.rank] + ("NT" if self.suit is None else SUITS[self.suit])
