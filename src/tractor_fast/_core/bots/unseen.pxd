# What a seat has not seen yet, and what of a hand nothing unseen beats.

from ..bits cimport bit
from ..formats cimport fold
from ..planes cimport add_cards, clear
from ..types cimport TRUMP_SUIT, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline void unseen_cards(const Table* table, const Seat* seat, Planes* out, int planes) noexcept nogil:
    """Cards that the seat has not seen: in the other hands, and in the kitty unless it buried it.

    The few low cards that an explicit kitty takes out of the decks (R20) count as unseen too.
    """
    cdef const TrumpTable* map = table.map
    cdef uint64_t faces = map.suits[0] | map.suits[1] | map.suits[2] | map.suits[3] | map.suits[4]
    cdef Planes seen = seat.hand
    cdef int i
    if seat.sees_kitty:
        add_cards(&seen, &seat.kitty, planes)
    for i in range(table.players):
        add_cards(&seen, &table.played[i], planes)
    clear(out)
    for i in range(planes):
        if i < table.decks:
            out.p[i] = faces & ~seen.p[table.decks - 1 - i]

cdef inline uint64_t columns_below(uint64_t faces) noexcept nogil:
    """Every bit that lies below one of some faces in its column."""
    faces >>= 4
    faces |= faces >> 4
    faces |= faces >> 8
    faces |= faces >> 16
    return faces | faces >> 32

cdef inline uint64_t masters(const TrumpTable* map, uint64_t held, uint64_t unseen) noexcept nogil:
    """Those of some held faces (or tuples) with no higher face (or tuple) of their suit unseen."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], beaten, out
    out = held & ~trumps & ~columns_below(unseen & ~trumps)
    beaten = columns_below(fold(map, unseen & trumps))
    held &= trumps
    out |= held & ~map.equal & ~beaten
    if not beaten & bit(map.step_bit):
        out |= held & map.equal
    return out
