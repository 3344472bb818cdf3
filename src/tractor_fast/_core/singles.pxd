# The tricks of single cards among seats of `random`: nine of ten tricks of a random deal.
#
# What next_decision, `random` and apply do choice by choice, without what only other leads or other
# strategies need.  The plain path alone; tests hold it to the long way by digests and rows.

from .bits cimport bit, lowest_bit, popcount, select_bit
from .digest cimport absorb
from .moves cimport unit_count, unit_unrank
from .rng cimport PLAY_STREAM, below
from .state cimport State, after, use_stream
from .trick cimport faces_beating
from .types cimport NONE, SINGLE, TRUMP_SUIT, Choice, Planes, Table, TrumpTable
from libc.stdint cimport uint64_t


cdef inline void _lay(State* s, int seat, int place, uint64_t face) noexcept nogil:
    """A card of a seat goes to its place in the trick and into the record."""
    cdef Table* t = &s.table
    cdef Planes* hand = &s.seats[seat].hand
    cdef uint64_t twice = hand.p[1] & face
    hand.p[1] ^= twice
    hand.p[0] ^= face ^ twice
    t.plays[place].p[0] = face
    t.plays[place].p[1] = 0
    if face & (t.map.fives | t.map.tens):
        t.trick_points += 5 if face & t.map.fives else 10
    absorb(&s.digest, face, 0)


cdef inline uint64_t _draw_face(uint64_t faces, uint64_t* rng) noexcept nogil:
    return bit(select_bit(faces, <unsigned int>below(rng, popcount(faces))))


cdef inline bint lead_single_at_random(State* s, Choice* choice) noexcept nogil:
    """Draw a unit to lead; if it is a single card lay it, else put it into the choice and say False."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef const Planes* hand = &s.seats[s.asked].hand
    cdef uint64_t k = below(&s.memos[s.asked].rng, unit_count(map, hand))
    cdef int top
    if k >= <uint64_t>popcount(hand.p[0]):
        unit_unrank(map, hand, k, &choice.cards)
        return False
    top = select_bit(hand.p[0], <unsigned int>k)
    t.lead.kind = SINGLE
    t.lead.suit = TRUMP_SUIT if bit(top) & map.suits[TRUMP_SUIT] else top & 3
    t.lead.cards = t.lead.n_units = t.lead.largest = 1
    t.lead.pairs = 0
    t.lead.units[0].width = t.lead.units[0].length = 1
    t.lead.units[0].top = top
    t.lead.units[0].joint = NONE
    t.winner = t.turn
    s.best.suit = t.lead.suit
    s.best.beating = faces_beating(map, t.lead.suit, top)
    _lay(s, s.asked, 0, bit(top))
    return True


cdef inline void follow_single_at_random(State* s) noexcept nogil:
    """All others follow the single card that has been led (R11, R12, R15, R17)."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef uint64_t suit = map.suits[t.lead.suit], beating = s.best.beating, held, face
    cdef const Planes* hand
    cdef int seat = t.turn, place
    for place in range(1, t.players):
        seat = after(t, seat)
        use_stream(s, seat, PLAY_STREAM)
        hand = &s.seats[seat].hand
        face = held = hand.p[0] & suit
        if not held:
            t.voids[seat] |= 1 << t.lead.suit
            face = _draw_face(hand.p[0], &s.memos[seat].rng)
        elif held & (held - 1) or held & hand.p[1]:
            # A choice of cards, if only of copies: drawn like any other.
            face = _draw_face(held, &s.memos[seat].rng)
        _lay(s, seat, place, face)
        if face & beating:
            t.winner = seat
            beating = faces_beating(map, t.lead.suit if face & suit else TRUMP_SUIT, lowest_bit(face))
    t.turn = s.asked = seat
    t.n_plays = t.players
    t.beating = s.best.beating = beating
