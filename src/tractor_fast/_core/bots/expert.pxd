# `expert`: it counts the cards, knows what nothing unseen beats and who is void, and weighs what a trick
# brings (worth.pxd) against what its cards can still do (prices.pxd).

from .expert_bid cimport expert_bid
from .expert_bury cimport expert_bury
from .expert_follow cimport expert_follow
from .expert_lead cimport expert_lead
from .expert_name cimport expert_name
from .prices cimport share_left
from .sides cimport find_allies
from ..types cimport BID, BURY, FOLLOW, LEAD, Choice, Memo, Seat, Table

# One function for each path, so that the compiler knows the planes in all that they call.

cdef inline int expert_plain(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    _choose(table, seat, memo, choice, 2)
    return 0


cdef inline int expert_general(const Table* table, const Seat* seat, Memo* memo,
                               Choice* choice) noexcept nogil:
    _choose(table, seat, memo, choice, 4)
    return 0


cdef inline void _choose(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                         int planes) noexcept nogil:
    if choice.decision == FOLLOW:
        expert_follow(table, seat, memo, choice, planes)
    elif choice.decision == BID:
        expert_bid(table, seat, choice, planes)
    elif choice.decision == LEAD:
        expert_lead(table, seat, find_allies(table, seat), share_left(table, seat, planes), choice, planes)
    elif choice.decision == BURY:
        expert_bury(table, seat, choice, planes)
    else:
        expert_name(table, seat, choice, planes)
