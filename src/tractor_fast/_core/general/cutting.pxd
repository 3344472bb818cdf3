# The best cut of a play into the units of a throw, for every width and `throw_eval` (R16, R17).
#
#   void read_shapes(throw_eval, lead, Shapes* out)     what a play is cut into, and how cuts compare
#   void line_up(shapes, lead, uint8_t* tops)           the lead's own tops, in the line of `shapes`
#   bint best_cut_general(shapes, play, to_beat, uint8_t* tops)
#       `play`: as many cards as the lead, of one suit.  Of all ways to cut it into the lead's shapes
#       take the highest and write its tops, `shapes.n_tops` of them.  `to_beat` (or NULL): tops that
#       the cut must beat, each its own.  0: there is no such cut.
#
# Classes.  Cuts are compared class by class: with `all` each shape is a class, the smallest first;
# else all shapes of as many cards, tractors and tuples apart, are one, the largest first, singles
# left out where there is a longer unit, and with `highest` only the first class counts.  Tops stand
# class by class: rising with `all` (where the k-th of a shape meets the k-th), else falling.
#
# Method.  One pass over the steps of the suit, low to high.  The copies of each face are broken into
# parts; of a part comes a single, a tuple, or a step of a tractor.  A state is (units finished of
# each shape; tractors still open and how far they are): all that the rest of the pass depends on,
# because units of one shape finish in the order in which they are lined up.  At most two tractors
# are open between two steps, since one of every two neighbours has one face of at most four copies.
# For each state the pass keeps the best way to reach it, a number whose digits say how many units of
# a class top out in each step, the highest step first: so the greater number is the higher cut.  As
# many classes as fit into 64 bits are settled at once; further ones in another pass, with what is
# settled held fast.  Nearly always one pass is enough.
#
# Bounds, by enumeration of the shapes of all leads.  Up to 54 cards: at most 9 shapes besides singles,
# whose counts take 13 bits.  Up to 48, of which four decks can hold a second play of one suit: at
# most 1,853 states in which the cards so far are used up.

from ..bits cimport highest_bit, lowest_bit, popcount
from ..types cimport ALL_UNITS, HIGHEST_UNIT, Lead
from .suit cimport SuitCards
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    CUT_SHAPES = 10
    CUT_STATES = 1856
    CUT_INDEX = 4096         # places of the hash index, a power of two
    CUT_OPTIONS = 70         # ways to break four faces of four copies: 5 kinds, 4 faces
    UNRANKED = 255           # the class of a shape that is not compared
    OPEN_SHIFT = 13          # state: counts, then width and steps of the open tractors
    NEXT_SHIFT = 20

cdef struct CutShape:
    uint8_t width
    uint8_t length
    uint8_t units            # how many the lead has
    uint8_t rank             # class, UNRANKED
    uint8_t first            # with `all`: place of its lowest top
    uint8_t shift            # of its count in a state
    uint8_t mask

cdef struct Shapes:
    uint8_t rising           # 1: `all`
    uint8_t n_shapes
    uint8_t n_classes
    uint8_t n_tops
    uint8_t widths           # bit w: some unit has width w
    uint8_t in_class[10]     # units
    uint16_t needs[5]        # [w]: tuples of width w that can be cut out of the units, w >= 2
    uint32_t all_finished    # the last state
    CutShape shapes[10]      # [0] singles, even if there are none; then from the smallest up

cdef struct CutLayer:        # the best cut of the steps so far that leads to each state
    int n
    uint32_t states[CUT_STATES]
    uint64_t cuts[CUT_STATES]

cdef struct Counts:          # how many units of each class top out in each step
    uint8_t n[10][16]

cdef struct Cutter:
    const Shapes* shapes
    const uint8_t* to_beat
    uint32_t hash_mask
    uint16_t index[CUT_INDEX]        # 1 + place in the layer being filled
    Counts settled                   # of the classes below first_class
    uint8_t first_class
    uint8_t end_class                # this pass settles first_class .. end_class - 1
    uint8_t digit[10]                # of the lowest step, by class
    uint8_t digit_bits[10]
    # the step that the pass is at
    int step
    int lowest
    bint goes_on             # the next step holds cards and is adjacent
    int cards_below
    int n_options
    uint32_t options[CUT_OPTIONS]    # parts of width w in byte w - 1

