# How a strategy from outside is asked.  One Choice serves all seats: what is left in it of questions to
# others tells of their hands, so it is cleared away before; and as such a strategy can write over its
# question, the question is put once more before the choice is judged.

from .auction cimport ask_bid_again
from .paths cimport ask_follow
from .planes cimport clear
from .state cimport BURYING, CLOSING, STEALING, State
from .steps cimport ask_name
from .types cimport (BID, BURY, FOLLOW, LEAD, MAX_BID_OPTIONS, MAX_UNITS, NAME, NAME_UNIT, BidOption, Choice,
                     Follow, Planes, Policy, Table, Unit)
from libc.string cimport memcpy, memset


cdef inline void _clear_follow(Follow* follow, int planes) noexcept nogil:
    if planes > 2:
        memset(follow, 0, sizeof(Follow))
        return
    follow.need = follow.in_suit = follow.by_format = 0
    memset(&follow.forced, 0, sizeof(Planes))
    memset(&follow.pool, 0, sizeof(Planes))
    follow.rung.pairs = 0
    follow.rung.runs = 0


cdef inline size_t _bytes_asked(const Follow* follow, int planes) noexcept nogil:
    """How much of a follow the path asks with; on the plain path that is its head."""
    return sizeof(Follow) if planes > 2 else <size_t>(<const char*>&follow.slots - <const char*>follow)


cdef inline void _clear_options(Choice* choice, int bids, int units) noexcept nogil:
    """All bids and units but the first."""
    memset(&choice.bids[bids], 0, (MAX_BID_OPTIONS - bids) * sizeof(BidOption))
    choice.n_bids = bids
    if choice.n_units:
        memset(&choice.units[units], 0, (MAX_UNITS - units) * sizeof(Unit))
        choice.n_units = units


cdef inline void _clear_choice(Choice* choice) noexcept nogil:
    """What was chosen last."""
    memset(choice.calls, 0, sizeof(choice.calls))
    choice.named = choice.bid = 0
    clear(&choice.cards)


cdef inline int _call(Policy policy, State* s, Choice* choice) noexcept nogil:
    return policy(&s.table, &s.seats[s.asked], &s.memos[s.asked], choice)


cdef inline int _call_to_play(Policy policy, State* s, Choice* choice) noexcept nogil:
    if choice.n_bids | choice.n_units:
        _clear_options(choice, 0, 0)
    choice.name_kind = 0
    return _call(policy, s, choice)


cdef inline int ask_to_follow(Policy policy, State* s, Choice* choice, int planes) noexcept nogil:
    """Let the strategy choose for the seat asked; returns its code."""
    cdef Table* t = &s.table
    cdef Follow* follow = &choice.follow
    cdef Follow asked
    cdef int code
    if planes > 2:
        _clear_follow(follow, planes)
        ask_follow(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, follow, planes)
    memcpy(&asked, follow, _bytes_asked(follow, planes))
    code = _call_to_play(policy, s, choice)
    memcpy(follow, &asked, _bytes_asked(follow, planes))
    choice.decision, choice.must_bid = FOLLOW, 0
    return code


cdef inline int ask_to_lead(Policy policy, State* s, Choice* choice, int planes) noexcept nogil:
    """The same for a lead."""
    cdef int code
    _clear_follow(&choice.follow, planes)
    if not s.table.trick:  # later what was chosen last lies on the table
        _clear_choice(choice)
    code = _call_to_play(policy, s, choice)
    choice.decision, choice.must_bid = LEAD, 0
    return code


cdef inline int ask_before_play(Policy policy, State* s, Choice* choice, int planes) noexcept nogil:
    """The same for a bid, a name, a kitty to bury."""
    cdef int code, decision = choice.decision
    _clear_follow(&choice.follow, planes)
    _clear_choice(choice)
    _clear_options(choice, choice.n_bids if decision == BID else 0,
                   choice.n_units if decision == NAME and choice.name_kind == NAME_UNIT else 0)
    if decision != NAME:
        choice.name_kind = 0
    code = _call(policy, s, choice)
    if s.phase == BURYING:
        choice.decision = BURY
    elif s.phase <= CLOSING or s.phase == STEALING:
        ask_bid_again(s, choice, planes)
    else:
        ask_name(s, choice)
    choice.must_bid = 0
    return code
