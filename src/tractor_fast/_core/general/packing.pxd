# Can cards of one suit be cut into slots (R13)?  A slot of w cards takes w copies of one face, a face
# may fill several slots, a run takes adjacent steps.  *Unbroken* (R14, `protect_longer_tuples`): a
# slot, single cards too, takes a face of which there are exactly so many cards, one slot a face.
#
#   read_counts(map, cards, suit, unbroken, out)   cards of one suit, and how they are to be cut
#   packs(cards, slots)                            whether they can be cut so
#   lays(cards, pattern)                           the same for runs that are not settled yet
#
# A bag of slots is a uint32_t with one byte for each width: `slot(w)` is one of w cards.

from ..bits cimport bit, lowest_bit, popcount
from ..types cimport TRUMP_SUIT, Planes, Slots, TrumpTable
from .suit cimport column_of
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef struct Counts:          # cards of one suit; step s is nibble s
    uint64_t steps           # copies of the step's face; of the off-suit level cards' most frequent one
    uint64_t others          # three nibbles: copies of the other off-suit level cards
    uint64_t linked          # bit 4s: step s is adjacent to the next one (R5)
    int equal                # 4 times the step of the off-suit level cards
    bint unbroken

cdef struct Run:             # a run that may not be settled yet
    uint64_t widths          # of its lowest steps, a nibble a step
    int fixed                # how many these are
    uint32_t rest            # slots that follow in any order
    bint open                # whether other slots may yet come in between

cdef struct Pattern:
    int n
    Run runs[18]
    uint32_t need            # all slots, loose ones and those of the runs
    int gaps                 # steps that all open runs together may yet take in between, for other slots
    int span                 # steps that a run may have in the end
    int joints[19]           # [i]: steps of the runs from the i-th on, but the first of each

cdef inline uint32_t slot(int width) noexcept nogil:
    return (<uint32_t>1) << 8 * (width - 1)

cdef inline int slots_in(uint32_t bag, int width) noexcept nogil:
    return bag >> 8 * (width - 1) & 255

cdef inline void read_counts(const TrumpTable* map, const Planes* cards, int suit, bint unbroken,
                             Counts* out) noexcept nogil:
    cdef int column = column_of(suit), j, n, most
    cdef uint64_t faces = map.suits[suit] & ~map.equal, equal
    out.unbroken = unbroken
    out.equal = map.step_bit & 60
    out.linked = map.linked >> column & 0x1111111111111111ULL
    out.steps = out.others = 0
    for j in range(4):
        out.steps += (cards.p[j] & faces) >> column & 0x1111111111111111ULL
    if suit == TRUMP_SUIT:
        most = 0
        equal = cards.p[0] & map.equal
        while equal:
            n = 1
            for j in range(1, 4):
                n += cards.p[j] >> lowest_bit(equal) & 1
            out.others = out.others << 4 | min(n, most)
            most = max(n, most)
            equal &= equal - 1
        out.steps |= <uint64_t>most << out.equal

cdef inline uint64_t steps_with(uint64_t counts, int width, bint exactly) noexcept nogil:
    """Lowest bit of each nibble that is `width`, 1 to 4, or more."""
    if width == 4:
        counts >>= 2
    elif width == 3:
        counts = (counts & counts >> 1) | (0 if exactly else counts >> 2)
    elif width == 2:
        counts = counts >> 1 & ~counts if exactly else counts >> 1 | counts >> 2
    else:
        counts = counts & ~(counts >> 1) if exactly else counts | counts >> 1 | counts >> 2
    return counts & 0x1111111111111111ULL

cdef inline int faces_with(const Counts* cards, int width) noexcept nogil:
    """Faces of which there are just so many cards."""
    cdef int n = popcount(steps_with(cards.steps, width, True))
    if cards.others:
        n += popcount(steps_with(cards.others, width, True))
    return n

