"""What a strategy written in Python sees when it is asked.

Cards are faces 0 to 53, copies are equal numbers (cards.py); sets of cards are sorted tuples of faces.
Suits are 0 to 3 = c d h s for what is no trump, and 4 for trumps.
"""

from random import Random as _Random
from operator import index

cimport cython

from ..cards import Trump
from ..errors import CardError, PlayError, StrategyError
from ..inputs import shown
from .base cimport call_base
from .boundary cimport unit_of, units_of
from .bits cimport bit, lowest_bit
from .face_lists cimport face_of, faces_of, read_cards
from .fallback cimport Fallback
from .general.wide cimport uint128
from .legal cimport play_allowed, play_at, play_drawn, plays_count
from .paths cimport unit_lead, unit_leads
from .planes cimport clear
from .refusals import DECISIONS, NAMES
from .returned cimport chosen
from .rng cimport next64, unit_interval
from .types cimport (
    BID, BURY, FOLLOW, LEAD, NAME, NAME_FRIENDS, NAME_UNIT, NO_TRUMP, NONE,
    TRUMP_SUIT, Choice, Memo, Planes, Seat, Table, TrumpTable,
)
from libc.stdint cimport uint8_t, uint64_t

_DECISIONS = tuple(DECISIONS[i] for i in range(5))
_TRUMPS = [[Trump(level, suit) for suit in (0, 1, 2, 3, None)] for level in range(13)]


# ---- the core's numbers as Python's ---------------------------------------------------------------

cdef object _or_none(uint8_t number):
    return None if number == NONE else number


cdef tuple _bits(int mask):
    cdef int i
    return tuple([i for i in range(8) if mask >> i & 1])


cdef int _suit_at(const TrumpTable* map, int column) noexcept:
    """Column of the layout <-> suit: the trump suit has traded places with spades (layout.pxd)."""
    if column == TRUMP_SUIT or map.trump == NO_TRUMP:
        return column
    return 3 if column == map.trump else map.trump if column == 3 else column


cdef uint64_t _face_bit(const TrumpTable* map, object face) except 0:
    return bit(map.to_layout[face_of(face)])


# ---- what the strategy sees -----------------------------------------------------------------------

class Random(_Random):
    """Random numbers of the seat's own stream for this decision; all methods of random.Random.

    What is drawn depends on seed, board, seat and decision alone.
    """

    def __new__(cls, stream):
        return super().__new__(cls, 0)

    def __init__(self, stream):
        self._stream = stream

    def random(self):
        """Uniform in [0, 1)."""
        return self._stream.unit()

    def getrandbits(self, k):
        """A uniform whole number of k bits."""
        return self._stream.bits(k)

    # The original keeps every second number for later, which the next board would see.
    gauss = _Random.normalvariate

    def seed(self, *unused):
        """Raises StrategyError: the stream is the board's."""
        raise StrategyError("the random numbers of a view are the board's; they cannot be seeded")

    def getstate(self):
        """Raises StrategyError: there is no state to be had."""
        raise StrategyError("the random numbers of a view have no state that can be kept")

    def setstate(self, state):
        """Raises StrategyError, as `getstate` does."""
        self.getstate()


