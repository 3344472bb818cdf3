# How `normal` bids and what it buries.

from .choose cimport Order, add_tier, give, high_faces
from .weights cimport BID_JOKER, BID_MORE, BID_PAIR, BID_REINFORCE, BID_SHARE, BURY_POINTS
from ..bidding cimport trump_shown
from ..bits cimport popcount
from ..planes cimport add_cards, clear, count_cards, count_in, points_of, remove_cards, restrict_to
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

cdef inline int _shortest(const TrumpTable* map, const Planes* hand, int suits, int* cards) noexcept nogil:
    """Of some plain suits (bits) the one with fewest cards below the highest row, and how many; or -1."""
    cdef int suit, n, best = -1
    for suit in range(4):
        if (suits >> suit) & 1:
            n = count_in(hand, map.suits[suit] & ~high_faces(), 2)
            if n and (best < 0 or n < cards[0]):
                cards[0] = n
                best = suit
    return best

cdef inline void normal_bury(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """Empty short plain suits of all but aces where that buries few points; then low plain cards."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t plain = ~map.suits[TRUMP_SUIT], pointless = ~(map.fives | map.tens)
    cdef Planes left = seat.hand, cards
    cdef int room = table.kitty_size, suits = 15, suit, n = 0
    cdef double points, allowed = seat.parameters[BURY_POINTS]
    cdef Order order
    clear(&choice.cards)
    while True:
        suit = _shortest(map, &left, suits, &n)
        if suit < 0 or n > room:
            break
        suits ^= 1 << suit
        restrict_to(&left, map.suits[suit] & ~high_faces(), &cards, 2)
        points = points_of(map, &cards, 2)
        if points <= allowed:
            allowed -= points
            room -= n
            add_cards(&choice.cards, &cards, 2)
            remove_cards(&left, &cards, 2)
    order.n = 0
    add_tier(&order, plain & pointless & ~high_faces() & ~left.p[1])
    add_tier(&order, plain & pointless & ~high_faces())
    add_tier(&order, plain & map.fives)
    add_tier(&order, plain & map.tens)
    add_tier(&order, plain)
    give(&left, &order, room, &choice.cards)
