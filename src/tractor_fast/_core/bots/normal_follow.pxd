# How `normal` follows.  It compares a few plays, the one that gives away least (or, to a trick that its
# side should win, most points) and each that takes the trick, and plays the one worth most:
#
#   worth = (2 * chance - 1) * (points on the table + points played + points to come)
#           + chance * tempo - what the cards cost
#
# where `chance` is that its side wins the trick.

from .choose cimport Order, add_tier, follow_by, trump_throw, unit_of, unseen_cards, winning_tops
from .weights cimport (FOLLOW_HIGH, FOLLOW_PAIR_RUFFED, FOLLOW_PARTNER, FOLLOW_TEMPO, FOLLOW_TO_COME,
                       FOLLOW_TRUMP)
from ..bits cimport bit, lowest_bit, popcount
from ..planes cimport count_in, points_of
from ..trick cimport faces_beating
from ..types cimport (SINGLE, THROW, TRACTOR, TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable)
from libc.stdint cimport uint64_t

cdef inline uint64_t high_faces() noexcept nogil:
    """The highest row of plain suits (aces, or kings where the level is A), level cards and jokers."""
    return 0xfffffULL << 44

cdef inline void cheap_order(const TrumpTable* map, Order* order) noexcept nogil:
    """What to give to a trick that the opponents win."""
    cdef uint64_t points = map.fives | map.tens, trumps = map.suits[TRUMP_SUIT]
    order.n = 0
    add_tier(order, ~(points | trumps | high_faces()))
    add_tier(order, ~points & trumps & 0xffffffffffffULL)
    add_tier(order, map.fives)
    add_tier(order, ~(points | trumps))
    add_tier(order, map.tens)

cdef inline void feed_order(const TrumpTable* map, int suit, Order* order) noexcept nogil:
    """What to give to a trick that the partner wins: points, of plain suits or of the suit led."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], willing = ~trumps | map.suits[suit]
    order.n = 0
    add_tier(order, map.tens & willing)
    add_tier(order, map.fives & willing)
    add_tier(order, willing & ~high_faces())
    add_tier(order, willing & ~trumps)
    add_tier(order, trumps & 0xffffffffffffULL)

cdef inline double beaten_chance(const Table* table, const Seat* seat, const Planes* unseen,
                                 uint64_t beating, int other) noexcept nogil:
    """Chance that another seat, still to play, beats a unit that the faces `beating` beat."""
    cdef int voids = table.voids[other], suit = table.lead.suit
    cdef bint void = (voids >> suit) & 1
    cdef uint64_t led = table.map.suits[suit], over = beating & ~led
    cdef double in_suit = 0, trumped = 0
    if table.lead.kind == SINGLE:
        if not void:
            in_suit = 1 - table.spec.absent[count_in(unseen, beating & led, 2)]
        over &= unseen.p[0]
        trumped = 1
    elif table.lead.kind == TRACTOR:
        return 0
    else:
        if not void:
            # A hidden pair is in one of three hands, if it is in one hand at all: one in three.
            in_suit = popcount(unseen.p[1] & beating & led) / 9.0
        over &= unseen.p[1]
        trumped = seat.parameters[FOLLOW_PAIR_RUFFED]
    if over and not (voids >> TRUMP_SUIT) & 1:
        if not void:
            trumped *= table.spec.absent[count_in(unseen, led, 2)]
        in_suit += trumped
    return min(1.0, in_suit)

cdef inline double _worth(const Table* table, const Seat* seat, const Planes* cards, double chance,
                          double stake) noexcept nogil:
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT]
    cdef double worth = (2 * chance - 1) * stake + chance * seat.parameters[FOLLOW_TEMPO]
    if cards.p[0] & (table.map.fives | table.map.tens):
        worth += (2 * chance - 1) * points_of(table.map, cards, 2)
    if cards.p[0] & trumps:
        worth -= (seat.parameters[FOLLOW_TRUMP] * count_in(cards, trumps, 2)
                  + seat.parameters[FOLLOW_HIGH] * count_in(cards, trumps & high_faces(), 2))
    return worth

cdef inline void _feed(const Table* table, Choice* choice) noexcept nogil:
    cdef Order order
    feed_order(table.map, table.lead.suit, &order)
    follow_by(table, &choice.follow, &order, &choice.cards)

cdef inline void _give_least(const Table* table, Choice* choice) noexcept nogil:
    cdef Order order
    cheap_order(table.map, &order)
    follow_by(table, &choice.follow, &order, &choice.cards)

cdef inline void _follow_throw(const Table* table, const Seat* seat, bint ours,
                               Choice* choice) noexcept nogil:
    """A throw stands: only trumps can take it."""
    cdef Planes cards
    cdef Order order
    cdef double stake
    if ours:
        _feed(table, choice)
        return
    _give_least(table, choice)
    cheap_order(table.map, &order)
    if trump_throw(table, &choice.follow, &order, &cards):
        stake = (table.trick_points
                 + seat.parameters[FOLLOW_TO_COME] * (table.players - 1 - table.n_plays))
        if _worth(table, seat, &cards, 1, stake) > _worth(table, seat, &choice.cards, 0, stake):
            choice.cards = cards

cdef inline void normal_follow(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    cdef int to_come = table.players - 1 - table.n_plays, next_seat, top
    cdef bint ours = not (table.winner ^ seat.seat) & 1
    cdef Planes unseen, cards
    cdef uint64_t tops, beating, over, last = 0, led = table.map.suits[table.lead.suit]
    cdef uint64_t points = table.map.fives | table.map.tens
    cdef double stake, chance = ours, best, worth, partner = 0
    if not choice.follow.need:
        choice.cards = choice.follow.forced
        return
    if table.lead.kind == THROW:
        _follow_throw(table, seat, ours, choice)
        return
    if ours and not to_come:
        _feed(table, choice)
        return
    tops = winning_tops(table, &choice.follow)
    if not ours and not tops:
        _give_least(table, choice)
        return
    next_seat = seat.seat + 1 if seat.seat + 1 < table.players else 0
    if to_come:
        unseen_cards(table, seat, &unseen)
        if ours:
            chance = 1 - beaten_chance(table, seat, &unseen, table.beating, next_seat)
        elif to_come > 1:
            partner = seat.parameters[FOLLOW_PARTNER] * beaten_chance(
                table, seat, &unseen, table.beating, next_seat + 1 if next_seat + 1 < table.players else 0)
            chance = partner
    if chance > 0.5:
        _feed(table, choice)
    else:
        _give_least(table, choice)
    stake = table.trick_points + seat.parameters[FOLLOW_TO_COME] * to_come
    best = _worth(table, seat, &choice.cards, chance, stake)
    chance = 1
    while tops:
        top = lowest_bit(tops)
        tops ^= bit(top)
        if to_come:
            beating = faces_beating(table.map, table.lead.suit if bit(top) & led else TRUMP_SUIT, top)
            # A higher unit is of use only where fewer unseen ones beat it, or for its points.
            over = ~(beating & unseen.p[0])
            if over == last and not bit(top) & points:
                continue
            last = over
            chance = 1 - (1 - partner) * beaten_chance(table, seat, &unseen, beating, next_seat)
        unit_of(table, &choice.follow, top, &cards)
        worth = _worth(table, seat, &cards, chance, stake)
        if worth > best:
            best = worth
            choice.cards = cards
        if chance == 1:
            tops &= points
