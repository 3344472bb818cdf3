# The tricks: leads, throws that fail, follows, who wins (R9-R18, R25, R27).

from .bits cimport lowest_bit
from .digest cimport absorb, absorb_cards
from .formats cimport read_lead, unit_cards
from .friends cimport note_play
from .general.follows cimport follow_allows_general
from .general.reading cimport read_lead_general, read_rainbow
from .general.tricks cimport beats_general, is_bomb, open_trick_general
from .moves cimport follow_allows
from .planes cimport add_cards, contains, count_cards, is_proper, points_of, remove_cards, suit_of, take_face
from .state cimport (BAD_FOLLOW, BAD_UNIT, EMPTY_LEAD, FINE, MIXED_LEAD, NAMING_UNIT, NO_THROWS, NOT_HELD,
                     NOT_PROPER, PLAYING, WRONG_COUNT, State, after)
from .throws cimport failed_units
from .trick cimport beats, faces_beating, open_trick
from .types cimport NONE, THROW, TRUMP_SUIT, Choice, Planes, Table, Unit
from libc.stdint cimport uint8_t, uint64_t


cdef inline void _absorb_play(State* s, const Planes* cards, int planes) noexcept nogil:
    """The play just laid on the table; of single cards every second one, with the one before it."""
    cdef Table* t = &s.table
    if t.lead.cards > 1:
        absorb_cards(&s.digest, cards, planes)
    elif not t.n_plays & 1:
        absorb(&s.digest, t.plays[t.n_plays - 2].p[0], cards.p[0])
    elif t.n_plays == t.players:
        absorb(&s.digest, cards.p[0], 0)


cdef inline void _write_down(State* s) noexcept nogil:
    """Keep the play just laid on the table for those who look at the tricks before."""
    cdef const Table* t = &s.table
    s.leaders[t.trick] = t.leader
    s.past[t.trick * t.players + t.n_plays - 1] = t.plays[t.n_plays - 1]


cdef inline void _record_play(State* s, const Planes* cards, int planes) noexcept nogil:
    """Lay cards of the seat whose turn it is on the table: out of its hand, into trick and record."""
    cdef Table* t = &s.table
    cdef int seat = t.turn
    cdef int j
    for j in range(planes):
        t.plays[t.n_plays].p[j] = cards.p[j]
    t.n_plays += 1
    t.trick_points += points_of(t.map, cards, planes)
    remove_cards(&s.seats[seat].hand, cards, planes)
    _absorb_play(s, cards, planes)
    if not s.upkeep:
        return
    if s.upkeep > 1:
        _write_down(s)
    if t.shown[seat].p[0]:
        remove_cards(&t.shown[seat], cards, planes)
    add_cards(&t.played[seat], cards, planes)
    remove_cards(&t.unplayed, cards, planes)


cdef inline void _record_card(State* s, uint64_t face) noexcept nogil:
    """The same for a single card of two decks, as most plays are, in fewer steps."""
    cdef Table* t = &s.table
    cdef int seat = t.turn
    cdef Planes* hand = &s.seats[seat].hand
    cdef uint64_t twice
    take_face(hand, face)
    t.plays[t.n_plays].p[0] = face
    t.plays[t.n_plays].p[1] = 0
    t.n_plays += 1
    if face & (t.map.fives | t.map.tens):
        t.trick_points += 5 if face & t.map.fives else 10
    _absorb_play(s, &t.plays[t.n_plays - 1], 2)
    if not s.upkeep:
        return
    if s.upkeep > 1:
        _write_down(s)
    twice = t.shown[seat].p[1] & face
    t.shown[seat].p[1] ^= twice
    t.shown[seat].p[0] &= ~face | twice
    t.played[seat].p[1] |= t.played[seat].p[0] & face
    t.played[seat].p[0] |= face
    take_face(&t.unplayed, face)


cdef inline void _lay_lead(State* s, const Planes* led, int planes) noexcept nogil:
    """The lead stands, as t.lead reads it."""
    cdef Table* t = &s.table
    t.winner = t.turn
    if planes > 2:
        open_trick_general(t.spec, t.map, &t.lead, &s.best)
    else:
        open_trick(t.map, &t.lead, &s.best)
    t.beating = s.best.beating
    if planes == 2 and t.lead.cards == 1:
        _record_card(s, led.p[0])
    else:
        _record_play(s, led, planes)
    s.phase = PLAYING


cdef inline bint _read_lead(State* s, const Planes* cards, int planes) noexcept nogil:
    """Read cards as a lead (R8, R35); false if they may not be led together."""
    cdef Table* t = &s.table
    # One card is of one suit.
    if cards.p[0] & (cards.p[0] - 1) and suit_of(t.map, cards.p[0]) < 0:
        return planes > 2 and read_rainbow(t.spec, t.map, cards, &t.lead)
    if planes > 2:
        read_lead_general(t.spec, t.map, cards, &t.lead)
    else:
        read_lead(t.map, cards, &t.lead)
    return True


cdef inline void _lay_forced(State* s, const Unit* forced, int planes) noexcept nogil:
    """Of a failed throw this unit is led (R10)."""
    cdef Planes led
    unit_cards(s.table.map, forced, &led)
    _read_lead(s, &led, planes)
    _lay_lead(s, &led, planes)


