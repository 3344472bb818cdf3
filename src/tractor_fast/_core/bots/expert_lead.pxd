# How `expert` leads.  In each suit it looks at what it would lead there: all that nothing unseen beats, the
# highest of these alone, the tractors, the highest pair, a low card.  It leads what is worth most:
#
#   worth = (2 * chance - 1) * (points led + stake for each card led) + chance * tempo - price of the cards
#
# where `chance` is that its side wins the trick.

from .chances cimport chance_of_none, count_holders, find_spread
from .lay_pairs cimport run_faces
from .orders cimport first_face
from .prices cimport CardPrices, card_price, find_card_prices, kept_price, price, void_worth
from .sides cimport partners_share, suits_void_to
from .unseen cimport lower_faces, unbeaten, unseen_cards
from .weights cimport (BURIED_VOID, LEAD_DRAW, LEAD_DRAW_ATTACKER, LEAD_EXPOSED, LEAD_PAIR,
                       LEAD_PAIR_BEATEN, LEAD_PARTNER, LEAD_PARTNER_RUFFS, LEAD_RUFF_MORE,
                       LEAD_RUFF_PAIR, LEAD_SHORT, LEAD_STAKE, LEAD_TEMPO,
                       LEAD_THROW_RISK, LEAD_TRUMP_PAIR)
from .worth cimport worth
from ..bits cimport bit, highest_bit, lowest_bit, popcount
from ..formats cimport faces_above, fold, links
from ..general.reading cimport read_lead_general
from ..planes cimport clear, count_cards, count_in, points_of, restrict_to, set_copies
from ..selects cimport either, only_if
from ..throws cimport beaten_units
from ..types cimport NONE, TRUMP_SUIT, Choice, Lead, Planes, Seat, Spec, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef struct Ground:          # of the suit to be led
    double ruffed            # chance that an opponent trumps a single card
    double partner_ruffs     # chance that the partner does, and wins
    double extra             # points for drawing trumps

cdef struct Best:            # the best lead so far
    double worth
    Planes cards

cdef struct Scene:           # what a leader sees before it looks at a suit, and what it has found
    const Table* table
    const Seat* seat
    Best best
    Planes unseen
    Planes sure              # of the hand: faces of which nothing unseen beats so many copies
    double left              # share of the hand dealt that is still held
    CardPrices prices
    double void_worth        # what a card may be worth to be rid of
    int opponents            # seats that may trump a plain suit, bits
    int n_opponents
    double may_ruff          # 1 if there are any, else 0
    uint64_t burier_played   # an opponent who has none of it here may have buried all of a suit
    double drawn             # points for each trump that the seat has more of than half of what is out
    int partners
    double partner_wins      # chance that a partner wins a low card
    double stake             # points expected for each card led
    double tempo             # points that the next lead is worth

cdef inline void _look_round(const Table* table, const Seat* seat, int allies, double left, Scene* out,
                             int planes) noexcept nogil:
    cdef int may = 0, burier, j
    out.table = table
    out.seat = seat
    out.best.worth = -1e9
    clear(&out.best.cards)
    unseen_cards(table, seat, &out.unseen, planes)
    for j in range(planes):
        out.sure.p[j] = seat.hand.p[j] & ~lower_faces(table.map, out.unseen.p[j])
    if out.unseen.p[0] & table.map.suits[TRUMP_SUIT]:
        may = ((1 << table.players) - 1) & ~(table.void_in[TRUMP_SUIT] | 1 << seat.seat)
    out.opponents = may & ~allies
    out.n_opponents = popcount(out.opponents)
    out.may_ruff = out.opponents != 0
    out.partners = may & allies
    # NONE & 7 is some seat, whose cards do not count.
    burier = table.exchanger & 7
    out.burier_played = table.played[burier].p[0] | (
        (<uint64_t>(out.opponents >> burier) & (table.exchanger != NONE)) - 1)
    out.drawn = (seat.parameters[LEAD_DRAW if (table.team >> seat.seat) & 1 else LEAD_DRAW_ATTACKER]
                 * out.may_ruff)
    out.partner_wins = min(1.0, seat.parameters[LEAD_PARTNER] * partners_share(table, allies))
    out.left = left
    find_card_prices(table, seat, left, &out.prices)
    out.void_worth = void_worth(table, seat)
    out.stake = seat.parameters[LEAD_STAKE]
    out.tempo = seat.parameters[LEAD_TEMPO] * left

