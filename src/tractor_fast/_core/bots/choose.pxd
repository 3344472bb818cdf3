# What every strategy that prefers some cards to others needs: legal follows by preference, the units
# of a hand that take the trick, and what is still unseen.  For one-unit leads and throws alike.
#
# An Order says which cards go first: tiers of faces, most willingly given first.

from ..bits cimport bit, highest_bit, lowest_bit, popcount
from ..formats cimport fold, run_tops
from ..ladder cimport one_of
from ..moves cimport follow_unrank
from ..planes cimport add_cards, clear, remove_cards
from ..types cimport SINGLE, TRACTOR, TRUMP_SUIT, Choice, Follow, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef enum:
    MAX_TIERS = 8

cdef struct Order:
    int n
    uint64_t tiers[MAX_TIERS]    # masks of faces; a face belongs to the first tier that has it, if any

cdef inline void add_tier(Order* order, uint64_t faces) noexcept nogil:
    order.tiers[order.n] = faces
    order.n += 1

cdef inline uint64_t first_face(const Planes* pool, const Order* order) noexcept nogil:
    """The face that `give` would give first, out of a pool that is not empty."""
    cdef uint64_t best = pool.p[0], here
    cdef int tier
    # From the last tier up and without a branch: which tier it is cannot be foreseen.
    for tier in range(order.n - 1, -1, -1):
        here = pool.p[0] & order.tiers[tier]
        best = here if here else best
    here = best & ~pool.p[1]
    best = here if here else best
    return best & (0 - best)

cdef inline void give(const Planes* pool, const Order* order, int need, Planes* out) noexcept nogil:
    """Add `need` cards of a pool, which has them, to `out`, which has none of its faces.

    Tier by tier, then what is in no tier; within one low cards before high ones, cards held once
    before pairs.
    """
    cdef uint64_t left = pool.p[0], here, faces, face
    cdef int tier = 0
    if need == 1:
        out.p[0] |= first_face(pool, order)
        return
    while need:
        here = left
        if tier < order.n:
            here &= order.tiers[tier]
            tier += 1
        if not here:
            continue
        left ^= here
        faces = here & ~pool.p[1]
        while faces and need:
            face = faces & (0 - faces)
            faces ^= face
            out.p[0] |= face
            need -= 1
        faces = here & pool.p[1]
        while faces and need:
            face = faces & (0 - faces)
            faces ^= face
            out.p[0] |= face
            need -= 1
            if need:
                out.p[1] |= face
                need -= 1

cdef inline uint64_t give_faces(uint64_t faces, const Order* order, int need) noexcept nogil:
    """`need` of some faces, which are at least as many, in the same order."""
    cdef uint64_t here, face, out = 0
    cdef int tier = 0
    while need:
        here = faces
        if tier < order.n:
            here &= order.tiers[tier]
            tier += 1
        faces ^= here
        while here and need:
            face = here & (0 - here)
            here ^= face
            out |= face
            need -= 1
    return out

cdef inline uint64_t run_faces(const TrumpTable* map, uint64_t pairs, int top, int length) noexcept nogil:
    """Faces of the run of pairs that ends at folded bit `top`; of equal level faces the lowest bit."""
    cdef uint64_t faces = 0, equal = pairs & map.equal
    cdef int _
    for _ in range(length):
        faces |= equal & (0 - equal) if top == map.step_bit and equal else bit(top)
        top -= 4
    return faces

cdef inline bint give_runs(const TrumpTable* map, uint64_t pairs, uint64_t runs,
                           uint64_t* out) noexcept nogil:
    """Lay runs (a nibble vector, ladder.pxd) of the lowest pairs, longest first.

    False if they get in each other's way.
    """
    cdef int length, top
    cdef uint64_t tops, faces
    out[0] = 0
    while runs:
        length = (highest_bit(runs) >> 2) + 1
        runs -= one_of(length)
        tops = run_tops(map, fold(map, pairs), length)
        if not tops:
            return False
        top = lowest_bit(tops)
        faces = run_faces(map, pairs, top, length)
        pairs ^= faces
        out[0] |= faces
    return True

cdef inline bint give_shape(const TrumpTable* map, const Planes* pool, int cards, int pairs, uint64_t runs,
                            const Order* order, Planes* out) noexcept nogil:
    """Set `out` to `cards` cards of a pool with so many pairs and runs among them.

    False if the pool has not the cards or the pairs, or the runs are not found.
    """
    cdef uint64_t faces
    cdef Planes rest = pool[0]
    clear(out)
    if popcount(pool.p[0]) + popcount(pool.p[1]) < cards or popcount(pool.p[1]) < pairs:
        return False
    if pairs:
        if not give_runs(map, pool.p[1], runs, &faces):
            return False
        if popcount(faces) < pairs:
            faces |= give_faces(pool.p[1] & ~faces, order, pairs - popcount(faces))
        out.p[0] = out.p[1] = faces
        remove_cards(&rest, out, 2)
    give(&rest, order, cards - 2 * popcount(out.p[1]), out)
    return True

