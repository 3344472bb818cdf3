# The digest of a deal: a 128-bit mix of the board number and everything that was chosen, in order.
# Digests of boards add modulo 2**128, so a run's digest does not depend on how it was cut.
#
# Absorbed, two words at a time: the board; the buried cards and each play (a failed throw first as
# tried, then as led) as planes in the deal's own level-major layout; the fields of the row.  Plays of a
# trick of single cards go in by two, so that nine of ten tricks of a random deal cost half.
# Plays are taken in that layout, not in the natural one: with level and trump in the row the two say
# the same, and mapping every play back would cost a fifth of a random deal.

from .rng cimport finalise, high_product
from .types cimport Planes
from libc.stdint cimport uint64_t

cdef struct Digest:
    uint64_t low
    uint64_t high

cdef inline void absorb(Digest* d, uint64_t x, uint64_t y) noexcept nogil:
    cdef uint64_t low
    cdef uint64_t high = high_product(d.low ^ x, d.high ^ y, &low)
    # Kept besides the product, so that a factor of zero does not wipe out what came before.
    d.low = (d.low << 23 | d.low >> 41) ^ low
    d.high = (d.high << 29 | d.high >> 35) ^ high

cdef inline void absorb_cards(Digest* d, const Planes* cards, int planes) noexcept nogil:
    absorb(d, cards.p[0], cards.p[1])
    if planes > 2 and cards.p[2]:
        absorb(d, cards.p[2], cards.p[3])

cdef inline void begin_digest(Digest* d, uint64_t board) noexcept nogil:
    d.low = finalise(board + 0x9e3779b97f4a7c15ULL)
    d.high = finalise(board ^ 0xd1342543de82ef95ULL)

cdef inline void add_digest(Digest* total, const Digest* d) noexcept nogil:
    """Add a finished deal's digest to a total, modulo 2**128."""
    cdef uint64_t low = finalise(d.low ^ d.high)
    cdef uint64_t high = finalise(d.high + low)
    total.low += low
    total.high += high + (total.low < low)
