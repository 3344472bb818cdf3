# How a strategy from outside is asked.  One Choice serves all seats: what is left in it of questions to
# others tells of their hands, so it is cleared away before; and as such a strategy can write over its
# question, the question is put once more before the choice is judged.

from .auction cimport ask_bid_again
from .paths cimport ask_follow
from .planes cimport clear
from .state cimport BURYING, CLOSING, PLAYING, STEALING, State
from .steps cimport ask_name
from .types cimport (BID, BURY, FOLLOW, LEAD, MAX_BID_OPTIONS, MAX_UNITS, NAME, NAME_UNIT, BidOption, Choice,
                     Follow, Policy, Table, Unit)
from libc.string cimport memset


cdef inline void _ask_follow(State* s, Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    ask_follow(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &choice.follow, planes)


cdef inline void _clear_away(State* s, Choice* choice, int planes) noexcept nogil:
    """Nothing in `choice` but the question."""
    cdef int bids = choice.n_bids if choice.decision == BID else 0
    cdef int units = choice.n_units if choice.decision == NAME and choice.name_kind == NAME_UNIT else 0
    if choice.decision != FOLLOW:
        memset(&choice.follow, 0, sizeof(Follow))
        memset(choice.calls, 0, sizeof(choice.calls))
        choice.named = choice.bid = 0
        clear(&choice.cards)
    elif planes > 2:
        # The plain path fills all that it uses of a Follow, and what was chosen last lies on the table.
        memset(&choice.follow, 0, sizeof(Follow))
        _ask_follow(s, choice, planes)
    if choice.n_bids:
        memset(&choice.bids[bids], 0, (MAX_BID_OPTIONS - bids) * sizeof(BidOption))
        choice.n_bids = bids
    if choice.n_units:
        memset(&choice.units[units], 0, (MAX_UNITS - units) * sizeof(Unit))
        choice.n_units = units


cdef inline void _ask_again(State* s, Choice* choice, int planes) noexcept nogil:
    if s.phase == PLAYING:
        choice.decision = FOLLOW if s.table.n_plays else LEAD
        if choice.decision == FOLLOW:
            _ask_follow(s, choice, planes)
    elif s.phase == BURYING:
        choice.decision = BURY
    elif s.phase <= CLOSING or s.phase == STEALING:
        ask_bid_again(s, choice, planes)
    else:
        ask_name(s, choice)


cdef inline int ask_foreign(Policy policy, State* s, Choice* choice, int planes) noexcept nogil:
    """Let the strategy choose for the seat asked; returns its code."""
    cdef int code
    _clear_away(s, choice, planes)
    code = policy(&s.table, &s.seats[s.asked], &s.memos[s.asked], choice)
    _ask_again(s, choice, planes)
    return code
