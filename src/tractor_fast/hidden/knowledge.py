"""What must hold of the cards that a seat does not see, told by counts of faces and places.

A *place* is where hidden cards lie: the hand of another seat, what a seat has still to draw, the
kitty, or out of play (a position set up with fewer cards than the decks have).  Knowledge says how
many cards are in each, and for each face how many of its copies a place can have at most and some
places must have at least.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import N_FACES
from .view import SeatView

Counts = NDArray[np.int64]


class Place(NamedTuple):
    """Where cards lie: ``kind`` is "hand", "coming", "kitty" or "out", the last two of seat -1."""

    kind: str
    seat: int
    size: int


class AtLeast(NamedTuple):
    """Together, these places (by number) have so many copies of a face."""

    places: frozenset[int]
    face: int
    copies: int


@dataclass
class Knowledge:
    """Of each face ``unseen`` copies lie in the ``places``.

    ``most`` (places, faces) says how many each can have, ``least`` what some of them must have.
    """

    view: SeatView
    places: list[Place]
    unseen: Counts
    most: Counts
    least: list[AtLeast] = field(default_factory=list)

    @property
    def sizes(self) -> Counts:
        """How many cards lie in each place."""
        return np.array([place.size for place in self.places], dtype=np.int64)

    def allows(self, counts: Counts) -> NDArray[np.bool_]:
        """Which deals (n, places, 64) of the right sizes agree with all of this."""
        fine = np.all(counts[:, :, :N_FACES] <= self.most, axis=(1, 2))
        for places, face, copies in self.least:
            fine &= counts[:, sorted(places), face].sum(axis=1) >= copies
        return fine

    def least_telling(self) -> int:
        """The place about whose cards so little is known that most deals agree with it anyway."""
        share = self.sizes / max(int(self.unseen.sum()), 1)
        missed = (self.unseen - self.most).clip(0).sum(axis=1) * share
        for places, face, copies in self.least:
            expected = self.unseen[face] * share[sorted(places)].sum()
            missed[sorted(places)] += max(copies - expected, 0.0) + 0.1
        return int(np.argmin(np.where(missed > 0, missed, np.inf)))

    def without(self, place: int) -> "Knowledge":
        """The same, nothing being known about the cards of one place."""
        most = self.most.copy()
        most[place] = self.unseen
        least = [need for need in self.least if place not in need.places]
        return Knowledge(self.view, self.places, self.unseen, most, least)

    def hand_of(self, seat: int) -> int | None:
        """Number of the place that is the seat's hand; None for the one who looks."""
        return self._number("hand", seat)

    def _number(self, kind: str, seat: int = -1) -> int | None:
        wanted = (kind, seat)
        return next((i for i, place in enumerate(self.places) if place[:2] == wanted), None)

    def ban(self, seat: int, faces: Iterable[int]) -> None:
        """The seat's hand has none of these faces."""
        at = self.hand_of(seat)
        if at is not None:
            self.most[at, list(faces)] = 0

    def need(self, seats: Iterable[int], face: int, copies: int, since: int = 0) -> None:
        """These seats (-1: the kitty) had so many copies of a face before trick ``since``.

        What they have played from then on, and what the looking seat sees itself, are taken off.
        """
        view, at = self.view, set()
        for seat in seats:
            if seat >= 0:
                copies -= played_since(view, seat, since)[face]
            if seat == view.seat:
                copies -= view.hand.count(face)
            elif seat == -1 and view.kitty is not None:
                copies -= view.kitty.count(face)
            else:
                place = self._number("kitty") if seat == -1 else self.hand_of(seat)
                at |= set() if place is None else {place}
        if copies > 0:
            self.least.append(AtLeast(frozenset(at), face, copies))


def played_since(view: SeatView, seat: int, since: int = 0) -> Counter[int]:
    """What a seat has played from a trick on."""
    played: Counter[int] = Counter()
    for trick in view.tricks[since:]:
        place = (seat - trick.leader) % view.players
        if place < len(trick.plays):
            played.update(trick.plays[place])
    return played


