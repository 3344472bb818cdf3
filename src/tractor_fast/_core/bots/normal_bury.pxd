# What `normal` buries.

from .orders cimport give, high_faces
from .normal_rules cimport BURY_POINTS
from ..planes cimport add_cards, clear, count_in, points_of, remove_cards, restrict_to
from ..types cimport TRUMP_SUIT, Choice, Order, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline int _shortest(const TrumpTable* map, const Planes* hand, int suits, int* cards,
                          int planes) noexcept nogil:
    """Of some plain suits (bits) the one with fewest cards below the highest row, and how many; or -1."""
    cdef int suit, n, best = -1
    for suit in range(4):
        if (suits >> suit) & 1:
            n = count_in(hand, map.suits[suit] & ~high_faces(), planes)
            if n and (best < 0 or n < cards[0]):
                cards[0] = n
                best = suit
    return best

cdef inline void normal_bury(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """Empty short plain suits of all but aces where that buries few points; then low plain cards."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t plain = ~map.suits[TRUMP_SUIT], pointless = ~(map.fives | map.tens)
    cdef Planes left = seat.hand, cards
    cdef int room = table.kitty_size, suits = 15, suit, n = 0
    cdef int points, allowed = <int>seat.parameters[BURY_POINTS]
    cdef Order order
    clear(&choice.cards)
    while True:
        suit = _shortest(map, &left, suits, &n, planes)
        if suit < 0 or n > room:
            break
        suits ^= 1 << suit
        restrict_to(&left, map.suits[suit] & ~high_faces(), &cards, planes)
        points = points_of(map, &cards, planes)
        if points <= allowed:
            allowed -= points
            room -= n
            add_cards(&choice.cards, &cards, planes)
            remove_cards(&left, &cards, planes)
    order.tiers[0] = plain & pointless & ~high_faces() & ~left.p[1]
    order.tiers[1] = plain & pointless & ~high_faces()
    order.tiers[2] = plain & map.fives
    order.tiers[3] = plain & map.tens
    order.tiers[4] = plain
    give(&left, &order, room, &choice.cards, planes)
