# What a bid is worth: a chance to bid, once taken and once let go.
#
# An *opportunity* is a seat and a number of cards drawn at which that seat is asked for a bid while all
# follow their strategies; to be asked once more before it draws again is none of its own, nor is the
# theft of the kitty (R24).  Of a board's opportunities its probe stream draws one, each alike, and the
# board is played twice to its end: in one deal the seat makes its best bid there, in the other it
# passes, there and for the rest of the draw.  All else follows the strategies, with the same streams.
#
# The board is bid anew for each of the three passes over it: then a strategy that keeps an object of
# its own for each board finds it as it would be.

from .auction cimport apply_bid, close_bidding, next_bidder
from .bidding cimport trump_shown
from .bits cimport popcount
from .digest cimport Digest, add_digest
from .drawing cimport cards_drawn, take_up_drawn
from .layout cimport planes_to_layout
from .loop cimport PLANES, Failure, Job, ask_policy, begin_deal, note_failure, play_on
from .planes cimport count_in
from .rng cimport PROBE_STREAM, below, stream_key
from .state cimport CLOSING, DRAWING, MUST_BID, State
from .types cimport FIXED, NO_TRUMP, NONE, BidOption, Choice, Planes, Row, Table
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

cdef enum Pass:              # over a board
    COUNTING = 0             # all follow their strategies; the opportunities are counted, and one drawn
    BIDDING = 1
    PASSING = 2

cdef enum Role:              # of the seat, before its bid
    DECLARER = 0
    PARTNER = 1
    ATTACKER = 2
    UNKNOWN = 3

cdef packed struct Opportunity:  # numpy dtype in run.pyx
    uint64_t board
    uint16_t found           # opportunities of the board; 0: all else is zero
    uint16_t number          # which of them this is, from 1
    uint8_t attempt          # redeals before it (R22)
    uint8_t seat
    uint8_t draw             # cards that the seat had drawn
    uint8_t role             # Role
    uint8_t bids             # made before
    uint8_t top              # cards of the last of these, 0 if there was none
    uint8_t itself           # 1: the strategy would have bid
    uint8_t face             # of its best bid, natural
    uint8_t count
    uint8_t trumps           # cards drawn that this bid would make trumps
    uint8_t jokers           # of these
    uint8_t pairs            # of equal cards among them
    Row bid
    Row passed


cdef inline int _role(const Table* t, int seat) noexcept nogil:
    if t.declarer == seat:
        return DECLARER
    if t.declarer == NONE or t.spec.partners != FIXED:
        return UNKNOWN
    return ATTACKER if (t.declarer ^ seat) & 1 else PARTNER


cdef inline void _draw(State* s, Opportunity* o, int found, bint bids) noexcept nogil:
    """The one drawn so far gives way to the seat's being asked now."""
    cdef Table* t = &s.table
    o.number = found
    o.attempt = s.attempt
    o.seat = s.asked
    o.draw = cards_drawn(t, s.asked)
    o.role = _role(t, s.asked)
    o.bids = t.n_bids
    o.top = t.bids[t.n_bids - 1].count if t.n_bids else 0
    o.itself = bids


cdef inline void _note_bid(State* s, const BidOption* bid, Opportunity* o) noexcept nogil:
    """What the seat asked has bid, and the trumps that it holds for it."""
    cdef int seat = s.asked
    cdef Planes* hand = &s.seats[seat].hand
    cdef uint64_t jokers = 0x88ULL << 56, trumps = jokers | 0xfULL << 52
    # Where nobody looks at hands while they are drawn they are not kept up.
    if s.phase == DRAWING:
        take_up_drawn(s, seat, PLANES)
    else:
        planes_to_layout(&s.dealt[seat], hand, s.table.level, NO_TRUMP, PLANES)
    if trump_shown(bid.face) != NO_TRUMP:
        trumps |= 0x111111111111ULL << trump_shown(bid.face)
    o.face = bid.face
    o.count = bid.count
    o.trumps = count_in(hand, trumps, PLANES)
    o.jokers = count_in(hand, jokers, PLANES)
    o.pairs = popcount(hand.p[1] & trumps) + (popcount(hand.p[3] & trumps) if PLANES > 2 else 0)


cdef inline int _bid_through(const Job* job, State* s, Choice* choice, Opportunity* o, int way, bint pass_now,
                             Failure* failure) noexcept nogil:
    """Deal o.board and go through its bidding in one of the ways (Pass)."""
    cdef uint8_t draws[8]        # by seat: at which it was asked last
    cdef int seat, draw, attempt = 0, found = 0, code, refusal
    cdef bint new, here
    cdef uint64_t rng
    begin_deal(job, s, o.board)
    rng = stream_key(s.key, PROBE_STREAM, 0, 0)
    memset(draws, 0, sizeof(draws))
    while s.phase <= CLOSING:
        if not next_bidder(s, choice, PLANES):
            close_bidding(s, PLANES)
            continue
        if s.attempt != attempt:
            attempt = s.attempt
            memset(draws, 0, sizeof(draws))
        seat = s.asked
        draw = cards_drawn(&s.table, seat)
        new = draws[seat] != draw
        draws[seat] = draw
        found += new
        here = way != COUNTING and new and found == o.number
        if way == PASSING and (here or (not pass_now and found >= o.number and seat == o.seat
                                        and attempt == o.attempt)):
            continue  # it is not asked
        choice.must_bid = here
        code = ask_policy(job, s, choice)
        choice.must_bid = 0
        if way == COUNTING and new and not code and not below(&rng, found):
            _draw(s, o, found, choice.bid != NONE)
        if here and choice.bid < choice.n_bids:
            _note_bid(s, &choice.bids[choice.bid], o)
        refusal = 0
        if not code:
            refusal = MUST_BID if here and choice.bid == NONE else apply_bid(s, choice, PLANES)
        if code or refusal:
            return note_failure(s, choice, code, refusal, failure)
    if way == COUNTING:
        o.found = found
    return 0


cdef inline int _play_both(const Job* job, State* s, Choice* choice, Opportunity* o, bint pass_now,
                           Digest* digest, Failure* failure) noexcept nogil:
    """Find the opportunity of o.board, and play the board out both ways."""
    cdef int way
    if _bid_through(job, s, choice, o, COUNTING, pass_now, failure):
        return 1
    if not o.found:
        return 0
    for way in range(BIDDING, PASSING + 1):
        if _bid_through(job, s, choice, o, way, pass_now, failure) or play_on(job, s, choice, failure):
            return 1
        add_digest(digest, &s.digest)
        if way == BIDDING:
            o.bid = s.row
        else:
            o.passed = s.row
    return 0


cdef inline int play_opportunities(const Job* job, uint64_t first, uint64_t boards, bint pass_now,
                                   Opportunity* rows, Digest* digest, Failure* failure) noexcept nogil:
    """Play the opportunities of a range of boards; `rows`, one a board, receives them in order.

    pass_now: who passes follows its strategy when it is asked again.  Stops at the first failure and
    returns 1: digest and rows then hold the boards before it.
    """
    cdef State state
    cdef Choice choice
    cdef Digest before
    cdef uint64_t i
    memset(&choice, 0, sizeof(Choice))
    memset(&state, 0, sizeof(State))
    state.upkeep = job.upkeep
    for i in range(boards):
        before = digest[0]
        memset(&rows[i], 0, sizeof(Opportunity))
        rows[i].board = first + i
        if _play_both(job, &state, &choice, &rows[i], pass_now, digest, failure):
            digest[0] = before
            return 1
    return 0
