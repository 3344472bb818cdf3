# Does a throw stand (R9), and what may be led when it does not (R10), any width and `failed_throw`.
#
#   int failed_units(spec, map, lead, hands, leader, Unit* out, uint8_t* stopper)
#       `hands` by seat, level-major; the leader's own is not looked at.  0: the lead stands.  Else
#       how many units `out` (room for MAX_UNITS) has, one of which must be led: one, or with
#       `next_names` all that somebody can beat; `stopper` is the seat that stops the throw.
#       A lead of one unit and a rainbow, which is of no suit, always stand.

from .bits cimport bit, lowest_bit
from .formats cimport faces_above, fold, run_tops, unit_cards_count
from .types cimport FIRST_CHALLENGER, NEXT_NAMES, NONE, THROW, Lead, Planes, Spec, TrumpTable, Unit
from libc.stdint cimport uint8_t, uint64_t

cdef inline uint64_t beaten_units(const TrumpTable* map, const Lead* lead,
                                  const Planes* hand) noexcept nogil:
    """Which units of a lead the hand's cards of its suit beat: bit i stands for unit i."""
    cdef uint64_t tops = 0, beaten = 0
    cdef int i, width = 0, length = 0
    cdef const Unit* unit
    for i in range(lead.n_units):
        unit = &lead.units[i]
        if unit.width != width or unit.length != length:
            width = unit.width
            length = unit.length
            tops = run_tops(map, fold(map, hand.p[width - 1] & map.suits[lead.suit]), length)
        if tops & faces_above(unit.top):
            beaten |= bit(i)
    return beaten

cdef inline unsigned int _size_and_top(const TrumpTable* map, const Unit* unit) noexcept nogil:
    """Sorts units as R10 wants them: fewest cards, lowest top, equal ones s < h < d < c."""
    return (unit_cards_count(unit) << 16 | (unit.top >> 2) << 8 | (3 - (map.to_natural[unit.top] & 3)))

cdef inline int _smallest(const TrumpTable* map, const Lead* lead, uint64_t units) noexcept nogil:
    """The unit that is forced, of some units of a lead."""
    cdef int i, best = lowest_bit(units)
    while units:
        i = lowest_bit(units)
        units &= units - 1
        if _size_and_top(map, &lead.units[i]) < _size_and_top(map, &lead.units[best]):
            best = i
    return best

cdef inline int failed_units(const Spec* spec, const TrumpTable* map, const Lead* lead,
                             const Planes* hands, int leader, Unit* out,
                             uint8_t* stopper) noexcept nogil:
    cdef uint64_t beaten[8]
    cdef uint64_t asked = 0
    cdef int i, seat, n = 0
    if lead.kind != THROW:
        return 0
    stopper[0] = NONE
    for i in range(1, spec.players):
        seat = (leader + i) % spec.players
        beaten[seat] = beaten_units(map, lead, &hands[seat])
        asked |= beaten[seat]
        if asked and stopper[0] == NONE:
            stopper[0] = seat
            if spec.failed_throw == FIRST_CHALLENGER:
                break
    if not asked:
        return 0
    if spec.failed_throw == NEXT_NAMES:
        while asked:
            out[n] = lead.units[lowest_bit(asked)]
            asked &= asked - 1
            n += 1
        return n
    i = _smallest(map, lead, asked)
    while not beaten[stopper[0]] & bit(i):
        stopper[0] = (stopper[0] + 1) % spec.players
    out[0] = lead.units[i]
    return 1
