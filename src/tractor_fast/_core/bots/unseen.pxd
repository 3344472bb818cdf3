# What a seat has not seen yet, and what of a hand nothing unseen beats.

from ..bits cimport highest_bit
from ..planes cimport remove_cards, restrict_to
from ..types cimport TRUMP_SUIT, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline void unseen_cards(const Table* table, const Seat* seat, Planes* out, int planes) noexcept nogil:
    """Cards that the seat has not seen: in the other hands, and in the kitty unless it buried it.

    The few low cards that an explicit kitty takes out of the decks (R20) count as unseen too.
    """
    cdef Planes buried
    out[0] = table.unplayed
    remove_cards(out, &seat.hand, planes)
    # In no branch: whose turn it is changes all the time.
    restrict_to(&seat.kitty, 0 - <uint64_t>(seat.sees_kitty != 0), &buried, planes)
    remove_cards(out, &buried, planes)

cdef inline uint64_t not_held(const Planes* unplayed, const Planes* hand, int width,
                              int planes) noexcept nogil:
    """Faces of which `width` copies at least, of some cards, are in other hands or in the kitty."""
    cdef uint64_t out = 0
    cdef int j
    # As many copies less as the hand holds: it holds fewer than j only if plane j - 1 has not the face.
    for j in range(width - 1, planes):
        out |= unplayed.p[j] & ~hand.p[j - width + 1]
    return out

cdef inline uint64_t unbeaten(uint64_t held, uint64_t unseen) noexcept nogil:
    """Those of some faces of one suit (or tuples of them) that none of some others is higher than."""
    if not unseen:
        return held
    return held & 0xffffffffffffffffULL << (highest_bit(unseen) & 60)

cdef inline uint64_t lower_faces(const TrumpTable* map, uint64_t faces) noexcept nogil:
    """All faces, of every suit, that one of some faces of their own suit beats."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], below = (faces & ~trumps) >> 4
    # Plain suits are columns: what is below spreads down each of them.
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    below |= below >> 32
    if faces & trumps:
        below |= trumps & ((<uint64_t>1 << (highest_bit(faces & trumps) & 60)) - 1)
    return below
