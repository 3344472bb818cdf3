# `random`: every legal choice is as likely as any other.  Bids (passing counts as one), kitty and
# follows are uniform over distinct choices, leads over the units of the hand; with probability
# `lead.throws` the lead is instead a throw, uniform over all that may be tried.

from ..moves cimport choose_sample, follow_sample, throw_sample, unit_count, unit_unrank
from ..rng cimport below, unit_interval
from ..types cimport BID, BURY, FOLLOW, NONE, Choice, Memo, Seat, Table

cdef enum:
    LEAD_THROWS = 0      # index of the parameter lead.throws

cdef inline int random_policy(const Table* table, const Seat* seat, Memo* memo,
                              Choice* choice) noexcept nogil:
    if choice.decision == FOLLOW:
        follow_sample(table.spec, table.map, &choice.follow, &memo.rng, &choice.cards)
    elif choice.decision == BID:
        choice.bid = <int>below(&memo.rng, choice.n_bids + 1)
        if choice.bid == choice.n_bids:
            choice.bid = NONE
    elif choice.decision == BURY:
        choose_sample(table.spec, &seat.hand, table.kitty_size, &memo.rng, &choice.cards)
    elif (seat.parameters[LEAD_THROWS] > 0
            and unit_interval(&memo.rng) < seat.parameters[LEAD_THROWS]
            and throw_sample(table.map, &seat.hand, &memo.rng, &choice.cards)):
        return 0
    else:
        unit_unrank(table.map, &seat.hand, below(&memo.rng, unit_count(table.map, &seat.hand)), &choice.cards)
    return 0
