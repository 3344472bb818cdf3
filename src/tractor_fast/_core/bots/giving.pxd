# Legal follows by preference: the runs and tuples that there must be, then what is given first.

from .lay_pairs cimport give_pairs
from .lay_slots cimport give_slots
from .orders cimport give
from ..general.counting cimport follow_sample_general
from ..general.follows cimport hand_rung, meets_unbroken
from ..general.room cimport thread_room
from ..moves cimport follow_unrank
from ..types cimport (ANY_CARDS, BY_RUNG, UNBROKEN, Follow, Memo, Order, Planes, Slots,
                      Table)

cdef inline bint _follow_slots(const Table* table, const Follow* follow, const Order* order,
                               Planes* out) noexcept nogil:
    """The same under every setting; False where this simple way finds none."""
    cdef Slots slots
    if follow.by_format == ANY_CARDS:
        out[0] = follow.forced
        give(&follow.pool, order, follow.need, out, 4)
        return True
    if follow.by_format == BY_RUNG:
        return give_slots(table.map, &follow.pool, follow.need, &follow.slots, order, out)
    return (follow.by_format == UNBROKEN
            and hand_rung(table.spec, table.map, follow, &slots)
            and give_slots(table.map, &follow.pool, follow.need, &slots, order, out)
            and meets_unbroken(table.spec, table.map, follow, out))

cdef inline void follow_by(const Table* table, const Follow* follow, const Order* order, Memo* memo,
                           Planes* out, int planes) noexcept nogil:
    """The legal follow that an order prefers: the pairs and runs that must be, then the other cards.

    Runs that block each other, groups of a rainbow and the like are too rare to be choosy.
    """
    if planes > 2:
        if not _follow_slots(table, follow, order, out):
            follow_sample_general(table.spec, table.map, follow, thread_room(), &memo.rng, out)
    elif not follow.rung.pairs:
        out[0] = follow.forced
        give(&follow.pool, order, follow.need, out, 2)
    elif not give_pairs(table.map, &follow.pool, follow.need, follow.rung.pairs, follow.rung.runs, order,
                        out):
        follow_unrank(table.spec, table.map, follow, 0, out)
