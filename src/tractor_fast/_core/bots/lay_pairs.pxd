# Cards with the pairs and runs of pairs that a rung of two decks asks for (the plain path).

from .orders cimport give, give_faces
from ..bits cimport bit, highest_bit, lowest_bit, popcount
from ..formats cimport fold, run_tops
from ..ladder cimport one_of
from ..planes cimport clear, remove_cards
from ..types cimport Order, Planes, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t run_faces(const TrumpTable* map, uint64_t tuples, int top, int length) noexcept nogil:
    """Faces of the run of tuples that ends at folded bit `top`; of equal level faces the lowest bit."""
    cdef uint64_t faces = 0, equal = tuples & map.equal
    cdef int _
    for _ in range(length):
        faces |= equal & (0 - equal) if top == map.step_bit and equal else bit(top)
        top -= 4
    return faces

cdef inline bint give_runs(const TrumpTable* map, uint64_t pairs, uint64_t runs,
                           uint64_t* out) noexcept nogil:
    """Lay runs (a nibble vector, ladder.pxd) of the lowest pairs, longest first.

    False if they get in each other's way.
    """
    cdef int length, top
    cdef uint64_t tops, faces
    out[0] = 0
    while runs:
        length = (highest_bit(runs) >> 2) + 1
        runs -= one_of(length)
        tops = run_tops(map, fold(map, pairs), length)
        if not tops:
            return False
        top = lowest_bit(tops)
        faces = run_faces(map, pairs, top, length)
        pairs ^= faces
        out[0] |= faces
    return True

cdef inline bint give_pairs(const TrumpTable* map, const Planes* pool, int cards, int pairs, uint64_t runs,
                            const Order* order, Planes* out) noexcept nogil:
    """Set `out` to `cards` cards of a pool with so many pairs and runs among them.

    False if the pool has not the cards or the pairs, or the runs are not found.
    """
    cdef uint64_t faces
    cdef Planes rest = pool[0]
    clear(out)
    if popcount(pool.p[0]) + popcount(pool.p[1]) < cards or popcount(pool.p[1]) < pairs:
        return False
    if pairs:
        if not give_runs(map, pool.p[1], runs, &faces):
            return False
        if popcount(faces) < pairs:
            faces |= give_faces(pool.p[1] & ~faces, order, pairs - popcount(faces))
        out.p[0] = out.p[1] = faces
        remove_cards(&rest, out, 2)
    give(&rest, order, cards - 2 * popcount(out.p[1]), out, 2)
    return True