cdef inline bint tuples_fit(int fours, int threes, int twos, const uint8_t* slots) noexcept nogil:
    """Whether so many faces of four, three and two cards give the tuples, slots[w] of w cards.

    Quads serve triples last, for they make two pairs.
    """
    fours -= slots[4]
    threes -= slots[3]
    if threes < 0:
        fours += threes
        threes = 0
    return fours >= 0 and 2 * fours + threes + twos >= slots[2]

cdef inline bint slots_fit(const Counts* cards, uint32_t need) noexcept nogil:
    """Whether the slots can be cut out when none of them is part of a run."""
    cdef int fours = faces_with(cards, 4), threes = faces_with(cards, 3), twos = faces_with(cards, 2)
    cdef uint8_t slots[5]
    if cards.unbroken:
        return (fours >= slots_in(need, 4) and threes >= slots_in(need, 3)
                and twos >= slots_in(need, 2) and faces_with(cards, 1) >= slots_in(need, 1))
    slots[2], slots[3], slots[4] = slots_in(need, 2), slots_in(need, 3), slots_in(need, 4)
    return tuples_fit(fours, threes, twos, slots)

cdef inline int _copies(const Counts* cards, int at, int place) noexcept nogil:
    return cards.steps >> at & 15 if place == 0 else cards.others >> 4 * (place - 1) & 15

cdef inline bint _offers(const Counts* cards, int at, int place, int width) noexcept nogil:
    """Whether that face of a step gives a slot; of faces with as many copies only the first does."""
    cdef int copies = _copies(cards, at, place), i
    if copies != width if cards.unbroken else copies < width:
        return False
    for i in range(place):
        if _copies(cards, at, i) == copies:
            return False
    return True

cdef inline void _take(Counts* cards, int at, int place, int width) noexcept nogil:
    cdef int i, most
    if place:
        cards.others -= <uint64_t>width << 4 * (place - 1)
        return
    cards.steps -= <uint64_t>width << at
    if at == cards.equal and cards.others:
        for i in range(1, 4):
            most = _copies(cards, at, i)
            if most > _copies(cards, at, 0):
                cards.others ^= <uint64_t>(most ^ _copies(cards, at, 0)) << 4 * (i - 1)
                cards.steps ^= <uint64_t>(most ^ _copies(cards, at, 0)) << at

cdef inline bint _lay_run(const Pattern* pattern, int i, int start, int at, uint64_t widths, int fixed,
                          uint32_t rest, const Counts* cards, uint32_t need, int gaps) noexcept nogil:
    """Lay what is left of run i from the step at bit `at` on, then the others."""
    cdef Counts left
    cdef int width, place
    if not fixed and not rest:
        return slots_fit(cards, need) and _lay_runs(pattern, i + 1, start, cards, need, gaps)
    if at > start and not cards.linked >> (at - 4) & 1:
        return False
    for width in range(4, 1, -1):
        if <int>(widths & 15) != width if fixed else not slots_in(rest, width):
            continue
        for place in range(4 if at == cards.equal and cards.others else 1):
            if _offers(cards, at, place, width):
                left = cards[0]
                _take(&left, at, place, width)
                if _lay_run(pattern, i, start, at + 4, widths >> 4, fixed - 1 if fixed else 0,
                            rest if fixed else rest - slot(width), &left, need - slot(width), gaps):
                    return True
    return (at > start and gaps > 0 and pattern.runs[i].open and at - start < 4 * pattern.span - 4
            and cards.steps >> at & 14 != 0
            and _lay_run(pattern, i, start, at + 4, widths, fixed, rest, cards, need, gaps - 1))

cdef inline int joints(const Counts* cards) noexcept nogil:
    """How many steps runs may be longer than one, all together, whatever their widths.

    Two cards at least go into each step, so two neighbours are joined no more often than either has
    pairs, and never more than twice: no two neighbours have several faces each.
    """
    cdef uint64_t once = steps_with(cards.steps, 2, False), twice = steps_with(cards.steps, 4, False)
    if cards.others and steps_with(cards.others, 2, False):
        # The most frequent of the off-suit level cards is a pair too, then.
        twice |= bit(cards.equal)
    return (popcount(once & cards.linked & once >> 4) + popcount(twice & cards.linked & twice >> 4))

