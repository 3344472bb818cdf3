# `easy`: a beginner.  It bids as soon as it has a few trumps, leads any unit, takes a trick from the
# other side with the lowest unit that does, and else gives low cards away; now and then it just plays
# anything.  It counts nothing and feeds nobody.

from .giving cimport follow_by
from .orders cimport give
from .random cimport lead_unit, name_at_random
from .sides cimport find_allies
from .taking cimport unit_faces, winning_tops
from ..bidding cimport trump_shown
from ..bits cimport lowest_bit
from ..paths cimport draw_follow
from ..planes cimport clear, count_in, set_copies
from ..rng cimport unit_interval
from ..types cimport (BID, BURY, FOLLOW, LEAD, NO_TRUMP, NONE, THROW, UNBROKEN, Choice, Memo, Seat,
                      Table)
from libc.stdint cimport uint64_t

cdef enum:
    BID_TRUMPS = 0       # index of the parameter bid.trumps
    CARELESS = 1         # of careless

# One function for each path, so that the compiler knows the planes in all that they call.

cdef inline int easy_plain(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    return _choose(table, seat, memo, choice, 2)


cdef inline int easy_general(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    return _choose(table, seat, memo, choice, 4)


cdef inline int _choose(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                        int planes) noexcept nogil:
    if choice.decision == FOLLOW:
        if unit_interval(&memo.rng) < seat.parameters[CARELESS]:
            draw_follow(table.spec, table.map, &choice.follow, &memo.rng, &choice.cards, planes)
        elif not _take(table, seat, choice, planes):
            follow_by(table, &choice.follow, &table.map.cheap, memo, &choice.cards, planes)
    elif choice.decision == LEAD:
        lead_unit(table, seat, memo, choice, planes)
    elif choice.decision == BID:
        _bid(table, seat, choice, planes)
    elif choice.decision == BURY:
        clear(&choice.cards)
        give(&seat.hand, &table.map.cheap, table.kitty_size, &choice.cards, planes)
    else:
        name_at_random(table, memo, choice)
    return 0


cdef inline void _bid(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """The first bid open for a suit of which it has a few cards; if it may not pass, the first at least."""
    cdef int i, trump
    choice.bid = 0 if choice.must_bid else NONE
    if table.trump != NONE:
        return  # it leaves kitties alone (R24)
    for i in range(choice.n_bids):
        trump = trump_shown(choice.bids[i].face)
        if trump != NO_TRUMP and (count_in(&seat.hand, 0x111111111111ULL << trump, planes)
                                  >= seat.parameters[BID_TRUMPS]):
            choice.bid = i
            return


cdef inline bint _take(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Take the trick from the other side; False where it has not the unit."""
    cdef int width = table.lead.units[0].width, length = table.lead.units[0].length
    cdef uint64_t tops
    if (table.lead.kind >= THROW or not choice.follow.need or choice.follow.by_format == UNBROKEN
            or (find_allies(table, seat) >> table.winner) & 1):
        return False
    tops = winning_tops(table, &choice.follow, width, length, planes)
    if not tops:
        return False
    set_copies(&choice.cards, unit_faces(table, &choice.follow, lowest_bit(tops), width, length), width)
    return True
