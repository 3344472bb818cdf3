# The best cut of a play into the units of a throw (R16, R17), for two decks.
#
#   bint best_cut(lead, play, bint must_beat, uint8_t* rows)
#       `play`: as many cards as the lead, wholly of one suit.  Of all ways to cut it into the
#       lead's shapes, with units of one shape lined up from highest to lowest and every unit, if
#       `must_beat`, above the row opposite in `rows`, take the highest, compared in that line from
#       the smallest shape up, and write the rows of its tops to `rows` (in the order of lead.units).
#       0: none.
#
# Method.  One pass over the rows of the suit, low to high.  A row holds some faces with one card
# (singles) and some with two; each of the latter is broken into two singles, a pair, or a step of
# a tractor.  Only the row of the off-suit level cards has more than one face and its neighbours
# have one, so at most one tractor is open between two rows.  A state is (open tractor and how far
# it is, units finished of each shape): all that the rest of the pass depends on, because units of
# one shape finish in the order in which they are lined up.  For each state the pass keeps the best
# way to reach it, as numbers whose digits say how many units top out in each row, the highest row
# first: so the greater number is the higher cut.
#
# Bounds.  A suit has at most 18 pairs (suit trump).  Over all shapes of 18 pairs there are at most
# 880 states (4 pairs and a tractor each of 2, 3, 4 and 5 steps); a suit has 16 rows at most.

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from .bits cimport highest_bit, lowest_bit, popcount
from .types cimport Lead, Planes

cdef enum:
    CUT_STATES = 880
    CUT_SHAPES = 5           # pairs, and tractors of four lengths: 2 + 3 + 4 + 5 + 6 > 18

cdef struct Shape:           # pairs (length 1) or tractors of one length
    int length
    int units                # how many the lead has
    int first                # index of the first in lead.units
    int stride               # of their count in a state's number
    int opened               # what a first step adds to a state's number

cdef struct Cut:             # how many units top out in each row, highest row in the highest digit
    uint64_t broken          # octal digits: pairs cut into singles
    uint64_t pairs           # octal digits
    uint64_t tractors        # 16 binary digits a length, the shortest in the highest

cdef struct Layer:           # the best cut of the rows so far that leads to each state
    uint8_t reached[CUT_STATES]
    Cut cuts[CUT_STATES]

cdef struct Cutter:
    int singles              # of the lead
    int n_shapes
    int closed               # how many states have no tractor open: a state's counts are its rest
    int states
    Shape shapes[CUT_SHAPES]          # shapes[0] = pairs, even if the lead has none
    const uint8_t* to_beat   # rows of lead.units' opposites, NULL if there are none

cdef struct CutRow:           # the row that the pass is at
    int number
    int singles              # faces with one card
    int pairs                # faces with two
    int cards_below

cdef inline void _open_shapes(Cutter* c, const Lead* lead) noexcept nogil:
    """Number the states for this lead's shapes."""
    cdef int i, slots = 0
    cdef Shape* s = &c.shapes[0]
    c.singles = lead.cards - 2 * lead.pairs
    s.length = 1
    s.units = 0
    s.first = c.singles
    s.stride = 1
    c.n_shapes = 1
    for i in range(c.singles, lead.n_units):
        if lead.units[i].length != s.length:
            c.closed = s.stride * (s.units + 1)
            s = &c.shapes[c.n_shapes]
            c.n_shapes += 1
            s.length = lead.units[i].length
            s.units = 0
            s.first = i
            s.stride = c.closed
        s.units += 1
    c.closed = s.stride * (s.units + 1)
    for i in range(1, c.n_shapes):
        c.shapes[i].opened = (1 + slots) * c.closed
        slots += c.shapes[i].length - 1
    c.states = (1 + slots) * c.closed

cdef inline bint _beaten(const Cutter* c, int row, int unit) noexcept nogil:
    """Whether a unit topping out in `row` beats the one opposite lead.units[unit]."""
    return c.to_beat == NULL or row > c.to_beat[unit]

cdef inline int _count(const Cutter* c, int counts, int shape) noexcept nogil:
    """Units of a shape that are finished."""
    return counts // c.shapes[shape].stride % (c.shapes[shape].units + 1)

cdef inline bint _higher(const Cut* a, const Cut* b) noexcept nogil:
    """Whether `a` is the higher cut."""
    if a.broken != b.broken:
        return a.broken > b.broken
    if a.pairs != b.pairs:
        return a.pairs > b.pairs
    return a.tractors > b.tractors

