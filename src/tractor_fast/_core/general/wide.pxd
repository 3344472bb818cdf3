# Numbers of 128 bits: a hand with a large kitty has up to 5^54 < 2^126 sub-multisets.
#
# Cython takes a `uint128` for a 64-bit number, so use it in plain arithmetic only: no min, no
# conditional expressions, no conversion to Python objects but by its two halves.

from ..rng cimport below, next64
from libc.stdint cimport uint64_t

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_WIDE
    #define TRACTOR_FAST_WIDE
    typedef unsigned __int128 tf_uint128;
    #endif
    """
    ctypedef unsigned long long uint128 "tf_uint128"
    int _leading_zeros "__builtin_clzll"(uint64_t x)      # x must not be 0

cdef inline uint128 below_wide(uint64_t* rng, uint128 bound) noexcept nogil:
    """Uniform in 0 .. bound-1, exactly; bound must not be 0."""
    cdef uint64_t high = <uint64_t>(bound >> 64)
    cdef uint128 k
    if not high:
        return below(rng, <uint64_t>bound)
    while True:
        k = next64(rng) >> _leading_zeros(high)
        k = k << 64 | next64(rng)
        if k < bound:
            return k