cdef struct CutMove:         # one way across a step
    uint8_t finished[10]     # by shape: before the step, then after it
    uint8_t topped[10]       # by shape: here
    uint8_t parts[5]         # not used yet, by width
    uint8_t steps[2]         # tractors open after the step, the longer first
    uint8_t n_open
    uint8_t width            # theirs

# ---------------------------------------------------------------------------------------- shapes

cdef inline bint _smaller(int width, int length, const CutShape* s) noexcept nogil:
    """Whether a shape stands before another: by cards, a tuple before a tractor, the narrower."""
    cdef int cards = width * length, other = s.width * s.length
    if cards != other:
        return cards < other
    if (length > 1) != (s.length > 1):
        return s.length > 1
    return width < s.width

cdef inline void _add_shape(Shapes* out, int width, int length) noexcept nogil:
    cdef int i = out.n_shapes
    cdef CutShape* s
    while i > 0 and _smaller(width, length, &out.shapes[i - 1]):
        i -= 1
    if i > 0 and out.shapes[i - 1].width == width and out.shapes[i - 1].length == length:
        out.shapes[i - 1].units += 1
        return
    cdef int j = out.n_shapes
    while j > i:
        out.shapes[j] = out.shapes[j - 1]
        j -= 1
    s = &out.shapes[i]
    s.width, s.length, s.units = width, length, 1
    out.n_shapes += 1

cdef inline bint _same_class(const Shapes* shapes, const CutShape* a, const CutShape* b) noexcept nogil:
    return (not shapes.rising and a.width * a.length == b.width * b.length
            and (a.length > 1) == (b.length > 1))

cdef inline void _rank_shapes(int throw_eval, Shapes* out) noexcept nogil:
    """Give each shape its class."""
    cdef int turn, i, rank = -1, before = -1
    cdef bint counts
    for turn in range(out.n_shapes):
        i = turn if out.rising else out.n_shapes - 1 - turn
        out.shapes[i].rank = UNRANKED
        if not out.shapes[i].units:
            continue
        if before < 0 or not _same_class(out, &out.shapes[i], &out.shapes[before]):
            counts = out.rising or before < 0 or (throw_eval != HIGHEST_UNIT and i > 0)
            if not counts:
                continue
            rank += 1
            out.in_class[rank] = 0
        before = i
        out.shapes[i].rank = rank
        out.in_class[rank] += out.shapes[i].units
    out.n_classes = rank + 1

