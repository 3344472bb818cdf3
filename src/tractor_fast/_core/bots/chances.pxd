# The chance that seats still to play beat a unit, by what is unseen and who is known to be void.
#
# `width` and `length` of the unit led are literal where a single card is, as most often: so that the
# compiler drops what is about larger ones.

from .weights cimport FOLLOW_PAIR_RUFFED, FOLLOW_PARTNER
from ..bits cimport lowest_bit, popcount
from ..planes cimport count_in
from ..types cimport TRUMP_SUIT, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef inline double _tuple_chance(const Table* table, const Planes* unseen, uint64_t faces, int width,
                                 int planes) noexcept nogil:
    """Chance, roughly, that another seat holds a tuple of some faces.

    A hidden pair is in one of three hands, if it is in one hand at all: one in three.
    """
    cdef int hands = 1, ways = 0, j, _
    for _ in range(width):
        hands *= table.players - 1
    for j in range(planes):
        # So many choices of `width` copies has the copy after j others of the same face.
        if j >= width - 1:
            ways += <int>table.spec.binomial[j][width - 1] * popcount(unseen.p[j] & faces)
    return ways / <double>hands

cdef inline double beaten_chance(const Table* table, const Seat* seat, const Planes* unseen,
                                 uint64_t beating, int other, int width, int length,
                                 int planes) noexcept nogil:
    """Chance that another seat beats a unit that the faces `beating` beat."""
    cdef int suit = table.lead.suit, _
    cdef bint void = (table.void_in[suit] >> other) & 1
    cdef uint64_t led = table.map.suits[suit]
    cdef double in_suit = 0, trumped = 1
    if length > 1:
        return 0
    if not void:
        if width == 1:
            in_suit = 1 - table.spec.absent[count_in(unseen, beating & led, planes)]
        else:
            in_suit = _tuple_chance(table, unseen, beating & led, width, planes)
    if unseen.p[width - 1] & beating & ~led and not (table.void_in[TRUMP_SUIT] >> other) & 1:
        for _ in range(1, width):
            trumped *= seat.parameters[FOLLOW_PAIR_RUFFED]
        if not void:
            trumped *= table.spec.absent[count_in(unseen, led, planes)]
        in_suit += trumped
    return min(1.0, in_suit)

cdef inline double beaten_by(const Table* table, const Seat* seat, const Planes* unseen, uint64_t beating,
                             int seats, int width, int length, int planes) noexcept nogil:
    """Chance that one of some seats (bits, at least one) beats it."""
    cdef double chance = beaten_chance(table, seat, unseen, beating, lowest_bit(seats), width, length, planes)
    cdef double one
    seats &= seats - 1
    while seats:
        one = beaten_chance(table, seat, unseen, beating, lowest_bit(seats), width, length, planes)
        chance += one - chance * one
        seats &= seats - 1
    return chance

cdef inline double chance_as_it_is(const Table* table, const Seat* seat, const Planes* unseen, int partners,
                                   int opponents, double* helped, int width, int length,
                                   int planes) noexcept nogil:
    """Chance that its side wins a trick that the seat leaves as it is.

    partners: those still to play, bits; opponents: likewise, if the trick can still be lost to them.
    helped: receives the chance that a partner still to play takes it.
    """
    helped[0] = 0
    if partners:
        helped[0] = seat.parameters[FOLLOW_PARTNER] * beaten_by(
            table, seat, unseen, table.beating, partners, width, length, planes)
    if not opponents:
        return helped[0]
    return 1 - (1 - helped[0]) * beaten_by(table, seat, unseen, table.beating, opponents, width, length,
                                           planes)
