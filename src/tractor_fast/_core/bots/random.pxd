# `random`: every legal choice is as likely as any other.  Bids (passing counts as one), kitty,
# names and follows are uniform over distinct choices, leads over the units of the hand; with
# probability `lead.throws` the lead is instead a throw, uniform over all that may be tried.

from ..bits cimport popcount, select_bit
from ..exchange cimport callable_faces
from ..moves cimport choose_sample, follow_sample, throw_sample, unit_count, unit_unrank
from ..rng cimport below, unit_interval
from ..types cimport (BID, BURY, FOLLOW, LEAD, NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, NONE, Choice, Memo,
                      Seat, Table)
from libc.stdint cimport uint64_t

cdef enum:
    LEAD_THROWS = 0      # index of the parameter lead.throws

cdef inline int random_policy(const Table* table, const Seat* seat, Memo* memo,
                              Choice* choice) noexcept nogil:
    if choice.decision == FOLLOW:
        follow_sample(table.spec, table.map, &choice.follow, &memo.rng, &choice.cards)
    elif choice.decision == LEAD:
        if not (seat.parameters[LEAD_THROWS] > 0
                and table.spec.throws
                and unit_interval(&memo.rng) < seat.parameters[LEAD_THROWS]
                and throw_sample(table.map, &seat.hand, &memo.rng, &choice.cards)):
            unit_unrank(table.map, &seat.hand, below(&memo.rng, unit_count(table.map, &seat.hand)),
                        &choice.cards)
    elif choice.decision == BID:
        choice.bid = <int>below(&memo.rng, choice.n_bids + 1)
        if choice.bid == choice.n_bids:
            choice.bid = NONE
    elif choice.decision == BURY:
        choose_sample(table.spec, &seat.hand, table.kitty_size, &memo.rng, &choice.cards)
    else:
        _name(table, memo, choice)
    return 0


cdef inline void _name(const Table* table, Memo* memo, Choice* choice) noexcept nogil:
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
