# Subsets of a mask: uniformly drawn, and by number.

from .bits cimport popcount, select_face
from .rng cimport below
from .types cimport Spec
from libc.stdint cimport uint64_t

cdef inline uint64_t draw_subset(uint64_t* rng, uint64_t mask, int n, int size) noexcept nogil:
    """A uniform subset of `size` bits; n = popcount(mask) >= size."""
    cdef uint64_t left = mask
    cdef int i, drawn = min(size, n - size)
    for i in range(drawn):
        left ^= select_face(left, <unsigned int>below(rng, n - i))
    return left if drawn != size else mask ^ left

cdef inline uint64_t subset_at(const Spec* spec, uint64_t mask, int size, uint64_t k) noexcept nogil:
    """Subset number k, k < C(popcount(mask), size), of those with `size` bits; low bits first."""
    cdef uint64_t out = 0, face, with_it
    cdef int n = popcount(mask)
    while size:
        n -= 1
        face = mask & (0 - mask)
        mask ^= face
        with_it = spec.binomial[n][size - 1]
        if k < with_it:
            out |= face
            size -= 1
        else:
            k -= with_it
    return out
