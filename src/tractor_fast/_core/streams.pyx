"""The raw random streams of a board, for tests and for whoever rebuilds them elsewhere.

Keys, states, seeds, boards and bounds are whole numbers of 64 bits, at most 1,000,000 numbers are drawn at
once; SpecError for anything else.
"""

from libc.stdint cimport uint64_t

from ..errors import SpecError
from ..inputs import MOST, shown, whole
from .rng cimport (Xoshiro, below, board_key, next64, seed_xoshiro, splitmix, stream_key, xoshiro_below,
                   xoshiro_next)

PURPOSES = {"context": 0, "deal": 1, "order": 2, "bid": 3, "name": 4, "bury": 5, "play": 6, "probe": 7}
"""Numbers of the purposes in stream keys."""


_MOST_DRAWS = 1_000_000  # in one list


def key(seed, board, purpose, seat=0, attempt=0):
    """Key of a stream (docs/streams-and-digest.md)."""
    if not isinstance(purpose, str) or purpose not in PURPOSES:
        raise SpecError(f"purpose = {shown(purpose)}: allowed: {', '.join(PURPOSES)}")
    return stream_key(board_key(_word("seed", seed), _word("board", board)), PURPOSES[purpose],
                      whole("seat", seat, 0, 255), whole("attempt", attempt, 0, 255))


def draws(state, n, bound=0):
    """The first n draws of a wyrand stream: 64 bits each, or uniform below `bound` if that is not 0."""
    cdef uint64_t rng = _word("state", state), limit = _word("bound", bound)
    return [below(&rng, limit) if limit else next64(&rng) for _ in range(_length(n))]


def deal_draws(state, n, bound=0):
    """The first n draws of the xoshiro256++ stream with this key, as `draws` for the other kind."""
    cdef Xoshiro g
    cdef uint64_t limit = _word("bound", bound)
    seed_xoshiro(&g, _word("state", state))
    return [xoshiro_below(&g, limit) if limit else xoshiro_next(&g) for _ in range(_length(n))]


def xoshiro_from(words, n):
    """The first n numbers of xoshiro256++ from the four words of its state."""
    cdef Xoshiro g
    try:
        a, b, c, d = words
    except (TypeError, ValueError):
        raise SpecError("the state is four words of 64 bits") from None
    g.s[0], g.s[1], g.s[2], g.s[3] = (_word("a word of the state", word) for word in (a, b, c, d))
    return [xoshiro_next(&g) for _ in range(_length(n))]


def splitmix_draws(state, n):
    """The first n numbers of splitmix64."""
    cdef uint64_t rng = _word("state", state)
    return [splitmix(&rng) for _ in range(_length(n))]


def _word(name, value):
    return whole(name, value, 0, MOST)


def _length(n):
    return whole("n", n, 0, _MOST_DRAWS)
