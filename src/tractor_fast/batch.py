"""Many questions in one call, on numpy arrays that are read where they lie.

Cards are planes in the natural layout: bit ``f`` of plane ``j`` says that there are more than
``j`` copies of face ``f`` (:mod:`tractor_fast.cards`).  So plane 0 is the set of faces held at all,
plane 1 that of the pairs, and each plane lies within the one before; there are as many planes as
the rules have decks.  Every array has a row for each question, in its first axis:

- cards (``hands``, ``leads``, ``plays``): uint64 (n, decks), of tricks uint64 (n, players, decks);
- ``levels``: uint8 (n,), a level rank 0 to 12 for 2 to A (R2);
- ``trumps``: uint8 (n,), a trump suit 0 to 3 for c d h s, 4 for no trump (R2);
- ``leaders``: uint8 (n,), a seat.

An array without the first axis, or a plain number, stands for all rows: one hand and a million
plays need no copies of the hand.  Arrays may be read-only and have any strides; other types and
byte orders are refused, as are results that would overlap what is asked about or
each other.  ``out`` takes the
results, else they are new arrays.  The GIL is released, so threads can share the rows between them.

``rules`` are what :func:`tractor_fast.load_rules` takes.  Rules objects are compiled once and
remembered: for many small calls pass one of these.

Errors, one line each: ArrayError for types, shapes, levels, trumps and seats, CardError for cards
that nobody can hold, PlayError for leads and plays that are no question, RulesError for rules.
Wrong values are told with their row, the first being 0; what ``out`` holds then is not said.
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._core.compiled import AnyRules, compiled
from ._core.engine import KERNEL
from .cards import FACE_NAMES, N_FACES, parse_faces
from .errors import ArrayError, CardError
from .inputs import whole

_KERNEL = import_module(f"{__package__}._core.batch_{KERNEL}")

Planes = NDArray[np.uint64]
Small = NDArray[np.uint8] | int


class Deals(NamedTuple):
    """Boards as dealt: ``hands`` uint64 (n, players, decks), ``kitties`` uint64 (n, decks), and
    ``levels`` and ``declarers``, both uint8 (n,)."""

    hands: NDArray[np.uint64]
    kitties: NDArray[np.uint64]
    levels: NDArray[np.uint8]
    declarers: NDArray[np.uint8]


class Tricks(NamedTuple):
    """Outcomes of tricks: ``winners``, the seats that win, uint8 (n,); ``points`` int16 (n,)."""

    winners: NDArray[np.uint8]
    points: NDArray[np.int16]


def to_planes(cards: str | Iterable[int], decks: int = 2) -> Planes:
    """Some cards, as text such as ``"2s 2s BJ"`` or as faces, as planes: uint64 (decks,).

    CardError for what is no card, or more copies of one than there are decks.
    """
    planes = [0] * whole("decks", decks, 1, 4, CardError)
    for face in parse_faces(cards) if isinstance(cards, str) else _items("cards", cards):
        bit = 1 << whole("face", face, 0, N_FACES - 1, CardError)
        free = next((j for j, plane in enumerate(planes) if not plane & bit), None)
        if free is None:
            name = FACE_NAMES[bit.bit_length() - 1]
            raise CardError(f"there are only {decks} {name} in {decks} decks")
        planes[free] |= bit
    return np.array(planes, np.uint64)


def to_faces(planes: Planes) -> list[int]:
    """The faces of planes (decks,), lowest first, copies too: the inverse of :func:`to_planes`.

    CardError for numbers that are no planes.
    """
    masks = [
        whole("plane", plane, 0, 2**N_FACES - 1, CardError)
        for plane in islice(_items("planes", planes), 5)
    ]
    if len(masks) > 4:
        raise CardError("more than 4 planes, which is one for each of four decks")
    if any(more & ~fewer for fewer, more in pairwise(masks)):
        raise CardError("planes: each has only faces that are in the one before")
    return sorted(face for mask in masks for face in range(N_FACES) if mask >> face & 1)


def deal_batch(
    n: int,
    seed: int = 0,
    rules: AnyRules = "tractor",
    *,
    first_board: int = 0,
    level: int | None = None,
    out: Deals | None = None,
) -> Deals:
    """Deal boards ``first_board`` to ``first_board + n - 1`` of a seed (R19, R20), as Deals.

    These are the cards that ``simulate`` plays on these boards, whatever the bids and strategies;
    levels and declarers are those of its ``any``.  ``level``, a rank 0 to 12, is the level of all
    boards; it changes cards only where an explicit kitty removes some (R20).  A board that is dealt
    again because nobody bids (R22) is given as first dealt.  ``seed`` and ``first_board`` are
    numbers from 0 to 2**64 - 1; SpecError for others.
    """
    into = _several("out", out, Deals)
    return Deals(*_KERNEL.deal(compiled(rules), n, seed, first_board, level, *into))


def legal_batch(
    hands: Planes,
    leads: Planes,
    plays: Planes,
    levels: Small,
    trumps: Small,
    rules: AnyRules = "tractor",
    *,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Whether each play may follow the lead out of the hand (R11 to R15, R34, R35): bool (n,).

    The lead is of another seat and read by R8.  A play of cards that the hand does not hold, or of
    more or fewer than were led, is just not legal.  An error are hands of fewer cards than the lead
    or more than 54, leads of no card or of several suits (but for rainbows), and a lead and a hand
    that together have more of a face than the decks.
    """
    return _KERNEL.legal(compiled(rules), hands, leads, plays, levels, trumps, out)


