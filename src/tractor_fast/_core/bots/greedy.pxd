# `greedy`: a strategy in one piece, to read before writing one.
#
# It bids whatever it may, leads its highest plain card with all its copies, takes every trick that it
# can with the lowest unit that does, and else gives away low cards, points and trumps last.  It asks
# neither whose the trick is nor what has been played.

from .giving cimport follow_by
from .orders cimport give
from ..bits cimport bit, highest_bit
from ..friends cimport callable_faces
from ..planes cimport clear, set_copies
from ..types cimport (BID, BURY, LEAD, NAME, NAME_FRIENDS, NAME_PARTNER, TRUMP_SUIT, TUPLE, UNBROKEN, Choice,
                      Memo, Order, Planes, Seat, Table, TrumpTable)
from libc.stdint cimport uint64_t
from libc.string cimport memset

cdef inline int greedy_plain(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    return _choose(table, seat, memo, choice, 2)


cdef inline int greedy_general(const Table* table, const Seat* seat, Memo* memo,
                               Choice* choice) noexcept nogil:
    return _choose(table, seat, memo, choice, 4)


cdef inline int _choose(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                        int planes) noexcept nogil:
    cdef Order order
    if choice.decision == BID:
        choice.bid = 0
    elif choice.decision == NAME:
        _name(table, choice)
    elif choice.decision == BURY:
        _cheap_first(table.map, &order)
        clear(&choice.cards)
        give(&seat.hand, &order, table.kitty_size, &choice.cards, planes)
    elif choice.decision == LEAD:
        _lead(table.map, &seat.hand, choice, planes)
    else:
        _cheap_first(table.map, &order)
        _follow(table, &order, memo, choice, planes)
    return 0


cdef inline void _cheap_first(const TrumpTable* map, Order* out) noexcept nogil:
    """The order in which it gives cards away: plain cards without points, plain cards, all others."""
    memset(out, 0, sizeof(Order))
    out.tiers[0] = ~(map.suits[TRUMP_SUIT] | map.fives | map.tens)
    out.tiers[1] = ~map.suits[TRUMP_SUIT]


cdef inline void _lead(const TrumpTable* map, const Planes* hand, Choice* choice, int planes) noexcept nogil:
    cdef uint64_t faces = hand.p[0] & ~map.suits[TRUMP_SUIT], face
    cdef int copies = 1
    if not faces:
        faces = hand.p[0]
    face = bit(highest_bit(faces))
    while copies < planes and hand.p[copies] & face:
        copies += 1
    set_copies(&choice.cards, face, copies)


cdef inline void _follow(const Table* table, const Order* order, Memo* memo, Choice* choice,
                         int planes) noexcept nogil:
    cdef int width = table.lead.units[0].width
    cdef uint64_t takes = 0
    # Who must give cards of the led suit and others besides takes nothing (R16).
    if table.lead.kind <= TUPLE and not choice.follow.forced.p[0] and choice.follow.by_format != UNBROKEN:
        takes = choice.follow.pool.p[width - 1] & table.beating
    if takes:
        set_copies(&choice.cards, takes & (0 - takes), width)
    else:
        follow_by(table, &choice.follow, order, memo, &choice.cards, planes)


cdef inline void _name(const Table* table, Choice* choice) noexcept nogil:
    cdef uint64_t faces = callable_faces(table.spec, table.map)
    cdef int i, highest
    if choice.name_kind == NAME_FRIENDS:
        # The highest cards that may be called, in this order; the first copy of each (R25).
        for i in range(table.spec.n_friends):
            highest = highest_bit(faces)
            faces ^= bit(highest)
            choice.calls[i].face = table.map.to_natural[highest]
            choice.calls[i].ordinal = 1
    elif choice.name_kind == NAME_PARTNER:
        choice.named = 53  # the big joker
    else:
        choice.named = 0   # clubs are trump (R22), the smallest unit is led (R10)
