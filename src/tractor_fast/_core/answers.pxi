# What strategies from outside may ask the engine, as C functions whose addresses are in ADDRESSES.
# Who includes it says for which processor it is compiled.  Whatever planes they pass is answered.

from .bots.giving cimport follow_by
from .bots.orders cimport give
from .friends cimport callable_faces
from .paths cimport draw_follow, follow_is_legal, open_lead, read_cards, takes_trick
from .planes cimport clear, contains, count_cards, is_proper
from .rng cimport below
from .trick cimport Best
from .types cimport (
    BURY, FOLLOW, LEAD, TRUMP_SUIT, Choice, Follow, Lead, Memo, Order, Planes, Seat, Table, TrumpTable,
)
from libc.stdint cimport uint64_t, uintptr_t


cdef inline uint64_t _faces(const TrumpTable* map) noexcept nogil:
    return map.suits[0] | map.suits[1] | map.suits[2] | map.suits[3] | map.suits[TRUMP_SUIT]


cdef inline bint _takes(const Table* t, const Planes* cards, int planes) noexcept nogil:
    cdef Best best
    cdef int i
    if not t.n_plays or not is_proper(cards, planes) or cards.p[0] & ~_faces(t.map):
        return False
    if count_cards(cards, planes) != t.lead.cards:
        return False
    # What a play must beat is not in the table for throws: the trick is played again.
    open_lead(t.spec, t.map, &t.lead, &best, planes)
    for i in range(1, t.n_plays):
        takes_trick(t.spec, t.map, &t.lead, &t.plays[i], &best, planes)
    return takes_trick(t.spec, t.map, &t.lead, cards, &best, planes)


cdef int _beats(const Table* t, const Planes* cards) noexcept nogil:
    """1: the cards, played now, lead the trick (R16, R17)."""
    return _takes(t, cards, 4) if t.spec.general else _takes(t, cards, 2)


cdef inline bint _allowed(const Table* t, const Seat* seat, const Choice* choice, int planes) noexcept nogil:
    cdef const Planes* cards = &choice.cards
    cdef Lead lead
    if choice.decision == FOLLOW:
        return follow_is_legal(t.spec, t.map, &choice.follow, &seat.hand, cards, planes)
    if not is_proper(cards, planes) or not contains(&seat.hand, cards, planes):
        return False
    if choice.decision == BURY:
        return count_cards(cards, planes) == t.kitty_size
    return (choice.decision == LEAD and cards.p[0] and read_cards(t.spec, t.map, cards, &lead, planes)
            and (lead.n_units == 1 or t.spec.throws))


cdef int _legal(const Table* t, const Seat* seat, const Choice* choice) noexcept nogil:
    """1: choice.cards may be buried, led or followed with, as is asked (R8, R11-R15, R24)."""
    return _allowed(t, seat, choice, 4) if t.spec.general else _allowed(t, seat, choice, 2)


cdef inline Order _order(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) noexcept nogil:
    cdef Order order
    order.tiers[0], order.tiers[1], order.tiers[2], order.tiers[3], order.tiers[4] = a, b, c, d, e
    return order


ctypedef int (*FollowBy)(const Table*, Memo*, Choice*, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t) noexcept nogil


cdef int _follow_with_care(const Table* t, Memo* memo, Choice* choice, uint64_t a, uint64_t b, uint64_t c,
                           uint64_t d, uint64_t e) noexcept nogil:
    cdef Order order = _order(a, b, c, d, e)
    if t.spec.general:
        follow_by(t, &choice.follow, &order, memo, &choice.cards, 4)
    else:
        follow_by(t, &choice.follow, &order, memo, &choice.cards, 2)
    return 0


# Behind a pointer it is a function of its own: in one with the common case it costs that a third more.
cdef FollowBy _otherwise = _follow_with_care


cdef int _follow_by(const Table* t, Memo* memo, Choice* choice, uint64_t a, uint64_t b, uint64_t c,
                    uint64_t d, uint64_t e) noexcept nogil:
    """FOLLOW: the legal cards that an order of five tiers prefers."""
    cdef Follow* follow = &choice.follow
    cdef Order order = _order(a, b, c, d, e)
    if t.spec.general or follow.rung.pairs:
        return _otherwise(t, memo, choice, a, b, c, d, e)
    choice.cards = follow.forced
    give(&follow.pool, &order, follow.need, &choice.cards, 2)
    return 0


cdef int _bury_by(const Table* t, const Seat* seat, Choice* choice, uint64_t a, uint64_t b, uint64_t c,
                  uint64_t d, uint64_t e) noexcept nogil:
    """BURY: the cards that come first in an order of five tiers."""
    cdef Order order = _order(a, b, c, d, e)
    clear(&choice.cards)
    if count_cards(&seat.hand, 4) >= t.kitty_size:
        give(&seat.hand, &order, t.kitty_size, &choice.cards, 4)
    return 0


cdef uint64_t _callable(const Table* t) noexcept nogil:
    """The faces that may call a friend (R25)."""
    return callable_faces(t.spec, t.map)


cdef int _draw_follow(const Table* t, Memo* memo, Choice* choice) noexcept nogil:
    """FOLLOW: legal cards, every play as likely as any other."""
    if t.spec.general:
        draw_follow(t.spec, t.map, &choice.follow, &memo.rng, &choice.cards, 4)
    else:
        draw_follow(t.spec, t.map, &choice.follow, &memo.rng, &choice.cards, 2)
    return 0


cdef uint64_t _below(Memo* memo, uint64_t n) noexcept nogil:
    """A number below n, each as likely as any other; 0 for n = 0."""
    return below(&memo.rng, n) if n else 0


ADDRESSES = {
    "beats": <uintptr_t>_beats,
    "legal": <uintptr_t>_legal,
    "follow_by": <uintptr_t>_follow_by,
    "bury_by": <uintptr_t>_bury_by,
    "callable_faces": <uintptr_t>_callable,
    "draw_follow": <uintptr_t>_draw_follow,
    "below": <uintptr_t>_below,
}
