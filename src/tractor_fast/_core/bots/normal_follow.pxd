# How `normal` follows.  It compares a few plays, the one that gives away least (or, to a trick that its
# side should win, most points) and each that takes the trick, and plays the one worth most:
#
#   worth = (2 * chance - 1) * (points on the table + points played + points to come)
#           + chance * tempo - what the cards cost
#
# where `chance` is that its side wins the trick.

from .giving cimport feed, give_least
from .orders cimport Order, cheap_order, high_faces
from .sides cimport find_allies, seats_to_come
from .taking cimport bomb_leads, trump_throw, unit_of, winning_tops
from .unseen cimport unseen_cards
from .weights cimport (FOLLOW_HIGH, FOLLOW_PAIR_RUFFED, FOLLOW_PARTNER, FOLLOW_TEMPO, FOLLOW_TO_COME,
                       FOLLOW_TRUMP)
from ..bits cimport bit, lowest_bit, popcount
from ..general.follows cimport meets_unbroken
from ..planes cimport count_in, points_of
from ..trick cimport faces_beating
from ..types cimport (SINGLE, THROW, TRACTOR, TRUMP_SUIT, UNBROKEN, Choice, Memo, Planes, Seat, Table,
                      TrumpTable)
from libc.stdint cimport uint64_t

cdef inline double _tuple_chance(const Table* table, const Planes* unseen, uint64_t faces,
                                 int planes) noexcept nogil:
    """Chance, roughly, that another seat holds a tuple like the one led of some faces.

    A hidden pair is in one of three hands, if it is in one hand at all: one in three.
    """
    cdef int width = table.lead.units[0].width, hands = 1, ways = 0, j, _
    for _ in range(width):
        hands *= table.players - 1
    for j in range(planes):
        # So many choices of `width` copies has the copy after j others of the same face.
        if j >= width - 1:
            ways += <int>table.spec.binomial[j][width - 1] * popcount(unseen.p[j] & faces)
    return ways / <double>hands

cdef inline double _beaten_chance(const Table* table, const Seat* seat, const Planes* unseen,
                                  uint64_t beating, int other, int planes) noexcept nogil:
    """Chance that another seat, still to play, beats a unit that the faces `beating` beat."""
    cdef int voids = table.voids[other], suit = table.lead.suit, width = table.lead.units[0].width, _
    cdef bint void = (voids >> suit) & 1
    cdef uint64_t led = table.map.suits[suit], over = beating & ~led
    cdef double in_suit = 0, trumped = 1
    if table.lead.kind == SINGLE:
        if not void:
            in_suit = 1 - table.spec.absent[count_in(unseen, beating & led, planes)]
        over &= unseen.p[0]
    elif table.lead.kind == TRACTOR:
        return 0
    else:
        if not void:
            in_suit = _tuple_chance(table, unseen, beating & led, planes)
        over &= unseen.p[width - 1]
        for _ in range(1, width):
            trumped *= seat.parameters[FOLLOW_PAIR_RUFFED]
    if over and not (voids >> TRUMP_SUIT) & 1:
        if not void:
            trumped *= table.spec.absent[count_in(unseen, led, planes)]
        in_suit += trumped
    return min(1.0, in_suit)

cdef inline double _beaten_by(const Table* table, const Seat* seat, const Planes* unseen,
                              uint64_t beating, int seats, int planes) noexcept nogil:
    """Chance that one of some seats (bits), still to play, beats it."""
    cdef double chance = 0, one
    while seats:
        one = _beaten_chance(table, seat, unseen, beating, lowest_bit(seats), planes)
        chance += one - chance * one
        seats &= seats - 1
    return chance

cdef inline double _worth(const Table* table, const Seat* seat, const Planes* cards, double chance,
                          double stake, int planes) noexcept nogil:
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT]
    cdef double worth = (2 * chance - 1) * stake + chance * seat.parameters[FOLLOW_TEMPO]
    if cards.p[0] & (table.map.fives | table.map.tens):
        worth += (2 * chance - 1) * points_of(table.map, cards, planes)
    if cards.p[0] & trumps:
        worth -= (seat.parameters[FOLLOW_TRUMP] * count_in(cards, trumps, planes)
                  + seat.parameters[FOLLOW_HIGH] * count_in(cards, trumps & high_faces(), planes))
    return worth

cdef inline double _stake(const Table* table, const Seat* seat) noexcept nogil:
    """Points on the table and to come."""
    return (table.trick_points
            + seat.parameters[FOLLOW_TO_COME] * (table.players - 1 - table.n_plays))

