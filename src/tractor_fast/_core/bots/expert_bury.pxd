# What `expert` buries.

from .orders cimport give, high_faces
from .weights cimport BURY_PAIR, BURY_POINT, BURY_POINTS
from ..planes cimport add_cards, clear, count_in, points_of, remove_cards, restrict_to
from ..types cimport TRUMP_SUIT, Choice, Order, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline int _cheapest_void(const TrumpTable* map, const Seat* seat, const Planes* hand, int suits,
                               int room, double allowed, int planes) noexcept nogil:
    """Of some plain suits (bits) the one that costs least to empty but for its highest row; or -1."""
    cdef int suit, n, points, best = -1
    cdef double cost, least = 1e9
    cdef Planes cards
    for suit in range(4):
        if not (suits >> suit) & 1:
            continue
        restrict_to(hand, map.suits[suit] & ~high_faces(), &cards, planes)
        n = count_in(&cards, map.suits[suit], planes)
        points = points_of(map, &cards, planes)
        if not n or n > room or points > allowed:
            continue
        cost = (n + seat.parameters[BURY_POINT] * points
                + seat.parameters[BURY_PAIR] * (n - count_in(&cards, map.suits[suit], 1)))
        if cost < least:
            least = cost
            best = suit
    return best

cdef inline void expert_bury(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Empty plain suits of all but aces where that costs little; then low plain cards."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t plain = ~map.suits[TRUMP_SUIT], pointless = ~(map.fives | map.tens)
    cdef Planes left = seat.hand, cards
    cdef int room = table.kitty_size, suits = 15, suit
    cdef double allowed = seat.parameters[BURY_POINTS]
    cdef Order order
    clear(&choice.cards)
    while True:
        suit = _cheapest_void(map, seat, &left, suits, room, allowed, planes)
        if suit < 0:
            break
        suits ^= 1 << suit
        restrict_to(&left, map.suits[suit] & ~high_faces(), &cards, planes)
        allowed -= points_of(map, &cards, planes)
        room -= count_in(&cards, map.suits[suit], planes)
        add_cards(&choice.cards, &cards, planes)
        remove_cards(&left, &cards, planes)
    order.tiers[0] = plain & pointless & ~high_faces() & ~left.p[1]
    order.tiers[1] = plain & pointless & ~high_faces()
    order.tiers[2] = plain & map.fives
    order.tiers[3] = plain & map.tens
    order.tiers[4] = plain
    give(&left, &order, room, &choice.cards, planes)