cdef inline void _survey(const Scene* scene, int suit, Ground* out, int planes) noexcept nogil:
    """What is known of the voids of the others, or likely by how many cards of the suit are still out.

    Callers know whether the suit is trump; all else is in no branch, since it can hardly be foreseen.
    """
    cdef const Table* table = scene.table
    cdef const Seat* seat = scene.seat
    cdef uint64_t faces = table.map.suits[suit]
    cdef int voids = table.void_in[suit], out_there = count_in(&scene.unseen, faces, planes), _
    cdef double holds, held
    out.ruffed = out.partner_ruffs = out.extra = 0
    if suit == TRUMP_SUIT:
        out.extra = scene.drawn * (count_in(&seat.hand, faces, planes) - 0.5 * out_there)
        return
    holds = 1 - chance_of_none(table, find_spread(table, count_holders(table, seat, suit)), out_there)
    held = only_if(voids & scene.opponents == 0, holds)
    held *= either(scene.n_opponents > 1, holds, 1)
    for _ in range(2, scene.n_opponents):  # at tables of more than four
        held *= holds
    held *= 1 - only_if(scene.burier_played & faces == 0, seat.parameters[BURIED_VOID])
    out.ruffed = (1 - held) * scene.may_ruff
    out.partner_ruffs = only_if(voids & scene.partners != 0, seat.parameters[LEAD_PARTNER_RUFFS])

cdef inline void _keep_better(Best* best, double value, const Planes* cards, int planes) noexcept nogil:
    """In no branch: which lead is the best is hard to foresee."""
    cdef uint64_t keep = <uint64_t>(value > best.worth) - 1
    cdef int j
    for j in range(planes):
        best.cards.p[j] = cards.p[j] ^ (cards.p[j] ^ best.cards.p[j]) & keep
    best.worth = max(value, best.worth)

cdef inline void _consider_card(Scene* scene, const Ground* ground, uint64_t face, double cost,
                                double in_suit, double extra, int planes) noexcept nogil:
    """Keep a card to lead if it is the best so far; `in_suit`: chance that its side wins if nobody trumps."""
    cdef double value = extra + ground.extra + worth(
        max(in_suit * (1 - ground.ruffed), ground.partner_ruffs),
        scene.stake + scene.table.map.points[lowest_bit(face)], scene.tempo)
    cdef Planes cards
    set_copies(&cards, face, 1)
    _keep_better(&scene.best, value - cost, &cards, planes)

cdef inline void _consider(Scene* scene, const Ground* ground, const Planes* cards, double in_suit,
                           double extra, int planes) noexcept nogil:
    """The same of several cards."""
    cdef const double* parameters = scene.seat.parameters
    cdef double ruffed = ground.ruffed, value
    cdef int n = count_cards(cards, planes), pairs = popcount(cards.p[1]), _
    for _ in range(pairs):
        ruffed *= parameters[LEAD_RUFF_PAIR]
    for _ in range(popcount(cards.p[0]) - pairs - (pairs == 0)):
        ruffed *= parameters[LEAD_RUFF_MORE]
    value = extra + ground.extra + worth(
        max(in_suit * (1 - ruffed), ground.partner_ruffs),
        scene.stake * n + points_of(scene.table.map, cards, planes), scene.tempo)
    if value + scene.void_worth <= scene.best.worth:
        return
    value -= price(scene.table, scene.seat, scene.left, cards, planes)
    _keep_better(&scene.best, value, cards, planes)

