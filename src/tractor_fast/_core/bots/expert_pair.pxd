# How `expert` follows a pair where four play in fixed pairs, on two decks: what expert_follow.pxd chooses,
# without what only other leads and tables need.

from .chances cimport chance_tuple_beaten
from .expert_follow cimport giving_order, take_by_unit, worth_of
from .orders cimport first_face
from .sides cimport pair_of
from .unseen cimport unseen_cards
from .weights cimport FOLLOW_FEED, FOLLOW_PARTNER, FOLLOW_RETAKE
from .worth cimport find_stake
from ..bits cimport popcount
from ..planes cimport clear, restrict_to, set_copies, take_face
from ..types cimport Order, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef inline void _give_two(const Planes* hand, uint64_t wanted, const Order* order,
                           Planes* out) noexcept nogil:
    """Two cards, of the faces wanted as far as the hand has them: a pair where it has those twice."""
    cdef Planes rest, pool
    cdef uint64_t face
    cdef int _
    clear(out)
    restrict_to(hand, ~<uint64_t>0, &rest, 2)
    for _ in range(2):
        restrict_to(&rest, wanted | 0 - <uint64_t>(rest.p[0] & wanted == 0), &pool, 2)
        face = first_face(&pool, order)
        take_face(&rest, face)
        out.p[1] |= out.p[0] & face
        out.p[0] |= face

cdef inline void follow_pair(const Table* table, const Seat* seat, int coming, double left,
                             uint64_t led, Planes* out) noexcept nogil:
    """led: the faces of the suit led; coming: see sides.pxd; left: see follow_card."""
    cdef const Planes* hand = &seat.hand
    cdef uint64_t pairs = hand.p[1] & led, tops
    cdef bint ours = (pair_of(seat.seat) >> table.winner) & 1
    cdef double chance = ours, helped = 0, stake
    cdef Planes unseen
    if popcount(pairs) == 1:
        set_copies(out, pairs, 2)
        return
    # Who has no card of the suit takes the trick with a pair of trumps.
    tops = hand.p[1] & table.beating & (led | 0 - <uint64_t>(hand.p[0] & led == 0))
    if not coming:
        tops = 0 if ours else tops
    elif tops or ours:
        unseen_cards(table, seat, &unseen, 2)
        if ours or coming == 2:
            # The trick is a partner's with one opponent to come, or else the partner plays last.
            chance = chance_tuple_beaten(table, seat, &unseen, table.beating,
                                         1 << (seat.seat + coming & 3), 2, 2)
            if ours:
                chance = 1 - chance
            else:
                chance = helped = seat.parameters[FOLLOW_PARTNER] * chance
    _give_two(hand, pairs if pairs else led,
              giving_order(table, chance > seat.parameters[FOLLOW_FEED]), out)
    if tops:
        stake = find_stake(table, seat, coming)
        take_by_unit(table, seat, left, &unseen, NULL, tops, 1 << (seat.seat + 1 & 3) if coming else 0,
                     helped * seat.parameters[FOLLOW_RETAKE], stake,
                     worth_of(table, seat, left, out, chance, stake, 2), 2, 1, out, 2)