cdef inline void read_shapes(int throw_eval, const Lead* lead, Shapes* out) noexcept nogil:
    cdef int i, w, shift = 0, first = 0
    cdef CutShape* s
    out.rising = throw_eval == ALL_UNITS
    out.n_shapes = 1
    out.shapes[0].width = out.shapes[0].length = 1
    out.shapes[0].units = 0
    for i in range(lead.n_units):
        _add_shape(out, lead.units[i].width, lead.units[i].length)
    _rank_shapes(throw_eval, out)
    out.widths = 0
    out.all_finished = 0
    memset(out.needs, 0, sizeof(out.needs))
    for i in range(out.n_shapes):
        s = &out.shapes[i]
        s.first = first
        first += s.units
        if not s.units:
            continue
        out.widths |= 1 << s.width
        for w in range(2, s.width + 1):
            out.needs[w] += s.units * s.length * (s.width // w)
        if i:
            s.shift = shift
            s.mask = (1 << (highest_bit(s.units) + 1)) - 1
            shift += highest_bit(s.units) + 1
            out.all_finished |= s.units << s.shift
    out.n_tops = 1 if throw_eval == HIGHEST_UNIT else 0
    if throw_eval != HIGHEST_UNIT:
        for i in range(out.n_classes):
            out.n_tops += out.in_class[i]

cdef inline void _write_tops(const Shapes* shapes, const Counts* counts,
                             uint8_t* tops) noexcept nogil:
    """Tops in line, from how many units of each class top out in each step."""
    cdef int rank, turn, step, _, n = 0
    for rank in range(shapes.n_classes):
        for turn in range(16):
            step = turn if shapes.rising else 15 - turn
            for _ in range(counts.n[rank][step]):
                if n < shapes.n_tops:
                    tops[n] = step
                    n += 1

cdef inline void line_up(const Shapes* shapes, const Lead* lead, uint8_t* tops) noexcept nogil:
    cdef Counts counts
    cdef int i, j
    cdef const CutShape* s
    memset(&counts, 0, sizeof(counts))
    for i in range(lead.n_units):
        for j in range(shapes.n_shapes):
            s = &shapes.shapes[j]
            if s.width == lead.units[i].width and s.length == lead.units[i].length:
                if s.rank != UNRANKED:
                    counts.n[s.rank][lead.units[i].top >> 2] += 1
    _write_tops(shapes, &counts, tops)

# ------------------------------------------------------------------------------------- one step

cdef inline int _break_face(int copies, int widths, uint32_t* out) noexcept nogil:
    """Ways to break so many copies into parts of widths that the shapes have; returns how many."""
    cdef int quads, triples, pairs, singles, n = 0
    for quads in range(copies // 4 + 1):
        for triples in range((copies - 4 * quads) // 3 + 1):
            for pairs in range((copies - 4 * quads - 3 * triples) // 2 + 1):
                singles = copies - 4 * quads - 3 * triples - 2 * pairs
                if ((quads and not widths >> 4 & 1) or (triples and not widths >> 3 & 1)
                        or (pairs and not widths >> 2 & 1) or (singles and not widths >> 1 & 1)):
                    continue
                out[n] = singles | pairs << 8 | triples << 16 | quads << 24
                n += 1
    return n

cdef inline void _break_step(Cutter* c, const uint8_t* copies) noexcept nogil:
    """The ways to break the faces of a step, each once."""
    cdef uint32_t face[5]
    cdef uint32_t before[CUT_OPTIONS]
    cdef uint32_t sum
    cdef int place, i, j, k, n_face, n_before
    c.options[0] = 0
    c.n_options = 1
    for place in range(4):
        if not copies[place]:
            continue
        n_face = _break_face(copies[place], c.shapes.widths, face)
        n_before = c.n_options
        for i in range(n_before):
            before[i] = c.options[i]
        c.n_options = 0
        for i in range(n_before):
            for j in range(n_face):
                sum = before[i] + face[j]
                k = 0
                while k < c.n_options and c.options[k] != sum:
                    k += 1
                c.options[k] = sum
                if k == c.n_options:
                    c.n_options += 1

cdef inline int _shape_of(const Shapes* shapes, int width, int length) noexcept nogil:
    """Place of a shape, or -1."""
    cdef int i
    for i in range(shapes.n_shapes):
        if shapes.shapes[i].width == width and shapes.shapes[i].length == length:
            return i
    return -1

cdef inline bint _finish(const Shapes* shapes, CutMove* m, int width, int length, int n) noexcept nogil:
    """Let n units of a shape top out; 0 if the lead has fewer."""
    cdef int i = _shape_of(shapes, width, length)
    if i < 0 or m.finished[i] + n > shapes.shapes[i].units:
        return 0
    m.finished[i] += n
    m.topped[i] += n
    return 1

cdef inline int _unfinished(const Shapes* shapes, const CutMove* m, int longer_than) noexcept nogil:
    """Units of the width of the open tractors that are longer than so many steps."""
    cdef int i, n = 0
    for i in range(1, shapes.n_shapes):
        if shapes.shapes[i].width == m.width and shapes.shapes[i].length > longer_than:
            n += shapes.shapes[i].units - m.finished[i]
    return n

cdef inline void _keep(Cutter* c, uint32_t state, uint64_t cut, CutLayer* after) noexcept nogil:
    cdef uint32_t at = (state * 0x9e3779b1U >> 16) & c.hash_mask
    cdef int i
    while c.index[at]:
        i = c.index[at] - 1
        if after.states[i] == state:
            if cut > after.cuts[i]:
                after.cuts[i] = cut
            return
        at = (at + 1) & c.hash_mask
    i = after.n
    after.states[i] = state
    after.cuts[i] = cut
    after.n += 1
    c.index[at] = after.n

cdef inline void _land(Cutter* c, const CutMove* move, uint64_t cut, CutLayer* after) noexcept nogil:
    """Reach the state after the step, if the tractors left open have a length to grow to, the other
    parts are units of the lead, each unit beats its own, and what is settled is kept.
    """
    cdef const Shapes* shapes = c.shapes
    cdef CutMove m = move[0]
    cdef uint8_t in_class[10]
    cdef uint32_t state = 0
    cdef int i, w
    cdef const CutShape* s
    if m.n_open and not (c.goes_on and _unfinished(shapes, &m, m.steps[m.n_open - 1]) >= m.n_open
                         and _unfinished(shapes, &m, m.steps[0]) >= 1):
        return
    for w in range(1, 5):
        if m.parts[w] and not _finish(shapes, &m, w, 1, m.parts[w]):
            return
    memset(in_class, 0, sizeof(in_class))
    for i in range(shapes.n_shapes):
        s = &shapes.shapes[i]
        if i:
            state |= m.finished[i] << s.shift
        if not m.topped[i]:
            continue
        if c.to_beat != NULL and c.step <= c.to_beat[s.first + m.finished[i] - 1]:
            return
        if s.rank != UNRANKED:
            in_class[s.rank] += m.topped[i]
    for i in range(c.first_class):
        if in_class[i] != c.settled.n[i][c.step]:
            return
    for i in range(c.first_class, c.end_class):
        cut |= <uint64_t>in_class[i] << (c.digit[i] + c.digit_bits[i] * (c.step - c.lowest))
    if m.n_open:
        state |= m.width << OPEN_SHIFT | m.steps[0] << (OPEN_SHIFT + 3)
        if m.n_open > 1:
            state |= m.steps[1] << NEXT_SHIFT
    _keep(c, state, cut, after)

cdef inline void _open(Cutter* c, const CutMove* move, uint64_t cut, CutLayer* after) noexcept nogil:
    """Begin none, one or two tractors at the step, then land."""
    cdef CutMove m
    cdef int _, width, room
    _land(c, move, cut, after)
    for width in range(2, 5):
        if not c.shapes.widths >> width & 1 or (move.n_open and width != move.width):
            continue
        room = 4 // width - move.n_open
        m = move[0]
        m.width = width
        for _ in range(min(room, <int>move.parts[width])):
            m.parts[width] -= 1
            m.steps[m.n_open] = 1
            m.n_open += 1
            _land(c, &m, cut, after)

cdef inline void _cross(Cutter* c, uint32_t state, uint64_t cut, CutLayer* after) noexcept nogil:
    """Reach every state after the step from one before it."""
    cdef const Shapes* shapes = c.shapes
    cdef CutMove start, m
    cdef uint8_t steps[2]
    cdef int i, o, w, closing, n_open = 0, singles = c.cards_below
    cdef bint possible
    cdef const CutShape* s
    memset(&start, 0, sizeof(start))
    for i in range(1, shapes.n_shapes):
        s = &shapes.shapes[i]
        start.finished[i] = (state >> s.shift) & s.mask
        singles -= start.finished[i] * s.width * s.length
    start.width = (state >> OPEN_SHIFT) & 7
    steps[0] = (state >> (OPEN_SHIFT + 3)) & 15
    steps[1] = (state >> NEXT_SHIFT) & 15
    for i in range(2):
        n_open += steps[i] > 0
        singles -= steps[i] * start.width
    start.finished[0] = singles
    for o in range(c.n_options):
        for w in range(1, 5):
            start.parts[w] = (c.options[o] >> 8 * (w - 1)) & 255
        if start.parts[1] + singles > shapes.shapes[0].units or start.parts[start.width] < n_open:
            continue
        start.parts[start.width] -= n_open
        for closing in range(1 << n_open):
            m = start
            possible = True
            for i in range(n_open):
                if not closing >> i & 1:
                    m.steps[m.n_open] = steps[i] + 1
                    m.n_open += 1
                elif not _finish(shapes, &m, m.width, steps[i] + 1, 1):
                    possible = False
            if possible:
                _open(c, &m, cut, after)

# ----------------------------------------------------------------------------------------- a play

cdef inline bint _has_tuples(const Shapes* shapes, const SuitCards* play) noexcept nogil:
    """Whether the play has enough pairs, triples and quads, wherever they are."""
    cdef int step, place, w, n
    cdef int has[5]
    has[2] = has[3] = has[4] = 0
    for step in range(16):
        for place in range(4):
            n = play.n[step][place]
            for w in range(2, 5):
                has[w] += n // w
    return has[2] >= shapes.needs[2] and has[3] >= shapes.needs[3] and has[4] >= shapes.needs[4]

cdef inline uint32_t _hash_mask(const Shapes* shapes) noexcept nogil:
    """The index has twice as many places as there can be states: all counts, with each way to leave
    tractors open.
    """
    cdef int i, states = 1, longest = 1
    for i in range(1, shapes.n_shapes):
        states = min(states * (shapes.shapes[i].units + 1), CUT_STATES)
        longest = max(longest, <int>shapes.shapes[i].length)
    states = min(states * (1 + 3 * (longest - 1) + longest * (longest - 1) // 2), CUT_STATES)
    return (<uint32_t>1 << (highest_bit(states) + 2)) - 1

cdef inline void _begin_pass(Cutter* c, int steps, int most_in_step) noexcept nogil:
    """Give digits to as many classes as fit."""
    cdef int bits, left = 64
    c.first_class = c.end_class
    while c.end_class < c.shapes.n_classes:
        bits = highest_bit(min(<int>c.shapes.in_class[c.end_class], most_in_step)) + 1
        if bits * steps > left:
            break
        left -= bits * steps
        c.digit[c.end_class] = left
        c.digit_bits[c.end_class] = bits
        c.end_class += 1

cdef inline void _settle(Cutter* c, uint64_t cut, int steps) noexcept nogil:
    cdef int rank, i
    for rank in range(c.first_class, c.end_class):
        for i in range(steps):
            c.settled.n[rank][c.lowest + i] = (
                (cut >> (c.digit[rank] + c.digit_bits[rank] * i)) & ((1 << c.digit_bits[rank]) - 1)
            )

cdef inline bint best_cut_general(const Shapes* shapes, const SuitCards* play,
                                  const uint8_t* to_beat, uint8_t* tops) noexcept nogil:
    cdef Cutter c
    cdef CutLayer layers[2]
    cdef CutLayer* before = &layers[0]
    cdef CutLayer* after = &layers[1]
    cdef uint8_t found[54]
    cdef int i, steps, most = 0
    cdef int cards_in[16]
    cdef int highest = highest_bit(play.holds[1])
    if not _has_tuples(shapes, play):
        return 0
    c.shapes = shapes
    c.to_beat = to_beat if shapes.rising else NULL
    c.hash_mask = _hash_mask(shapes)
    c.lowest = lowest_bit(play.holds[1])
    steps = highest + 1 - c.lowest
    for i in range(16):
        cards_in[i] = play.n[i][0] + play.n[i][1] + play.n[i][2] + play.n[i][3]
        most = max(most, cards_in[i])
    memset(&c.settled, 0, sizeof(c.settled))
    c.end_class = 0
    while c.end_class < shapes.n_classes:
        _begin_pass(&c, steps, most)
        before.n = 1
        before.states[0] = 0
        before.cuts[0] = 0
        c.cards_below = 0
        for c.step in range(c.lowest, highest + 1):
            if not cards_in[c.step]:
                continue
            _break_step(&c, play.n[c.step])
            c.goes_on = c.step < highest and (play.linked >> c.step) & (play.holds[1] >> (c.step + 1)) & 1
            after.n = 0
            memset(c.index, 0, (c.hash_mask + 1) * sizeof(uint16_t))
            for i in range(before.n):
                _cross(&c, before.states[i], before.cuts[i], after)
            c.cards_below += cards_in[c.step]
            before, after = after, before
        # Only the state in which every unit is finished uses up all cards.
        if not before.n:
            return 0
        _settle(&c, before.cuts[0], steps)
    _write_tops(shapes, &c.settled, found)
    if to_beat != NULL and not shapes.rising and not _is_higher(shapes, found, to_beat):
        return 0
    for i in range(shapes.n_tops):
        tops[i] = found[i]
    return 1

cdef inline bint _is_higher(const Shapes* shapes, const uint8_t* a, const uint8_t* b) noexcept nogil:
    """Whether of two cuts in falling line the first is the higher."""
    cdef int i
    for i in range(shapes.n_tops):
        if a[i] != b[i]:
            return a[i] > b[i]
    return 0
