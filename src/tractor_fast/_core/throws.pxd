# Does a throw stand (R9), and what must be led when it does not (R10, `first_challenger`).
#
#   int judge_throw(spec, map, lead, hands, leader, Unit* forced, uint8_t* stopper)
#       `hands` by seat, level-major; the leader's own is not looked at.  1: the throw stands.
#       0: `forced` is the unit that must be led, `stopper` the seat that stops the throw.
#       A lead of one unit always stands.
#   bint smallest_beaten(map, lead, hand, Unit* out)
#       The same question asked of one hand.
#   uint64_t faces_above(top)     every bit of a row higher than that of bit `top`
#   uint64_t run_tops(map, folded, length)
#       Top steps of all runs of `length` adjacent steps in a folded mask (R5).

from libc.stdint cimport uint8_t, uint64_t

from .formats cimport fold
from .types cimport THROW, Lead, Planes, Spec, TrumpTable, Unit

cdef inline uint64_t faces_above(int top) noexcept nogil:
    # In two shifts: above row 15 there is nothing, and one shift by 64 is undefined.
    return (0xffffffffffffffffULL << (top | 3)) << 1

cdef inline uint64_t run_tops(const TrumpTable* map, uint64_t folded, int length) noexcept nogil:
    cdef int _
    cdef uint64_t tops = folded
    for _ in range(1, length):
        tops = folded & ((tops & map.linked) << 4)
    return tops

cdef inline bint smallest_beaten(const TrumpTable* map, const Lead* lead, const Planes* hand,
                                 Unit* out) noexcept nogil:
    """Find the first of the lead's units that the hand's cards of its suit beat, if any.

    They are in R10's order: smallest first, then lowest top, equal ones s < h < d < c.
    """
    cdef uint64_t cards = hand.p[0] & map.suits[lead.suit]
    cdef uint64_t pairs = hand.p[1] & cards
    cdef uint64_t tops
    cdef int i, width = 0, length = 0
    cdef const Unit* unit
    if not cards:
        return 0
    for i in range(lead.n_units):
        unit = &lead.units[i]
        # Units of one shape come lowest first: where that one is safe, so are the others.
        if unit.width == width and unit.length == length:
            continue
        width = unit.width
        length = unit.length
        if width == 1:
            tops = cards
        elif length == 1:
            tops = pairs
        else:
            tops = run_tops(map, fold(map, pairs), length)
        if tops & faces_above(unit.top):
            out[0] = unit[0]
            return 1
    return 0

cdef inline int judge_throw(const Spec* spec, const TrumpTable* map, const Lead* lead,
                            const Planes* hands, int leader, Unit* forced,
                            uint8_t* stopper) noexcept nogil:
    """R9, R10: the first player after the leader who can beat something decides."""
    cdef int _, seat = leader
    if lead.kind != THROW:
        return 1
    for _ in range(1, spec.players):
        seat = seat + 1 if seat + 1 < spec.players else 0
        if smallest_beaten(map, lead, &hands[seat], forced):
            stopper[0] = seat
            return 0
    return 1
