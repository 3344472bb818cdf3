# Two strategies at one table: who sits where, and the seats exchanged (design of duplicate play).
#
#   uint32_t seats_of_a(spec, seed, board, exchanged)
#       The seats of A as bits; B has the others.  With fixed partners A has the even seats; else a set
#       of half the seats, rounded down or up, that the board draws from its context stream.
#       `exchanged`: A and B have changed places.
#   void seat_strategies(job, strategies, seats)
#       Seats A, at place 0 of `strategies`, and B, at place 1.

from .loop cimport Job
from .rng cimport CONTEXT_STREAM, below, board_key, stream_key
from .types cimport FIXED, Spec
from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    SEATING = 1              # place in the context stream, where deals use 0

cdef inline uint32_t _draw_seats(int players, uint64_t key) noexcept nogil:
    """A set of half the seats, rounded down or up, each set of that size alike."""
    cdef uint64_t rng = stream_key(key, CONTEXT_STREAM, SEATING, 0)
    cdef int seat, wanted = players // 2
    cdef uint32_t seats = 0
    if players & 1:
        wanted += <int>below(&rng, 2)
    for seat in range(players):
        if <int>below(&rng, players - seat) < wanted:
            seats |= 1 << seat
            wanted -= 1
    return seats

cdef inline uint32_t seats_of_a(const Spec* spec, uint64_t seed, uint64_t board,
                                bint exchanged) noexcept nogil:
    cdef uint32_t all_seats = (1 << spec.players) - 1, seats = 0x55 & all_seats
    if spec.partners != FIXED:
        seats = _draw_seats(spec.players, board_key(seed, board))
    return seats ^ all_seats if exchanged else seats

cdef inline void seat_strategies(Job* job, const Job* strategies, uint32_t seats) noexcept nogil:
    cdef int i, strategy
    job.foreign = 0
    for i in range(job.spec.players):
        strategy = 0 if seats >> i & 1 else 1
        job.policies[i] = strategies.policies[strategy]
        job.parameters[i] = strategies.parameters[strategy]
        job.contexts[i] = strategies.contexts[strategy]
        job.foreign |= (strategies.foreign >> strategy & 1) << i
