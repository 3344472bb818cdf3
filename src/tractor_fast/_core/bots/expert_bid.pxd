# How `expert` bids, and when it steals the kitty.

from .sides cimport find_allies
from .weights cimport (BID_ACE, BID_ATTACKER, BID_EARLY, BID_JOKER, BID_MIN_TRUMPS, BID_NO_TRUMP,
                       BID_OVER_OPPONENT, BID_OVER_PARTNER, BID_PAIR, BID_REINFORCE, BID_STEAL)
from ..bidding cimport trump_shown
from ..layout cimport planes_to_layout, planes_to_natural
from ..planes cimport count_cards, count_in
from ..selects cimport only_if
from ..types cimport FIXED, NO_TRUMP, NONE, Choice, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef inline double strength(const Seat* seat, const Planes* hand, int trump, int planes) noexcept nogil:
    """Trumps of a hand (in the no-trump map) under a trump suit or NO_TRUMP.

    Jokers count higher, and so do each copy of a trump beyond the first and the aces beside trump.
    """
    cdef uint64_t faces = 0xfULL << 52 | 0x88ULL << 56, aces = 0xfULL << 44
    cdef int trumps, more
    cdef double found = 0
    if trump == NO_TRUMP:
        found = seat.parameters[BID_NO_TRUMP]
    else:
        faces |= 0x111111111111ULL << trump
        aces &= ~faces
    trumps = count_in(hand, faces, planes)
    more = trumps - count_in(hand, faces, 1)
    return (found + trumps
            + seat.parameters[BID_JOKER] * count_in(hand, 0x88ULL << 56, planes)
            + seat.parameters[BID_PAIR] * more
            + seat.parameters[BID_ACE] * count_in(hand, aces, planes))

cdef inline void _bid_best(const Seat* seat, const Planes* hand, double needed, Choice* choice,
                           int planes) noexcept nogil:
    """Bid the strongest trump open to the seat if it is as strong as needed, or if passing is not open."""
    cdef int i
    cdef double found
    if choice.must_bid:
        needed = -1e9
    choice.bid = NONE
    for i in range(choice.n_bids):
        found = strength(seat, hand, trump_shown(choice.bids[i].face), planes)
        if found >= needed and (choice.bid == NONE or found > needed):
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

cdef inline double threshold(const Table* table, const Seat* seat, int drawn) noexcept nogil:
    """How strong a hand of so many cards must be to bid: `bid.min_trumps` once all cards are drawn."""
    cdef double early = seat.parameters[BID_EARLY], needed
    cdef int top, over = BID_OVER_OPPONENT
    cdef bint pairs = table.spec.partners == FIXED
    needed = seat.parameters[BID_MIN_TRUMPS] * (early + (1 - early) * drawn / table.hand_size)
    # Who is asked is hard to foresee: in no branch.
    needed += only_if(pairs & (table.declarer != NONE) & (table.declarer ^ seat.seat),
                      seat.parameters[BID_ATTACKER])
    if not table.n_bids:
        return needed
    top = table.bids[table.n_bids - 1].seat
    over = BID_OVER_PARTNER if pairs & ~(top ^ seat.seat) else over
    over = BID_REINFORCE if top == seat.seat else over
    return needed + seat.parameters[over]

cdef inline void expert_bid(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Bid if the trump is well above a fair share of the cards drawn."""
    if table.trump != NONE:
        _steal(table, seat, choice, planes)
        return
    _bid_best(seat, &seat.hand, threshold(table, seat, count_cards(&seat.hand, planes)), choice, planes)
