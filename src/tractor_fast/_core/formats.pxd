# Reading a lead as units (R7, R8).  Two decks: singles, pairs and tractors of pairs.
#
# Steps are compared on *folded* masks: the off-suit level cards, equal in strength and one step, are
# moved to the one bit `map.step_bit`, which links to the steps below and above it.

from .bits cimport bit, lowest_bit
from .types cimport Lead, NONE, Planes, SINGLE, THROW, TRACTOR, TRUMP_SUIT, TUPLE, TrumpTable, Unit
from libc.stdint cimport uint64_t

cdef inline uint64_t fold(const TrumpTable* map, uint64_t faces) noexcept nogil:
    """The steps of some faces: the off-suit level faces become the one bit `map.step_bit`."""
    # Added to a constant any of them carries into the step's bit, if it is not that bit itself.
    return ((faces & map.equal) + map.carry | faces) & map.steps

cdef inline uint64_t links(const TrumpTable* map, uint64_t steps) noexcept nogil:
    """Those of the folded steps whose upper neighbour is among them too."""
    return steps & (steps >> 4) & map.linked

cdef inline uint64_t faces_above(int top) noexcept nogil:
    """Every bit of a row higher than that of bit `top`."""
    # In two shifts: above row 15 there is nothing, and one shift by 64 is undefined.
    return (0xffffffffffffffffULL << (top | 3)) << 1

cdef inline uint64_t run_tops(const TrumpTable* map, uint64_t folded, int length) noexcept nogil:
    """Top steps of all runs of `length` adjacent steps in a folded mask (R5)."""
    cdef int _
    cdef uint64_t tops = folded
    for _ in range(1, length):
        tops = folded & ((tops & map.linked) << 4)
    return tops

cdef inline int lowest_face(const TrumpTable* map, uint64_t faces) noexcept nogil:
    """Bit of the lowest of some faces of one suit; equal ones count s < h < d < c (R10)."""
    cdef int suit, low = lowest_bit(faces)
    if not bit(low) & map.equal:
        return low
    for suit in range(3, 0, -1):
        low = map.to_layout[4 * map.level + suit]
        if faces & map.equal & bit(low):
            return low
    return map.to_layout[4 * map.level]

cdef inline int highest_equal(const TrumpTable* map, uint64_t equal) noexcept nogil:
    """Bit of the highest of some off-suit level faces, counted s < h < d < c (R10)."""
    cdef int suit, b = 0
    for suit in range(4):
        b = map.to_layout[4 * map.level + suit]
        if equal & bit(b):
            break
    return b

cdef inline int unit_cards_count(const Unit* unit) noexcept nogil:
    return unit.width * unit.length

cdef inline int unit_kind(const Unit* unit) noexcept nogil:
    return TRACTOR if unit.length > 1 else TUPLE if unit.width > 1 else SINGLE

cdef inline void unit_cards(const TrumpTable* map, const Unit* unit, Planes* out) noexcept nogil:
    """The cards of a unit."""
    cdef int j, _, step = map.step_bit if unit.top == unit.joint else unit.top
    cdef uint64_t faces = 0
    for _ in range(unit.length):
        faces |= bit(unit.joint if step == map.step_bit and unit.joint != NONE else step)
        step -= 4
    for j in range(4):
        out.p[j] = faces if j < unit.width else 0

cdef inline unsigned int _place(const TrumpTable* map, const Unit* unit) noexcept nogil:
    """Sorts units: smallest first, then lowest card, equal ones s < h < d < c, then narrowest."""
    cdef int low = (unit.top >> 2) - unit.length + 1, equal = 0
    if unit.length == 1:
        equal = 3 - (map.to_natural[unit.top] & 3)
    elif unit.joint >> 2 == low:
        equal = 3 - (map.to_natural[unit.joint] & 3)
    return <unsigned int>unit_cards_count(unit) << 24 | low << 16 | equal << 8 | unit.width

cdef inline void add_unit(const TrumpTable* map, Lead* lead, int width, int length, int top,
                          int joint) noexcept nogil:
    """Put a unit in its place among the units of a lead."""
    cdef Unit unit
    cdef int i = lead.n_units
    cdef unsigned int place
    unit.width, unit.length, unit.top, unit.joint = width, length, top, joint
    place = _place(map, &unit)
    while i > 0 and _place(map, &lead.units[i - 1]) > place:
        lead.units[i] = lead.units[i - 1]
        i -= 1
    lead.units[i] = unit
    lead.n_units += 1

cdef inline void sum_up(Lead* lead) noexcept nogil:
    """Fill the fields of a lead that follow from its units."""
    cdef int i
    lead.kind = unit_kind(&lead.units[0]) if lead.n_units == 1 else THROW
    lead.largest = unit_cards_count(&lead.units[lead.n_units - 1])
    lead.cards = lead.pairs = 0
    for i in range(lead.n_units):
        lead.cards += unit_cards_count(&lead.units[i])
        if lead.units[i].width > 1:
            lead.pairs += lead.units[i].length

cdef inline int suit_of_lead(const TrumpTable* map, uint64_t faces) noexcept nogil:
    """Suit of faces that are known to share one: no search, as suit_of needs."""
    return TRUMP_SUIT if faces & map.suits[TRUMP_SUIT] else lowest_bit(faces) & 3

cdef inline void lead_from_units(const TrumpTable* map, const Unit* units, int n,
                                 Lead* out) noexcept nogil:
    """A lead of given units (of one suit, at least one, at most MAX_UNITS): any reading, not R8's."""
    cdef int i
    out.n_units = 0
    for i in range(n):
        add_unit(map, out, units[i].width, units[i].length, units[i].top, units[i].joint)
    out.suit = suit_of_lead(map, bit(units[0].top))
    sum_up(out)

cdef inline void read_lead(const TrumpTable* map, const Planes* cards, Lead* out) noexcept nogil:
    """R8's reading of cards of one suit (proper planes of two decks, at least one card).

    Whole segments of adjacent pairs are the tractors, for the largest unit counts first; of several
    off-suit level pairs the highest goes into the tractor, so the lower stay to be forced (R10).
    """
    cdef uint64_t faces = cards.p[0], pairs = cards.p[1], linked
    cdef int top, length, joint
    out.suit = suit_of_lead(map, faces)
    if not faces & (faces - 1):
        out.n_units = 1
        out.units[0].width = out.cards = out.largest = 2 if pairs else 1
        out.units[0].length = 1
        out.units[0].top = lowest_bit(faces)
        out.units[0].joint = NONE
        out.kind = TUPLE if pairs else SINGLE
        out.pairs = 1 if pairs else 0
        return
    out.n_units = 0
    faces ^= pairs
    while faces:
        top = lowest_face(map, faces)
        faces ^= bit(top)
        add_unit(map, out, 1, 1, top, NONE)
    linked = links(map, fold(map, pairs))
    while linked:
        top = lowest_bit(linked)
        length = 1
        joint = NONE
        while True:
            if top == map.step_bit and pairs & map.equal:
                joint = highest_equal(map, pairs & map.equal)
                pairs ^= bit(joint)
            else:
                pairs ^= bit(top)
            if not linked & bit(top):
                break
            linked ^= bit(top)
            top += 4
            length += 1
        add_unit(map, out, 2, length, joint if top == map.step_bit and joint != NONE else top, joint)
    while pairs:
        top = lowest_face(map, pairs)
        pairs ^= bit(top)
        add_unit(map, out, 2, 1, top, NONE)
    sum_up(out)
