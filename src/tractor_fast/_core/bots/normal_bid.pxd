# How `normal` bids and what it buries.

from .choose cimport Order, add_tier, give
from .normal_follow cimport high_faces
from .weights cimport BID_JOKER, BID_MORE, BID_PAIR, BID_REINFORCE, BID_SHARE, BURY_POINTS
from ..bidding cimport trump_shown
from ..bits cimport popcount
from ..planes cimport clear, count_cards, count_in
from ..types cimport NO_TRUMP, NONE, TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline double _strength(const Seat* seat, int trump) noexcept nogil:
    """Trumps under a trump suit (or NO_TRUMP), jokers and pairs among them counted higher."""
    cdef uint64_t faces = 0xfULL << 52 | (<uint64_t>1) << 59 | (<uint64_t>1) << 63
    if trump != NO_TRUMP:
        faces |= 0x111111111111ULL << trump
    return (count_in(&seat.hand, faces, 2)
            + seat.parameters[BID_JOKER] * count_in(&seat.hand, 0x88ULL << 56, 2)
            + seat.parameters[BID_PAIR] * popcount(seat.hand.p[1] & faces))

cdef inline void normal_bid(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """Bid the strongest trump open to the seat if it is well above a fair share of the cards drawn."""
    cdef int i
    cdef double needed = (seat.parameters[BID_MORE]
                          + seat.parameters[BID_SHARE] * count_cards(&seat.hand, 2))
    cdef double strength
    choice.bid = NONE
    if table.n_bids and table.bids[table.n_bids - 1].seat == seat.seat:
        needed += seat.parameters[BID_REINFORCE]
    for i in range(choice.n_bids):
        strength = _strength(seat, trump_shown(choice.bids[i].face))
        if strength > needed:
            needed = strength
            choice.bid = i

cdef inline void normal_bury(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """Lay away low plain cards, from short suits first; then what is left in the order of its use."""
    cdef const TrumpTable* map = table.map
    cdef const Planes* hand = &seat.hand
    cdef uint64_t points = map.fives | map.tens
    cdef uint64_t loose = hand.p[0] & ~hand.p[1] & ~map.suits[TRUMP_SUIT] & ~high_faces(map)
    cdef uint64_t left = 0xf
    cdef Order order
    cdef int suit, n, fewest, best, _
    order.n = 0
    for _ in range(4):
        fewest = 99
        best = 0
        for suit in range(4):
            n = popcount(hand.p[0] & map.suits[suit])
            if (left >> suit) & 1 and n < fewest:
                fewest = n
                best = suit
        left ^= (<uint64_t>1) << best
        add_tier(&order, loose & map.suits[best] & ~points)
    add_tier(&order, ~map.suits[TRUMP_SUIT] & ~points & ~high_faces(map))
    add_tier(&order, map.fives & ~map.suits[TRUMP_SUIT])
    add_tier(&order, map.tens & ~map.suits[TRUMP_SUIT])
    add_tier(&order, ~map.suits[TRUMP_SUIT])
    clear(&choice.cards)
    give(hand, &order, table.kitty_size, &choice.cards)
