# In which order cards are given away, by `easy`, `normal` and `expert`: tier by tier, then what is in no
# tier; within one cards held once before those held twice and so on, low ones before high ones.

from ..planes cimport restrict_to, take_face
from ..types cimport TIERS, TRUMP_SUIT, Order, Planes, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t first_face(const Planes* pool, const Order* order) noexcept nogil:
    """The face that `give` would give first, out of a pool that is not empty."""
    cdef uint64_t here = pool.p[0], tier, once
    cdef int i
    # From the last tier to the first, each in no branch: which one has cards is hard to foresee.
    for i in range(TIERS - 1, -1, -1):
        tier = pool.p[0] & order.tiers[i]
        here = tier if tier else here
    once = here & ~pool.p[1]
    here = once if once else here
    return here & (0 - here)

cdef inline void give(const Planes* pool, const Order* order, int need, Planes* out,
                      int planes) noexcept nogil:
    """Add `need` cards of a pool, which has them, to `out`, which has none of its faces."""
    cdef uint64_t left = pool.p[0], here, faces, face
    cdef int tier = 0, held, j
    cdef Planes rest
    if planes == 2:
        # One by one: a face that one copy is taken of is held once, and so comes next.
        restrict_to(pool, ~<uint64_t>0, &rest, 2)
        while need:
            face = first_face(&rest, order)
            take_face(&rest, face)
            out.p[1] |= out.p[0] & face
            out.p[0] |= face
            need -= 1
        return
    if need == 1:
        out.p[0] |= first_face(pool, order)
        return
    while need:
        here = left
        if tier < TIERS:
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
        if tier < TIERS:
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

cdef inline void fill_orders(TrumpTable* map) noexcept:
    """TrumpTable.cheap and TrumpTable.feed: of its other fields."""
    cdef uint64_t points = map.fives | map.tens, trumps = map.suits[TRUMP_SUIT]
    cdef uint64_t low_trumps = trumps & 0xffffffffffffULL, willing
    cdef int led_trumps
    map.cheap.tiers[0] = ~(points | trumps | high_faces())
    map.cheap.tiers[1] = ~points & low_trumps
    map.cheap.tiers[2] = map.fives
    map.cheap.tiers[3] = ~(points | trumps)
    map.cheap.tiers[4] = map.tens
    for led_trumps in range(2):
        # Points go to the partner out of plain suits, or out of the suit led.
        willing = ~<uint64_t>0 if led_trumps else ~trumps
        map.feed[led_trumps].tiers[0] = map.tens & willing
        map.feed[led_trumps].tiers[1] = map.fives & willing
        map.feed[led_trumps].tiers[2] = willing & ~high_faces()
        map.feed[led_trumps].tiers[3] = ~trumps
        map.feed[led_trumps].tiers[4] = low_trumps
