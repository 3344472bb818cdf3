# How `normal` leads.  In each suit it looks at what it would lead there (all that nothing unseen beats,
# the highest pair or tractor, a low card) and leads the one worth most, measured as in a follow:
#
#   worth = (2 * chance - 1) * (points led + stake for each card led) + chance * tempo - cost of trumps
#
# where `chance` is that its side wins the trick.

from .choose cimport Order, give, masters, run_faces, unseen_cards
from .normal_follow cimport cheap_order, high_faces
from .weights cimport (FOLLOW_HIGH, FOLLOW_TEMPO, FOLLOW_TRUMP, LEAD_DRAW, LEAD_PAIR_BEATEN, LEAD_PARTNER,
                       LEAD_STAKE, LEAD_THROWS)
from ..bits cimport bit, highest_bit, popcount
from ..formats cimport fold, links
from ..planes cimport clear, count_in, points_of, restrict_to
from ..throws cimport faces_above
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
        at = at + 1 if at + 1 < table.players else 0
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
    out.ruffed = out.partner_ruffs = out.cost = 0
    if suit == TRUMP_SUIT:
        out.cost = seat.parameters[FOLLOW_TRUMP]
        return
    if (ruffers.voids >> suit) & 1:
        out.ruffed = 0.9
    elif ruffers.opponents:
        holds = 1 - table.spec.absent[count_in(unseen, table.map.suits[suit], 2)]
        for _ in range(ruffers.opponents):
            held *= holds
        out.ruffed = 1 - held
    if (ruffers.partner_voids >> suit) & 1:
        out.partner_ruffs = 0.7

cdef inline void _consider(const Table* table, const Seat* seat, const Ground* ground, const Planes* cards,
                           double in_suit, double extra, Best* best) noexcept nogil:
    """Keep a lead if it is the best so far; `in_suit`: chance that its side wins if nobody trumps."""
    cdef double chance, worth
    cdef int n = popcount(cards.p[0]) + popcount(cards.p[1])
    chance = max((1 - ground.ruffed / ((<uint64_t>1) << (n - 1))) * in_suit, ground.partner_ruffs)
    worth = ((2 * chance - 1) * seat.parameters[LEAD_STAKE] * n
             + chance * seat.parameters[FOLLOW_TEMPO] + extra)
    if cards.p[0] & (table.map.fives | table.map.tens):
        worth += (2 * chance - 1) * points_of(table.map, cards, 2)
    if ground.cost:
        worth -= ground.cost * n + seat.parameters[FOLLOW_HIGH] * count_in(cards, high_faces(), 2)
    if worth > best.worth:
        best.worth = worth
        best.cards = cards[0]

cdef inline void _consider_run(const Table* table, const Seat* seat, const Planes* unseen, int suit,
                               uint64_t pairs, const Ground* ground, double extra, Best* best) noexcept nogil:
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
    _consider(table, seat, ground, &cards, 1 - above * seat.parameters[LEAD_PAIR_BEATEN] / length, extra,
              best)

cdef inline void normal_lead(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    cdef const TrumpTable* map = table.map
    cdef const Planes* hand = &seat.hand
    cdef uint64_t singles, pairs, led, sure
    cdef Planes unseen, cards, held
    cdef Order order
    cdef Ruffers ruffers
    cdef Ground ground
    cdef Best best
    cdef int suit
    cdef double extra
    unseen_cards(table, seat, &unseen)
    singles = masters(map, hand.p[0], unseen.p[0])
    pairs = masters(map, hand.p[1], unseen.p[1])
    cheap_order(map, &order)
    _find_ruffers(table, seat, &unseen, &ruffers)
    best.worth = -1e9
    clear(&best.cards)
    for suit in range(5):
        led = map.suits[suit]
        restrict_to(hand, led, &held, 2)
        if not held.p[0]:
            continue
        _survey(table, seat, &unseen, &ruffers, suit, &ground)
        extra = 0
        if suit == TRUMP_SUIT and (table.team >> seat.seat) & 1:
            extra = seat.parameters[LEAD_DRAW] * (count_in(hand, led, 2) - 0.5 * count_in(&unseen, led, 2))
        if held.p[1]:
            _consider_run(table, seat, &unseen, suit, held.p[1], &ground, extra, &best)
        sure = singles & led
        clear(&cards)
        if sure and seat.parameters[LEAD_THROWS]:
            cards.p[1] = pairs & led
            cards.p[0] = sure | cards.p[1]
            _consider(table, seat, &ground, &cards, 1, extra, &best)
        elif sure:
            cards.p[0] = bit(highest_bit(sure))
            _consider(table, seat, &ground, &cards, 1, extra, &best)
        clear(&cards)
        give(&held, &order, 1, &cards)
        if not cards.p[0] & singles:
            _consider(table, seat, &ground, &cards, seat.parameters[LEAD_PARTNER], extra, &best)
    choice.cards = best.cards
