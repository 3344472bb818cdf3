# How `expert` leads.  In each suit it looks at what it would lead there (all that nothing unseen beats,
# the tractors, the highest pair, a low card) and leads the one worth most, measured as in a follow:
#
#   worth = (2 * chance - 1) * (points led + stake for each card led) + chance * tempo - cost of trumps
#
# where `chance` is that its side wins the trick.

from .lay_pairs cimport run_faces
from .orders cimport first_face, high_faces
from .sides cimport find_allies, partners_share
from .unseen cimport unbeaten, unseen_cards
from .weights cimport (FOLLOW_HIGH, FOLLOW_TEMPO, FOLLOW_TRUMP, LEAD_DRAW, LEAD_PAIR_BEATEN, LEAD_PARTNER,
                       LEAD_PARTNER_RUFFS, LEAD_STAKE, LEAD_THROWS, LEAD_VOID_RUFFS)
from ..bits cimport bit, highest_bit, popcount
from ..formats cimport faces_above, fold, links
from ..general.reading cimport read_lead_general
from ..planes cimport clear, count_cards, count_in, points_of, restrict_to, set_copies
from ..throws cimport beaten_units
from ..types cimport TRUMP_SUIT, Choice, Lead, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef struct Ruffers:         # seats that may trump a plain suit, bits
    int opponents
    int partners

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
    """Who may hold a trump, as far as the seat knows."""
    cdef int may = 0
    if unseen.p[0] & table.map.suits[TRUMP_SUIT]:
        may = ((1 << table.players) - 1) & ~(table.void_in[TRUMP_SUIT] | 1 << seat.seat)
    out.opponents = may & ~allies
    out.partners = may & allies

cdef inline void _survey(const Table* table, const Seat* seat, const Planes* unseen, int allies,
                         const Ruffers* ruffers, int suit, Ground* out, int planes) noexcept nogil:
    """What is known of the voids of the others, or likely by how many cards of the suit are still out."""
    cdef double held = 1, holds
    cdef int _, void = table.void_in[suit]
    out.ruffed = out.partner_ruffs = out.cost = out.extra = 0
    if suit == TRUMP_SUIT:
        out.cost = seat.parameters[FOLLOW_TRUMP]
        if (allies >> table.declarer) & 1:
            out.extra = seat.parameters[LEAD_DRAW] * (
                count_in(&seat.hand, table.map.suits[suit], planes)
                - 0.5 * count_in(unseen, table.map.suits[suit], planes))
        return
    if void & ruffers.opponents:
        out.ruffed = seat.parameters[LEAD_VOID_RUFFS]
    elif ruffers.opponents:
        holds = 1 - table.spec.absent[count_in(unseen, table.map.suits[suit], planes)]
        for _ in range(popcount(ruffers.opponents)):
            held *= holds
        out.ruffed = 1 - held
    if void & ruffers.partners:
        out.partner_ruffs = seat.parameters[LEAD_PARTNER_RUFFS]

cdef inline double _prospect(const Seat* seat, double chance, int cards, int points) noexcept nogil:
    return ((2 * chance - 1) * (seat.parameters[LEAD_STAKE] * cards + points)
            + chance * seat.parameters[FOLLOW_TEMPO])

cdef inline void _consider(const Table* table, const Seat* seat, const Ground* ground, const Planes* cards,
                           double in_suit, Best* best, int planes) noexcept nogil:
    """Keep a lead if it is the best so far; `in_suit`: chance that its side wins if nobody trumps."""
    cdef double chance = in_suit, worth
    cdef int n = count_cards(cards, planes), points = 0
    if ground.ruffed > 0:
        chance *= 1 - (ground.ruffed if n == 1 else ground.ruffed / ((<uint64_t>1) << (n - 1)))
    if cards.p[0] & (table.map.fives | table.map.tens):
        points = points_of(table.map, cards, planes)
    worth = _prospect(seat, max(chance, ground.partner_ruffs), n, points) + ground.extra - ground.cost * n
    if worth <= best.worth:
        return
    if ground.cost > 0:
        worth -= seat.parameters[FOLLOW_HIGH] * count_in(cards, high_faces(), planes)
    if worth > best.worth:
        best.worth = worth
        best.cards = cards[0]

