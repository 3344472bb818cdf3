# All tricks of a deal among seats of `expert`, on the plain path.
#
# What next_decision, `expert` and apply do choice by choice, without what only other strategies need; the
# tricks of single cards, most of all, also without what only other leads need.  Tests hold it to the
# long way by digests and rows.

from .bits cimport lowest_bit
from .bots.expert_card cimport follow_card
from .bots.expert_follow cimport expert_follow
from .bots.expert_lead cimport expert_lead
from .bots.sides cimport find_allies
from .digest cimport absorb, absorb_cards
from .moves cimport follow_of
from .planes cimport points_of, remove_cards, restrict_to, take_face
from .play cimport apply_lead, finish_trick
from .random_tricks cimport show_single
from .state cimport State, after
from .trick cimport beats, faces_beating
from .types cimport TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t


cdef inline uint64_t _card(const Table* t, const Seat* seat, int waiting, uint64_t led) noexcept nogil:
    """The face that a seat follows with; led: the faces of the suit led."""
    cdef Planes pool
    cdef bint in_suit = seat.hand.p[0] & led != 0
    restrict_to(&seat.hand, led if in_suit else ~<uint64_t>0, &pool, 2)
    if not pool.p[0] & (pool.p[0] - 1):
        return pool.p[0]
    return follow_card(t, seat, find_allies(t, seat), waiting, &pool, in_suit, pool.p[0] & t.beating, 2)


cdef inline void _lay_card(State* s, int seat, uint64_t face) noexcept nogil:
    """A seat plays a card; of what has been played by whom only the faces are looked at."""
    take_face(&s.seats[seat].hand, face)
    take_face(&s.table.unplayed, face)
    s.table.played[seat].p[0] |= face


cdef inline void _lead_card(State* s, uint64_t face) noexcept nogil:
    cdef Table* t = &s.table
    t.lead.suit = t.map.suit_at[lowest_bit(face)]
    t.winner = t.turn
    t.beating = faces_beating(t.map, t.lead.suit, lowest_bit(face))
    t.trick_points = t.map.points[lowest_bit(face)]
    _lay_card(s, t.turn, face)


cdef inline void _follow_card(State* s, uint64_t face) noexcept nogil:
    """All others follow the single card that has been led."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef int seat = t.turn, players = t.players, suit = t.lead.suit, place
    cdef int waiting = ((1 << players) - 1) ^ 1 << seat
    cdef uint64_t led = map.suits[suit]
    cdef uint64_t faces[8]
    cdef uint64_t beating
    cdef bint takes
    faces[0] = face
    for place in range(1, players):
        seat = after(t, seat)
        waiting ^= 1 << seat
        t.n_plays = place
        t.void_in[suit] |= (s.seats[seat].hand.p[0] & led == 0) << seat
        face = faces[place] = _card(t, &s.seats[seat], waiting, led)
        # In no branch: who takes the lead of a trick is hard to foresee.
        takes = face & t.beating != 0
        t.winner = seat if takes else t.winner
        beating = faces_beating(map, suit if face & led else TRUMP_SUIT, lowest_bit(face))
        t.beating = beating if takes else t.beating
        t.trick_points += map.points[lowest_bit(face)]
        _lay_card(s, seat, face)
        if place & 1:
            absorb(&s.digest, faces[place - 1], face)
    if players & 1:
        absorb(&s.digest, face, 0)
    if t.n_calls or not s.seats[seat].hand.p[0]:
        show_single(s, t.turn, faces, suit)


cdef inline void _lay_cards(State* s, int seat, const Planes* cards) noexcept nogil:
    cdef Table* t = &s.table
    t.plays[t.n_plays] = cards[0]
    t.n_plays += 1
    t.trick_points += points_of(t.map, cards, 2)
    remove_cards(&s.seats[seat].hand, cards, 2)
    remove_cards(&t.unplayed, cards, 2)
    t.played[seat].p[0] |= cards.p[0]
    absorb_cards(&s.digest, cards, 2)


cdef inline void _follow_cards(State* s, Choice* choice) noexcept nogil:
    """All others follow several cards."""
    cdef Table* t = &s.table
    cdef int _, seat = t.turn
    for _ in range(1, t.players):
        seat = t.turn = after(t, seat)
        follow_of(t.spec, t.map, &t.lead, &s.seats[seat].hand, &choice.follow)
        if choice.follow.in_suit < t.lead.cards:
            t.void_in[t.lead.suit] |= 1 << seat
        expert_follow(t, &s.seats[seat], &s.memos[seat], choice, 2)
        if beats(t.map, &t.lead, &choice.cards, &s.best):
            t.winner = seat
            t.beating = s.best.beating
        _lay_cards(s, seat, &choice.cards)


cdef inline void play_out_expertly(State* s, Choice* choice) noexcept nogil:
    """Play all tricks of a deal that stands before a lead; nobody may be asked about a failed throw (R10)."""
    cdef Table* t = &s.table
    while s.seats[t.turn].hand.p[0]:
        s.asked = t.turn
        expert_lead(t, &s.seats[t.turn], choice, 2)
        if not choice.cards.p[1] and not choice.cards.p[0] & (choice.cards.p[0] - 1):
            _lead_card(s, choice.cards.p[0])
            _follow_card(s, choice.cards.p[0])
        else:
            apply_lead(s, choice, 2)
            if t.lead.cards == 1:  # of a throw that failed
                _follow_card(s, t.plays[0].p[0])
            else:
                _follow_cards(s, choice)
        finish_trick(s, 2)