cdef inline void follow_by(const Table* table, const Follow* follow, const Order* order,
                           Planes* out) noexcept nogil:
    """The legal follow that an order prefers: the pairs and runs that must be, then the other cards."""
    if not follow.rung.pairs:
        out[0] = follow.forced
        give(&follow.pool, order, follow.need, out)
    elif not give_shape(table.map, &follow.pool, follow.need, follow.rung.pairs, follow.rung.runs, order,
                        out):
        # Runs that block each other are too rare to be choosy.
        follow_unrank(table.spec, table.map, follow, 0, out)

# --- what to give ----------------------------------------------------------------------------------

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

cdef inline void feed(const Table* table, Choice* choice) noexcept nogil:
    """Follow with most points."""
    cdef Order order
    feed_order(table.map, table.lead.suit, &order)
    follow_by(table, &choice.follow, &order, &choice.cards)

cdef inline void give_least(const Table* table, Choice* choice) noexcept nogil:
    """Follow with what is least worth."""
    cdef Order order
    cheap_order(table.map, &order)
    follow_by(table, &choice.follow, &order, &choice.cards)

# --- taking the trick ------------------------------------------------------------------------------

cdef inline uint64_t winning_tops(const Table* table, const Follow* follow) noexcept nogil:
    """Tops (folded) of the units with which a follow takes a trick of one led unit; throw: 0."""
    cdef const Planes* cards = &follow.pool
    cdef uint64_t tops
    if follow.in_suit and not follow.by_format:
        # Cards of two suits win nothing, and without a choice there is nothing but the forced ones.
        if follow.need:
            return 0
        cards = &follow.forced
    if table.lead.kind == SINGLE:
        tops = cards.p[0]
    elif table.lead.kind != TRACTOR:
        tops = cards.p[1]
    else:
        tops = run_tops(table.map, fold(table.map, cards.p[1]), table.lead.units[0].length)
    return tops & table.beating

cdef inline void unit_of(const Table* table, const Follow* follow, int top, Planes* out) noexcept nogil:
    """The follow that `top`, one of winning_tops, stands for."""
    cdef const Planes* cards = &follow.pool if follow.need else &follow.forced
    clear(out)
    if table.lead.kind == TRACTOR:
        out.p[0] = run_faces(table.map, cards.p[1], top, table.lead.units[0].length)
    else:
        out.p[0] = bit(top)
    if table.lead.kind != SINGLE:
        out.p[1] = out.p[0]

cdef inline bint trump_throw(const Table* table, const Follow* follow, const Order* order,
                             Planes* out) noexcept nogil:
    """Trump a throw of plain cards that nobody has trumped yet; False where that cannot be done.

    Which trumps does not matter for winning, so the order decides.
    """
    cdef Planes trumps
    cdef uint64_t faces = table.map.suits[TRUMP_SUIT], runs = 0
    cdef int i
    if follow.in_suit or table.lead.suit == TRUMP_SUIT or table.winner != table.leader:
        return False
    for i in range(table.lead.n_units):
        if table.lead.units[i].length > 1:
            runs += one_of(table.lead.units[i].length)
    clear(&trumps)
    trumps.p[0] = follow.pool.p[0] & faces
    trumps.p[1] = follow.pool.p[1] & faces
    return give_shape(table.map, &trumps, table.lead.cards, table.lead.pairs, runs, order, out)

# --- what is still out -----------------------------------------------------------------------------

cdef inline int next_seat(const Table* table, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < table.players else 0

cdef inline void unseen_cards(const Table* table, const Seat* seat, Planes* out) noexcept nogil:
    """Cards that the seat has not seen: in the other hands, and in the kitty unless it buried it."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t faces = map.suits[0] | map.suits[1] | map.suits[2] | map.suits[3] | map.suits[4]
    cdef Planes seen = seat.hand
    cdef int i
    if seat.sees_kitty:
        add_cards(&seen, &seat.kitty, 2)
    for i in range(table.players):
        add_cards(&seen, &table.played[i], 2)
    out.p[0] = faces & ~seen.p[1]
    out.p[1] = faces & ~seen.p[0]
    out.p[2] = out.p[3] = 0

cdef inline uint64_t columns_below(uint64_t faces) noexcept nogil:
    """Every bit that lies below one of some faces in its column."""
    faces >>= 4
    faces |= faces >> 4
    faces |= faces >> 8
    faces |= faces >> 16
    return faces | faces >> 32

cdef inline uint64_t masters(const TrumpTable* map, uint64_t held, uint64_t unseen) noexcept nogil:
    """Those of some held faces (or pairs) with no higher face (or pair) of their suit unseen."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], beaten, out
    out = held & ~trumps & ~columns_below(unseen & ~trumps)
    beaten = columns_below(fold(map, unseen & trumps))
    held &= trumps
    out |= held & ~map.equal & ~beaten
    if not beaten & bit(map.step_bit):
        out |= held & map.equal
    return out
