# The two entry points of a deal: run on to the next choice, and carry a choice out.

from .auction cimport apply_bid, close_bidding, next_bidder, next_thief
from .exchange cimport apply_bury, apply_friends, apply_partner, apply_trump
from .finish cimport finish_deal
from .paths cimport ask_follow
from .play cimport apply_follow, apply_lead, apply_unit, finish_trick
from .rng cimport BURY_STREAM, NAME_STREAM, PLAY_STREAM
from .state cimport (BURYING, CLOSING, FINISHED, NAMING_FRIENDS, NAMING_PARTNER, NAMING_TRUMP, NAMING_UNIT,
                     PLAYING, STEALING, State, after, use_stream)
from .types cimport (BID, BURY, FOLLOW, FRIENDS, LEAD, NAME, NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP,
                     NAME_UNIT, Choice, Table)
from libc.string cimport memcpy


cdef inline bint next_decision(State* s, Choice* choice, int planes) noexcept nogil:
    """Run on to the next choice; fills the in part of `choice` and s.asked; false when the deal is over."""
    cdef Table* t = &s.table
    if s.phase != PLAYING and _before_a_play(s, choice, planes):
        return s.phase != FINISHED
    if t.n_plays == t.players:
        finish_trick(s, planes)
    if t.n_plays == 0:
        if not s.seats[t.turn].hand.p[0]:
            finish_deal(s, planes)
            return False
        choice.decision = LEAD
    else:
        t.turn = after(t, t.turn)
        choice.decision = FOLLOW
        ask_follow(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &choice.follow, planes)
    s.asked = t.turn
    use_stream(s, s.asked, PLAY_STREAM)
    return True


cdef inline bint _before_a_play(State* s, Choice* choice, int planes) noexcept nogil:
    """All decisions but leads and follows; false when it is time for one of these."""
    cdef Table* t = &s.table
    # A redeal begins the bidding again.
    while s.phase <= CLOSING:
        if next_bidder(s, choice, planes):
            return True
        close_bidding(s, planes)
    if s.phase == STEALING:
        if next_thief(s, choice, planes):
            return True
        s.phase = NAMING_FRIENDS if t.spec.partners == FRIENDS else PLAYING
    if s.phase == PLAYING:
        return False
    if s.phase == BURYING:
        choice.decision = BURY
        s.asked = t.exchanger
        use_stream(s, s.asked, BURY_STREAM)
    elif s.phase != FINISHED:
        ask_name(s, choice)
    return True


cdef inline void ask_name(State* s, Choice* choice) noexcept nogil:
    """Ask for the name that the phase is about."""
    cdef Table* t = &s.table
    choice.decision = NAME
    s.asked = t.declarer
    if s.phase == NAMING_FRIENDS:
        choice.name_kind = NAME_FRIENDS
    elif s.phase == NAMING_PARTNER:
        choice.name_kind = NAME_PARTNER
    elif s.phase == NAMING_TRUMP:
        choice.name_kind = NAME_TRUMP
        s.asked = (t.declarer + 2) % t.players
    else:
        choice.name_kind = NAME_UNIT
        choice.n_units = s.n_beatable
        memcpy(choice.units, s.beatable, sizeof(s.beatable))
        s.asked = after(t, t.turn)
    use_stream(s, s.asked, NAME_STREAM)


cdef inline int apply(State* s, const Choice* choice, int planes) noexcept nogil:
    """Check the choice of the seat asked and carry it out; a Refusal leaves the state as it was."""
    if choice.decision == FOLLOW:
        return apply_follow(s, choice, planes)
    if choice.decision == LEAD:
        return apply_lead(s, choice, planes)
    if choice.decision == BID:
        return apply_bid(s, choice, planes)
    if choice.decision == BURY:
        return apply_bury(s, choice, planes)
    if choice.name_kind == NAME_FRIENDS:
        return apply_friends(s, choice)
    if choice.name_kind == NAME_PARTNER:
        return apply_partner(s, choice)
    if choice.name_kind == NAME_TRUMP:
        return apply_trump(s, choice, planes)
    return apply_unit(s, choice, planes)