cdef inline void _fail_throw(State* s, const Planes* cards, int planes) noexcept nogil:
    """The throw fails: one unit is led, or the next player names which (R10)."""
    cdef Table* t = &s.table
    cdef int i
    t.failed += 1
    t.failed_by[s.asked] += 1
    # Everybody has seen the whole throw: what goes back to the hand stays marked as shown.
    for i in range(planes):
        t.shown[s.asked].p[i] |= cards.p[i]
    if s.upkeep > 1:
        s.thrown[t.trick] = cards[0]
    absorb_cards(&s.digest, cards, planes)
    if s.n_beatable > 1:
        s.phase = NAMING_UNIT
    else:
        _lay_forced(s, &s.beatable[0], planes)


cdef inline bint _throw_stands(State* s) noexcept nogil:
    """R9; if it does not, the units of which one must be led are filled in."""
    cdef Table* t = &s.table
    cdef Planes hands[8]
    cdef uint8_t stopper
    cdef int i
    t.throws += 1
    for i in range(t.players):
        hands[i] = s.seats[i].hand
    s.n_beatable = failed_units(t.spec, t.map, &t.lead, hands, s.asked, s.beatable, &stopper)
    return s.n_beatable == 0


cdef inline int apply_lead(State* s, const Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef const Planes* cards = &choice.cards
    if not is_proper(cards, planes):
        return NOT_PROPER
    if not cards.p[0]:
        return EMPTY_LEAD
    if not contains(&s.seats[s.asked].hand, cards, planes):
        return NOT_HELD
    if not _read_lead(s, cards, planes):
        return MIXED_LEAD
    if t.lead.n_units > 1 and not t.spec.throws:
        return NO_THROWS
    if t.lead.kind == THROW and not _throw_stands(s):
        _fail_throw(s, cards, planes)
    else:
        _lay_lead(s, cards, planes)
    return FINE


cdef inline int apply_unit(State* s, const Choice* choice, int planes) noexcept nogil:
    """R10 `next_names`: the unit named must be led."""
    if choice.named >= s.n_beatable:
        return BAD_UNIT
    _lay_forced(s, &s.beatable[choice.named], planes)
    return FINE


cdef inline bint _follows_suit(const Table* t, const Planes* play, int planes) noexcept nogil:
    """Whether R12 bound the play, so that other suits in it show a void: no rainbow and no bomb."""
    return planes <= 2 or (t.lead.suit != NONE and not (t.spec.bombs and is_bomb(play)))


cdef inline int _why_not(const State* s, const Planes* cards, int planes) noexcept nogil:
    """What is wrong with a follow that is not allowed."""
    if not is_proper(cards, planes):
        return NOT_PROPER
    if not contains(&s.seats[s.asked].hand, cards, planes):
        return NOT_HELD
    if count_cards(cards, planes) != s.table.lead.cards:
        return WRONG_COUNT
    return BAD_FOLLOW


cdef inline int _follow_single(State* s, const Choice* choice) noexcept nogil:
    """The same as apply_follow for a single card of two decks, in fewer steps."""
    cdef Table* t = &s.table
    cdef const Planes* cards = &choice.cards
    cdef uint64_t face = cards.p[0], hand = s.seats[s.asked].hand.p[0]
    cdef uint64_t suit = t.map.suits[t.lead.suit], in_suit = hand & suit
    cdef uint64_t allowed = in_suit if in_suit else hand
    if not face & allowed or face & (face - 1) or cards.p[1] | cards.p[2] | cards.p[3]:
        return _why_not(s, cards, 2)
    if not in_suit:
        t.void_in[t.lead.suit] |= 1 << t.turn
    if face & s.best.beating:
        t.winner = t.turn
        t.beating = s.best.beating = faces_beating(t.map, t.lead.suit if face & suit else TRUMP_SUIT,
                                                   lowest_bit(face))
    _record_card(s, face)
    return FINE


cdef inline int apply_follow(State* s, const Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef const Planes* cards = &choice.cards
    cdef bint allowed, takes
    if planes == 2 and t.lead.cards == 1:
        return _follow_single(s, choice)
    if planes > 2:
        allowed = follow_allows_general(t.spec, t.map, &choice.follow, &s.seats[s.asked].hand, cards)
    else:
        allowed = follow_allows(t.spec, t.map, &choice.follow, &s.seats[s.asked].hand, cards)
    if not allowed:
        return _why_not(s, cards, planes)
    if choice.follow.in_suit < t.lead.cards and _follows_suit(t, cards, planes):
        t.void_in[t.lead.suit] |= 1 << s.asked
    if planes > 2:
        takes = beats_general(t.spec, t.map, &t.lead, cards, &s.best)
    else:
        takes = beats(t.map, &t.lead, cards, &s.best)
    if takes:
        t.winner = s.asked
        t.beating = s.best.beating
    _record_play(s, cards, planes)
    return FINE


cdef inline void answer_calls(State* s, int planes) noexcept nogil:
    """R25: who has answered a call joins with the complete trick."""
    cdef Table* t = &s.table
    cdef int i, seat = t.leader
    for i in range(t.players):
        note_play(t, s.seen, seat, &t.plays[i], planes)
        seat = after(t, seat)


cdef inline void finish_trick(State* s, int planes) noexcept nogil:
    """R18: the winner takes the points and leads."""
    cdef Table* t = &s.table
    if t.n_calls:
        answer_calls(s, planes)
    t.points[t.winner] += t.trick_points
    t.trick_points = 0
    t.trick += 1
    t.n_plays = 0
    s.last_leader = t.leader
    t.leader = t.winner
    t.turn = t.winner
