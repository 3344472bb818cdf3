# How `normal` leads.  In each suit it looks at what it would lead there (all that nothing unseen beats,
# the tractors, the highest pair, a low card) and leads the one worth most, measured as in a follow:
#
#   worth = (2 * chance - 1) * (points led + stake for each card led) + chance * tempo - cost of trumps
#
# where `chance` is that its side wins the trick.

from .lay_pairs cimport run_faces
from .orders cimport Order, cheap_order, first_face, high_faces
from .sides cimport find_allies, next_seat, partners_share
from .unseen cimport masters, unseen_cards
from .weights cimport (FOLLOW_HIGH, FOLLOW_TEMPO, FOLLOW_TRUMP, LEAD_DRAW, LEAD_PAIR_BEATEN, LEAD_PARTNER,
                       LEAD_PARTNER_RUFFS, LEAD_STAKE, LEAD_THROWS, LEAD_VOID_RUFFS)
from ..bits cimport bit, highest_bit, popcount
from ..formats cimport faces_above, fold, links
from ..general.reading cimport read_lead_general
from ..planes cimport clear, count_cards, count_in, points_of, restrict_to
from ..throws cimport beaten_units
from ..types cimport TRUMP_SUIT, Choice, Lead, Planes, Seat, Table, TrumpTable
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

cdef inline void _find_ruffers(const Table* table, const Seat* seat, const Planes* unseen, int allies,
                               Ruffers* out) noexcept nogil:
    cdef int _, voids, at = seat.seat
    out.opponents = out.voids = out.partner_voids = 0
    if not unseen.p[0] & table.map.suits[TRUMP_SUIT]:
        return
    for _ in range(1, table.players):
        at = next_seat(table, at)
        voids = table.voids[at]
        if (voids >> TRUMP_SUIT) & 1:
            continue
        if (allies >> at) & 1:
            out.partner_voids |= voids
        else:
            out.opponents += 1
            out.voids |= voids

cdef inline void _survey(const Table* table, const Seat* seat, const Planes* unseen, int allies,
                         const Ruffers* ruffers, int suit, Ground* out, int planes) noexcept nogil:
    """What is known of the voids of the others, or likely by how many cards of the suit are still out."""
    cdef double held = 1, holds
    cdef int _
    out.ruffed = out.partner_ruffs = out.cost = out.extra = 0
    if suit == TRUMP_SUIT:
        out.cost = seat.parameters[FOLLOW_TRUMP]
        if (allies >> table.declarer) & 1:
            out.extra = seat.parameters[LEAD_DRAW] * (
                count_in(&seat.hand, table.map.suits[suit], planes)
                - 0.5 * count_in(unseen, table.map.suits[suit], planes))
        return
    if (ruffers.voids >> suit) & 1:
        out.ruffed = seat.parameters[LEAD_VOID_RUFFS]
    elif ruffers.opponents:
        holds = 1 - table.spec.absent[count_in(unseen, table.map.suits[suit], planes)]
        for _ in range(ruffers.opponents):
            held *= holds
        out.ruffed = 1 - held
    if (ruffers.partner_voids >> suit) & 1:
        out.partner_ruffs = seat.parameters[LEAD_PARTNER_RUFFS]

cdef inline void _consider(const Table* table, const Seat* seat, const Ground* ground, const Planes* cards,
                           double in_suit, Best* best, int planes) noexcept nogil:
    """Keep a lead if it is the best so far; `in_suit`: chance that its side wins if nobody trumps."""
    cdef double chance, worth
    cdef int n = count_cards(cards, planes)
    chance = max((1 - ground.ruffed / ((<uint64_t>1) << (n - 1))) * in_suit, ground.partner_ruffs)
    worth = ((2 * chance - 1) * seat.parameters[LEAD_STAKE] * n
             + chance * seat.parameters[FOLLOW_TEMPO] + ground.extra)
    if cards.p[0] & (table.map.fives | table.map.tens):
        worth += (2 * chance - 1) * points_of(table.map, cards, planes)
    if ground.cost > 0:
        worth -= ground.cost * n + seat.parameters[FOLLOW_HIGH] * count_in(cards, high_faces(), planes)
    if worth > best.worth:
        best.worth = worth
        best.cards = cards[0]

