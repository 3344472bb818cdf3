# Cards with the runs and tuples of any width that a rung asks for (the general path).

from .orders cimport give, give_faces
from ..bits cimport bit, lowest_bit, popcount
from ..formats cimport fold
from ..planes cimport add_cards, clear, count_cards, remove_cards
from ..types cimport Order, Planes, Slots, TrumpTable
from libc.stdint cimport uint64_t

cdef inline void _move(Planes* rest, uint64_t faces, int width, Planes* out) noexcept nogil:
    """Move `width` copies of each of some faces from `rest`, which has them, to `out`."""
    cdef Planes cards
    cdef int j
    for j in range(4):
        cards.p[j] = faces if j < width else 0
    remove_cards(rest, &cards, 4)
    add_cards(out, &cards, 4)

cdef inline uint64_t _exact_first(const Planes* rest, uint64_t faces, int width) noexcept nogil:
    """Those of some faces that are there just `width` times, if any, else all."""
    cdef uint64_t exact = faces & ~rest.p[width] if width < 4 else faces
    return exact if exact else faces

cdef inline bint _give_run(const TrumpTable* map, uint64_t run, Planes* rest, Planes* out) noexcept nogil:
    """Lay one run (widths, a nibble a step, the lowest first) as low as it goes; False: there is none."""
    cdef uint64_t tops = fold(map, rest.p[(run & 15) - 1]), left = run >> 4, faces
    cdef int length = 1, top, width
    while left:
        tops = fold(map, rest.p[(left & 15) - 1]) & ((tops & map.linked) << 4)
        left >>= 4
        length += 1
    if not tops:
        return False
    top = lowest_bit(tops)
    while length:
        length -= 1
        width = run >> 4 * length & 15
        faces = bit(top)
        if top == map.step_bit and rest.p[width - 1] & map.equal:
            faces = _exact_first(rest, rest.p[width - 1] & map.equal, width)
            faces &= 0 - faces
        _move(rest, faces, width, out)
        top -= 4
    return True

cdef inline bint give_slots(const TrumpTable* map, const Planes* pool, int cards, const Slots* slots,
                            const Order* order, Planes* out) noexcept nogil:
    """Set `out` to `cards` cards of a pool that can be cut into the slots.

    False if the pool has not the cards or the tuples, or runs laid one after the other, each as low as
    it goes, get in each other's way.  Tuples come out of longer ones only where they must.
    """
    cdef Planes rest = pool[0], others
    cdef uint64_t faces
    cdef int i, width, need
    clear(out)
    if count_cards(pool, 4) < cards:
        return False
    for i in range(slots.n_runs):
        if not _give_run(map, slots.runs[i], &rest, out):
            return False
    for width in range(4, 1, -1):
        need = slots.tuples[width]
        while need:
            faces = _exact_first(&rest, rest.p[width - 1], width)
            if not faces:
                return False
            faces = give_faces(faces, order, min(need, popcount(faces)))
            need -= popcount(faces)
            _move(&rest, faces, width, out)
    clear(&others)
    give(&rest, order, cards - count_cards(out, 4), &others, 4)
    add_cards(out, &others, 4)
    return True