def knowledge(view: SeatView) -> Knowledge:
    """What sizes, voids, cards shown and the kitty tell (``know="counts"``)."""
    unseen = Counter(view.rules.deck(view.level))
    unseen.subtract(view.hand)
    unseen.subtract(view.kitty or ())
    for cards in view.played:
        unseen.subtract(cards)
    counts = np.array([unseen[face] for face in range(N_FACES)])
    places = [
        Place("hand", seat, size) for seat, size in enumerate(view.hand_sizes) if seat != view.seat
    ]
    places += [Place("coming", seat, size) for seat, size in enumerate(view.coming) if size]
    if view.kitty is None and view.kitty_size:
        places.append(Place("kitty", -1, view.kitty_size))
    left = int(counts.sum()) - sum(place.size for place in places)
    if left:
        places.append(Place("out", -1, left))
    known = Knowledge(view, places, counts, np.tile(counts, (len(places), 1)))
    _learn_voids(known)
    _learn_bids(known)
    _learn_kitty(known)
    _learn_partner(known)
    _learn_throws(known)
    return known


def _learn_voids(known: Knowledge) -> None:
    view = known.view
    for seat, suits in enumerate(view.voids):
        known.ban(seat, [face for face in range(N_FACES) if view.suit_of(face) in suits])


def _where_to(view: SeatView, seat: int, exchanges: int) -> list[int]:
    """Where cards can be that a seat held when so many exchanges were over; -1 is the kitty.

    If it exchanged after that it may have buried them, and who stole the kitty later has seen them.
    """
    later = [i for i, who in enumerate(view.exchangers) if i >= exchanges and who == seat]
    if not later:
        return [seat]
    return [*{seat, *view.exchangers[later[0] + 1 :]}, -1]


def _learn_bids(known: Knowledge) -> None:
    """Cards shown in bids (R21)."""
    view = known.view
    thefts = max(len(view.exchangers) - 1, 0)
    opening = len(view.bids) - thefts
    for number, (seat, face, count, _) in enumerate(view.bids):
        exchanges = max(number - opening + 1, 0)
        known.need(_where_to(view, seat, exchanges), face, count)


def _learn_kitty(known: Knowledge) -> None:
    """Cards turned up (R22), and those that this seat buried before the kitty was stolen (R24)."""
    view = known.view
    for face, copies in Counter(view.turned_up).items():
        known.need(_where_to(view, view.exchangers[0], 0), face, copies)
    if view.laid_away:
        last = max(i for i, who in enumerate(view.exchangers) if who == view.seat)
        for face, copies in Counter(view.laid_away).items():
            known.need([*set(view.exchangers[last + 1 :]), -1], face, copies)


def _learn_partner(known: Knowledge) -> None:
    """The partner named is the first in playing order to hold the card (R26)."""
    view, face = known.view, known.view.partner_card
    if face is None or view.declarer is None:
        return
    for i in range(1, view.players):
        seat = (view.declarer + i) % view.players
        if seat in view.team:
            known.need(_where_to(view, seat, 1), face, 1)
            break
        if seat not in view.exchangers:
            known.ban(seat, [face])


def _learn_throws(known: Knowledge) -> None:
    """The leader of a throw that failed holds what it took back (R10)."""
    view = known.view
    for number, trick in enumerate(view.tricks):
        for face, copies in Counter(trick.thrown).items():
            known.need([trick.leader], face, copies, since=number)
    if view.failing:
        for face, copies in Counter(view.failing).items():
            known.need([thrower(view)], face, copies, since=len(view.tricks))


def thrower(view: SeatView) -> int:
    """Whose failed throw waits for a name: the seat before the one that names (R10)."""
    assert view.asked is not None, "somebody is asked for the name"
    return (view.asked - 1) % view.players