cdef inline void _consider_runs(const Table* table, const Seat* seat, const Planes* unseen, int suit,
                                uint64_t tuples, int width, const Ground* ground, Best* best,
                                int planes) noexcept nogil:
    """The tractors of some tuples of one suit, and the highest tuple if it is in none."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t steps = fold(map, tuples), linked = links(map, steps), tops = steps & ~linked
    cdef uint64_t higher = fold(map, unseen.p[width - 1] & map.suits[suit])
    cdef int top, low, length, above, j
    cdef bint highest = True
    cdef Planes cards
    while tops:
        top = low = highest_bit(tops)
        tops ^= bit(top)
        length = 1
        while low >= 4 and linked & bit(low - 4):
            low -= 4
            length += 1
        if planes > 2 and (width < table.spec.tractor_width or length < table.spec.tractor_length):
            length = 1
        if length > 1 or highest:
            above = popcount(higher & faces_above(top))
            clear(&cards)
            cards.p[0] = run_faces(map, tuples, top, length)
            for j in range(1, width):
                cards.p[j] = cards.p[0]
            _consider(table, seat, ground, &cards,
                      max(0.0, 1 - above * seat.parameters[LEAD_PAIR_BEATEN] / length), best, planes)
        highest = False

cdef inline void _consider_low(const Table* table, const Seat* seat, const Ground* ground, const Planes* held,
                               const Order* order, double in_suit, Best* best, int planes) noexcept nogil:
    """A low card, where it could be better than the best lead so far."""
    cdef double chance = max(in_suit, ground.partner_ruffs)
    cdef Planes cards
    if ((2 * chance - 1) * seat.parameters[LEAD_STAKE] + chance * seat.parameters[FOLLOW_TEMPO]
            + ground.extra - ground.cost > best.worth):
        clear(&cards)
        cards.p[0] = first_face(held, order)
        _consider(table, seat, ground, &cards, in_suit, best, planes)

cdef inline void _sure_throw(const Table* table, const Seat* seat, const Planes* unseen, int suit,
                             const uint64_t* sure, Planes* out, int planes) noexcept nogil:
    """All cards of a suit that nothing unseen beats; `sure`: faces, by width less one."""
    cdef uint64_t faces = table.map.suits[suit]
    cdef Lead lead
    if planes == 2:
        clear(out)
        out.p[1] = sure[1] & faces
        out.p[0] = (sure[0] & faces) | out.p[1]
        return
    restrict_to(&seat.hand, faces & (sure[0] | sure[1] | sure[2] | sure[3]), out, 4)
    read_lead_general(table.spec, table.map, out, &lead)
    # A tractor of pairs leaves the third copies over as single cards, which may be beaten.
    if beaten_units(table.map, &lead, unseen):
        restrict_to(&seat.hand, faces & sure[0], out, 4)

cdef inline void normal_lead(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    cdef const TrumpTable* map = table.map
    cdef const Planes* hand = &seat.hand
    cdef uint64_t sure[4]
    cdef Planes unseen, cards
    cdef Planes held[5]
    cdef Ground grounds[5]
    cdef Order order
    cdef Ruffers ruffers
    cdef Best best
    cdef int suit, width, allies = find_allies(table, seat)
    cdef double partners = min(1.0, seat.parameters[LEAD_PARTNER] * partners_share(table, allies))
    unseen_cards(table, seat, &unseen, planes)
    for width in range(planes):
        sure[width] = masters(map, hand.p[width], unseen.p[width])
    _find_ruffers(table, seat, &unseen, allies, &ruffers)
    best.worth = -1e9
    clear(&best.cards)
    for suit in range(5):
        restrict_to(hand, map.suits[suit], &held[suit], planes)
        if not held[suit].p[0]:
            continue
        _survey(table, seat, &unseen, allies, &ruffers, suit, &grounds[suit], planes)
        for width in range(2, planes + 1):
            if held[suit].p[width - 1]:
                _consider_runs(table, seat, &unseen, suit, held[suit].p[width - 1], width, &grounds[suit],
                               &best, planes)
        if sure[0] & map.suits[suit]:
            if table.spec.throws and seat.parameters[LEAD_THROWS] > 0:
                _sure_throw(table, seat, &unseen, suit, sure, &cards, planes)
            else:
                clear(&cards)
                cards.p[0] = bit(highest_bit(sure[0] & map.suits[suit]))
            _consider(table, seat, &grounds[suit], &cards, 1, &best, planes)
    cheap_order(map, &order)
    for suit in range(5):
        if held[suit].p[0] & ~sure[0]:
            _consider_low(table, seat, &grounds[suit], &held[suit], &order, partners, &best, planes)
    choice.cards = best.cards
