# Multisets of faces as planes: the few operations that everything shares.
#
# `planes` is how many planes can be occupied (the number of decks); callers pass a literal, so the
# loops unroll.

from .bits cimport lowest_bit, popcount
from .types cimport TRUMP_SUIT, Planes, TrumpTable
from libc.stdint cimport uint64_t

cdef inline void clear(Planes* a) noexcept nogil:
    a.p[0] = a.p[1] = a.p[2] = a.p[3] = 0

cdef inline void set_copies(Planes* a, uint64_t faces, int copies) noexcept nogil:
    """So many copies of each face and nothing else."""
    cdef int j
    for j in range(4):
        a.p[j] = faces if j < copies else 0

cdef inline int count_cards(const Planes* a, int planes) noexcept nogil:
    cdef int j, n = 0
    for j in range(planes):
        n += popcount(a.p[j])
    return n

cdef inline int count_in(const Planes* a, uint64_t faces, int planes) noexcept nogil:
    """Cards of `a` whose face is in `faces`."""
    cdef int j, n = 0
    for j in range(planes):
        n += popcount(a.p[j] & faces)
    return n

cdef inline void restrict_to(const Planes* a, uint64_t faces, Planes* out, int planes) noexcept nogil:
    cdef int j
    for j in range(planes):
        out.p[j] = a.p[j] & faces
    for j in range(planes, 4):
        out.p[j] = 0

cdef inline bint is_proper(const Planes* a, int planes) noexcept nogil:
    """Whether each plane lies within the one before it, and the planes beyond the decks are empty."""
    cdef int j
    cdef uint64_t bad = 0
    for j in range(1, planes):
        bad |= a.p[j] & ~a.p[j - 1]
    for j in range(planes, 4):
        bad |= a.p[j]
    return bad == 0

cdef inline bint contains(const Planes* a, const Planes* b, int planes) noexcept nogil:
    """Whether multiset `a` holds all of `b`."""
    cdef int j
    cdef uint64_t bad = 0
    for j in range(planes):
        bad |= b.p[j] & ~a.p[j]
    return bad == 0

cdef inline void remove_cards(Planes* a, const Planes* b, int planes) noexcept nogil:
    """Take `b` out of `a`, as far as it holds them: count by count, with the planes as unary numbers."""
    cdef uint64_t a0 = a.p[0], a1 = a.p[1], a2, a3, b0 = b.p[0], b1 = b.p[1]
    if planes <= 2:
        # 2-1 = 1 leaves the face in plane 0; 1-1 and 2-2 leave nothing; 2-0 and 1-0 change nothing.
        a.p[0] = (a0 & ~b0) | (a1 & ~b1)
        a.p[1] = a1 & ~b0
        return
    a2 = a.p[2]
    a3 = a.p[3]
    # Plane j keeps a face when more than j copies remain: k copies taken shift its planes down by k.
    a.p[0] = (a0 & ~b0) | (a1 & ~b1) | (a2 & ~b.p[2]) | (a3 & ~b.p[3])
    a.p[1] = (a1 & ~b0) | (a2 & ~b1) | (a3 & ~b.p[2])
    a.p[2] = (a2 & ~b0) | (a3 & ~b1)
    a.p[3] = a3 & ~b0

cdef inline void add_cards(Planes* a, const Planes* b, int planes) noexcept nogil:
    """Put `b` into `a`; together no face may exceed the number of planes."""
    cdef uint64_t a0 = a.p[0], a1 = a.p[1], a2, a3, b0 = b.p[0], b1 = b.p[1], b2, b3
    a.p[0] = a0 | b0
    a.p[1] = a1 | b1 | (a0 & b0)
    if planes <= 2:
        return
    a2 = a.p[2]
    a3 = a.p[3]
    b2 = b.p[2]
    b3 = b.p[3]
    a.p[2] = a2 | b2 | (a1 & b0) | (a0 & b1)
    a.p[3] = a3 | b3 | (a2 & b0) | (a1 & b1) | (a0 & b2)

cdef inline void take_face(Planes* a, uint64_t face) noexcept nogil:
    """Take one copy of a face out of some cards of two decks, which hold it."""
    cdef uint64_t twice = a.p[1] & face
    a.p[1] ^= twice
    a.p[0] ^= face ^ twice

cdef inline void add_face(Planes* a, uint64_t face_bit, int planes) noexcept nogil:
    cdef int j
    for j in range(planes):
        if not a.p[j] & face_bit:
            a.p[j] |= face_bit
            return

cdef inline int points_of(const TrumpTable* map, const Planes* a, int planes) noexcept nogil:
    """Points of the cards (R1)."""
    return 5 * count_in(a, map.fives, planes) + 10 * count_in(a, map.tens, planes)

cdef inline int suit_of(const TrumpTable* map, uint64_t faces) noexcept nogil:
    """Suit (0..3, 4 = trump) that all the faces share, or -1; no faces give -1."""
    cdef int s
    if not faces:
        return -1
    s = TRUMP_SUIT if faces & map.suits[TRUMP_SUIT] else lowest_bit(faces) & 3
    return -1 if faces & ~map.suits[s] else s