cdef inline void _consider_runs(const Table* table, const Seat* seat, const Planes* unseen, int suit,
                                uint64_t tuples, int width, const Ground* ground, Best* best,
                                int planes) noexcept nogil:
    """The tractors of some tuples of one suit, and the highest tuple if it is in none."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t steps = fold(map, tuples), linked = links(map, steps)
    cdef uint64_t tops = bit(highest_bit(steps)) | linked << 4 & ~linked
    cdef uint64_t higher = fold(map, unseen.p[width - 1] & map.suits[suit])
    cdef int top, low, length, above
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
            set_copies(&cards, run_faces(map, tuples, top, length), width)
            _consider(table, seat, ground, &cards,
                      max(0.0, 1 - above * seat.parameters[LEAD_PAIR_BEATEN] / length), best, planes)
        highest = False

cdef inline void _consider_low(const Table* table, const Seat* seat, const Ground* ground, const Planes* held,
                               double in_suit, Best* best, int planes) noexcept nogil:
    """A low card, where it could be better than the best lead so far."""
    cdef Planes cards
    cdef double chance = max(in_suit * (1 - ground.ruffed), ground.partner_ruffs)
    if _prospect(seat, chance, 1, 0) + ground.extra - ground.cost > best.worth:
        set_copies(&cards, first_face(held, &table.map.cheap), 1)
        _consider(table, seat, ground, &cards, in_suit, best, planes)

cdef inline void _sure_throw(const Table* table, const Planes* held, const Planes* sure,
                             const Planes* unseen, Planes* out, int planes) noexcept nogil:
    """All cards of a suit that nothing unseen beats; `sure`: faces, by width less one."""
    cdef Lead lead
    if planes == 2:
        clear(out)
        out.p[0] = sure.p[0] | sure.p[1]
        out.p[1] = sure.p[1]
        return
    restrict_to(held, sure.p[0] | sure.p[1] | sure.p[2] | sure.p[3], out, 4)
    read_lead_general(table.spec, table.map, out, &lead)
    # A tractor of pairs leaves the third copies over as single cards, which may be beaten.
    if beaten_units(table.map, &lead, unseen):
        restrict_to(held, sure.p[0], out, 4)

cdef inline void expert_lead(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    cdef Planes unseen, held, sure, cards
    cdef Ground ground
    cdef Ruffers ruffers
    cdef Best best
    cdef uint64_t faces
    cdef int suit, width, allies = find_allies(table, seat)
    cdef double partners = min(1.0, seat.parameters[LEAD_PARTNER] * partners_share(table, allies))
    cdef double low = _prospect(seat, partners, 1, 0)
    unseen_cards(table, seat, &unseen, planes)
    _find_ruffers(table, seat, &unseen, allies, &ruffers)
    best.worth = -1e9
    for suit in range(5):
        faces = table.map.suits[suit]
        if not seat.hand.p[0] & faces:
            continue
        restrict_to(&seat.hand, faces, &held, planes)
        for width in range(1, planes + 1):
            sure.p[width - 1] = unbeaten(held.p[width - 1], unseen.p[width - 1] & faces)
        # Low plain cards alone are soon told to be worth less.
        if (not sure.p[0] | held.p[1] and suit != TRUMP_SUIT and best.worth >= low
                and not table.void_in[suit] & ruffers.partners):
            continue
        _survey(table, seat, &unseen, allies, &ruffers, suit, &ground, planes)
        if sure.p[0]:
            if table.spec.throws and seat.parameters[LEAD_THROWS] > 0:
                _sure_throw(table, &held, &sure, &unseen, &cards, planes)
            else:
                set_copies(&cards, bit(highest_bit(sure.p[0])), 1)
            _consider(table, seat, &ground, &cards, 1, &best, planes)
        for width in range(2, planes + 1):
            if held.p[width - 1]:
                _consider_runs(table, seat, &unseen, suit, held.p[width - 1], width, &ground, &best, planes)
        if held.p[0] & ~sure.p[0]:
            _consider_low(table, seat, &ground, &held, partners, &best, planes)
    choice.cards = best.cards