cdef inline void _consider_runs(Scene* scene, int suit, uint64_t tuples, int width, const Ground* ground,
                                int planes) noexcept nogil:
    """The tractors of some tuples of one suit, and the highest tuple if it is in none."""
    cdef const TrumpTable* map = scene.table.map
    cdef const Spec* spec = scene.table.spec
    cdef const double* parameters = scene.seat.parameters
    cdef bint alone = tuples & (tuples - 1) == 0
    cdef uint64_t steps = fold(map, tuples), linked = links(map, steps)
    cdef uint64_t tops = bit(highest_bit(steps)) | linked << 4 & ~linked
    cdef uint64_t higher = fold(map, scene.unseen.p[width - 1] & map.suits[suit])
    cdef int top, low, length
    cdef bint highest = True
    cdef double beaten
    cdef Planes cards
    while tops:
        top = low = highest_bit(tops)
        tops ^= bit(top)
        length = 1
        while low >= 4 and linked & bit(low - 4):
            low -= 4
            length += 1
        if planes > 2 and (width < spec.tractor_width or length < spec.tractor_length):
            length = 1
        if length > 1 or highest:
            beaten = popcount(higher & faces_above(top)) * parameters[LEAD_PAIR_BEATEN]
            if length > 1:  # seldom, and a division takes long
                beaten /= length
            set_copies(&cards, tuples if alone else run_faces(map, tuples, top, length), width)
            _consider(scene, ground, &cards, max(0.0, 1 - beaten),
                      parameters[LEAD_TRUMP_PAIR if suit == TRUMP_SUIT else LEAD_PAIR], planes)
        highest = False

cdef inline void _sure_cards(const Scene* scene, uint64_t faces, Planes* out, int planes) noexcept nogil:
    """All cards of a suit that nothing unseen beats."""
    cdef const Planes* sure = &scene.sure
    cdef Lead lead
    if planes == 2:
        clear(out)
        out.p[0] = (sure.p[0] | sure.p[1]) & faces
        out.p[1] = sure.p[1] & faces
        return
    restrict_to(&scene.seat.hand, (sure.p[0] | sure.p[1] | sure.p[2] | sure.p[3]) & faces, out, 4)
    read_lead_general(scene.table.spec, scene.table.map, out, &lead)
    # A tractor of pairs leaves the third copies over as single cards, which may be beaten.
    if beaten_units(scene.table.map, &lead, &scene.unseen):
        restrict_to(&scene.seat.hand, sure.p[0] & faces, out, 4)

cdef inline void _consider_risks(Scene* scene, const Ground* ground, uint64_t pairs, uint64_t higher,
                                 const Planes* sure, int planes) noexcept nogil:
    """Throws of sure cards with pairs that the few higher pairs out, each likely to be split, seldom beat.

    A throw that fails (R9, R10) costs no more than the lead.
    """
    cdef double stands = 1, least = 1 - scene.seat.parameters[LEAD_THROW_RISK]
    cdef uint64_t more
    cdef Planes cards
    while higher:
        stands *= 2 / 3.0
        if stands < least:
            return
        higher ^= bit(highest_bit(higher))
        more = unbeaten(pairs, higher)
        if more & ~sure.p[1]:
            cards = sure[0]
            cards.p[0] |= more
            cards.p[1] |= more
            _consider(scene, ground, &cards, stands, 0, planes)

cdef inline void _consider_sure(Scene* scene, const Ground* ground, uint64_t faces,
                                int planes) noexcept nogil:
    """The cards of a suit that nothing unseen beats, together where throws are allowed, and the highest."""
    cdef uint64_t pairs = scene.seat.hand.p[1] & faces, face
    cdef Planes cards
    if scene.table.spec.throws:
        _sure_cards(scene, faces, &cards, planes)
        if planes == 2 and pairs & ~cards.p[1]:
            _consider_risks(scene, ground, pairs, scene.unseen.p[1] & faces, &cards, planes)
        if cards.p[1] or cards.p[0] & (cards.p[0] - 1):
            _consider(scene, ground, &cards, 1, 0, planes)
            if not cards.p[0] & (cards.p[0] - 1):
                return
    face = bit(highest_bit(scene.sure.p[0] & faces))
    _consider_card(scene, ground, face, card_price(scene.table, scene.seat, &scene.prices, face), 1, 0,
                   planes)

