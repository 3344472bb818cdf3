# Bit operations on 64-bit masks: with BMI2/POPCNT where the compiler may use them, else portable.

from libc.stdint cimport uint64_t

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_BITS
    #define TRACTOR_FAST_BITS
    #include <stdint.h>
    #if defined(__BMI2__)
    #include <immintrin.h>
    #endif

    static inline int tf_popcount(uint64_t x) {
    #if defined(__POPCNT__) || !defined(__x86_64__)
        return __builtin_popcountll(x);
    #else
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    #endif
    }

    /* Bit index of the k-th set bit, counted from 0 at the low end; x must have more than k bits. */
    static inline int tf_select(uint64_t x, unsigned k) {
    #if defined(__BMI2__)
        return (int)__builtin_ctzll(_pdep_u64(1ULL << k, x));
    #else
        /* Byte-wise running counts find the byte; within it at most seven bits are dropped. */
        uint64_t c = x - ((x >> 1) & 0x5555555555555555ULL);
        c = (c & 0x3333333333333333ULL) + ((c >> 2) & 0x3333333333333333ULL);
        c = ((c + (c >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
        uint64_t over = ((c | 0x8080808080808080ULL) - (k + 1) * 0x0101010101010101ULL)
                        & 0x8080808080808080ULL;
        unsigned shift = (unsigned)__builtin_ctzll(over) & ~7u;
        unsigned before = shift ? (unsigned)(c >> (shift - 8)) & 0xff : 0;
        uint64_t byte = (x >> shift) & 0xff;
        for (unsigned i = before; i < k; i++) byte &= byte - 1;
        return (int)(shift + (unsigned)__builtin_ctzll(byte));
    #endif
    }

    /* The low bits of `bits` laid on the set bits of `mask`, in order. */
    static inline uint64_t tf_spread(uint64_t bits, uint64_t mask) {
    #if defined(__BMI2__)
        return _pdep_u64(bits, mask);
    #else
        uint64_t out = 0;
        for (; mask; mask &= mask - 1, bits >>= 1) out |= mask & (0 - mask) & (0 - (bits & 1));
        return out;
    #endif
    }

    /* The same bit as a mask. */
    static inline uint64_t tf_select_face(uint64_t x, unsigned k) {
    #if defined(__BMI2__)
        return _pdep_u64(1ULL << k, x);
    #else
        return 1ULL << tf_select(x, k);
    #endif
    }
    #endif
    """
    int popcount "tf_popcount"(uint64_t x)
    int select_bit "tf_select"(uint64_t x, unsigned int k)
    uint64_t spread "tf_spread"(uint64_t bits, uint64_t mask)
    uint64_t select_face "tf_select_face"(uint64_t x, unsigned int k)
    int lowest_bit "__builtin_ctzll"(uint64_t x)      # x must not be 0
    int _leading_zeros "__builtin_clzll"(uint64_t x)

cdef inline int highest_bit(uint64_t x) noexcept nogil:
    """Index of the highest set bit; x must not be 0."""
    return 63 - _leading_zeros(x)

cdef inline uint64_t bit(int index) noexcept nogil:
    return (<uint64_t>1) << index