cdef inline int _length(const Run* run) noexcept nogil:
    return run.fixed + slots_in(run.rest, 4) + slots_in(run.rest, 3) + slots_in(run.rest, 2)

cdef inline bint _lay_runs(const Pattern* pattern, int i, int low, const Counts* cards, uint32_t need,
                           int gaps) noexcept nogil:
    """Lay the runs from the i-th on; equal runs in the order of their steps, the last began at `low`."""
    cdef const Run* run = &pattern.runs[i]
    cdef const Run* last = &pattern.runs[i - 1 if i else 0]
    cdef uint64_t starts, pairs
    cdef int start, _
    if i == pattern.n:
        return True
    if joints(cards) < pattern.joints[i]:
        return False
    pairs = steps_with(cards.steps, 2, False)
    starts = pairs
    for _ in range(1, _length(run)):
        starts = pairs & cards.linked & starts >> 4
    if (i and run.widths == last.widths and run.fixed == last.fixed and run.rest == last.rest
            and run.open == last.open):
        starts &= ~<uint64_t>0 << low
    while starts:
        start = lowest_bit(starts)
        starts &= starts - 1
        if _lay_run(pattern, i, start, start, run.widths, run.fixed, run.rest, cards, need, gaps):
            return True
    return False

cdef inline bint lays(const Counts* cards, Pattern* pattern) noexcept nogil:
    """Whether the cards can be cut into the pattern's slots.

    With gaps the answer may be yes where the slots that shall fill them are not to be found there.
    """
    cdef int i
    if not slots_fit(cards, pattern.need):
        return False
    pattern.joints[pattern.n] = 0
    for i in range(pattern.n - 1, -1, -1):
        pattern.joints[i] = pattern.joints[i + 1] + _length(&pattern.runs[i]) - 1
    return _lay_runs(pattern, 0, 0, cards, pattern.need, pattern.gaps)

cdef inline int run_length(uint64_t run) noexcept nogil:
    """Steps of a run of Slots."""
    cdef int n = 0
    while run:
        run >>= 4
        n += 1
    return n

cdef inline uint32_t slots_of_run(uint64_t run) noexcept nogil:
    cdef uint32_t bag = 0
    while run:
        bag += slot(run & 15)
        run >>= 4
    return bag

cdef inline uint32_t loose_slots(const Slots* slots) noexcept nogil:
    return (slots.tuples[1] + slots.tuples[2] * slot(2) + slots.tuples[3] * slot(3)
            + slots.tuples[4] * slot(4))

cdef inline void add_run(Pattern* pattern, uint64_t widths, int fixed, uint32_t rest,
                         bint open) noexcept nogil:
    """Put a run in its place among those of a pattern, the longest first, equal ones together."""
    cdef Run run
    cdef Run* other
    cdef int i = pattern.n, length
    run.widths, run.fixed, run.rest, run.open = widths, fixed, rest, open
    length = _length(&run)
    while i > 0:
        other = &pattern.runs[i - 1]
        if (_length(other) > length or _length(other) == length
                and (other.widths > widths or other.widths == widths and other.rest >= rest)):
            break
        pattern.runs[i] = other[0]
        i -= 1
    pattern.runs[i] = run
    pattern.n += 1

cdef inline void read_slots(const Slots* slots, Pattern* out) noexcept nogil:
    """The slots of a rung as a pattern of settled runs."""
    cdef int i
    out.n = out.gaps = out.span = 0
    out.need = loose_slots(slots)
    for i in range(slots.n_runs):
        out.need += slots_of_run(slots.runs[i])
        add_run(out, slots.runs[i], run_length(slots.runs[i]), 0, False)

cdef inline bint packs(const Counts* cards, const Slots* slots) noexcept nogil:
    """Whether the cards can be cut into the slots; there must be at least as many cards as in these."""
    cdef Pattern pattern
    if not slots.n_runs:
        return slots_fit(cards, loose_slots(slots))
    read_slots(slots, &pattern)
    return lays(cards, &pattern)