cdef inline void _consider_low(Scene* scene, const Ground* ground, int suit, int planes) noexcept nogil:
    """A low card: better of a short suit, and of one where no points have to be kept out of harm."""
    cdef const Table* table = scene.table
    cdef const Seat* seat = scene.seat
    cdef double less = 0, cost
    cdef uint64_t face
    cdef Planes held
    restrict_to(&seat.hand, table.map.suits[suit], &held, planes)
    face = first_face(&held, &table.map.cheap)
    if suit == TRUMP_SUIT:
        cost = kept_price(seat, &scene.prices, True, face)
    else:
        cost = card_price(table, seat, &scene.prices, face)
        less = seat.parameters[LEAD_SHORT] * count_cards(&held, planes)
        less += only_if(held.p[0] & table.map.tens & ~scene.sure.p[0] != 0, seat.parameters[LEAD_EXPOSED])
    _consider_card(scene, ground, face, cost, scene.partner_wins, -less, planes)

cdef inline void _consider_strong(Scene* scene, int suit, Ground* ground, int planes) noexcept nogil:
    """What a suit has of cards that nothing unseen beats, tractors and pairs."""
    cdef uint64_t faces = scene.table.map.suits[suit], tuples
    cdef int width
    _survey(scene, suit, ground, planes)
    if scene.sure.p[0] & faces:
        _consider_sure(scene, ground, faces, planes)
    for width in range(2, planes + 1):
        tuples = scene.seat.hand.p[width - 1] & faces
        if tuples:
            _consider_runs(scene, suit, tuples, width, ground, planes)

cdef inline void expert_lead(const Table* table, const Seat* seat, int allies, double left, Choice* choice,
                             int planes) noexcept nogil:
    """allies: seats of its own side, bits.  left: share of the hand dealt that is still held."""
    cdef Scene scene
    cdef Ground grounds[5]
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT], strong, weak
    cdef int suit, surveyed = 0
    cdef double low
    if not (seat.hand.p[0] & (seat.hand.p[0] - 1) or seat.hand.p[1]):
        choice.cards = seat.hand  # its last card
        return
    _look_round(table, seat, allies, left, &scene, planes)
    strong = scene.sure.p[0] | seat.hand.p[1]
    weak = seat.hand.p[0] & ~scene.sure.p[0]
    # Trumps on their own, so that what goes for plain suits alone is foreseen; these are columns.
    if strong & trumps:
        _consider_strong(&scene, TRUMP_SUIT, &grounds[TRUMP_SUIT], planes)
    strong &= ~trumps
    while strong:
        suit = lowest_bit(strong) & 3
        strong &= ~table.map.suits[suit]
        _consider_strong(&scene, suit, &grounds[suit], planes)
        surveyed |= 1 << suit
    # Low cards are mostly worth less: only those that could be better are looked at.
    low = worth(scene.partner_wins, scene.stake + (10 if scene.partner_wins > 0.5 else 0), scene.tempo)
    if weak & trumps:
        _survey(&scene, TRUMP_SUIT, &grounds[TRUMP_SUIT], planes)
        # No trump is cheaper than the lowest, as long as no weight of the prices is negative.
        if low + grounds[TRUMP_SUIT].extra - scene.prices.by_height[1][0] > scene.best.worth:
            _consider_low(&scene, &grounds[TRUMP_SUIT], TRUMP_SUIT, planes)
    weak &= ~trumps
    if low + scene.void_worth <= scene.best.worth:
        weak &= suits_void_to(table, scene.partners)
    while weak:
        suit = lowest_bit(weak) & 3
        weak &= ~table.map.suits[suit]
        if not (surveyed >> suit) & 1:
            _survey(&scene, suit, &grounds[suit], planes)
        _consider_low(&scene, &grounds[suit], suit, planes)
    choice.cards = scene.best.cards
