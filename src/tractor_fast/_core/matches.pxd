# Whole matches between two strategies, from level 2 until a side has won (R31-R33).
#
# Matches come in pairs, 2k and 2k + 1: the same boards, with the seats of A and B exchanged.  Deal d of
# pair k is board 4096 k + d; its level is its declarer's own (R2), and who declares is what the deal
# before it said.  With fixed partners A has the even seats of the first match of a pair; else a set of
# half the seats, rounded down or up, that the pair draws from its first board's context stream.

from .digest cimport Digest
from .loop cimport Failure, Job, play_boards
from .score cimport advance
from .seating cimport seat_strategies, seats_of_a
from .types cimport NONE, Row, Spec
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

cdef enum:
    BOARDS_A_PAIR = 4096

cdef packed struct MatchRow:  # numpy dtype in run.pyx
    uint64_t number
    uint16_t deals
    uint8_t seats_of_a       # bit i = seat i is A's
    uint8_t winners          # bit i = seat i has won; 0: the match was left unfinished
    uint8_t levels[8]        # at the end, rank 0..12 a seat

cdef inline int _play_match(const Job* strategies, uint64_t number, int most_deals, MatchRow* row,
                            Digest* digest, Failure* failure) noexcept nogil:
    cdef Job job = strategies[0]
    cdef const Spec* spec = job.spec
    cdef uint64_t first_board = (number >> 1) * BOARDS_A_PAIR
    cdef Row deal
    cdef bint holds
    memset(row, 0, sizeof(MatchRow))
    row.number = number
    row.seats_of_a = seats_of_a(spec, job.context.seed, first_board, number & 1)
    seat_strategies(&job, strategies, row.seats_of_a)
    job.context.first_deal = 1
    job.context.declarer = NONE
    job.context.level = 0
    while row.deals < most_deals and not row.winners:
        if play_boards(&job, first_board + row.deals, 1, NULL, digest, &deal, failure):
            failure.strategy = 0 if row.seats_of_a >> failure.seat & 1 else 1
            return 1
        row.deals += 1
        holds = deal.team >> deal.holder & 1
        row.winners = advance(spec, row.levels, deal.declarer, deal.team, holds,
                              deal.levels if holds else 0, 0 if holds else -deal.levels, deal.hook_hit)
        job.context.first_deal = 0
        job.context.declarer = deal.holder
        job.context.level = row.levels[deal.holder]
    return 0

cdef inline int play_matches(const Job* strategies, uint64_t first, uint64_t matches, int most_deals,
                             MatchRow* rows, Digest* digest, Failure* failure) noexcept nogil:
    """Play a range of matches, each of at most `most_deals` (up to BOARDS_A_PAIR) deals.

    `strategies` has A's policy and parameters at place 0 and B's at 1.  Stops at the first failure and
    returns 1: `digest` then holds the pairs before it.
    """
    cdef Digest played = digest[0]
    cdef uint64_t i
    for i in range(matches):
        if _play_match(strategies, first + i, most_deals, &rows[i], &played, failure):
            return 1
        if (first + i) & 1 or i + 1 == matches:
            digest[0] = played
    return 0
