# `normal`: plain rules.  It takes tricks that hold points when it can, feeds points to a winning partner
# and gives none to the opponents; it leads what nothing unseen beats, then pairs, then low cards.  It sees
# what has been played and who is void, and weighs nothing.

from .normal_bid cimport normal_bid
from .normal_bury cimport normal_bury
from .normal_follow cimport normal_follow
from .normal_lead cimport normal_lead
from .normal_name cimport normal_name
from ..types cimport BID, BURY, FOLLOW, LEAD, Choice, Memo, Seat, Table

# One function for each path, so that the compiler knows the planes in all that they call.

cdef inline int normal_plain(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    _choose(table, seat, memo, choice, 2)
    return 0


cdef inline int normal_general(const Table* table, const Seat* seat, Memo* memo,
                               Choice* choice) noexcept nogil:
    _choose(table, seat, memo, choice, 4)
    return 0


cdef inline void _choose(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                         int planes) noexcept nogil:
    if choice.decision == FOLLOW:
        normal_follow(table, seat, memo, choice, planes)
    elif choice.decision == BID:
        normal_bid(table, seat, choice, planes)
    elif choice.decision == LEAD:
        normal_lead(table, seat, choice, planes)
    elif choice.decision == BURY:
        normal_bury(table, seat, choice, planes)
    else:
        normal_name(table, seat, choice, planes)
