# All tricks of a deal among seats of `expert`, on the plain path.
#
# What next_decision, `expert` and apply do choice by choice, without what only other strategies need; the
# tricks of single cards, most of all, also without what only other leads need, and where four play in
# fixed pairs those of pairs too.  Tests hold it to the long way by digests and rows.

from .bits cimport lowest_bit
from .bots.expert_card cimport follow_card
from .bots.expert_follow cimport expert_follow
from .bots.expert_lead cimport expert_lead
from .bots.expert_pair cimport follow_pair
from .bots.sides cimport ANY, find_allies, pair_of
from .digest cimport absorb, absorb_cards
from .moves cimport follow_of
from .planes cimport count_cards, count_in, points_of, remove_cards, restrict_to, take_face
from .play cimport apply_lead, finish_trick
from .random_tricks cimport show_lead, show_single
from .state cimport State, after
from .trick cimport beats, faces_beating
from .types cimport FIXED, Choice, Planes, Seat, Table
from libc.stdint cimport uint64_t


cdef inline bint _are_pairs(const Table* t) noexcept nogil:
    """Whether four play in fixed pairs: their tricks of single cards are unrolled."""
    return t.players == 4 and t.spec.partners == FIXED


cdef inline uint64_t _card(const Table* t, const Seat* seat, int waiting, int coming, double left,
                           uint64_t led) noexcept nogil:
    """The face that a seat follows with; led: the faces of the suit led; coming: see sides.pxd."""
    cdef Planes pool
    cdef uint64_t in_suit = 0 - <uint64_t>(seat.hand.p[0] & led != 0)
    restrict_to(&seat.hand, led | ~in_suit, &pool, 2)
    if not pool.p[0] & (pool.p[0] - 1):
        return pool.p[0]
    return follow_card(t, seat, find_allies(t, seat) if coming == ANY else pair_of(seat.seat), waiting,
                       coming, left, &pool, in_suit, pool.p[0] & t.beating, 2)


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


cdef inline uint64_t _follow_at(State* s, int seat, int waiting, int coming, double left,
                                uint64_t led) noexcept nogil:
    """A seat follows the single card that has been led; returns the face that it plays."""
    cdef Table* t = &s.table
    cdef uint64_t face, beating, takes
    t.void_in[t.lead.suit] |= (s.seats[seat].hand.p[0] & led == 0) << seat
    face = _card(t, &s.seats[seat], waiting, coming, left, led)
    # In no branch, by a mask: who takes the lead of a trick is hard to foresee.
    takes = 0 - <uint64_t>(face & t.beating != 0)
    t.winner ^= (t.winner ^ seat) & takes
    if coming != 0:  # to the last nobody asks
        beating = faces_beating(t.map, t.map.suit_at[lowest_bit(face)], lowest_bit(face))
        t.beating ^= (t.beating ^ beating) & takes
    t.trick_points += t.map.points[lowest_bit(face)]
    _lay_card(s, seat, face)
    return face


cdef inline void _pairs_follow(State* s, double left, uint64_t* faces) noexcept nogil:
    """The other three follow the single card faces[0]; what they play comes after it."""
    cdef uint64_t led = s.table.map.suits[s.table.lead.suit]
    cdef int seat = s.table.turn, waiting = 15 ^ 1 << seat, place
    # One code for the first two, for the instruction cache; the last has hardly anything to weigh.
    for place in range(1, 3):
        seat = seat + 1 & 3
        waiting ^= 1 << seat
        faces[place] = _follow_at(s, seat, waiting, 3 - place, left, led)
    faces[3] = _follow_at(s, seat + 1 & 3, 0, 0, left, led)
    absorb(&s.digest, faces[0], faces[1])
    absorb(&s.digest, faces[2], faces[3])


cdef inline void _others_follow(State* s, double left, uint64_t* faces) noexcept nogil:
    """The same at any table."""
    cdef Table* t = &s.table
    cdef int seat = t.turn, place, waiting = ((1 << t.players) - 1) ^ 1 << seat
    cdef uint64_t led = t.map.suits[t.lead.suit]
    for place in range(1, t.players):
        seat = after(t, seat)
        waiting ^= 1 << seat
        t.n_plays = place
        faces[place] = _follow_at(s, seat, waiting, ANY, left, led)
        if place & 1:
            absorb(&s.digest, faces[place - 1], faces[place])
    if t.players & 1:
        absorb(&s.digest, faces[t.players - 1], 0)