cdef inline bint _bomb(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    """Take the opponents' trick with a bomb (R34) if that is worth more than to lose it."""
    cdef uint64_t faces = choice.follow.bombs, face
    cdef double stake = _stake(table, seat), best, worth
    cdef Planes cards
    cdef bint found = False
    if bomb_leads(table):
        faces &= table.beating
    give_least(table, memo, choice, 4)
    best = _worth(table, seat, &choice.cards, 0, stake, 4)
    while faces:
        face = faces & (0 - faces)
        faces ^= face
        cards.p[0] = cards.p[1] = cards.p[2] = cards.p[3] = face
        worth = _worth(table, seat, &cards, 1, stake, 4)
        if worth > best:
            best = worth
            choice.cards = cards
            found = True
    return found

cdef inline void _follow_throw(const Table* table, const Seat* seat, bint ours, Memo* memo,
                               Choice* choice, int planes) noexcept nogil:
    """A throw stands: only trumps can take it.  So does a rainbow, which takes what it may."""
    cdef Planes cards
    cdef Order order
    cdef double stake
    if ours:
        feed(table, memo, choice, planes)
        return
    give_least(table, memo, choice, planes)
    cheap_order(table.map, &order)
    if trump_throw(table, &choice.follow, &order, &cards, planes):
        stake = _stake(table, seat)
        if (_worth(table, seat, &cards, 1, stake, planes)
                > _worth(table, seat, &choice.cards, 0, stake, planes)):
            choice.cards = cards

cdef inline void _take(const Table* table, const Seat* seat, const Planes* unseen, uint64_t tops,
                       int opponents, double partner, double stake, double best, Choice* choice,
                       int planes) noexcept nogil:
    """Take the trick with one of the units that `tops` stand for where that is worth more than `best`.

    opponents: those still to play, bits.  partner: chance that a partner still to play takes it back.
    """
    cdef const TrumpTable* map = table.map
    cdef uint64_t points = map.fives | map.tens, beating, threats, last = 0xffffffffffffffffULL
    cdef int top, suit
    cdef double chance = 1, worth
    cdef Planes cards
    while tops:
        top = lowest_bit(tops)
        tops ^= bit(top)
        if opponents:
            suit = table.lead.suit if bit(top) & map.suits[table.lead.suit] else TRUMP_SUIT
            beating = faces_beating(map, suit, top)
            # A higher unit is of use only where fewer unseen ones beat it, or for its points.
            threats = beating & unseen.p[0]
            if threats == last and not bit(top) & points:
                continue
            last = threats
            chance = 1 - (1 - partner) * _beaten_by(table, seat, unseen, beating, opponents, planes)
        unit_of(table, &choice.follow, top, &cards, planes)
        if (planes > 2 and choice.follow.by_format == UNBROKEN
                and not meets_unbroken(table.spec, map, &choice.follow, &cards)):
            continue
        worth = _worth(table, seat, &cards, chance, stake, planes)
        if worth > best:
            best = worth
            choice.cards = cards
        if chance == 1:
            tops &= points

cdef inline void normal_follow(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    cdef int allies = find_allies(table, seat), waiting = seats_to_come(table, seat)
    cdef int opponents = waiting & ~allies
    cdef bint ours = (allies >> table.winner) & 1
    cdef Planes unseen
    cdef uint64_t tops
    cdef double stake, chance, partner = 0
    if planes > 2 and choice.follow.bombs and not ours and _bomb(table, seat, memo, choice):
        return
    if not choice.follow.need:
        choice.cards = choice.follow.forced
        return
    if table.lead.kind >= THROW:
        _follow_throw(table, seat, ours, memo, choice, planes)
        return
    if ours and not opponents:
        feed(table, memo, choice, planes)
        return
    tops = winning_tops(table, &choice.follow, planes)
    if not ours and not tops:
        give_least(table, memo, choice, planes)
        return
    if waiting:
        unseen_cards(table, seat, &unseen, planes)
    if waiting & allies:
        partner = seat.parameters[FOLLOW_PARTNER] * _beaten_by(table, seat, &unseen, table.beating,
                                                               waiting & allies, planes)
    chance = partner
    if ours:
        chance = 1 - (1 - partner) * _beaten_by(table, seat, &unseen, table.beating, opponents, planes)
    if chance > 0.5:
        feed(table, memo, choice, planes)
    else:
        give_least(table, memo, choice, planes)
    stake = _stake(table, seat)
    _take(table, seat, &unseen, tops, opponents, partner, stake,
          _worth(table, seat, &choice.cards, chance, stake, planes), choice, planes)
