# Two strategies compared: every board is played twice, the second time with the seats of A and B
# exchanged.  Cards, streams and the declarer's seat stay with the seats, so the two deals differ by who
# plays them alone, and A against A comes to exactly nothing.

from .bits cimport popcount
from .digest cimport Digest
from .loop cimport Failure, Job, play_boards
from .seating cimport seat_strategies, seats_of_a
from .types cimport Row
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

cdef packed struct PairRow:        # numpy dtype in run.pyx
    uint8_t seats_of_a             # bit i = seat i is A's in the first deal, B's in the exchanged one
    Row first
    Row exchanged

# int64 throughout: run.pyx reads it as one array, see PAIR_TOTALS there.  `levels` are those of A's
# seats, the mean, minus those of B's, times the sizes of both sets, so that they are whole.
cdef struct PairTotals:
    int64_t pairs
    int64_t wins                   # pairs in which A's levels of both deals together are positive
    int64_t ties
    int64_t first_sum              # levels of the first deals
    int64_t first_sq
    int64_t exchanged_sum
    int64_t exchanged_sq
    int64_t product_sum            # first times exchanged
    int64_t next_sum               # deals of a pair after which a seat of A's declares next (R33): 0 to 2
    int64_t next_sq
    int64_t levels_next_sum        # levels of both deals together times these deals
    int64_t declares[2]            # by strategy, A and B: deals that it declares
    int64_t holds[2]               # of these: its side declares next
    int64_t points_sum[2]          # of these: the attackers' points
    int64_t points_sq[2]


cdef inline int64_t levels_of_a(const Row* row, int players, uint32_t seats) noexcept nogil:
    """Mean levels of A's seats minus those of B's, times the sizes of both sets.

    One side of a deal gains levels, or none does: what a set gets is a matter of how many of the
    declarer's side are in it.
    """
    cdef int of_a = popcount(seats)
    cdef int of_b = players - of_a
    cdef int with_declarer = popcount(row.team & seats)
    return row.levels * (with_declarer * of_b - (popcount(row.team) - with_declarer) * of_a)


cdef inline void _count_deal(PairTotals* n, const Row* row, uint32_t seats) noexcept nogil:
    cdef int strategy = 0 if seats >> row.declarer & 1 else 1
    n.declares[strategy] += 1
    n.holds[strategy] += row.team >> row.holder & 1
    n.points_sum[strategy] += row.points
    n.points_sq[strategy] += row.points * row.points


cdef inline void _count_pair(PairTotals* n, const PairRow* pair, int players) noexcept nogil:
    cdef uint32_t seats = pair.seats_of_a
    cdef uint32_t others = ((1 << players) - 1) ^ seats
    cdef int64_t first = levels_of_a(&pair.first, players, seats)
    cdef int64_t exchanged = levels_of_a(&pair.exchanged, players, others)
    cdef int64_t next_of_a = (seats >> pair.first.holder & 1) + (others >> pair.exchanged.holder & 1)
    n.pairs += 1
    n.wins += first + exchanged > 0
    n.ties += first + exchanged == 0
    n.first_sum += first
    n.first_sq += first * first
    n.exchanged_sum += exchanged
    n.exchanged_sq += exchanged * exchanged
    n.product_sum += first * exchanged
    n.next_sum += next_of_a
    n.next_sq += next_of_a * next_of_a
    n.levels_next_sum += (first + exchanged) * next_of_a
    _count_deal(n, &pair.first, seats)
    _count_deal(n, &pair.exchanged, others)


cdef inline int _play_pair(Job* job, const Job* strategies, uint64_t board, PairRow* pair, Digest* digest,
                           Failure* failure) noexcept nogil:
    cdef int exchanged
    cdef uint32_t seats
    cdef Row deal
    for exchanged in range(2):
        seats = seats_of_a(job.spec, job.context.seed, board, exchanged)
        seat_strategies(job, strategies, seats)
        if play_boards(job, board, 1, NULL, digest, &deal, failure):
            failure.strategy = 0 if seats >> failure.seat & 1 else 1
            return 1
        if exchanged:
            pair.exchanged = deal
        else:
            pair.seats_of_a = seats
            pair.first = deal
    return 0


cdef inline int play_pairs(const Job* strategies, uint64_t first, uint64_t boards, PairTotals* totals,
                           Digest* digest, PairRow* rows, Failure* failure) noexcept nogil:
    """Play a range of boards, each twice; `rows` (one a board, or NULL) receives the pairs in order.

    `strategies` has A's policy and parameters at place 0 and B's at 1.  Stops at the first failure and
    returns 1: totals, digest and rows then hold the boards before it.
    """
    cdef Job job = strategies[0]
    cdef Digest before
    cdef PairRow pair
    cdef uint64_t i
    for i in range(boards):
        before = digest[0]
        if _play_pair(&job, strategies, first + i, &pair, digest, failure):
            digest[0] = before
            return 1
        _count_pair(totals, &pair, job.spec.players)
        if rows != NULL:
            rows[i] = pair
    return 0
