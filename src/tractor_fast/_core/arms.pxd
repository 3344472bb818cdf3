# Choices of one seat tried on the same boards: each is made on a copy of the deal (midway.pxd) and played
# out.

from .digest cimport Digest, add_digest
from .drawing cimport take_bids_away
from .exchange cimport apply_bury, apply_partner
from .held cimport Arm, Held
from .layout cimport planes_to_layout, planes_to_natural
from .loop cimport PLANES, Failure, Job, ask_policy, note_failure, play_on, seat_policies
from .midway cimport begin_held, make_bid
from .rng cimport BURY_STREAM
from .state cimport NAMING_PARTNER, State, use_stream
from .steps cimport ask_name
from .types cimport BID, BURY, Choice, Planes, Row
from libc.stdint cimport uint64_t
from libc.string cimport memset


cdef inline int _ask_to_bury(const Job* job, State* s, Choice* choice, Failure* failure) noexcept nogil:
    """Stand before the burial; the partner that is named before it (R26) is for the strategy."""
    cdef int code, refusal
    if s.phase == NAMING_PARTNER:
        ask_name(s, choice)
        code = ask_policy(job, s, choice)
        refusal = 0 if code else apply_partner(s, choice)
        if code or refusal:
            return note_failure(s, choice, code, refusal, failure)
    choice.decision = BURY
    s.asked = s.table.exchanger
    use_stream(s, s.asked, BURY_STREAM)
    return 0


cdef inline int bury_own(const Job* job, const Held* held, uint64_t board, Planes* cards,
                         Failure* failure) noexcept nogil:
    """What the strategy of the seat buries on a board (natural layout); returns 0, or 1 with `failure`."""
    cdef State s
    cdef Choice choice
    cdef int code, refusal
    memset(&s, 0, sizeof(State))
    memset(&choice, 0, sizeof(Choice))
    s.upkeep = job.upkeep
    begin_held(&s, job.spec, &job.context, held, board, &choice, PLANES)
    seat_policies(job, &s)
    if _ask_to_bury(job, &s, &choice, failure):
        return 1
    code = ask_policy(job, &s, &choice)
    refusal = 0 if code else apply_bury(&s, &choice, PLANES)
    if code or refusal:
        return note_failure(&s, &choice, code, refusal, failure)
    planes_to_natural(&choice.cards, cards, s.table.level, s.table.trump, PLANES)
    return 0


cdef inline int _bury(const Job* job, State* s, Choice* choice, const Planes* cards,
                      Failure* failure) noexcept nogil:
    """Bury these cards (natural layout)."""
    cdef int refusal
    if _ask_to_bury(job, s, choice, failure):
        return 1
    planes_to_layout(cards, &choice.cards, s.table.level, s.table.trump, PLANES)
    refusal = apply_bury(s, choice, PLANES)
    return note_failure(s, choice, 0, refusal, failure) if refusal else 0


cdef inline int play_arm(const Job* job, State* s, const Held* held, const Arm* arm, Choice* choice,
                         Failure* failure) noexcept nogil:
    """Make the seat's choice and play the deal to its end; returns 0, or 1 with `failure` filled."""
    if arm.decision == BURY and _bury(job, s, choice, &arm.cards, failure):
        return 1
    if arm.decision == BID and arm.bid.count:
        make_bid(s, choice, held.seat, arm.bid.face, arm.bid.count, PLANES)
    if arm.silent:
        take_bids_away(s, held.seat, PLANES)
    return play_on(job, s, choice, failure)


cdef inline int play_arms(const Job* job, const Held* held, const Arm* arms, int n, uint64_t first,
                          uint64_t boards, Digest* digest, Row* rows, Failure* failure) noexcept nogil:
    """Play a range of boards with each of n arms; `rows` receives n outcomes a board.

    Stops at the first failure and returns 1: digest and rows then hold the boards before it.
    """
    cdef State dealt, state
    cdef Choice choice
    cdef Digest played
    cdef uint64_t i
    cdef int arm
    memset(&choice, 0, sizeof(Choice))
    memset(&dealt, 0, sizeof(State))  # planes beyond the path's stay empty
    dealt.upkeep = job.upkeep
    for i in range(boards):
        begin_held(&dealt, job.spec, &job.context, held, first + i, &choice, PLANES)
        seat_policies(job, &dealt)
        played = digest[0]
        for arm in range(n):
            state = dealt
            if play_arm(job, &state, held, &arms[arm], &choice, failure):
                return 1
            add_digest(&played, &state.digest)
            rows[i * n + arm] = state.row
        digest[0] = played
    return 0
