# The follows to single cards among seats of `expert`: half of all plays of such a deal.
#
# What next_decision, `expert` and apply do choice by choice, without what only other leads or other
# strategies need.  The plain path alone; tests hold it to the long way by digests and rows.

from .bots.expert_follow cimport expert_card
from .moves cimport follow_of
from .play cimport lay_card
from .state cimport State, after
from .types cimport Follow, Table


cdef inline void follow_card_expertly(State* s) noexcept nogil:
    """All others follow the single card that has been led."""
    cdef Table* t = &s.table
    cdef Follow follow
    cdef int _, waiting = ((1 << t.players) - 1) ^ 1 << t.turn
    for _ in range(1, t.players):
        t.turn = after(t, t.turn)
        waiting ^= 1 << t.turn
        follow_of(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &follow)
        lay_card(s, expert_card(t, &s.seats[t.turn], waiting, &follow, 2), follow.in_suit == 0)
    s.asked = t.turn
