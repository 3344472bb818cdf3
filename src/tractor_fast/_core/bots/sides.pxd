# Who is with whom, as a seat sees it.

from ..bits cimport bit, popcount
from ..types cimport Seat, Table
from libc.stdint cimport uint64_t

# How many seats play to the trick after the one that follows is mostly said as a literal, `coming`: 2 to 0
# where four play in fixed pairs, so that of those who play later one at most is on either side.
cdef enum:
    ANY = -1                 # at other tables, or not known beforehand

cdef inline int next_seat(const Table* table, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < table.players else 0

cdef inline bint _holds_call(const Table* table, const Seat* seat) noexcept nogil:
    """Whether the seat has a card whose player a friend is still called by (R25)."""
    cdef int i
    for i in range(table.n_calls):
        if (not (table.answered >> i) & 1
                and seat.hand.p[0] & bit(table.map.to_layout[table.calls[i].face])):
            return True
    return False

cdef inline int find_allies(const Table* table, const Seat* seat) noexcept nogil:
    """Bits of the seats that a seat takes for its own side, itself among them.

    A seat that holds a card called (R25) counts itself to the declarer.  As long as friends are to be
    found nobody else trusts any other: that costs less than points for a hidden friend.
    """
    cdef int side = table.team, other
    if table.n_calls:
        if _holds_call(table, seat):
            side |= 1 << seat.seat
        elif not (side >> seat.seat) & 1 and table.answered != (1 << table.n_calls) - 1:
            return 1 << seat.seat
    # In no branch: which side a seat is on is hard to foresee for the processor.
    other = ((side >> seat.seat) & 1) - 1
    return side ^ (other & ((1 << table.players) - 1))

cdef inline int pair_of(int seat) noexcept nogil:
    """The same at a table of four in fixed pairs."""
    return 5 << (seat & 1)

cdef inline int seats_to_come(const Table* table, const Seat* seat) noexcept nogil:
    """Bits of the seats that play to the trick after the seat that follows now."""
    cdef int seats = ((1 << (table.players - 1 - table.n_plays)) - 1) << (seat.seat + 1)
    return (seats | seats >> table.players) & ((1 << table.players) - 1)

cdef inline double partners_share(const Table* table, int allies) noexcept nogil:
    """How many of the others are partners, where 1 is one of three."""
    if table.players == 4:
        return popcount(allies) - 1  # the same without a division, which takes long
    return 3.0 * (popcount(allies) - 1) / (table.players - 1)

cdef inline uint64_t suits_void_to(const Table* table, int seats) noexcept nogil:
    """Columns of the plain suits that one of some seats is known to be void of; seats: bits, 0 of none."""
    cdef uint64_t suits = 0
    cdef int suit
    if not seats:
        return 0
    for suit in range(4):
        suits |= <uint64_t>(table.void_in[suit] & seats != 0) << suit
    return suits * 0x1111111111111111ULL
