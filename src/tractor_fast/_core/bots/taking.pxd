# The units of a hand that take a trick.

from .lay_pairs cimport give_pairs, run_faces
from .lay_slots cimport give_slots
from ..bits cimport bit
from ..formats cimport fold, run_tops
from ..general.tricks cimport beats_general, is_bomb, open_trick_general
from ..ladder cimport one_of
from ..planes cimport clear, restrict_to
from ..trick cimport Best
from ..types cimport RAINBOW, TRUMP_SUIT, Follow, Order, Planes, Slots, Table
from libc.stdint cimport uint64_t
from libc.string cimport memset

cdef inline bint bomb_leads(const Table* table) noexcept nogil:
    """Whether the play that leads the trick is a bomb (R34)."""
    cdef int place = table.winner - table.leader
    return table.spec.bombs and is_bomb(&table.plays[place if place >= 0 else place + table.players])

cdef inline uint64_t winning_tops(const Table* table, const Follow* follow, int width, int length,
                                  int planes) noexcept nogil:
    """Tops (folded) of the units out of the pool with which a follow takes a trick of one led unit."""
    cdef uint64_t tops
    # Cards of two suits win nothing.
    if (follow.in_suit and not follow.by_format) or (planes > 2 and bomb_leads(table)):
        return 0
    tops = follow.pool.p[width - 1]
    if length > 1:
        tops = run_tops(table.map, fold(table.map, tops), length)
    return tops & table.beating

cdef inline uint64_t unit_faces(const Table* table, const Follow* follow, int top, int width,
                                int length) noexcept nogil:
    """The faces of the unit that `top`, one of winning_tops, stands for; `width` copies of each."""
    if length == 1:
        return bit(top)
    return run_faces(table.map, follow.pool.p[width - 1], top, length)

cdef inline bint _trump_slots(const Table* table, const Planes* trumps, const Order* order,
                              Planes* out) noexcept nogil:
    """Trumps with the units of a throw of plain cards, if they take it."""
    cdef Slots slots
    cdef Best best
    cdef int i, _, width
    memset(&slots, 0, sizeof(Slots))
    for i in range(table.lead.n_units - 1, -1, -1):
        width = table.lead.units[i].width
        if table.lead.units[i].length == 1:
            slots.tuples[width] += 1
            continue
        slots.runs[slots.n_runs] = 0
        for _ in range(table.lead.units[i].length):
            slots.runs[slots.n_runs] = slots.runs[slots.n_runs] << 4 | width
        slots.n_runs += 1
    if not give_slots(table.map, trumps, table.lead.cards, &slots, order, out):
        return False
    open_trick_general(table.spec, table.map, &table.lead, &best)
    return beats_general(table.spec, table.map, &table.lead, out, &best)

cdef inline bint trump_throw(const Table* table, const Follow* follow, const Order* order, Planes* out,
                             int planes) noexcept nogil:
    """Trump a throw of plain cards that nobody has trumped yet; False where that cannot be done.

    Which trumps does not matter for winning, so the order decides.
    """
    cdef Planes trumps
    cdef uint64_t runs = 0
    cdef int i
    if follow.in_suit or table.lead.suit == TRUMP_SUIT or table.winner != table.leader:
        return False
    restrict_to(&follow.pool, table.map.suits[TRUMP_SUIT], &trumps, planes)
    if planes > 2:
        return table.lead.kind != RAINBOW and _trump_slots(table, &trumps, order, out)
    for i in range(table.lead.n_units):
        if table.lead.units[i].length > 1:
            runs += one_of(table.lead.units[i].length)
    return give_pairs(table.map, &trumps, table.lead.cards, table.lead.pairs, runs, order, out)
