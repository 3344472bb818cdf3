"""What the plays of the past tell: each was legal for the hand that made it (``know="plays"``).

Where it can be said face by face it becomes a limit of the Knowledge: who answered a pair with two
single cards has no two of a face in that suit.  What is left is checked deal by deal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .._core import moves, referee
from .._core.compiled import compiled
from ..batch import legal_batch, to_planes
from ..cards import N_FACES, Trump
from .knowledge import Counts, Knowledge, played_since, thrower
from .view import Faces, SeatView

Unit = tuple[str, int, Faces]

_NO_TRUMP = 4


def planes_of(counts: NDArray, decks: int) -> NDArray[np.uint64]:
    """Counts of faces, (..., 64), as planes in the natural layout, (..., decks)."""
    more = counts[..., None, :] > np.arange(decks)[:, None]
    packed = np.packbits(more, axis=-1, bitorder="little")
    return packed.view("<u8")[..., 0].astype(np.uint64, copy=False)


def _padded(cards: Iterable[int]) -> Counts:
    return np.bincount(np.array(list(cards), dtype=np.int64), minlength=64)


@dataclass(frozen=True)
class _Follow:
    """A play that had to be legal: the hand in ``place`` and the cards ``since`` could make it."""

    place: int
    lead: Faces
    play: Faces
    since: Counts


@dataclass(frozen=True)
class _Throw:
    """A lead of several units (R9, R10): ``forced`` are bits of those one of which was led instead.

    None if it stood; of a throw that is not answered yet ``forced`` are all that may be named.
    ``hands``: by seat the place of its hand (None: known), and what it held besides those cards.
    """

    leader: int
    cards: Faces
    forced: int
    complete: bool
    hands: tuple[tuple[int | None, Counts], ...]


@dataclass
class PastPlays:
    """Checks of deals of the hidden cards: whether all that was played could be played."""

    view: SeatView
    follows: list[_Follow] = field(default_factory=list)
    throws: list[_Throw] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Compile the rules once."""
        self._rules = compiled(self.view.rules)
        trump = self.view.trump or Trump(self.view.level, None)
        self._trump, self._suit = trump, _NO_TRUMP if trump.suit is None else trump.suit

    def learn(self, known: Knowledge) -> None:
        """Turn the tricks into limits of ``known``, and checks where these do not say all."""
        for number, trick in enumerate(self.view.tricks):
            lead = trick.plays[0]
            if trick.thrown or len(self._units(lead)) > 1:
                self._learn_throw(known, number)
            for place, play in enumerate(trick.plays[1:], start=1):
                seat = (trick.leader + place) % self.view.players
                if seat != self.view.seat:
                    self._learn_follow(known, number, seat, play)
        if self.view.failing:
            leader, number = thrower(self.view), len(self.view.tricks)
            forced = self._bits(self.view.failing, self.view.units)
            self._add_throw(known, leader, self.view.failing, forced, number, complete=True)
        self.follows = [follow for follow in self.follows if not self._always(known, follow)]
        self.throws = [throw for throw in self.throws if not self._always_stands(known, throw)]

    def allow(self, counts: Counts) -> NDArray[np.bool_]:
        """Which deals (n, places, 64) agree with every play."""
        fine = np.ones(len(counts), dtype=bool)
        for follow in self.follows:
            left = np.flatnonzero(fine)
            if not len(left):
                break
            hands = counts[left, follow.place] + follow.since
            fine[left] = self._legal(hands, follow.lead, follow.play)
        for throw in self.throws:
            left = np.flatnonzero(fine)
            if not len(left):
                break
            forced = self._forced(throw, counts[left])
            if throw.forced and not throw.complete:
                fine[left] = (forced & np.uint64(throw.forced)) != 0
            else:
                fine[left] = forced == np.uint64(throw.forced)
        return fine

    # ---- follows ----

    def _learn_follow(self, known: Knowledge, number: int, seat: int, play: Faces) -> None:
        lead, at = self.view.tricks[number].plays[0], known.hand_of(seat)
        assert at is not None, "the seat is another's"
        since = _padded(played_since(self.view, seat, number).elements())
        follow = _Follow(at, lead, play, since)
        if not self._grows():
            self.follows.append(follow)
            return
        suit = self.view.suit_of(lead[0])
        if any(self.view.suit_of(face) != suit for face in play):
            return  # it gave all of the suit that it had, and is known to have no more (R12, R15)
        self.follows.append(follow)
        tries = _tries(known, at, self._faces_with(lead))
        if tries:
            hands = _one_more(self._in_suit(since, suit), tries)
            _limit(known, at, tries, self._legal(hands, lead, play))

    def _faces_with(self, lead: Faces) -> list[int]:
        """The faces of the suit led."""
        suit = self.view.suit_of(lead[0])
        return [face for face in range(N_FACES) if self.view.suit_of(face) == suit]

    def _grows(self) -> bool:
        """Whether a play that is legal out of a hand is so out of fewer cards: R13's plain form."""
        rules = self.view.rules
        return (
            not rules.protect_longer_tuples
            and rules.throw_follow == "chain"
            and rules.bombs == "off"
            and rules.rainbows is None
        )

    def _in_suit(self, counts: Counts, suit: int) -> Counts:
        of_suit = [self.view.suit_of(face) == suit for face in range(N_FACES)]
        return np.where([*of_suit, *[False] * (64 - N_FACES)], counts, 0)

    def _always(self, known: Knowledge, follow: _Follow) -> bool:
        """Whether the play is legal even out of all cards of the suit that the hand may have."""
        if not self._grows():
            return False
        suit = self.view.suit_of(follow.lead[0])
        hand = follow.since.copy()
        hand[:N_FACES] += known.most[follow.place]
        hand = self._in_suit(hand, suit)
        return bool(hand.sum() <= N_FACES and self._legal(hand[None], follow.lead, follow.play)[0])

    def _legal(self, hands: Counts, lead: Faces, play: Faces) -> NDArray[np.bool_]:
        rules = self.view.rules
        return legal_batch(
            planes_of(hands, rules.decks),
            to_planes(lead, rules.decks),
            to_planes(play, rules.decks),
            self.view.level,
            self._suit,
            rules,
        )

    # ---- throws ----

    def _units(self, cards: Faces) -> Sequence[Unit]:
        """The units of a lead (R8); of a rainbow (R35), which no hand stops, none."""
        units = moves.reading(self._rules, self._trump, cards)
        return [unit for unit in units if unit[0] != "rainbow"]

    def _bits(self, cards: Faces, units: Sequence[Unit]) -> int:
        """Which of the units of a lead these are."""
        return sum(1 << i for i, unit in enumerate(self._units(cards)) if unit in units)

    def _learn_throw(self, known: Knowledge, number: int) -> None:
        trick = self.view.tricks[number]
        if trick.thrown:
            forced = self._bits(trick.thrown, self._units(trick.plays[0]))
            self._add_throw(known, trick.leader, trick.thrown, forced, number)
            return
        throw = self._add_throw(known, trick.leader, trick.plays[0], 0, number)
        for at, held in throw.hands:
            tries = [] if at is None else _tries(known, at, self._faces_with(throw.cards))
            if at is not None and tries:
                stands = self._forced(throw, _one_more(held, tries), alone=True) == 0
                _limit(known, at, tries, stands)

    def _add_throw(
        self,
        known: Knowledge,
        leader: int,
        cards: Faces,
        forced: int,
        number: int,
        *,
        complete: bool = False,
    ) -> _Throw:
        hands: list[tuple[int | None, Counts]] = []
        for seat in range(self.view.players):
            held = played_since(self.view, seat, number)
            if seat == self.view.seat:
                held.update(self.view.hand)
            place = known.hand_of(seat) if seat != leader else None
            hands.append((place, _padded(held.elements())))
        self.throws.append(_Throw(leader, cards, forced, complete, tuple(hands)))
        return self.throws[-1]

    def _always_stands(self, known: Knowledge, throw: _Throw) -> bool:
        """Whether a throw that stood does so against all that each of the others may have."""
        most = np.zeros((1, len(known.places), 64), dtype=np.int64)
        most[0, :, :N_FACES] = known.most
        return not throw.forced and not self._forced(throw, most)[0]

    def _forced(self, throw: _Throw, counts: Counts, *, alone: bool = False) -> NDArray[np.uint64]:
        """Which units one of which must be led instead, as bits: 0 where the throw stands.

        ``counts`` are deals (n, places, 64); ``alone``: hands (n, 64) that one other seat has.
        """
        decks, players = self.view.rules.decks, self.view.players
        hands = np.zeros((len(counts), players, decks), dtype=np.uint64)
        if alone:
            hands[:, (throw.leader + 1) % players] = planes_of(counts, decks)
        else:
            for seat, (at, held) in enumerate(throw.hands):
                hands[:, seat] = planes_of(held if at is None else counts[:, at] + held, decks)
        return referee.throws(self._rules, self._trump, throw.leader, hands, throw.cards)


def _tries(known: Knowledge, at: int, faces: Iterable[int]) -> list[tuple[int, int]]:
    """Every number of copies that a place may have of each of these faces, one and up."""
    most = known.most[at]
    return [(face, copies) for face in faces for copies in range(1, int(most[face]) + 1)]


def _one_more(held: Counts, tries: Sequence[tuple[int, int]]) -> Counts:
    """A hand for each try: what was held anyway, and the copies tried."""
    hands = np.tile(held, (len(tries), 1))
    for row, (face, copies) in enumerate(tries):
        hands[row, face] += copies
    return hands


def _limit(
    known: Knowledge, at: int, tries: Sequence[tuple[int, int]], allowed: NDArray[np.bool_]
) -> None:
    """Of the copies of each face tried, those that are not allowed are more than the place has."""
    for (face, copies), fine in zip(tries, allowed.tolist(), strict=True):
        if not fine:
            known.most[at, face] = min(int(known.most[at, face]), copies - 1)
