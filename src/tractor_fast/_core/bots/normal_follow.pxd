# How `normal` follows.  It compares a few plays, the one that gives away least (or, to a trick that its
# side should win, most points) and each that takes the trick, and plays the one worth most:
#
#   worth = (2 * chance - 1) * (points on the table + points played + points to come)
#           + chance * tempo - what the cards cost
#
# where `chance` is that its side wins the trick.

from .choose cimport (Order, cheap_order, feed, give_least, high_faces, next_seat, trump_throw, unit_of,
                      unseen_cards, winning_tops)
from .weights cimport (FOLLOW_HIGH, FOLLOW_PAIR_RUFFED, FOLLOW_PARTNER, FOLLOW_TEMPO, FOLLOW_TO_COME,
                       FOLLOW_TRUMP)
from ..bits cimport bit, lowest_bit, popcount
from ..planes cimport count_in, points_of
from ..trick cimport faces_beating
from ..types cimport SINGLE, THROW, TRACTOR, TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

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

cdef inline void _follow_throw(const Table* table, const Seat* seat, bint ours,
                               Choice* choice) noexcept nogil:
    """A throw stands: only trumps can take it."""
    cdef Planes cards
    cdef Order order
    cdef double stake
    if ours:
        feed(table, choice)
        return
    give_least(table, choice)
    cheap_order(table.map, &order)
    if trump_throw(table, &choice.follow, &order, &cards):
        stake = (table.trick_points
                 + seat.parameters[FOLLOW_TO_COME] * (table.players - 1 - table.n_plays))
        if _worth(table, seat, &cards, 1, stake) > _worth(table, seat, &choice.cards, 0, stake):
            choice.cards = cards

cdef inline void _take(const Table* table, const Seat* seat, const Planes* unseen, uint64_t tops,
                       double partner, double stake, double best, Choice* choice) noexcept nogil:
    """Take the trick with one of the units that `tops` stand for where that is worth more than `best`.

    partner: chance that a partner still to play takes it back.
    """
    cdef const TrumpTable* map = table.map
    cdef uint64_t points = map.fives | map.tens, beating, threats, last = 0xffffffffffffffffULL
    cdef int to_come = table.players - 1 - table.n_plays, top, suit
    cdef double chance = 1, worth
    cdef Planes cards
    while tops:
        top = lowest_bit(tops)
        tops ^= bit(top)
        if to_come:
            suit = table.lead.suit if bit(top) & map.suits[table.lead.suit] else TRUMP_SUIT
            beating = faces_beating(map, suit, top)
            # A higher unit is of use only where fewer unseen ones beat it, or for its points.
            threats = beating & unseen.p[0]
            if threats == last and not bit(top) & points:
                continue
            last = threats
            chance = 1 - (1 - partner) * beaten_chance(table, seat, unseen, beating,
                                                       next_seat(table, seat.seat))
        unit_of(table, &choice.follow, top, &cards)
        worth = _worth(table, seat, &cards, chance, stake)
        if worth > best:
            best = worth
            choice.cards = cards
        if chance == 1:
            tops &= points

cdef inline void normal_follow(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    cdef int to_come = table.players - 1 - table.n_plays, following = next_seat(table, seat.seat)
    cdef bint ours = not (table.winner ^ seat.seat) & 1
    cdef Planes unseen
    cdef uint64_t tops
    cdef double stake, chance = ours, partner = 0
    if not choice.follow.need:
        choice.cards = choice.follow.forced
        return
    if table.lead.kind == THROW:
        _follow_throw(table, seat, ours, choice)
        return
    if ours and not to_come:
        feed(table, choice)
        return
    tops = winning_tops(table, &choice.follow)
    if not ours and not tops:
        give_least(table, choice)
        return
    if to_come:
        unseen_cards(table, seat, &unseen)
        if ours:
            chance = 1 - beaten_chance(table, seat, &unseen, table.beating, following)
        elif to_come > 1:
            partner = seat.parameters[FOLLOW_PARTNER] * beaten_chance(
                table, seat, &unseen, table.beating, next_seat(table, following))
            chance = partner
    if chance > 0.5:
        feed(table, choice)
    else:
        give_least(table, choice)
    stake = table.trick_points + seat.parameters[FOLLOW_TO_COME] * to_come
    _take(table, seat, &unseen, tops, partner, stake,
          _worth(table, seat, &choice.cards, chance, stake), choice)
