# How `normal` leads.  In each suit it looks at what it would lead there (all that nothing unseen beats,
# the highest pair or tractor, a low card) and leads the one worth most, measured as in a follow:
#
#   worth = (2 * chance - 1) * (points led + stake for each card led) + chance * tempo - cost of trumps
#
# where `chance` is that its side wins the trick.

from .choose cimport (Order, cheap_order, first_face, high_faces, masters, next_seat, run_faces,
                      unseen_cards)
from .weights cimport (FOLLOW_HIGH, FOLLOW_TEMPO, FOLLOW_TRUMP, LEAD_DRAW, LEAD_PAIR_BEATEN, LEAD_PARTNER,
                       LEAD_PARTNER_RUFFS, LEAD_STAKE, LEAD_THROWS, LEAD_VOID_RUFFS)
from ..bits cimport bit, highest_bit, popcount
from ..formats cimport faces_above, fold, links
from ..planes cimport clear, count_in, points_of, restrict_to
from ..types cimport TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef struct Ruffers:         # who may trump a plain suit
    int opponents            # how many are not known to be out of trumps
    int voids                # bit s: one of these is known to be void of suit s
    int partner_voids        # the same of the partners

cdef struct Ground:          # of the suit to be led
    double ruffed            # chance that an opponent trumps a single card
    double partner_ruffs     # chance that the partner does, and wins
    double cost              # of each card, for trumps
    double extra             # points for drawing trumps

cdef struct Best:            # the best lead so far
    double worth
    Planes cards

cdef inline void _find_ruffers(const Table* table, const Seat* seat, const Planes* unseen,
                               Ruffers* out) noexcept nogil:
    cdef int i, voids, at = seat.seat
    out.opponents = out.voids = out.partner_voids = 0
    if not unseen.p[0] & table.map.suits[TRUMP_SUIT]:
        return
    for i in range(1, table.players):
        at = next_seat(table, at)
        voids = table.voids[at]
        if (voids >> TRUMP_SUIT) & 1:
            continue
        if i & 1:
            out.opponents += 1
            out.voids |= voids
        else:
            out.partner_voids |= voids

cdef inline void _survey(const Table* table, const Seat* seat, const Planes* unseen, const Ruffers* ruffers,
                         int suit, Ground* out) noexcept nogil:
    """What is known of the voids of the others, or likely by how many cards of the suit are still out."""
    cdef double held = 1, holds
    cdef int _
    out.ruffed = out.partner_ruffs = out.cost = out.extra = 0
    if suit == TRUMP_SUIT:
        out.cost = seat.parameters[FOLLOW_TRUMP]
        if (table.team >> seat.seat) & 1:
            out.extra = seat.parameters[LEAD_DRAW] * (
                count_in(&seat.hand, table.map.suits[suit], 2)
                - 0.5 * count_in(unseen, table.map.suits[suit], 2))
        return
    if (ruffers.voids >> suit) & 1:
        out.ruffed = seat.parameters[LEAD_VOID_RUFFS]
    elif ruffers.opponents:
        holds = 1 - table.spec.absent[count_in(unseen, table.map.suits[suit], 2)]
        for _ in range(ruffers.opponents):
            held *= holds
        out.ruffed = 1 - held
    if (ruffers.partner_voids >> suit) & 1:
        out.partner_ruffs = seat.parameters[LEAD_PARTNER_RUFFS]

cdef inline void _consider(const Table* table, const Seat* seat, const Ground* ground, const Planes* cards,
                           double in_suit, Best* best) noexcept nogil:
    """Keep a lead if it is the best so far; `in_suit`: chance that its side wins if nobody trumps."""
    cdef double chance, worth
    cdef int n = popcount(cards.p[0]) + popcount(cards.p[1])
    chance = max((1 - ground.ruffed / ((<uint64_t>1) << (n - 1))) * in_suit, ground.partner_ruffs)
    worth = ((2 * chance - 1) * seat.parameters[LEAD_STAKE] * n
             + chance * seat.parameters[FOLLOW_TEMPO] + ground.extra)
    if cards.p[0] & (table.map.fives | table.map.tens):
        worth += (2 * chance - 1) * points_of(table.map, cards, 2)
    if ground.cost > 0:
        worth -= ground.cost * n + seat.parameters[FOLLOW_HIGH] * count_in(cards, high_faces(), 2)
    if worth > best.worth:
        best.worth = worth
        best.cards = cards[0]

cdef inline void _consider_run(const Table* table, const Seat* seat, const Planes* unseen, int suit,
                               uint64_t pairs, const Ground* ground, Best* best) noexcept nogil:
    """The highest of some pairs of one suit, with those that are adjacent below it."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t linked = links(map, fold(map, pairs))
    cdef int top = highest_bit(fold(map, pairs)), low = top, length = 1, above
    cdef Planes cards
    above = popcount(fold(map, unseen.p[1] & map.suits[suit]) & faces_above(top))
    while low >= 4 and linked & bit(low - 4):
        low -= 4
        length += 1
    clear(&cards)
    cards.p[0] = cards.p[1] = run_faces(map, pairs, top, length)
    _consider(table, seat, ground, &cards,
              max(0.0, 1 - above * seat.parameters[LEAD_PAIR_BEATEN] / length), best)

cdef inline void _consider_low(const Table* table, const Seat* seat, const Ground* ground, const Planes* held,
                               const Order* order, Best* best) noexcept nogil:
    """A low card, where it could be better than the best lead so far."""
    cdef double chance = max(seat.parameters[LEAD_PARTNER], ground.partner_ruffs)
    cdef Planes cards
    if ((2 * chance - 1) * seat.parameters[LEAD_STAKE] + chance * seat.parameters[FOLLOW_TEMPO]
            + ground.extra - ground.cost > best.worth):
        clear(&cards)
        cards.p[0] = first_face(held, order)
        _consider(table, seat, ground, &cards, seat.parameters[LEAD_PARTNER], best)

cdef inline void normal_lead(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    cdef const TrumpTable* map = table.map
    cdef const Planes* hand = &seat.hand
    cdef uint64_t singles, pairs, sure
    cdef Planes unseen, cards
    cdef Planes held[5]
    cdef Ground grounds[5]
    cdef Order order
    cdef Ruffers ruffers
    cdef Best best
    cdef int suit
    unseen_cards(table, seat, &unseen)
    singles = masters(map, hand.p[0], unseen.p[0])
    pairs = masters(map, hand.p[1], unseen.p[1])
    _find_ruffers(table, seat, &unseen, &ruffers)
    best.worth = -1e9
    clear(&best.cards)
    for suit in range(5):
        restrict_to(hand, map.suits[suit], &held[suit], 2)
        if not held[suit].p[0]:
            continue
        _survey(table, seat, &unseen, &ruffers, suit, &grounds[suit])
        if held[suit].p[1]:
            _consider_run(table, seat, &unseen, suit, held[suit].p[1], &grounds[suit], &best)
        sure = singles & map.suits[suit]
        if sure:
            clear(&cards)
            if table.spec.throws and seat.parameters[LEAD_THROWS] > 0:
                cards.p[1] = pairs & map.suits[suit]
                cards.p[0] = sure | cards.p[1]
            else:
                cards.p[0] = bit(highest_bit(sure))
            _consider(table, seat, &grounds[suit], &cards, 1, &best)
    cheap_order(map, &order)
    for suit in range(5):
        if held[suit].p[0] & ~singles:
            _consider_low(table, seat, &grounds[suit], &held[suit], &order, &best)
    choice.cards = best.cards
