# `normal`: sensible play by what a hand sees at once.  It weighs the points of a trick against the
# cards that it costs; it remembers what was played, but draws no conclusions from how.

from .normal_bid cimport normal_bid, normal_bury
from .normal_follow cimport normal_follow
from .normal_lead cimport normal_lead
from ..types cimport BID, BURY, FOLLOW, Choice, Memo, Seat, Table

cdef inline int normal_policy(const Table* table, const Seat* seat, Memo* memo,
                              Choice* choice) noexcept nogil:
    if choice.decision == FOLLOW:
        normal_follow(table, seat, choice)
    elif choice.decision == BID:
        normal_bid(table, seat, choice)
    elif choice.decision == BURY:
        normal_bury(table, seat, choice)
    else:
        normal_lead(table, seat, choice)
    return 0
