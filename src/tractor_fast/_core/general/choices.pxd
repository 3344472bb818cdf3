# Any `need` cards of a pool that hold given tuples: counted, by number, and uniformly drawn.
#
# A class of choices is how many faces are taken four times, three times, twice and once; its size is
# a product of binomials.  Classes are in ascending order of (fours, threes, twos), and the choices of
# one class in that of their faces: those taken four times first, then three times, and so on, each a
# subset in the order of subsets.pxd.

from ..bits cimport bit, popcount, select_bit
from ..planes cimport clear
from ..rng cimport below
from ..subsets cimport draw_subset, subset_at
from ..types cimport Planes, Spec
from .wide cimport below_wide, uint128
from libc.stdint cimport uint8_t, uint64_t

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_NO_TUPLES
    #define TRACTOR_FAST_NO_TUPLES
    static const uint8_t tf_no_tuples[5] = {0, 0, 0, 0, 0};
    #endif
    """
    const uint8_t NO_TUPLES "tf_no_tuples"[5]

cdef enum:
    MOST_NARROW = 20         # so many cards of any pool: C(53 + 20, 20) choices at most, below 2^64

cdef struct Taken:           # a class
    int n[5]                 # [w]: faces taken exactly w times

cdef inline uint128 _class_at(const Spec* spec, const Planes* pool, int need, const uint8_t* least,
                              uint128 k, Taken* at) noexcept nogil:
    """Class of choice number k, and the number that it has in it.

    For a k beyond them all, k less the number of all choices.
    """
    cdef int held1 = popcount(pool.p[0]), held2 = popcount(pool.p[1])
    cdef int held3 = popcount(pool.p[2]), held4 = popcount(pool.p[3])
    cdef int fours, threes, twos, left4, left3, spare
    cdef uint128 outer, ways
    at.n[1] = at.n[2] = at.n[3] = at.n[4] = 0
    if need < 3 or not held3:
        # The most common case by far: pairs and single cards alone.
        for twos in range(max(<int>least[2], need - held1), min(held2, need >> 1) + 1):
            ways = spec.binomial[held2][twos]
            ways *= spec.binomial[held1 - twos][need - 2 * twos]
            if k < ways:
                at.n[2] = twos
                at.n[1] = need - 2 * twos
                return k
            k -= ways
        return k
    for fours in range(least[4], min(held4, need >> 2) + 1):
        left4 = need - 4 * fours
        # Fours that no slot of four cards uses give a triple or two pairs.
        for threes in range(max(0, least[3] + least[4] - fours), min(held3 - fours, left4 // 3) + 1):
            left3 = left4 - 3 * threes
            spare = fours - least[4]
            if threes < least[3]:
                spare = 2 * (spare - (least[3] - threes))
            else:
                spare = 2 * spare + threes - least[3]
            outer = spec.binomial[held4][fours]
            outer *= spec.binomial[held3 - fours][threes]
            # The rest must not be more than the other faces, once each.
            for twos in range(max(max(0, least[2] - spare), left3 - (held1 - fours - threes)),
                              min(held2 - fours - threes, left3 >> 1) + 1):
                ways = outer * spec.binomial[held2 - fours - threes][twos]
                ways *= spec.binomial[held1 - fours - threes - twos][left3 - 2 * twos]
                if k < ways:
                    at.n[4] = fours
                    at.n[3] = threes
                    at.n[2] = twos
                    at.n[1] = left3 - 2 * twos
                    return k
                k -= ways
    return k

cdef inline uint128 tuples_count(const Spec* spec, const Planes* pool, int need,
                                 const uint8_t* least) noexcept nogil:
    """How many choices of `need` cards hold least[w] tuples of w cards, w = 2..4, side by side.

    A tuple takes cards of one face, and a face may give several.
    """
    cdef Taken unused
    cdef uint128 top = 0
    top -= 1
    return top - _class_at(spec, pool, need, least, top, &unused)

cdef inline void tuples_unrank(const Spec* spec, const Planes* pool, int need, const uint8_t* least,
                               uint128 k, Planes* out) noexcept nogil:
    """Choice number k, k < tuples_count."""
    cdef Taken taken
    cdef uint64_t before = 0, faces
    cdef uint128 ways
    cdef int w
    k = _class_at(spec, pool, need, least, k, &taken)
    for w in range(4, 0, -1):
        faces = pool.p[w - 1] ^ before
        ways = spec.binomial[popcount(faces)][taken.n[w]]
        before |= subset_at(spec, faces, taken.n[w], <uint64_t>(k % ways))
        out.p[w - 1] = before
        k = k // ways

cdef inline void tuples_draw(const Spec* spec, const Planes* pool, int need, const uint8_t* least,
                             uint128 total, uint64_t* rng, Planes* out) noexcept nogil:
    """A uniform choice of the `total` that tuples_count counts."""
    cdef Taken taken
    cdef uint64_t before = 0, faces
    cdef int w
    _class_at(spec, pool, need, least, below_wide(rng, total), &taken)
    for w in range(4, 0, -1):
        faces = pool.p[w - 1] ^ before
        if taken.n[w]:
            before |= draw_subset(rng, faces, popcount(faces), taken.n[w])
        out.p[w - 1] = before

cdef inline void _sample_pairs(const Spec* spec, const Planes* pool, int need, int least, uint64_t* rng,
                               Planes* out) noexcept nogil:
    """The same draws where a choice is pairs and single cards alone: each class is counted once."""
    cdef uint64_t ways[11]  # 0 to MOST_NARROW // 2 pairs
    cdef uint64_t k, total = 0
    cdef int faces = popcount(pool.p[0]), pairs = popcount(pool.p[1]), taken = max(least, need - faces), j
    for j in range(taken, min(pairs, need >> 1) + 1):
        ways[j] = spec.binomial[pairs][j] * spec.binomial[faces - j][need - 2 * j]
        total += ways[j]
    k = below(rng, total)
    while k >= ways[taken]:
        k -= ways[taken]
        taken += 1
    clear(out)
    if taken:
        out.p[1] = draw_subset(rng, pool.p[1], pairs, taken)
    out.p[0] = out.p[1]
    if need > 2 * taken:
        out.p[0] |= draw_subset(rng, pool.p[0] ^ out.p[1], faces - taken, need - 2 * taken)

cdef inline void tuples_sample(const Spec* spec, const Planes* pool, int need, const uint8_t* least,
                               uint64_t* rng, Planes* out) noexcept nogil:
    """A uniform choice of those that tuples_count counts, at least one."""
    if need == 1:
        clear(out)
        out.p[0] = bit(select_bit(pool.p[0], <unsigned int>below(rng, popcount(pool.p[0]))))
    elif need <= MOST_NARROW and (need < 3 or not pool.p[2]):
        _sample_pairs(spec, pool, need, least[2], rng, out)
    else:
        tuples_draw(spec, pool, need, least, tuples_count(spec, pool, need, least), rng, out)

# --- any cards at all (R15, R24) -----------------------------------------------------------------

cdef inline uint128 choose_count_general(const Spec* spec, const Planes* pool,
                                         int need) noexcept nogil:
    """How many different choices of `need` cards a pool offers."""
    return tuples_count(spec, pool, need, NO_TUPLES)

cdef inline void choose_unrank_general(const Spec* spec, const Planes* pool, int need, uint128 k,
                                       Planes* out) noexcept nogil:
    """Choice number k, k < choose_count_general."""
    tuples_unrank(spec, pool, need, NO_TUPLES, k, out)

cdef inline void choose_sample_general(const Spec* spec, const Planes* pool, int need, uint64_t* rng,
                                       Planes* out) noexcept nogil:
    """A uniform choice of `need` cards, at most as many as the pool has."""
    tuples_sample(spec, pool, need, NO_TUPLES, rng, out)
