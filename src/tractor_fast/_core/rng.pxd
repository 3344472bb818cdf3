# Random streams.  A stream is named by (seed, board, purpose, seat) and by nothing else, so that a
# board is the same whatever is played on it, on any number of threads (design: boards and seeds).
#
# STREAM_VERSION changes whenever the same name would yield other numbers.
#   key    = three rounds of the 64-bit finaliser of MurmurHash3 over seed, board, purpose word
#   draws  = wyrand (8 bytes of state); the deal itself uses xoshiro256++, seeded by splitmix64
#   bounded draws are exact: Lemire's multiply-and-reject

from libc.stdint cimport uint64_t

cdef enum:
    STREAM_VERSION = 3

cdef enum Purpose:
    CONTEXT_STREAM = 0
    DEAL_STREAM = 1
    ORDER_STREAM = 2
    BID_STREAM = 3
    NAME_STREAM = 4
    BURY_STREAM = 5
    PLAY_STREAM = 6
    PROBE_STREAM = 7

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_RNG
    #define TRACTOR_FAST_RNG
    #include <stdint.h>

    static inline uint64_t tf_finalise(uint64_t h) {
        h ^= h >> 33; h *= 0xff51afd7ed558ccdULL;
        h ^= h >> 33; h *= 0xc4ceb9fe1a85ec53ULL;
        return h ^ (h >> 33);
    }
    static inline uint64_t tf_high_product(uint64_t a, uint64_t b, uint64_t* low) {
        unsigned __int128 r = (unsigned __int128)a * b;
        *low = (uint64_t)r;
        return (uint64_t)(r >> 64);
    }
    static inline uint64_t tf_wyrand(uint64_t* state) {
        uint64_t low, high;
        *state += 0xa0761d6478bd642fULL;
        high = tf_high_product(*state, *state ^ 0xe7037ed1a0b428dbULL, &low);
        return high ^ low;
    }
    static inline uint64_t tf_splitmix(uint64_t* state) {
        uint64_t z = (*state += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }
    typedef struct { uint64_t s[4]; } tf_xoshiro;
    static inline uint64_t tf_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    static inline uint64_t tf_xoshiro_next(tf_xoshiro* g) {
        uint64_t result = tf_rotl(g->s[0] + g->s[3], 23) + g->s[0], t = g->s[1] << 17;
        g->s[2] ^= g->s[0]; g->s[3] ^= g->s[1]; g->s[1] ^= g->s[2]; g->s[0] ^= g->s[3];
        g->s[2] ^= t; g->s[3] = tf_rotl(g->s[3], 45);
        return result;
    }
    #endif
    """
    uint64_t finalise "tf_finalise"(uint64_t h)
    uint64_t high_product "tf_high_product"(uint64_t a, uint64_t b, uint64_t* low)
    uint64_t next64 "tf_wyrand"(uint64_t* state)
    uint64_t splitmix "tf_splitmix"(uint64_t* state)
    ctypedef struct Xoshiro "tf_xoshiro":
        uint64_t s[4]
    uint64_t xoshiro_next "tf_xoshiro_next"(Xoshiro* g)

cdef inline uint64_t board_key(uint64_t seed, uint64_t board) noexcept nogil:
    """The part of a stream's key that all streams of a board share."""
    return finalise(finalise(seed + 0x9e3779b97f4a7c15ULL) + board * 0xd1342543de82ef95ULL)

cdef inline uint64_t varied_key(uint64_t key_of_board, uint64_t number) noexcept nogil:
    """The key of a variant of a board, which draws everything anew; variant 0 is the board itself."""
    return finalise(key_of_board ^ number * 0xd1342543de82ef95ULL) if number else key_of_board

cdef inline uint64_t stream_key(uint64_t key_of_board, int purpose, int seat, int attempt) noexcept nogil:
    """State of a fresh wyrand stream, and seed of the xoshiro one; attempt > 0 only after a redeal."""
    cdef uint64_t word = <uint64_t>purpose | (<uint64_t>seat) << 8 | (<uint64_t>attempt) << 16
    return finalise(key_of_board ^ ((word + 1) * 0x9e3779b97f4a7c15ULL))

cdef inline void seed_xoshiro(Xoshiro* g, uint64_t key) noexcept nogil:
    cdef int i
    for i in range(4):
        g.s[i] = splitmix(&key)

cdef inline uint64_t below(uint64_t* state, uint64_t bound) noexcept nogil:
    """Uniform in 0 .. bound-1 from a wyrand stream, exactly; bound must not be 0."""
    cdef uint64_t low, threshold
    cdef uint64_t high = high_product(next64(state), bound, &low)
    if low < bound:
        threshold = (0 - bound) % bound
        while low < threshold:
            high = high_product(next64(state), bound, &low)
    return high

cdef inline uint64_t xoshiro_below(Xoshiro* g, uint64_t bound) noexcept nogil:
    """Uniform in 0 .. bound-1, exactly; bound must not be 0."""
    cdef uint64_t low, threshold
    cdef uint64_t high = high_product(xoshiro_next(g), bound, &low)
    if low < bound:
        threshold = (0 - bound) % bound
        while low < threshold:
            high = high_product(xoshiro_next(g), bound, &low)
    return high

cdef inline double unit_interval(uint64_t* state) noexcept nogil:
    """Uniform in [0, 1) with 53 bits."""
    return <double>(next64(state) >> 11) * (1.0 / 9007199254740992.0)
