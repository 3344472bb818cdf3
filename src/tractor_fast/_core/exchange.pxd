# What is named and buried before the first lead (R22, R24-R26).

from .auction cimport open_theft
from .bits cimport bit
from .digest cimport absorb, absorb_cards
from .friends cimport callable_faces
from .opening cimport set_trump
from .planes cimport contains, count_cards, is_proper, remove_cards
from .state cimport (BAD_CALL, BAD_PARTNER, BAD_TRUMP, BURYING, FINE, NAMING_FRIENDS, NOT_HELD, NOT_PROPER,
                     PLAYING, SAME_CALL, WRONG_COUNT, State, after)
from .types cimport FRIENDS, NAMED, NO_TRUMP, Choice, Seat, Table
from libc.stdint cimport uint64_t


cdef inline int apply_trump(State* s, const Choice* choice, int planes) noexcept nogil:
    """R22: the declarer's partner names a suit."""
    if choice.named >= NO_TRUMP:
        return BAD_TRUMP
    set_trump(s, choice.named, s.table.declarer, planes)
    return FINE


cdef inline int apply_partner(State* s, const Choice* choice) noexcept nogil:
    """R26: the holder of the card named, first in playing order, is the partner; known to all at once."""
    cdef Table* t = &s.table
    cdef int _, seat = t.declarer
    cdef uint64_t face
    if choice.named >= 54:
        return BAD_PARTNER
    t.named = choice.named
    face = bit(t.map.to_layout[choice.named])
    for _ in range(t.players - 1):
        seat = after(t, seat)
        if s.seats[seat].hand.p[0] & face:
            t.team |= 1 << seat
            break
    absorb(&s.digest, choice.named, 0)
    if t.kitty_size:
        s.phase = BURYING
    else:
        open_theft(s)
    return FINE


cdef inline int apply_bury(State* s, const Choice* choice, int planes) noexcept nogil:
    """R24: as many cards laid back as the kitty had."""
    cdef Seat* seat = &s.seats[s.asked]
    if not is_proper(&choice.cards, planes):
        return NOT_PROPER
    if not contains(&seat.hand, &choice.cards, planes):
        return NOT_HELD
    if count_cards(&choice.cards, planes) != s.table.kitty_size:
        return WRONG_COUNT
    remove_cards(&seat.hand, &choice.cards, planes)
    seat.kitty = choice.cards
    seat.sees_kitty = 1
    absorb_cards(&s.digest, &choice.cards, planes)
    open_theft(s)
    return FINE


cdef inline int apply_friends(State* s, const Choice* choice) noexcept nogil:
    """R25: the cards, and which copy of each, whose players become friends."""
    cdef Table* t = &s.table
    cdef uint64_t allowed = callable_faces(t.spec, t.map)
    cdef int i, j
    for i in range(t.spec.n_friends):
        if choice.calls[i].face >= 54 or not allowed & bit(t.map.to_layout[choice.calls[i].face]):
            return BAD_CALL
        if not 1 <= choice.calls[i].ordinal <= t.decks:
            return BAD_CALL
        for j in range(i):
            if (choice.calls[i].face == choice.calls[j].face
                    and choice.calls[i].ordinal == choice.calls[j].ordinal):
                return SAME_CALL
    t.n_calls = t.spec.n_friends
    for i in range(t.n_calls):
        t.calls[i] = choice.calls[i]
        s.seen[i] = 0
        absorb(&s.digest, choice.calls[i].face, choice.calls[i].ordinal)
    s.phase = PLAYING
    return FINE