cdef inline void _follow_card(State* s, double left, uint64_t face) noexcept nogil:
    """All others follow the single card that has been led."""
    cdef Table* t = &s.table
    cdef uint64_t faces[8]
    faces[0] = face
    if _are_pairs(t):
        _pairs_follow(s, left, faces)
    else:
        _others_follow(s, left, faces)
    if t.n_calls or not s.seats[t.turn].hand.p[0]:
        show_single(s, t.turn, faces, t.lead.suit)


cdef inline void _lay_cards(State* s, int seat, const Planes* cards) noexcept nogil:
    cdef Table* t = &s.table
    restrict_to(cards, ~<uint64_t>0, &t.plays[t.n_plays], 2)
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
        t.void_in[t.lead.suit] |= (choice.follow.in_suit < t.lead.cards) << seat
        expert_follow(t, &s.seats[seat], &s.memos[seat], choice, 2)
        if beats(t.map, &t.lead, &choice.cards, &s.best):
            t.winner = seat
            t.beating = s.best.beating
        _lay_cards(s, seat, &choice.cards)


cdef inline void _lead_pair(State* s, const Planes* cards) noexcept nogil:
    cdef Table* t = &s.table
    cdef int top = lowest_bit(cards.p[0])
    show_lead(t, cards.p[0], 2, t.map.suit_at[top])
    t.winner = t.turn
    t.beating = faces_beating(t.map, t.lead.suit, top)
    _lay_cards(s, t.turn, cards)


cdef inline void _follow_pair(State* s, double left) noexcept nogil:
    """The other three follow the pair that has been led, where four play in fixed pairs."""
    cdef Table* t = &s.table
    cdef uint64_t led = t.map.suits[t.lead.suit], beating, takes
    cdef int seat = t.turn, coming, top
    cdef Planes play
    for coming in range(2, -1, -1):
        seat = seat + 1 & 3
        t.void_in[t.lead.suit] |= (count_in(&s.seats[seat].hand, led, 2) < 2) << seat
        follow_pair(t, &s.seats[seat], coming, left, led, &play)
        # In no branch, as in _follow_at.
        takes = 0 - <uint64_t>(play.p[1] & t.beating != 0)
        t.winner ^= (t.winner ^ seat) & takes
        top = lowest_bit(play.p[0])
        beating = faces_beating(t.map, t.map.suit_at[top], top)
        t.beating ^= (t.beating ^ beating) & takes
        _lay_cards(s, seat, &play)


cdef inline void play_out_expertly(State* s, Choice* choice) noexcept nogil:
    """Play all tricks of a deal that stands before a lead; nobody may be asked about a failed throw (R10)."""
    cdef Table* t = &s.table
    cdef Seat* leader
    cdef uint64_t face
    cdef double left
    cdef int held = count_cards(&s.seats[t.turn].hand, 2)  # by each, at the beginning of a trick
    while s.seats[t.turn].hand.p[0]:
        s.asked = t.turn
        leader = &s.seats[t.turn]
        left = held / <double>t.hand_size
        expert_lead(t, leader, pair_of(t.turn) if _are_pairs(t) else find_allies(t, leader), left, choice, 2)
        face = choice.cards.p[0]
        if not choice.cards.p[1] and not face & (face - 1):
            _lead_card(s, face)
            _follow_card(s, left, face)
            held -= 1
        elif not face & (face - 1) and _are_pairs(t):
            _lead_pair(s, &choice.cards)
            _follow_pair(s, left)
            held -= 2
        else:
            apply_lead(s, choice, 2)
            if t.lead.cards == 1:  # of a throw that failed
                _follow_card(s, left, t.plays[0].p[0])
            else:
                _follow_cards(s, choice)
            held -= t.lead.cards
        finish_trick(s, 2)
