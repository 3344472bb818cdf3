# How `normal` leads: what cannot be beaten, else low from length.

from .choose cimport Order, add_tier, give, masters, run_faces, unseen_cards
from .normal_follow cimport cheap_order
from .weights cimport LEAD_DRAW, LEAD_RUFFED
from ..bits cimport bit, highest_bit, lowest_bit, popcount
from ..formats cimport fold, links
from ..planes cimport clear, count_in
from ..types cimport TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t _safe_suits(const Table* table, const Seat* seat, const Planes* unseen) noexcept nogil:
    """Faces of the plain suits in which no opponent is likely to trump."""
    cdef uint64_t out = 0
    cdef int suit, i, voids = 0
    for i in range(1, table.players, 2):
        i = (seat.seat + i) % table.players
        if not (table.voids[i] >> TRUMP_SUIT) & 1:
            voids |= table.voids[i]
    if not unseen.p[0] & table.map.suits[TRUMP_SUIT]:
        voids = 0
    for suit in range(4):
        if (voids >> suit) & 1:
            continue
        if count_in(unseen, table.map.suits[suit], 2) >= seat.parameters[LEAD_RUFFED]:
            out |= table.map.suits[suit]
    return out

cdef inline void normal_lead(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    cdef const TrumpTable* map = table.map
    cdef const Planes* hand = &seat.hand
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], safe, sure, steps
    cdef Planes unseen
    cdef Order order
    cdef int suit, best = -1, n, most = 0, length, top
    unseen_cards(table, seat, &unseen)
    safe = _safe_suits(table, seat, &unseen)
    clear(&choice.cards)
    sure = masters(map, hand.p[1], unseen.p[1])
    if count_in(hand, trumps, 2) < seat.parameters[LEAD_DRAW] * count_in(&unseen, trumps, 2):
        safe &= ~trumps
    elif (table.team >> seat.seat) & 1:
        safe |= trumps
    if sure & safe:
        top = highest_bit(sure & safe)
        length = 1
        steps = fold(map, hand.p[1])
        steps = links(map, steps)
        if bit(top) & map.equal:
            top = map.step_bit
        while top >= 4 * length and steps & bit(top - 4 * length):
            length += 1
        choice.cards.p[0] = run_faces(map, hand.p[1], top, length)
        choice.cards.p[1] = choice.cards.p[0]
        return
    sure = masters(map, hand.p[0], unseen.p[0]) & safe
    if sure:
        choice.cards.p[0] = bit(highest_bit(sure))
        return
    for suit in range(4):
        n = count_in(hand, map.suits[suit], 2)
        if n > most:
            most = n
            best = suit
    cheap_order(map, &order)
    if best >= 0:
        order.tiers[0] &= map.suits[best]
    give(hand, &order, 1, &choice.cards)
