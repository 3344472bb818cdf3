# How a strategy from outside is asked.  One Choice serves all seats: what is left in it of questions to
# others tells of their hands, so it is cleared away before; and as such a strategy can write over its
# question, the question is put once more before the choice is judged.

from .auction cimport ask_bid_again
from .paths cimport ask_follow
from .planes cimport clear
from .state cimport BURYING, CLOSING, PLAYING, STEALING, State
from .steps cimport ask_name
from .types cimport (BID, BURY, FOLLOW, LEAD, MAX_BID_OPTIONS, MAX_UNITS, NAME, NAME_UNIT, BidOption, Choice,
                     Follow, Planes, Policy, Rung, Table, Unit)
from libc.stdint cimport uint8_t
from libc.string cimport memset


cdef struct Asked:           # what the judge of a follow on the plain path reads of the question
    uint8_t need
    uint8_t in_suit
    uint8_t by_format
    Planes forced
    Planes pool
    Rung rung


cdef inline void _clear_follow(Follow* follow, int planes) noexcept nogil:
    if planes > 2:
        memset(follow, 0, sizeof(Follow))
        return
    follow.need = follow.in_suit = follow.by_format = 0
    clear(&follow.forced)
    clear(&follow.pool)
    follow.rung.pairs = 0
    follow.rung.runs = 0


cdef inline void _clear_options(Choice* choice) noexcept nogil:
    """Bids and units, but for those that are asked about."""
    cdef int bids = choice.n_bids if choice.decision == BID else 0
    cdef int units = choice.n_units if choice.decision == NAME and choice.name_kind == NAME_UNIT else 0
    memset(&choice.bids[bids], 0, (MAX_BID_OPTIONS - bids) * sizeof(BidOption))
    memset(&choice.units[units], 0, (MAX_UNITS - units) * sizeof(Unit))
    choice.n_bids = bids
    choice.n_units = units


cdef inline void _clear_away(State* s, Choice* choice, int planes) noexcept nogil:
    """Nothing in `choice` but the question, which is not that of a follow."""
    _clear_follow(&choice.follow, planes)
    if choice.decision != LEAD or not s.table.trick:  # later what was chosen last lies on the table
        memset(choice.calls, 0, sizeof(choice.calls))
        choice.named = choice.bid = 0
        clear(&choice.cards)


cdef inline int _call(Policy policy, State* s, Choice* choice) noexcept nogil:
    if choice.n_bids | choice.n_units:
        _clear_options(choice)
    if choice.decision != NAME:
        choice.name_kind = 0
    return policy(&s.table, &s.seats[s.asked], &s.memos[s.asked], choice)


cdef inline int _ask_follow(Policy policy, State* s, Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef Follow* follow = &choice.follow
    cdef Asked asked
    cdef int code
    if planes > 2:
        _clear_follow(follow, planes)
        ask_follow(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, follow, planes)
        code = _call(policy, s, choice)
        ask_follow(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, follow, planes)
    elif t.lead.cards == 1:
        code = _call(policy, s, choice)  # its judge reads the hand; mostly asked in the loop itself
    else:
        asked.need, asked.in_suit, asked.by_format = follow.need, follow.in_suit, follow.by_format
        asked.forced, asked.pool, asked.rung = follow.forced, follow.pool, follow.rung
        code = _call(policy, s, choice)
        follow.need, follow.in_suit, follow.by_format = asked.need, asked.in_suit, asked.by_format
        follow.forced, follow.pool, follow.rung = asked.forced, asked.pool, asked.rung
    choice.decision, choice.must_bid = FOLLOW, 0
    return code


cdef inline void _ask_again(State* s, Choice* choice, int planes) noexcept nogil:
    if s.phase == PLAYING:
        choice.decision = LEAD
    elif s.phase == BURYING:
        choice.decision = BURY
    elif s.phase <= CLOSING or s.phase == STEALING:
        ask_bid_again(s, choice, planes)
    else:
        ask_name(s, choice)


cdef inline int ask_foreign(Policy policy, State* s, Choice* choice, int planes) noexcept nogil:
    """Let the strategy choose for the seat asked; returns its code."""
    cdef int code
    if choice.decision == FOLLOW:
        return _ask_follow(policy, s, choice, planes)
    _clear_away(s, choice, planes)
    code = _call(policy, s, choice)
    _ask_again(s, choice, planes)
    choice.must_bid = 0
    return code
