# `random`: every legal choice is as likely as any other.  Bids (passing counts as one), kitty,
# names and follows are uniform over distinct choices, leads over the units of the hand; with
# probability `lead.throws` the lead is instead a throw, uniform over all that may be tried, and with
# probability `bid.passes` it passes.

from ..bits cimport popcount, select_bit
from ..friends cimport callable_faces
from ..general cimport leads as general
from ..general.choices cimport choose_sample_general
from ..moves cimport choose_sample, throw_sample
from ..paths cimport draw_follow, unit_lead, unit_leads
from ..rng cimport below, unit_interval
from ..types cimport (BID, BURY, FOLLOW, LEAD, MAX_HAND, NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, NONE,
                      Choice, Memo, Seat, Table)
from libc.stdint cimport uint64_t

cdef enum:
    LEAD_THROWS = 0      # index of the parameter lead.throws
    BID_PASSES = 1       # of bid.passes

# One function for each path, so that the compiler knows the planes in all that they call.

cdef inline int random_plain(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    return random_choice(table, seat, memo, choice, 2)


cdef inline int random_general(const Table* table, const Seat* seat, Memo* memo,
                               Choice* choice) noexcept nogil:
    return random_choice(table, seat, memo, choice, 4)


cdef inline int random_choice(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                              int planes) noexcept nogil:
    if choice.decision == FOLLOW:
        draw_follow(table.spec, table.map, &choice.follow, &memo.rng, &choice.cards, planes)
    elif choice.decision == LEAD:
        if not (seat.parameters[LEAD_THROWS] > 0
                and table.spec.throws
                and unit_interval(&memo.rng) < seat.parameters[LEAD_THROWS]
                and _throw(table, seat, memo, choice, planes)):
            lead_unit(table, seat, memo, choice, planes)
    elif choice.decision == BID:
        choice.bid = NONE
        if not (seat.parameters[BID_PASSES] > 0
                and not choice.must_bid
                and unit_interval(&memo.rng) < seat.parameters[BID_PASSES]):
            choice.bid = <int>below(&memo.rng, choice.n_bids + 1 - choice.must_bid)
            if choice.bid == choice.n_bids:
                choice.bid = NONE
    elif choice.decision == BURY:
        # With a large kitty there are too many choices for 64 bits.
        if planes > 2 or table.hand_size + table.kitty_size > MAX_HAND:
            choose_sample_general(table.spec, &seat.hand, table.kitty_size, &memo.rng, &choice.cards)
        else:
            choose_sample(table.spec, &seat.hand, table.kitty_size, &memo.rng, &choice.cards)
    else:
        name_at_random(table, memo, choice)
    return 0


cdef inline bint _throw(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                        int planes) noexcept nogil:
    """A uniform throw; False if there is none."""
    if planes > 2:
        return general.throw_sample(table.spec, table.map, &seat.hand, &memo.rng, &choice.cards)
    return throw_sample(table.map, &seat.hand, &memo.rng, &choice.cards)


cdef inline void lead_unit(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                           int planes) noexcept nogil:
    cdef uint64_t n = unit_leads(table.spec, table.map, &seat.hand, planes)
    unit_lead(table.spec, table.map, &seat.hand, below(&memo.rng, n), &choice.cards, planes)


cdef inline void name_at_random(const Table* table, Memo* memo, Choice* choice) noexcept nogil:
    if choice.name_kind == NAME_FRIENDS:
        _call_friends(table, memo, choice)
    elif choice.name_kind == NAME_PARTNER:
        choice.named = <int>below(&memo.rng, 54)
    elif choice.name_kind == NAME_TRUMP:
        choice.named = <int>below(&memo.rng, 4)
    else:
        choice.named = <int>below(&memo.rng, choice.n_units)


cdef inline void _call_friends(const Table* table, Memo* memo, Choice* choice) noexcept nogil:
    """Distinct copies of callable faces: drawn one after the other, a copy drawn twice again."""
    cdef uint64_t faces = callable_faces(table.spec, table.map)
    cdef int i = 0, j, k
    cdef bint again
    while i < table.spec.n_friends:
        k = <int>below(&memo.rng, popcount(faces) * table.decks)
        choice.calls[i].face = table.map.to_natural[select_bit(faces, k // table.decks)]
        choice.calls[i].ordinal = k % table.decks + 1
        again = False
        for j in range(i):
            again |= (choice.calls[j].face == choice.calls[i].face
                      and choice.calls[j].ordinal == choice.calls[i].ordinal)
        i += not again
