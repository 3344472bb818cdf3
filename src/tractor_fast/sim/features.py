"""What conditions on deals speak of: ``trumps(S)``, ``points(kitty)``, ``level``, ``declarer`` ...

Hands are as dealt: before anybody bids, and before the kitty is taken up.  Who: a seat, a side
(``NS``, ``EW``; ``even``, ``odd`` where seats are numbers), ``declarer`` or ``kitty``.  Suits:
``c d h s``, and ``nt`` for no trump; the level's cards and the jokers are trumps, of no suit.

Where bids decide what is trump nobody knows it when the cards are dealt.  There ``trumps(S)`` is
the most that the hand has under any suit, and the level's cards and the jokers are the only trumps
for all else.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import BIG_JOKER, N_FACES, POINTS, RANKS, SMALL_JOKER, SUITS
from ..errors import SpecError, did_you_mean
from ..opening import NO_DECLARER
from ..rules import Rules
from ..strategies import seat_names
from .conditions import Dealt, Given
from .context import Context
from .expressions import QUANTITY, Condition, Reader, Value, Vocabulary, parse_condition

_NO_TRUMP = 4
_SEAT, _SUIT = "seat", "suit"  # kinds of values
_JOKERS = 1 << SMALL_JOKER | 1 << BIG_JOKER
_ACES = 0xF << 4 * RANKS.index("A")
_ALL = 2**N_FACES - 1
_LOWEST_LEVEL = 2  # the number on the cards of rank 0


def _suit_faces(suit: int) -> int:
    return sum(1 << 4 * rank + suit for rank in range(len(RANKS)))


def _trump_faces(level: int, trump: int) -> int:
    faces = _JOKERS | 0xF << 4 * level
    return faces if trump == _NO_TRUMP else faces | _suit_faces(trump)


_TRUMPS = np.array([[_trump_faces(level, t) for t in range(5)] for level in range(13)], np.uint64)
_SUITS = tuple(map(_suit_faces, range(4)))
_FIVES, _TENS = (
    sum(1 << face for face, points in enumerate(POINTS) if points == worth) for worth in (5, 10)
)
_NONE = np.zeros((13, 5), np.uint64)


def deal_condition(text: str, rules: Rules, context: Context) -> Condition:
    """A condition on :class:`Dealt` boards of these rules and context.

    Raises:
        SpecError: what is no condition, telling the part that is wrong, or can never hold.
    """
    return parse_condition(text, vocabulary(rules, context))


def vocabulary(rules: Rules, context: Context) -> Vocabulary:
    """All names and features that a condition may speak of."""
    return _Features(rules, context).vocabulary()


@dataclass(frozen=True, slots=True)
class _Who:
    """Whose cards a feature is about: planes of one or several hands, and how many cards."""

    cards: Callable[[Dealt], NDArray[np.uint64]]  # uint64 (n, hands, decks)
    hands: int
    size: int  # cards of each
    given: tuple[int, ...] = ()  # faces that they have in every deal
    taken: tuple[int, ...] = ()  # faces that are given to them or to others


class _Features:
    """All names and features for one table.

    Sets of faces are tables by level and trump, uint64 (13, 5).
    """

    def __init__(self, rules: Rules, context: Context) -> None:
        self._rules = rules
        self._context = context
        self._bids = rules.trump == "bid"
        self._levels = range(13) if context.level is None else (context.level,)
        self._names = seat_names(rules.players)
        sides = ("NS", "EW") if self._names[0].isalpha() else ("even", "odd")
        self._seats = {name: slice(seat, seat + 1) for seat, name in enumerate(self._names)}
        self._seats |= {side: slice(i, None, 2) for i, side in enumerate(sides)}
        self._declared = not self._bids or context.declarer != NO_DECLARER

    def vocabulary(self) -> Vocabulary:
        """What a condition may speak of here."""
        ranks = [level + _LOWEST_LEVEL for level in self._levels]
        names = {
            "level": Value(
                lambda dealt: dealt.levels.astype(np.int64) + _LOWEST_LEVEL, min(ranks), max(ranks)
            ),
            **{suit: _always(number, _SUIT) for number, suit in enumerate(SUITS)},
            **{rank: _always(n + _LOWEST_LEVEL) for n, rank in enumerate(RANKS) if n >= 8},
            **{
                name: _always(seat, _SEAT)
                for seat, name in enumerate(self._names)
                if name.isalpha()
            },
        }
        unknown = {}
        if self._bids:
            unknown["trump"] = "is not known when the cards are dealt: bids decide it"
        else:
            names["trump"] = Value(lambda dealt: dealt.trumps.astype(np.int64), 0, 3, kind=_SUIT)
        if self._declared:
            fixed = self._context.declarer
            ends = (
                (fixed, fixed)
                if fixed is not None and fixed != NO_DECLARER
                else (0, len(self._names) - 1)
            )
            # Seats that are numbers are written as such, and compare with them.
            kind = _SEAT if self._names[0].isalpha() else QUANTITY
            names["declarer"] = Value(
                lambda dealt: dealt.declarers.astype(np.int64), *ends, kind=kind
            )
        else:
            unknown["declarer"] = "is not known when the cards are dealt: bids decide it"
        features = {
            "trumps": self._trumps,
            "cards": self._counting(np.full((13, 5), _ALL, np.uint64)),
            "jokers": self._counting(_NONE + np.uint64(_JOKERS)),
            "big_jokers": self._counting(_NONE + np.uint64(1 << BIG_JOKER)),
            "levels": self._counting(_TRUMPS[:, 4:] & ~np.uint64(_JOKERS) | _NONE),
            "pairs": self._pairs,
            "aces": self._counting(~_TRUMPS & np.uint64(_ACES)),
            "points": self._points,
        }
        return Vocabulary(names, features, unknown)

    def _ruling(self, dealt: Dealt) -> Any:
        """The trump of each board; no trump where bids decide."""
        return _NO_TRUMP if self._bids else dealt.trumps

    def _counting(self, faces: NDArray[np.uint64]) -> Callable[..., Value]:
        """The feature that counts cards of some faces; with a suit, only those in it."""

        def feature(*arguments: str) -> Value:
            who, suit = self._who(arguments), _suit(arguments)
            wanted = faces if suit is None else faces & _in_suit(suit)

            def count(dealt: Dealt) -> Any:
                return _cards_in(who, dealt, wanted[dealt.levels, self._ruling(dealt)])

            return Value(count, *self._range(who, wanted))

        return feature

    def _trumps(self, *arguments: str) -> Value:
        """Trumps under the deal's trump, the best suit, or a suit given as if it were trump."""
        who, suit = self._who(arguments), _suit(arguments)
        if suit is None and self._bids:
            suits = range(4)

            def most(dealt: Dealt) -> Any:
                counts = [_cards_in(who, dealt, _TRUMPS[dealt.levels, trump]) for trump in suits]
                return np.maximum.reduce(counts)

            return Value(most, *self._range(who, _TRUMPS[:, :4]))

        def count(dealt: Dealt) -> Any:
            return _cards_in(
                who, dealt, _TRUMPS[dealt.levels, dealt.trumps if suit is None else suit]
            )

        return Value(
            count,
            *self._range(who, _TRUMPS[:, :4] if suit is None else _TRUMPS[:, suit : suit + 1]),
        )

    def _pairs(self, *arguments: str) -> Value:
        """Faces of which a hand holds two cards or more."""
        who, suit = self._who(arguments), _suit(arguments)
        wanted = _NONE + np.uint64(_ALL) if suit is None else _in_suit(suit)

        def count(dealt: Dealt) -> Any:
            held = who.cards(dealt)[..., 1:2]
            return _count(held & wanted[dealt.levels, self._ruling(dealt), None, None]).sum(
                (-1, -2)
            )

        most = self._range(who, wanted)[1] // 2 if self._rules.decks > 1 else 0
        return Value(count, 0, min(most, who.hands * (who.size // 2)))

    def _points(self, *arguments: str) -> Value:
        who = self._who(arguments, most=1)
        fives, tens = np.uint64(_FIVES), np.uint64(_TENS)

        def count(dealt: Dealt) -> Any:
            held = who.cards(dealt)
            return (5 * _count(held & fives) + 10 * _count(held & tens)).sum(axis=(-1, -2))

        return Value(count, *self._extremes(who, [(level, POINTS) for level in self._levels]))

    def _range(self, who: _Who, faces: NDArray[np.uint64]) -> tuple[int, int]:
        """Fewest and most cards of these faces that may be held, at any of the levels."""
        masks = [(level, mask) for level in self._levels for mask in set(faces[level].tolist())]
        return self._extremes(
            who, [(level, [mask >> face & 1 for face in range(N_FACES)]) for level, mask in masks]
        )

    def _extremes(self, who: _Who, worths: Iterable[tuple[int, Sequence[int]]]) -> tuple[int, int]:
        """Least and most that cards may come to, by the worth of each face at some levels."""
        lows, highs = [], []
        for level, worth in worths:
            known = sum(worth[face] for face in who.given)
            free = Counter(self._rules.deck(level)) - Counter(who.taken)
            sorted_worths = sorted(worth[face] for face in free.elements())
            room = who.hands * who.size - len(who.given)
            lows.append(known + sum(sorted_worths[:room]))
            highs.append(known + sum(sorted_worths[len(sorted_worths) - room :]))
        return min(lows), max(highs)

    def _who(self, arguments: tuple[str, ...], most: int = 2) -> _Who:
        known = (*self._seats, *(["declarer"] if self._declared else []), "kitty")
        if not 1 <= len(arguments) <= most:
            wanted = "whose cards" if most == 1 else "whose cards, and perhaps a suit"
            raise SpecError(f"features take {wanted}: one of {', '.join(known)}")
        name = arguments[0].strip()
        if name not in known:
            raise SpecError(
                f"nobody is called {name}{did_you_mean(name, known)}; allowed: {', '.join(known)}"
            )
        given = self._context.given or Given(((),) * self._rules.players, ())
        taken = (*chain(*given.hands), *given.kitty)
        if name == "kitty":
            size = self._rules.kitty_size
            return _Who(lambda dealt: dealt.kitties[:, None, :], 1, size, given.kitty, taken)
        if name == "declarer":
            # Who declares may be anybody, so nothing is said of the cards that are given.
            return _Who(
                lambda dealt: dealt.hands[np.arange(len(dealt.hands)), dealt.declarers, None, :],
                1,
                self._rules.hand_size,
            )
        seats = self._seats[name]
        theirs = given.hands[seats]
        return _Who(
            lambda dealt: dealt.hands[:, seats, :],
            len(theirs),
            self._rules.hand_size,
            tuple(chain(*theirs)),
            taken,
        )


def _suit(arguments: tuple[str, ...]) -> int | None:
    """The suit that a feature's second argument names, if there is one."""
    if len(arguments) < 2:
        return None
    suits = (*SUITS, "nt")
    name = arguments[1].strip().lower()
    if name not in suits:
        raise SpecError(f"{arguments[1]} is no suit; suits are {' '.join(suits)}")
    return suits.index(name)


def _in_suit(suit: int) -> NDArray[np.uint64]:
    """The faces of a suit, none of them trumps, by level and trump; ``nt``: all trumps."""
    return _TRUMPS if suit == _NO_TRUMP else ~_TRUMPS & np.uint64(_SUITS[suit])


def _always(number: int, kind: str = QUANTITY) -> Value:
    reader: Reader = lambda dealt: number  # noqa: E731
    return Value(reader, number, number, kind=kind)


def _cards_in(who: _Who, dealt: Dealt, faces: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many cards each board has of its own set of faces."""
    counts: NDArray[np.int64] = _count(who.cards(dealt) & faces[:, None, None]).sum(axis=(-1, -2))
    return counts


def _count(masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Bits set in each mask."""
    x = masks - (masks >> np.uint64(1) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + (x >> np.uint64(2) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101) >> np.uint64(56)).astype(np.int64)
