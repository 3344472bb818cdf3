# All tricks of a deal among seats of `expert`, on the plain path.
#
# What next_decision, `expert` and apply do choice by choice, without what only other strategies need; the
# follows to single cards, half of all plays, also without what only other leads need.  Tests hold it to the
# long way by digests and rows.

from .bots.expert_follow cimport expert_card
from .moves cimport follow_of
from .play cimport apply_follow, apply_lead, finish_trick, lay_card
from .state cimport State, after
from .types cimport FOLLOW, LEAD, Choice, Follow, Policy, Table


cdef inline void _follow_card(State* s) noexcept nogil:
    """All others follow the single card that has been led."""
    cdef Table* t = &s.table
    cdef Follow follow
    cdef int _, waiting = ((1 << t.players) - 1) ^ 1 << t.turn
    for _ in range(1, t.players):
        t.turn = after(t, t.turn)
        waiting ^= 1 << t.turn
        follow_of(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &follow)
        lay_card(s, expert_card(t, &s.seats[t.turn], waiting, &follow, 2), follow.in_suit == 0)


cdef inline void _follow_cards(State* s, Policy expert, Choice* choice) noexcept nogil:
    """All others follow several cards."""
    cdef Table* t = &s.table
    cdef int _
    choice.decision = FOLLOW
    for _ in range(1, t.players):
        t.turn = s.asked = after(t, t.turn)
        follow_of(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &choice.follow)
        expert(t, &s.seats[t.turn], &s.memos[t.turn], choice)
        apply_follow(s, choice, 2)


cdef inline void play_out_expertly(State* s, Policy expert, Choice* choice) noexcept nogil:
    """Play all tricks of a deal that stands before a lead; nobody may be asked about a failed throw (R10)."""
    cdef Table* t = &s.table
    while s.seats[t.turn].hand.p[0]:
        s.asked = t.turn
        choice.decision = LEAD
        expert(t, &s.seats[t.turn], &s.memos[t.turn], choice)
        apply_lead(s, choice, 2)
        if t.lead.cards == 1:
            _follow_card(s)
        else:
            _follow_cards(s, expert, choice)
        finish_trick(s, 2)