cdef inline void _split(const Cutter* c, const CutRow* row, int state, int pairs, int singles_below,
                        const Cut* cut, Layer* after) noexcept nogil:
    """Reach the states in which `pairs` faces of the row become loose pairs and singles."""
    cdef int broken, kept, singles, finished = _count(c, state % c.closed, 0)
    cdef int target, digit = 3 * row.number
    cdef Cut longer
    for broken in range(pairs + 1):
        kept = pairs - broken
        if finished + kept > c.shapes[0].units:
            continue
        if kept and not _beaten(c, row.number, c.shapes[0].first + finished + kept - 1):
            continue
        singles = singles_below + row.singles + 2 * broken
        if singles > c.singles:
            continue
        if singles > singles_below and not _beaten(c, row.number, singles - 1):
            continue
        target = state + kept
        longer.broken = cut.broken | <uint64_t>broken << digit
        longer.pairs = cut.pairs | <uint64_t>kept << digit
        longer.tractors = cut.tractors
        if not after.reached[target] or _higher(&longer, &after.cuts[target]):
            after.reached[target] = 1
            after.cuts[target] = longer

cdef inline void _leave(const Cutter* c, const CutRow* row, int state, const Cut* before,
                        Layer* after) noexcept nogil:
    """Reach every state after the row from one before it."""
    cdef int counts = state % c.closed, slot = state // c.closed
    cdef int i, steps, singles = row.cards_below, pairs = row.pairs
    cdef Cut cut = before[0]
    cdef const Shape* s
    for i in range(c.n_shapes):
        singles -= 2 * c.shapes[i].length * _count(c, counts, i)
    if slot:
        i = c.n_shapes - 1
        while c.shapes[i].opened > state:
            i -= 1
        s = &c.shapes[i]
        steps = slot - s.opened // c.closed + 1
        singles -= 2 * steps
        if not pairs:
            return
        pairs -= 1
        if steps + 1 < s.length:
            _split(c, row, state + c.closed, pairs, singles, &cut, after)
            return
        if not _beaten(c, row.number, s.first + _count(c, counts, i)):
            return
        cut.tractors |= (<uint64_t>1) << (16 * (CUT_SHAPES - 1 - i) + row.number)
        counts += s.stride
    _split(c, row, counts, pairs, singles, &cut, after)
    if pairs:
        for i in range(1, c.n_shapes):
            s = &c.shapes[i]
            if _count(c, counts, i) < s.units:
                _split(c, row, counts + s.opened, pairs - 1, singles, &cut, after)

cdef inline void _write_rows(const Cutter* c, const Planes* play, const Cut* cut,
                             uint8_t* rows) noexcept nogil:
    cdef int next_of[CUT_SHAPES]
    cdef int _, row, i, n, single = 0
    for i in range(c.n_shapes):
        next_of[i] = c.shapes[i].first
    for row in range(16):
        n = (popcount(play.p[0] >> 4 * row & 15) - popcount(play.p[1] >> 4 * row & 15)
             + 2 * (cut.broken >> 3 * row & 7))
        for _ in range(n):
            rows[single] = row
            single += 1
        for _ in range(<int>(cut.pairs >> 3 * row & 7)):
            rows[next_of[0]] = row
            next_of[0] += 1
        for i in range(1, c.n_shapes):
            if cut.tractors >> (16 * (CUT_SHAPES - 1 - i) + row) & 1:
                rows[next_of[i]] = row
                next_of[i] += 1

cdef inline bint best_cut(const Lead* lead, const Planes* play, bint must_beat,
                          uint8_t* rows) noexcept nogil:
    cdef Cutter c
    cdef CutRow row
    cdef Layer layers[2]
    cdef Layer* before = &layers[0]
    cdef Layer* after = &layers[1]
    cdef int r, state
    if popcount(play.p[1]) < lead.pairs:
        return 0
    # Each unit must be beaten, so none may be as high as the highest card: told at once as a rule,
    # for no hand has a card above those of a throw that stands.
    if must_beat and highest_bit(play.p[0]) >> 2 <= max(rows[0], rows[lead.n_units - 1]):
        return 0
    _open_shapes(&c, lead)
    c.to_beat = rows if must_beat else NULL
    memset(before.reached, 0, c.states)
    before.reached[0] = 1
    before.cuts[0].broken = before.cuts[0].pairs = before.cuts[0].tractors = 0
    row.cards_below = 0
    for r in range(lowest_bit(play.p[0]) >> 2, (highest_bit(play.p[0]) >> 2) + 1):
        row.number = r
        row.pairs = popcount(play.p[1] >> 4 * r & 15)
        row.singles = popcount(play.p[0] >> 4 * r & 15) - row.pairs
        memset(after.reached, 0, c.states)
        for state in range(c.states):
            if before.reached[state]:
                _leave(&c, &row, state, &before.cuts[state], after)
        row.cards_below += row.singles + 2 * row.pairs
        before, after = after, before
    # All counts full and no tractor open.
    if not before.reached[c.closed - 1]:
        return 0
    _write_rows(&c, play, &before.cuts[c.closed - 1], rows)
    return 1
