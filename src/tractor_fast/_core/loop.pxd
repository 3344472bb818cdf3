# The loop over boards.  Both kernels are this one inlined source, compiled with different flags.

from .bots.random cimport random_choice, random_policy
from .digest cimport Digest, add_digest
from .opening cimport begin_board
from .state cimport Context, State
from .steps cimport apply, next_decision
from .totals cimport Totals, count_deal
from .types cimport Choice, Planes, Policy, Row, Spec
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef struct Job:                   # everything that a range of boards needs; read-only in the loop
    const Spec* spec
    Context context
    Policy policies[8]
    const double* parameters[8]
    uint8_t upkeep                 # 0: no seated strategy looks at what has been seen

cdef struct Failure:               # a strategy that gave up or chose what is not allowed
    int code                       # Refusal, or the strategy's own code if negative
    uint8_t seat
    uint8_t strategy               # its place among those of the run
    uint8_t decision
    uint8_t bid
    uint64_t board
    Planes cards


cdef inline int _choose(const Job* job, State* s, Choice* choice, int planes) noexcept nogil:
    """Let the strategy of the seat asked choose."""
    cdef int seat = s.asked
    # Called by its name `random` is inlined: its choices are so short that the call itself counts.
    if job.policies[seat] == random_policy:
        return random_choice(&s.table, &s.seats[seat], &s.memos[seat], choice, planes)
    return job.policies[seat](&s.table, &s.seats[seat], &s.memos[seat], choice)


cdef inline int play_board(const Job* job, State* s, Choice* choice, uint64_t board, Failure* failure,
                           int planes) noexcept nogil:
    """Play one board to its end; returns 0, or 1 with `failure` filled."""
    cdef int i
    cdef int code
    begin_board(s, job.spec, &job.context, board, planes)
    for i in range(job.spec.players):
        s.seats[i].parameters = job.parameters[i]
    while next_decision(s, choice, planes):
        code = -_choose(job, s, choice, planes)
        if code == 0:
            code = apply(s, choice, planes)
        if code:
            failure.code = code
            failure.seat = failure.strategy = s.asked
            failure.decision = choice.decision
            failure.bid = choice.bid
            failure.board = board
            failure.cards = choice.cards
            return 1
    return 0


cdef inline int _play_range(const Job* job, uint64_t first, uint64_t boards, Totals* totals, Digest* digest,
                            Row* rows, Failure* failure, int planes) noexcept nogil:
    cdef State state
    cdef Choice choice
    cdef uint64_t i
    memset(&choice, 0, sizeof(Choice))
    state.upkeep = job.upkeep
    for i in range(boards):
        if play_board(job, &state, &choice, first + i, failure, planes):
            return 1
        if totals != NULL:
            count_deal(totals, &state)
        add_digest(digest, &state.digest)
        if rows != NULL:
            rows[i] = state.row
    return 0


cdef inline int play_boards(const Job* job, uint64_t first, uint64_t boards, Totals* totals, Digest* digest,
                            Row* rows, Failure* failure) noexcept nogil:
    """Play a range of boards; `rows` (one a board) receives the outcomes in order, or is NULL, as `totals`
    may be.

    Stops at the first failure and returns 1: totals, digest and rows then hold the boards before it.
    """
    if job.spec.general:
        return _play_range(job, first, boards, totals, digest, rows, failure, 4)
    return _play_range(job, first, boards, totals, digest, rows, failure, 2)
