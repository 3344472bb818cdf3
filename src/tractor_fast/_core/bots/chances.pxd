# The chance that seats still to play beat a card or tuple, by what is unseen and who is known to be void.

from .weights cimport BURIED_VOID, FOLLOW_PAIR_RUFFED, FOLLOW_RUFFS
from ..bits cimport lowest_bit, popcount
from ..planes cimport count_in
from ..selects cimport lesser, only_if
from ..types cimport TRUMP_SUIT, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef extern from * nogil:
    """
    /* 65536 / n rounded up: x * INVERSE[n] >> 16 is x / n rounded down for every x below 10000.
       None counts as one. */
    static const int tf_inverse[8] = {65536, 65536, 32768, 21846, 16384, 13108, 10923, 9363};
    """
    const int INVERSE "tf_inverse"[8]

cdef struct Waiting:         # what is known of seats that play later, of the suit led
    int spread               # of its cards
    double holds[8]          # by seat: 0 if it is known to be void of it, else 1
    double trumps[8]         # by seat: chance that it may trump, and does

cdef inline int count_holders(const Table* table, const Seat* seat, int suit) noexcept nogil:
    """How many of the others may hold cards of a suit."""
    return table.players - popcount(table.void_in[suit] | 1 << seat.seat)

cdef inline int find_spread(const Table* table, int holders) noexcept nogil:
    """How many others there are for each that may hold cards of a suit, times 65536."""
    return (table.players - 1) * INVERSE[holders]

cdef inline double chance_of_none(const Table* table, int spread, int cards) noexcept nogil:
    """Chance that a hand that may hold some cards has none of them.

    They lie as close there as so many more do over all the other hands.
    """
    return table.spec.absent[min(72, cards * spread >> 16)]

cdef inline bint may_have_buried(const Table* table, int other, int suit) noexcept nogil:
    """Whether a seat may have buried all its cards of a plain suit: it has played none so far."""
    return (other == table.exchanger) & (table.played[other].p[0] & table.map.suits[suit] == 0)

cdef inline double void_chance(const Table* table, const Seat* seat, const Planes* unseen, int other,
                               int suit, int spread, int planes) noexcept nogil:
    """Chance that another seat has no card of a suit; who buried may well have buried all of a plain one."""
    cdef double held
    if (table.void_in[suit] >> other) & 1:
        return 1
    held = 1 - chance_of_none(table, spread, count_in(unseen, table.map.suits[suit], planes))
    if may_have_buried(table, other, suit):
        held *= 1 - seat.parameters[BURIED_VOID]
    return 1 - held

cdef inline void look_ahead(const Table* table, const Seat* seat, const Planes* unseen, int seats, int many,
                            Waiting* out, int planes) noexcept nogil:
    """seats: those that play later, bits; many: of them."""
    cdef int suit = table.lead.suit, other, _
    cdef double held
    out.spread = find_spread(table, count_holders(table, seat, suit))
    held = 1 - chance_of_none(table, out.spread, count_in(unseen, table.map.suits[suit], planes))
    # As void_chance says; in no branch, since each is foreseen badly and costs more than what it skips.
    for _ in range(many):
        other = lowest_bit(seats)
        seats &= seats - 1
        out.holds[other] = only_if(not (table.void_in[suit] >> other) & 1, 1)
        out.trumps[other] = (
            only_if(not (table.void_in[TRUMP_SUIT] >> other) & 1, seat.parameters[FOLLOW_RUFFS])
            * (1 - held * out.holds[other]
               * (1 - only_if(may_have_buried(table, other, suit), seat.parameters[BURIED_VOID]))))

cdef inline double chance_beaten(const Table* table, const Seat* seat, const Waiting* ahead,
                                 const Planes* unseen, uint64_t beating, int seats, int many,
                                 int planes) noexcept nogil:
    """Chance that one of so many seats (bits) beats the card that the faces `beating` beat."""
    cdef uint64_t led = table.map.suits[table.lead.suit]
    cdef double trumped = only_if(unseen.p[0] & beating & ~led != 0, 1)
    cdef double holds = 1 - chance_of_none(table, ahead.spread, count_in(unseen, beating & led, planes))
    cdef double kept = 1
    cdef int other, _
    for _ in range(many):
        other = lowest_bit(seats)
        seats &= seats - 1
        kept *= 1 - lesser(1, holds * ahead.holds[other] + trumped * ahead.trumps[other])
    return 1 - kept

cdef inline double _tuple_chance(const Table* table, const Planes* unseen, uint64_t faces, int width,
                                 int holders, int planes) noexcept nogil:
    """Chance, roughly, that one of so many seats holds a tuple of some faces.

    A hidden pair is in one of three hands, if it is in one hand at all: one in three.
    """
    cdef int hands = 1, ways = 0, j, _
    for _ in range(width):
        hands *= holders
    for j in range(planes):
        # So many choices of `width` copies has the copy after j others of the same face.
        if j >= width - 1:
            ways += <int>table.spec.binomial[j][width - 1] * popcount(unseen.p[j] & faces)
    return ways / <double>hands

cdef inline double chance_tuple_beaten(const Table* table, const Seat* seat, const Planes* unseen,
                                       uint64_t beating, int seats, int width, int planes) noexcept nogil:
    """The same of a tuple."""
    cdef int suit = table.lead.suit, holders = count_holders(table, seat, suit), other, _
    cdef int spread = find_spread(table, holders)
    cdef uint64_t led = table.map.suits[suit]
    cdef double kept = 1, one, trumps
    while seats:
        other = lowest_bit(seats)
        seats &= seats - 1
        one = 0
        if not (table.void_in[suit] >> other) & 1:
            one = _tuple_chance(table, unseen, beating & led, width, holders, planes)
        if unseen.p[width - 1] & beating & ~led and not (table.void_in[TRUMP_SUIT] >> other) & 1:
            trumps = seat.parameters[FOLLOW_RUFFS] * void_chance(table, seat, unseen, other, suit, spread,
                                                                 planes)
            for _ in range(1, width):
                trumps *= seat.parameters[FOLLOW_PAIR_RUFFED]
            one += trumps
        kept *= 1 - min(1.0, one)
    return 1 - kept
