# How `normal` follows.  Of a few candidates (the cheapest follow, the one with most points, the lowest
# and the highest that take the trick) it plays the one worth most:
#
#   worth = (2 * chance - 1) * (points on the table + points played + points to come)
#           + chance * tempo - what the cards cost
#
# where `chance` is that its side wins the trick.

from .choose cimport (Order, add_tier, follow_by, trump_throw, unit_of, unseen_cards, winning_tops)
from .weights cimport FOLLOW_HIGH, FOLLOW_PARTNER, FOLLOW_TEMPO, FOLLOW_TO_COME, FOLLOW_TRUMP
from ..bits cimport bit, highest_bit, lowest_bit, popcount
from ..planes cimport count_in, points_of
from ..trick cimport faces_beating
from ..types cimport (SINGLE, THROW, TRACTOR, TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable)
from libc.stdint cimport uint64_t

cdef enum:
    TOP_ROW = 11                     # the highest plain row: aces, or kings where the level is A

cdef inline uint64_t high_faces(const TrumpTable* map) noexcept nogil:
    """Aces of plain suits, level cards and jokers."""
    return 0xfffffULL << 4 * TOP_ROW

cdef inline void cheap_order(const TrumpTable* map, Order* order) noexcept nogil:
    """What to give to a trick that the opponents win."""
    cdef uint64_t points = map.fives | map.tens, high = high_faces(map)
    order.n = 0
    add_tier(order, ~points & ~map.suits[TRUMP_SUIT] & ~high)
    add_tier(order, ~points & map.suits[TRUMP_SUIT] & 0xffffffffffffULL)
    add_tier(order, map.fives)
    add_tier(order, ~points & ~map.suits[TRUMP_SUIT])
    add_tier(order, map.tens)

cdef inline void feed_order(const TrumpTable* map, int suit, Order* order) noexcept nogil:
    """What to give to a trick that the partner wins: points, of plain suits or of the suit led."""
    cdef uint64_t high = high_faces(map)
    cdef uint64_t plain = ~map.suits[TRUMP_SUIT] | map.suits[suit]
    order.n = 0
    add_tier(order, map.tens & plain)
    add_tier(order, map.fives & plain)
    add_tier(order, plain & ~high)
    add_tier(order, plain & ~map.suits[TRUMP_SUIT])
    add_tier(order, map.suits[TRUMP_SUIT] & 0xffffffffffffULL)

cdef inline double absent(int n) noexcept nogil:
    """Chance that one of three hidden hands holds none of n cards."""
    cdef double out = 1, power = 2.0 / 3
    while n:
        if n & 1:
            out *= power
        power *= power
        n >>= 1
    return out

cdef inline double beaten_chance(const Table* table, const Planes* unseen, uint64_t beating,
                                 int opponent) noexcept nogil:
    """Chance that an opponent still to play beats the play that faces `beating` beat."""
    cdef int suit = table.lead.suit, voids = table.voids[opponent]
    cdef uint64_t led = table.map.suits[suit], trumps = table.map.suits[TRUMP_SUIT]
    cdef uint64_t out
    cdef double ruffs = 0, tops = 0
    if table.lead.kind == SINGLE:
        out = unseen.p[0] & beating
        if not (voids >> suit) & 1:
            tops = 1 - absent(popcount(out & led) + popcount(unseen.p[1] & beating & led))
    elif table.lead.kind == TRACTOR or table.lead.kind == THROW:
        return 0
    else:
        out = unseen.p[1] & beating
        if not (voids >> suit) & 1:
            tops = popcount(out & led) / 9.0
    if suit != TRUMP_SUIT and not (voids >> TRUMP_SUIT) & 1 and out & trumps:
        ruffs = 1.0 if table.lead.kind == SINGLE else 0.5
        if not (voids >> suit) & 1:
            ruffs *= absent(popcount(unseen.p[0] & led) + popcount(unseen.p[1] & led))
    return min(1.0, tops + ruffs)

cdef inline double _cost(const Table* table, const Seat* seat, const Planes* cards) noexcept nogil:
    return (seat.parameters[FOLLOW_TRUMP] * count_in(cards, table.map.suits[TRUMP_SUIT], 2)
            + seat.parameters[FOLLOW_HIGH] * count_in(cards, high_faces(table.map), 2))

cdef inline double _worth(const Table* table, const Seat* seat, const Planes* cards, double chance,
                          double stake) noexcept nogil:
    return ((2 * chance - 1) * (stake + points_of(table.map, cards, 2))
            + chance * seat.parameters[FOLLOW_TEMPO] - _cost(table, seat, cards))

cdef inline void normal_follow(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    cdef const TrumpTable* map = table.map
    cdef int to_come = table.players - 1 - table.n_plays, opponent, top
    cdef bint ours = not (table.winner ^ seat.seat) & 1
    cdef Order order
    cdef Planes unseen, cards
    cdef uint64_t tops, beating
    cdef double stake, chance, best, worth, partner
    if not choice.follow.need:
        choice.cards = choice.follow.forced
        return
    if not to_come and ours:
        feed_order(map, table.lead.suit, &order)
        follow_by(table, &choice.follow, &order, &choice.cards)
        return
    stake = table.trick_points + seat.parameters[FOLLOW_TO_COME] * to_come
    opponent = seat.seat + 1 if seat.seat + 1 < table.players else 0
    chance = ours
    partner = 0
    if to_come:
        unseen_cards(table, seat, &unseen)
        if ours:
            chance = 1 - beaten_chance(table, &unseen, table.beating, opponent)
        elif to_come > 1:
            partner = seat.parameters[FOLLOW_PARTNER]
            chance = partner
    if 2 * chance > 1:
        feed_order(map, table.lead.suit, &order)
    else:
        cheap_order(map, &order)
    follow_by(table, &choice.follow, &order, &choice.cards)
    best = _worth(table, seat, &choice.cards, chance, stake)
    if table.lead.kind == THROW:
        if not ours:
            cheap_order(map, &order)
            if (trump_throw(table, &choice.follow, &order, &cards)
                    and _worth(table, seat, &cards, 1, stake) > best):
                choice.cards = cards
        return
    tops = winning_tops(table, &choice.follow)
    while tops:
        top = lowest_bit(tops)
        tops ^= bit(top)
        unit_of(table, &choice.follow, top, &cards)
        chance = 1
        if to_come:
            beating = faces_beating(
                map, table.lead.suit if bit(top) & map.suits[table.lead.suit] else TRUMP_SUIT, top)
            chance = 1 - beaten_chance(table, &unseen, beating, opponent)
            chance += (1 - chance) * partner
        worth = _worth(table, seat, &cards, chance, stake)
        if worth > best:
            best = worth
            choice.cards = cards