@cython.final
cdef class Stream:
    """The words of the stream that the view of the moment draws from."""

    def __cinit__(self):
        self.view = View.__new__(View)
        self.random = Random(self)

    def unit(self):
        """Uniform in [0, 1)."""
        self.view.table()
        return unit_interval(&self.view._memo.rng)

    def bits(self, k):
        """A uniform number of k bits."""
        cdef object number = 0
        k = index(k)
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        self.view.table()
        if k <= 64:
            return next64(&self.view._memo.rng) >> (64 - <int>k) if k else 0
        for _ in range((k + 63) // 64):
            number = number << 64 | next64(&self.view._memo.rng)
        return number >> (-k % 64)


@cython.final
@cython.freelist(8)
cdef class View:
    """What one seat may know when it is asked to bid, name, bury, lead or follow.

    All of it is read-only, made when it is asked for, and gone once the decision is made: whoever
    keeps the view gets StrategyError from it later.
    """

    def __init__(self):
        raise TypeError("a View is given to a strategy; it cannot be made")

    cdef const Table* table(self) except NULL:
        if self._table == NULL:
            raise StrategyError("this view is of a decision that is over; keep what it says instead")
        return self._table

    def __repr__(self):
        if self._table == NULL:
            return "<View of a decision that is over>"
        return f"<View of seat {self.seat}, asked to {self.decision} on board {self.board}>"

    # ---- the table ----

    @property
    def decision(self):
        """What is asked: "bid", "name", "bury", "lead" or "follow"."""
        self.table()
        return _DECISIONS[self._choice.decision]

    @property
    def board(self):
        """Number of the board."""
        return self.table().board

    @property
    def seat(self):
        """The seat that is asked, from 0."""
        self.table()
        return self._seat.seat

    @property
    def players(self):
        """How many seats there are."""
        return self.table().players

    @property
    def decks(self):
        """How many decks there are."""
        return self.table().decks

    @property
    def level(self):
        """The level rank, 0 (2) to 12 (A)."""
        return self.table().level

    @property
    def trump(self):
        """The Trump in force (its suit is None for no trump); None while it is unknown."""
        cdef const Table* t = self.table()
        if t.trump == NONE:
            return None
        return _TRUMPS[t.level][t.trump]

    @property
    def declarer(self):
        """The declarer's seat; None while a first deal's bidding runs."""
        return _or_none(self.table().declarer)

    @property
    def declares(self):
        """Whether this seat is the declarer."""
        self.table()
        return bool(self._seat.declares)

    @property
    def team(self):
        """Seats known to be on the declarer's side."""
        return _bits(self.table().team)

    @property
    def friends(self):
        """Friends called (R25): (face, ordinal, whether somebody has answered) of each."""
        cdef const Table* t = self.table()
        return tuple([(t.calls[i].face, t.calls[i].ordinal, bool(t.answered >> i & 1))
                      for i in range(t.n_calls)])

    @property
    def partner_card(self):
        """The face named for a partner (R26), or None."""
        return _or_none(self.table().named)

    @property
    def bids(self):
        """Bids made so far: (seat, face, count, cards that the seat had drawn) of each."""
        cdef const Table* t = self.table()
        return tuple([(t.bids[i].seat, t.bids[i].face, t.bids[i].count, t.bids[i].draw)
                      for i in range(t.n_bids)])

    @property
    def drawn(self):
        """Cards that all seats together have drawn so far."""
        return self.table().drawn

    # ---- cards ----

    @property
    def hand(self):
        """The cards that this seat holds; while drawing, those drawn so far."""
        return faces_of(self.table().map, &self._seat.hand)

    @property
    def kitty(self):
        """The cards that this seat has buried; None if it has not seen the kitty."""
        cdef const Table* t = self.table()
        return faces_of(t.map, &self._seat.kitty) if self._seat.sees_kitty else None

    @property
    def played(self):
        """The cards that each seat has played."""
        cdef const Table* t = self.table()
        return tuple([faces_of(t.map, &t.played[i]) for i in range(t.players)])

    @property
    def shown(self):
        """The cards that each seat has shown in bids and failed throws, and has not played since.

        Whoever exchanges the kitty may have buried some of them.
        """
        cdef const Table* t = self.table()
        return tuple([faces_of(t.map, &t.shown[i]) for i in range(t.players)])

    @property
    def unplayed(self):
        """All cards that have not been played, this seat's own among them; none until trump is known."""
        cdef const Table* t = self.table()
        return faces_of(t.map, &t.unplayed)

    @property
    def voids(self):
        """The suits of which each seat has shown that it holds no card."""
        cdef const Table* t = self.table()
        return tuple([tuple(sorted([_suit_at(t.map, c) for c in range(5) if t.void_in[c] >> i & 1]))
                      for i in range(t.players)])

    def hand_in(self, int suit):
        """The cards of a suit (4: trumps) that this seat holds, the weakest first."""
        cdef const Table* t = self.table()
        cdef uint64_t faces
        cdef int j, b
        cdef list out = []
        if not 0 <= suit <= TRUMP_SUIT:
            raise CardError(f"there is no suit {suit}; suits are 0 to 3, and 4 for trumps")
        faces = self._seat.hand.p[0] & t.map.suits[_suit_at(t.map, suit)]
        while faces:
            b = lowest_bit(faces)
            faces &= faces - 1
            for j in range(4):
                if not self._seat.hand.p[j] & bit(b):
                    break
                out.append(t.map.to_natural[b])
        return tuple(out)

    def suit_of(self, face):
        """The suit that a card belongs to, 4 for a trump (R2)."""
        cdef const TrumpTable* map = self.table().map
        return _suit_at(map, map.suit_at[lowest_bit(_face_bit(map, face))])

    def strength_of(self, face):
        """A number that is larger for a stronger card of the same suit (R3); equal for equal cards."""
        cdef const TrumpTable* map = self.table().map
        return lowest_bit(_face_bit(map, face)) >> 2

    # ---- tricks ----

    @property
    def trick(self):
        """How many tricks are finished."""
        return self.table().trick

    @property
    def points(self):
        """Points that each seat has won in tricks."""
        cdef const Table* t = self.table()
        return tuple([t.points[i] for i in range(t.players)])

    @property
    def leader(self):
        """The seat that leads, or has led, this trick; None until trump is known."""
        cdef const Table* t = self.table()
        return None if t.trump == NONE else t.leader

    @property
    def plays(self):
        """The plays of this trick so far, in playing order from the leader on."""
        cdef const Table* t = self.table()
        return tuple([faces_of(t.map, &t.plays[i]) for i in range(t.n_plays)])

    @property
    def trick_points(self):
        """Points on the table in this trick."""
        return self.table().trick_points

    @property
    def winner(self):
        """The seat that has the best play of this trick so far; None before the lead."""
        cdef const Table* t = self.table()
        return t.winner if t.n_plays else None

    @property
    def lead_suit(self):
        """The suit led; None before the lead, and for a rainbow (R35)."""
        cdef const Table* t = self.table()
        if not t.n_plays or t.lead.suit == NONE:
            return None
        return _suit_at(t.map, t.lead.suit)

    @property
    def lead_units(self):
        """The units led (R7), each (kind, width, faces), as in ("tuple", 2, (face,))."""
        cdef const Table* t = self.table()
        return tuple(units_of(t.map, &t.lead, &t.plays[0])) if t.n_plays else ()

    @property
    def beating(self):
        """Where one unit is led: the faces that, as its highest, beat the best play so far."""
        cdef const Table* t = self.table()
        cdef Planes faces
        clear(&faces)
        if t.n_plays:
            faces.p[0] = t.beating
        return faces_of(t.map, &faces)

    # ---- what may be answered ----

    @property
    def options(self):
        """Asked to bid: the bids open, (face, count) of each, fewest cards first."""
        self.table()
        if self._choice.decision != BID:
            return ()
        return tuple([(self._choice.bids[i].face, self._choice.bids[i].count)
                      for i in range(self._choice.n_bids)])

    @property
    def must_bid(self):
        """Asked to bid: whether it has to name its best bid, though it would pass."""
        self.table()
        return self._choice.must_bid != 0

    @property
    def naming(self):
        """Asked to name: "friends", "partner", "trump" or "unit"; else None."""
        self.table()
        return NAMES[self._choice.name_kind] if self._choice.decision == NAME else None

    @property
    def calls(self):
        """Asked to name friends: how many."""
        cdef const Table* t = self.table()
        return t.spec.n_friends if self._names(NAME_FRIENDS) else 0

    @property
    def units(self):
        """Asked to name the unit of a failed throw that must be led: these, (kind, width, faces)."""
        cdef const Table* t = self.table()
        if not self._names(NAME_UNIT):
            return ()
        return tuple([unit_of(t.map, &self._choice.units[i]) for i in range(self._choice.n_units)])

    @property
    def cards(self):
        """Asked to bury or follow: how many cards; else None."""
        cdef const Table* t = self.table()
        if self._choice.decision == BURY:
            return t.kitty_size
        return t.lead.cards if self._choice.decision == FOLLOW else None

    @property
    def legal(self):
        """Asked to bury, lead or follow: the plays that are allowed, see Legal."""
        self.table()
        if self._choice.decision == BID or self._choice.decision == NAME:
            raise PlayError(f"there are no plays when asked to {self.decision}")
        return Legal(self)

    def unit_leads(self):
        """Asked to lead: every lead of one unit, single cards first."""
        cdef const Table* t = self.table()
        cdef Planes cards
        cdef uint64_t k, n
        cdef int planes = 4 if t.spec.general else 2
        cdef list out = []
        if self._choice.decision != LEAD:
            raise PlayError(f"there is nothing to lead when asked to {self.decision}")
        n = unit_leads(t.spec, t.map, &self._seat.hand, planes)
        for k in range(n):
            unit_lead(t.spec, t.map, &self._seat.hand, k, &cards, planes)
            out.append(faces_of(t.map, &cards))
        return tuple(out)

    @property
    def random(self):
        """The seat's own random numbers: a random.Random that draws from its stream."""
        self.table()
        return self._stream.random

    def base(self):
        """What the strategy's base would choose here, as a method of this strategy would return it."""
        cdef const Table* t = self.table()
        cdef const Fallback* own = <const Fallback*>self._seat.context
        call_base(own.base, t, self._seat, self._memo, self._choice)
        return chosen(t, self._choice)

    cdef bint _names(self, int kind):
        return self._choice.decision == NAME and self._choice.name_kind == kind


@cython.final
cdef class Legal:
    """The plays that are allowed in a decision, in a fixed order; none of the answers lists them all.

    Leads are all that may be tried, throws that will fail among them; with `throws = false` those of
    one unit.
    """

    cdef View view

    def __cinit__(self, View view not None):
        self.view = view

    def is_legal(self, cards):
        """Whether these cards may be chosen."""
        cdef Planes planes
        cdef const Table* t = self.view.table()
        read_cards(t, cards, &planes)
        t = self.view.table()
        return play_allowed(t, &self.view._seat.hand, self.view._choice, &planes)

    def count(self):
        """How many different plays there are."""
        cdef const Table* t = self.view.table()
        cdef uint128 n = plays_count(t, &self.view._seat.hand, self.view._choice)
        cdef object high = <uint64_t>(n >> 64)
        return high << 64 | <object><uint64_t>n

    def at(self, k):
        """Play number k, from 0 to count() - 1."""
        cdef Planes planes
        cdef const Table* t
        k = index(k)
        n = self.count()
        if not 0 <= k < n:
            raise PlayError(f"play number {shown(k)} is not one of 0 to {n - 1}")
        t = self.view.table()
        cdef uint128 number = <uint64_t>(k >> 64)
        number = number << 64 | <uint64_t>(k & 0xffffffffffffffff)
        play_at(t, &self.view._seat.hand, self.view._choice, number, &planes)
        return faces_of(t.map, &planes)

    def enumerate(self, limit=None):
        """An iterator over the plays in order, at most ``limit`` of them."""
        n = self.count()
        return map(self.at, range(n if limit is None else min(n, limit)))

    def sample(self):
        """A uniform play, drawn from the seat's own stream."""
        cdef Planes planes
        cdef const Table* t = self.view.table()
        play_drawn(t, &self.view._seat.hand, self.view._choice, &self.view._memo.rng, &planes)
        return faces_of(t.map, &planes)


cdef View open_view(const Table* table, const Seat* seat, Memo* memo, Choice* choice, Stream stream):
    """A view of a decision; close it when that is made."""
    cdef View view = View.__new__(View)
    view._table = table
    view._seat = seat
    view._memo = memo
    view._choice = choice
    view._stream = stream
    stream.view = view
    return view


cdef void close_view(View view) noexcept:
    view._table = NULL
    view._seat = NULL
    view._memo = NULL
    view._choice = NULL
