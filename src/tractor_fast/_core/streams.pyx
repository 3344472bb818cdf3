"""The raw random streams of a board, for tests and for whoever rebuilds them elsewhere."""

from libc.stdint cimport uint64_t

from .rng cimport (Xoshiro, below, board_key, next64, seed_xoshiro, splitmix, stream_key, xoshiro_below,
                   xoshiro_next)

PURPOSES = {"context": 0, "deal": 1, "order": 2, "bid": 3, "name": 4, "bury": 5, "play": 6, "probe": 7}
"""Numbers of the purposes in stream keys."""


def key(uint64_t seed, uint64_t board, str purpose, unsigned char seat=0, unsigned char attempt=0):
    """Key of a stream (docs/streams-and-digest.md); KeyError for an unknown purpose."""
    return stream_key(board_key(seed, board), PURPOSES[purpose], seat, attempt)


def draws(uint64_t state, unsigned int n, uint64_t bound=0):
    """The first n draws of a wyrand stream: 64 bits each, or uniform below `bound` if that is not 0."""
    cdef unsigned int _
    return [below(&state, bound) if bound else next64(&state) for _ in range(n)]


def deal_draws(uint64_t state, unsigned int n, uint64_t bound=0):
    """The first n draws of the xoshiro256++ stream with this key, as `draws` for the other kind."""
    cdef Xoshiro g
    cdef unsigned int _
    seed_xoshiro(&g, state)
    return [xoshiro_below(&g, bound) if bound else xoshiro_next(&g) for _ in range(n)]


def xoshiro_from(words, unsigned int n):
    """The first n numbers of xoshiro256++ from the four words of its state."""
    cdef Xoshiro g
    cdef unsigned int _
    g.s[0], g.s[1], g.s[2], g.s[3] = words
    return [xoshiro_next(&g) for _ in range(n)]


def splitmix_draws(uint64_t state, unsigned int n):
    """The first n numbers of splitmix64."""
    cdef unsigned int _
    return [splitmix(&state) for _ in range(n)]
