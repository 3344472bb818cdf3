# How `normal` bids, and when it steals the kitty.

from .normal_rules cimport BID_REINFORCE, BID_STEAL, BID_TRUMPS
from .sides cimport find_allies
from ..bidding cimport trump_shown
from ..layout cimport planes_to_layout, planes_to_natural
from ..planes cimport count_in
from ..types cimport NO_TRUMP, NONE, Choice, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef inline int doubled_strength(const Planes* hand, int trump, int planes) noexcept nogil:
    """Twice the trumps of a hand (in the no-trump map) under a trump suit or NO_TRUMP.

    A joker counts for one and a half, and so does each copy of a trump beyond the first.
    """
    cdef uint64_t jokers = 0x88ULL << 56, faces = jokers | (0xfULL << 52)
    cdef int trumps
    if trump != NO_TRUMP:
        faces |= 0x111111111111ULL << trump
    trumps = count_in(hand, faces, planes)
    return 3 * trumps - count_in(hand, faces, 1) + count_in(hand, jokers, planes)

cdef inline void _bid_best(const Planes* hand, double needed, Choice* choice, int planes) noexcept nogil:
    """Bid the strongest trump open to the seat if it is stronger than needed, or if passing is not open."""
    cdef int i, found, best = -1 if choice.must_bid else <int>(2 * needed)
    choice.bid = NONE
    for i in range(choice.n_bids):
        found = doubled_strength(hand, trump_shown(choice.bids[i].face), planes)
        if found > best:
            best = found
            choice.bid = i

cdef inline void _steal(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Take the kitty (R24) from the other side for a trump in which the hand is not much weaker."""
    cdef Planes natural, hand
    choice.bid = NONE
    if (find_allies(table, seat) >> table.exchanger) & 1:
        return
    planes_to_natural(&seat.hand, &natural, table.level, table.trump, planes)
    planes_to_layout(&natural, &hand, table.level, NO_TRUMP, planes)
    _bid_best(&hand, 0.5 * doubled_strength(&hand, table.trump, planes) - seat.parameters[BID_STEAL],
              choice, planes)

cdef inline void normal_bid(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Bid as soon as it holds enough trumps: who waits is often forestalled."""
    cdef double needed
    if table.trump != NONE:
        _steal(table, seat, choice, planes)
        return
    needed = seat.parameters[BID_TRUMPS]
    if table.n_bids and table.bids[table.n_bids - 1].seat == seat.seat:
        needed += seat.parameters[BID_REINFORCE]
    _bid_best(&seat.hand, needed, choice, planes)
