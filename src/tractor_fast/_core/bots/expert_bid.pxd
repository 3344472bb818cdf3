# How `expert` bids, and when it steals the kitty.

from .sides cimport find_allies
from .weights cimport BID_JOKER, BID_MORE, BID_PAIR, BID_REINFORCE, BID_SHARE, BID_STEAL
from ..bidding cimport trump_shown
from ..layout cimport planes_to_layout, planes_to_natural
from ..planes cimport count_cards, count_in
from ..types cimport NO_TRUMP, NONE, Choice, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef inline double strength(const Seat* seat, const Planes* hand, int trump, int planes) noexcept nogil:
    """Trumps of a hand (in the no-trump map) under a trump suit or NO_TRUMP.

    Jokers count higher, and so does each copy of a trump beyond the first.
    """
    cdef uint64_t faces = 0xfULL << 52 | (<uint64_t>1) << 59 | (<uint64_t>1) << 63
    cdef int trumps, more
    if trump != NO_TRUMP:
        faces |= 0x111111111111ULL << trump
    trumps = count_in(hand, faces, planes)
    more = trumps - count_in(hand, faces, 1)
    return (trumps
            + seat.parameters[BID_JOKER] * count_in(hand, 0x88ULL << 56, planes)
            + seat.parameters[BID_PAIR] * more)

cdef inline void _bid_best(const Seat* seat, const Planes* hand, double needed, Choice* choice,
                           int planes) noexcept nogil:
    """Bid the strongest trump open to the seat if it is stronger than needed."""
    cdef int i
    cdef double found
    choice.bid = NONE
    for i in range(choice.n_bids):
        found = strength(seat, hand, trump_shown(choice.bids[i].face), planes)
        if found > needed:
            needed = found
            choice.bid = i

cdef inline void _steal(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Take the kitty (R24) from the other side for a trump in which the hand is not much weaker."""
    cdef Planes natural, hand
    choice.bid = NONE
    if (find_allies(table, seat) >> table.exchanger) & 1:
        return
    planes_to_natural(&seat.hand, &natural, table.level, table.trump, planes)
    planes_to_layout(&natural, &hand, table.level, NO_TRUMP, planes)
    _bid_best(seat, &hand, strength(seat, &hand, table.trump, planes) - seat.parameters[BID_STEAL],
              choice, planes)

cdef inline void expert_bid(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Bid if the trump is well above a fair share of the cards drawn."""
    cdef double needed
    if table.trump != NONE:
        _steal(table, seat, choice, planes)
        return
    needed = seat.parameters[BID_MORE] + seat.parameters[BID_SHARE] * count_cards(&seat.hand, planes)
    if table.n_bids and table.bids[table.n_bids - 1].seat == seat.seat:
        needed += seat.parameters[BID_REINFORCE]
    _bid_best(seat, &seat.hand, needed, choice, planes)