def count_batch(
    hands: Planes,
    leads: Planes,
    levels: Small,
    trumps: Small,
    rules: AnyRules = "tractor",
    *,
    out: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]:
    """How many different plays, as multisets of faces, may follow each lead: uint64 (n,).

    Errors as for :func:`legal_batch`.
    """
    return _KERNEL.count(compiled(rules), hands, leads, levels, trumps, out)


def sample_batch(
    hands: Planes,
    leads: Planes,
    levels: Small,
    trumps: Small,
    rules: AnyRules = "tractor",
    *,
    seed: int = 0,
    first_row: int = 0,
    out: Planes | None = None,
) -> Planes:
    """One play for each row, uniform over all that may follow: uint64 (n, decks).

    What is drawn depends on the position, on ``seed`` and on ``first_row`` plus the row's number:
    rows that are shared among calls, each with the number of its first, are drawn as in one
    call.  Errors as for :func:`legal_batch`.
    """
    return _KERNEL.sample(compiled(rules), hands, leads, levels, trumps, seed, first_row, out)


def resolve_batch(
    plays: Planes,
    leaders: Small,
    levels: Small,
    trumps: Small,
    rules: AnyRules = "tractor",
    *,
    out: Tricks | None = None,
) -> Tricks:
    """Who wins each trick (R16, R17, R34, R35) and how many points are in it (R18), as Tricks.

    ``plays`` is uint64 (n, players, decks) in playing order, the lead first; ``leaders`` are the
    seats that led.  With leaders 0, winners are places in playing order.  Whether the plays were
    legal is not asked.  An error are plays of more or fewer cards than the lead, leads of no card,
    of more than 54 or of several suits (but for rainbows), and more of a face than the decks have.
    """
    winners, points = _several("out", out, Tricks)
    return Tricks(
        *_KERNEL.resolve(compiled(rules), plays, leaders, levels, trumps, winners, points)
    )


def _items(name: str, given: Iterable[int]) -> Iterator[int]:
    """The numbers in what was given; CardError if it holds none one after the other."""
    try:
        return iter(given)
    except TypeError:
        raise CardError(f"{name} must be a list of numbers, not {type(given).__name__}") from None


def _several(name: str, out: object, kind: type[Deals] | type[Tricks]) -> tuple:
    """The arrays of an ``out`` that has several."""
    wanted = len(kind._fields)
    if out is None:
        return (None,) * wanted
    if not isinstance(out, tuple) or len(out) != wanted:
        raise ArrayError(f"{name} must be a tuple of arrays: {', '.join(kind._fields)}")
    return tuple(out)
