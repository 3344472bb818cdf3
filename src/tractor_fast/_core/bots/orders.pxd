# In which order cards are given away.  An Order says which go first: tiers of faces, most willingly
# given first.

from ..types cimport TRUMP_SUIT, Planes, TrumpTable
from libc.stdint cimport uint64_t

cdef enum:
    MAX_TIERS = 8

cdef struct Order:
    int n
    uint64_t tiers[MAX_TIERS]    # masks of faces; a face belongs to the first tier that has it, if any

cdef inline void add_tier(Order* order, uint64_t faces) noexcept nogil:
    order.tiers[order.n] = faces
    order.n += 1

cdef inline uint64_t first_face(const Planes* pool, const Order* order) noexcept nogil:
    """The face that `give` would give first, out of a pool that is not empty."""
    cdef uint64_t best = pool.p[0], here
    cdef int tier
    # From the last tier up and without a branch: which tier it is cannot be foreseen.
    for tier in range(order.n - 1, -1, -1):
        here = pool.p[0] & order.tiers[tier]
        best = here if here else best
    here = best & ~pool.p[1]
    best = here if here else best
    return best & (0 - best)

cdef inline void give(const Planes* pool, const Order* order, int need, Planes* out,
                      int planes) noexcept nogil:
    """Add `need` cards of a pool, which has them, to `out`, which has none of its faces.

    Tier by tier, then what is in no tier; within one cards held once before those held twice and so
    on, low ones before high ones.
    """
    cdef uint64_t left = pool.p[0], here, faces, face
    cdef int tier = 0, held, j
    if need == 1:
        out.p[0] |= first_face(pool, order)
        return
    while need:
        here = left
        if tier < order.n:
            here &= order.tiers[tier]
            tier += 1
        if not here:
            continue
        left ^= here
        for held in range(1, planes + 1):
            faces = here & pool.p[held - 1]
            if held < planes:
                faces &= ~pool.p[held]
            while faces and need:
                face = faces & (0 - faces)
                faces ^= face
                for j in range(held):
                    if need:
                        out.p[j] |= face
                        need -= 1

cdef inline uint64_t give_faces(uint64_t faces, const Order* order, int need) noexcept nogil:
    """`need` of some faces, which are at least as many, in the same order."""
    cdef uint64_t here, face, out = 0
    cdef int tier = 0
    while need:
        here = faces
        if tier < order.n:
            here &= order.tiers[tier]
            tier += 1
        faces ^= here
        while here and need:
            face = here & (0 - here)
            here ^= face
            out |= face
            need -= 1
    return out

# --- the orders ------------------------------------------------------------------------------------

cdef inline uint64_t high_faces() noexcept nogil:
    """The highest row of plain suits (aces, or kings where the level is A), level cards and jokers."""
    return 0xfffffULL << 44

cdef inline void cheap_order(const TrumpTable* map, Order* order) noexcept nogil:
    """What to give to a trick that the opponents win."""
    cdef uint64_t points = map.fives | map.tens, trumps = map.suits[TRUMP_SUIT]
    order.n = 0
    add_tier(order, ~(points | trumps | high_faces()))
    add_tier(order, ~points & trumps & 0xffffffffffffULL)
    add_tier(order, map.fives)
    add_tier(order, ~(points | trumps))
    add_tier(order, map.tens)

cdef inline void feed_order(const TrumpTable* map, uint64_t led, Order* order) noexcept nogil:
    """What to give to a trick that the partner wins: points, of plain suits or of the faces led."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], willing = ~trumps | led
    order.n = 0
    add_tier(order, map.tens & willing)
    add_tier(order, map.fives & willing)
    add_tier(order, willing & ~high_faces())
    add_tier(order, willing & ~trumps)
    add_tier(order, trumps & 0xffffffffffffULL)
