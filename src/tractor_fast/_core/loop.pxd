# The loop over boards.  All kernels are this one inlined source, compiled with different flags.

from .bots.random cimport random_choice, random_general, random_plain
from .digest cimport Digest, add_digest
from .opening cimport begin_board
from .random_tricks cimport TrickPlayer
from .state cimport Context, State
from .steps cimport apply, next_decision
from .totals cimport Totals, count_deal
from .types cimport FOLLOW, LEAD, Choice, Policy, Row, Spec, TrumpTable
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef extern from * nogil:
    """
    #ifndef TF_PLANES
    #define TF_PLANES 2
    #endif
    """
    int PLANES "TF_PLANES"         # of the path that a kernel plays (state.pxd), set by setup.py

cdef struct Job
ctypedef void (*ShortCut)(const Job*, State*, Choice*) noexcept nogil
ctypedef int (*AskForeign)(Policy, State*, Choice*) noexcept nogil

cdef struct Job:                   # everything that a range of boards needs; read-only in the loop
    const Spec* spec
    Context context
    Policy policies[8]
    const double* parameters[8]
    const void* contexts[8]
    uint8_t foreign                # bit i = the strategy of seat i is not built in
    AskForeign ask_foreign[5]      # by decision: lets such a one choose (foreign.pxd)
    uint8_t upkeep                 # 0: no seated strategy looks at what has been seen (state.pxd)
    TrickPlayer other_trick        # what the short cut calls for tricks that are not of single cards
    ShortCut short_cut             # of seats all `expert`, all `normal`, all `random` without throws; or NULL

cdef struct Failure:               # a strategy that gave up or chose what is not allowed
    int code                       # the strategy's own, or 0
    int refusal                    # Refusal of its choice
    uint8_t seat
    uint8_t strategy               # its place among those of the run
    uint64_t board
    const TrumpTable* map          # of choice.cards
    Choice choice


cdef inline int ask_policy(const Job* job, State* s, Choice* choice) noexcept nogil:
    """Let the strategy of the seat asked choose; returns its code."""
    cdef int seat = s.asked
    if (job.foreign >> seat) & 1:
        return job.ask_foreign[choice.decision](job.policies[seat], s, choice)
    return job.policies[seat](&s.table, &s.seats[seat], &s.memos[seat], choice)


cdef inline int _choose(const Job* job, State* s, Choice* choice) noexcept nogil:
    """The same, short where the loop asks most."""
    cdef int seat = s.asked, code
    # Called by its name `random` is inlined: its choices are so short that the call itself counts.
    if job.policies[seat] == (random_general if PLANES > 2 else random_plain):
        return random_choice(&s.table, &s.seats[seat], &s.memos[seat], choice, PLANES)
    if (job.foreign >> seat) & 1:
        if (PLANES == 2 and choice.decision == FOLLOW and s.table.lead.cards == 1
                and not choice.n_bids | choice.n_units):
            # The commonest question has nothing to clear away, and its judge reads the hand alone.
            code = job.policies[seat](&s.table, &s.seats[seat], &s.memos[seat], choice)
            choice.decision, choice.must_bid = FOLLOW, 0
            return code
    return ask_policy(job, s, choice)


cdef inline void begin_deal(const Job* job, State* s, uint64_t board) noexcept nogil:
    """Deal a board to the job's seats, and stand before its first draw."""
    begin_board(s, job.spec, &job.context, board, PLANES)
    seat_policies(job, s)


cdef inline void seat_policies(const Job* job, State* s) noexcept nogil:
    """Tell the seats what their strategies were given."""
    cdef int i
    for i in range(job.spec.players):
        s.seats[i].parameters = job.parameters[i]
        s.seats[i].context = job.contexts[i]


cdef inline int note_failure(const State* s, const Choice* choice, int code, int refusal,
                             Failure* failure) noexcept nogil:
    """Note what the seat asked did wrong; returns 1."""
    failure.code = code
    failure.refusal = refusal
    failure.seat = failure.strategy = s.asked
    failure.board = s.table.board
    failure.map = s.table.map
    failure.choice = choice[0]
    return 1


cdef inline int play_on(const Job* job, State* s, Choice* choice, Failure* failure) noexcept nogil:
    """Play a deal on to its end; returns 0, or 1 with `failure` filled."""
    cdef int code, refusal
    while next_decision(s, choice, PLANES):
        if job.short_cut != NULL and choice.decision == LEAD:
            job.short_cut(job, s, choice)
            continue
        code = _choose(job, s, choice)
        refusal = 0 if code else apply(s, choice, PLANES)
        if code or refusal:
            return note_failure(s, choice, code, refusal, failure)
    return 0


cdef inline int play_boards(const Job* job, uint64_t first, uint64_t boards, Totals* totals, Digest* digest,
                            Row* rows, Failure* failure) noexcept nogil:
    """Play a range of boards; `rows` (one a board, or NULL) receives the outcomes in order.

    Stops at the first failure and returns 1: totals, digest and rows then hold the boards before it.
    """
    cdef State state
    cdef Choice choice
    cdef uint64_t i
    memset(&choice, 0, sizeof(Choice))
    memset(&state, 0, sizeof(State))  # planes beyond the path's stay empty
    state.upkeep = job.upkeep
    for i in range(boards):
        begin_deal(job, &state, first + i)
        if play_on(job, &state, &choice, failure):
            return 1
        if totals != NULL:
            count_deal(totals, &state)
        add_digest(digest, &state.digest)
        if rows != NULL:
            rows[i] = state.row
    return 0
