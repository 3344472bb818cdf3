# Reading a lead under every setting: R8 with units of any width, and R35.
#
#   read_lead_general(spec, map, cards, out)   cards of one suit, at least one (at most 72)
#   read_rainbow(spec, map, cards, out)        cards of several suits; False if they are no lead
#   read_tractor(spec, map, cards, out)        only the unit of cards of one suit that are one tractor
#
# No tuple is larger than a tractor (four copies are the most, two steps of two cards the least), so
# while some tractor is left the next unit is one of the largest tractors, and at the end every face
# is a single or a tuple.  Of several largest tractors only the first and those that share a step
# with it need be tried: a reading with none of these could take the first as one more unit of that
# size, and be better.  Tractors of one width never share a step, so there are at most three ways on.
# Cards without a tractor and cards that are one, which most leads are, need no search.

from ..bits cimport highest_bit, lowest_bit, popcount
from ..formats cimport add_unit, fold, links, suit_of_lead, sum_up
from ..types cimport NONE, RAINBOW, TRUMP_SUIT, Lead, Planes, Spec, TrumpTable
from .suit cimport SuitCards, change_cards, column_of, equal_step, face_bit, read_suit
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MAX_TRACTORS = 18        # four cards each of at most 72
    MAX_LARGEST = 24         # at most eight of a width that share no step, widths 2 to 4
    NO_STEP = 16             # where the off-suit level cards are in a plain suit

# A tractor is one number, greater for the one that a reading prefers (after its size): cards,
# width, lowest step and, from 1, the place of the face that fills the off-suit level cards' step.
cdef inline uint32_t _tractor(int width, int length, int low) noexcept nogil:
    return width * length << 24 | width << 16 | low << 8

cdef inline int _size(uint32_t tractor) noexcept nogil:
    return tractor >> 24

cdef inline int _width(uint32_t tractor) noexcept nogil:
    return tractor >> 16 & 0xff

cdef inline int _low(uint32_t tractor) noexcept nogil:
    return tractor >> 8 & 0xff

cdef inline int _length(uint32_t tractor) noexcept nogil:
    return _size(tractor) // _width(tractor)

cdef inline uint16_t _steps(uint32_t tractor) noexcept nogil:
    return <uint16_t>(((1 << _length(tractor)) - 1) << _low(tractor))

cdef struct Reading:
    uint32_t tractors[MAX_TRACTORS]    # the greatest first, then zeros
    uint8_t tuples[5]        # [w]: how many faces are left w times, w = 1..4

cdef inline int _largest_tractors(const Spec* spec, const SuitCards* cards, uint32_t* out) noexcept nogil:
    """The tractors of most cards; returns how many.  Each is a whole segment of adjacent steps."""
    cdef int width, run, low, size, most = 0, n = 0
    cdef uint32_t linked
    for width in range(spec.tractor_width, 5):
        linked = cards.holds[width] & cards.linked & (cards.holds[width] >> 1)
        while linked:
            low = lowest_bit(linked)
            run = lowest_bit(~(linked >> low))
            linked &= linked + (1 << low)
            size = width * (run + 1)
            if run + 1 < spec.tractor_length or size < most:
                continue
            if size > most:
                most = size
                n = 0
            out[n] = _tractor(width, run + 1, low)
            n += 1
    return n

cdef inline void _take(SuitCards* cards, int equal, uint32_t tractor) noexcept nogil:
    """Take a tractor's cards out."""
    cdef int step, place = <int>(tractor & 0xff) - 1
    for step in range(_low(tractor), _low(tractor) + _length(tractor)):
        change_cards(cards, step, place if step == equal else 0, -_width(tractor))

cdef inline int _first_difference(const uint32_t* a, const uint32_t* b, uint32_t part) noexcept nogil:
    """Positive where list a is greater than b in one part of the numbers, negative where b is."""
    cdef int i
    for i in range(MAX_TRACTORS):
        if (a[i] ^ b[i]) & part:
            return 1 if (a[i] & part) > (b[i] & part) else -1
        if not a[i]:
            break
    return 0

cdef inline bint _better(const Reading* a, const Reading* b) noexcept nogil:
    """R8: cards and kinds of all units, then widths; then higher steps and faces, which is free."""
    cdef int w, order = _first_difference(a.tractors, b.tractors, 0xff000000)
    if order:
        return order > 0
    for w in range(4, 1, -1):
        if a.tuples[w] != b.tuples[w]:
            return a.tuples[w] > b.tuples[w]
    order = _first_difference(a.tractors, b.tractors, 0xff0000)
    return (order if order else _first_difference(a.tractors, b.tractors, 0xffff)) > 0

cdef inline void _finish(const SuitCards* cards, const uint32_t* path, int depth,
                         Reading* best) noexcept nogil:
    """Keep a path of tractors, with the tuples of what is left, if that reading is the best so far."""
    cdef Reading one
    cdef uint16_t steps = cards.holds[1]
    cdef int i, j, step, place
    for i in range(5):
        one.tuples[i] = 0
    for i in range(MAX_TRACTORS):
        one.tractors[i] = 0
    for i in range(depth):
        j = i
        while j and one.tractors[j - 1] < path[i]:
            one.tractors[j] = one.tractors[j - 1]
            j -= 1
        one.tractors[j] = path[i]
    while steps:
        step = lowest_bit(steps)
        steps &= steps - 1
        for place in range(4):
            one.tuples[cards.n[step][place]] += 1
    if _better(&one, best):
        best[0] = one

cdef inline void _search(const Spec* spec, const SuitCards* cards, int equal, uint32_t* path,
                         int depth, Reading* best) noexcept nogil:
    cdef uint32_t largest[MAX_LARGEST]
    cdef SuitCards left
    cdef int i, place, tried, n = _largest_tractors(spec, cards, largest)
    if not n:
        _finish(cards, path, depth, best)
        return
    for i in range(n):
        if not _steps(largest[i]) & _steps(largest[0]):
            continue
        if not _steps(largest[i]) >> equal & 1:
            path[depth] = largest[i]
            left = cards[0]
            _take(&left, equal, path[depth])
            _search(spec, &left, equal, path, depth + 1, best)
            continue
        # Of off-suit level cards held equally often the highest: the lower stay to be forced (R10).
        tried = 0
        for place in range(3, -1, -1):
            if cards.n[equal][place] < _width(largest[i]) or tried >> cards.n[equal][place] & 1:
                continue
            tried |= 1 << cards.n[equal][place]
            path[depth] = largest[i] | (place + 1)
            left = cards[0]
            _take(&left, equal, path[depth])
            _search(spec, &left, equal, path, depth + 1, best)

cdef inline void _add_tractor(const TrumpTable* map, int suit, int equal, uint32_t tractor,
                              Lead* out) noexcept nogil:
    cdef int top = _low(tractor) + _length(tractor) - 1, joint = NONE
    if tractor & 0xff:
        joint = face_bit(map, suit, equal, <int>(tractor & 0xff) - 1)
    add_unit(map, out, _width(tractor), _length(tractor),
             joint if top == equal else 4 * top + column_of(suit), joint)

cdef inline int _copies(const Planes* cards, uint64_t face) noexcept nogil:
    return 1 + (cards.p[1] & face != 0) + (cards.p[2] & face != 0) + (cards.p[3] & face != 0)

cdef inline bint _read_tuples(const Spec* spec, const TrumpTable* map, const Planes* cards,
                              Lead* out) noexcept nogil:
    """The reading of cards without two adjacent steps for a tractor; False if there are such."""
    cdef uint64_t left = cards.p[0], face
    if spec.tractor_width < 5 and links(map, fold(map, cards.p[spec.tractor_width - 1])):
        return False
    while left:
        face = left & (0 - left)
        left ^= face
        add_unit(map, out, _copies(cards, face), 1, lowest_bit(face), NONE)
    return True

cdef inline bint read_tractor(const Spec* spec, const TrumpTable* map, const Planes* cards,
                              Lead* out) noexcept nogil:
    """The reading of cards of one suit that are one tractor; False if they are not."""
    cdef uint64_t faces = cards.p[0], equal = faces & map.equal, steps = fold(map, faces)
    cdef int width = _copies(cards, faces & (0 - faces)), length = popcount(faces), joint = NONE, top
    if (cards.p[width - 1] != faces or (width < 4 and cards.p[width]) or width < spec.tractor_width
            or length < spec.tractor_length or popcount(links(map, steps)) != length - 1):
        return False
    top = highest_bit(steps)
    if equal:
        joint = lowest_bit(equal)
    add_unit(map, out, width, length, joint if equal and top == map.step_bit else top, joint)
    return True

cdef inline void _read_any(const Spec* spec, const TrumpTable* map, const Planes* cards,
                           Lead* out) noexcept nogil:
    cdef SuitCards left
    cdef Reading best
    cdef uint32_t path[MAX_TRACTORS]
    cdef int i, step, place, equal
    read_suit(map, cards, out.suit, &left)
    equal = equal_step(map) if out.suit == TRUMP_SUIT else NO_STEP
    for i in range(MAX_TRACTORS):
        best.tractors[i] = 0
    for i in range(5):
        best.tuples[i] = 0
    _search(spec, &left, equal, path, 0, &best)
    for i in range(MAX_TRACTORS):
        if not best.tractors[i]:
            break
        _add_tractor(map, out.suit, equal, best.tractors[i], out)
        _take(&left, equal, best.tractors[i])
    while left.holds[1]:
        step = lowest_bit(left.holds[1])
        for place in range(4):
            if left.n[step][place]:
                add_unit(map, out, left.n[step][place], 1, face_bit(map, out.suit, step, place), NONE)
        left.holds[1] &= left.holds[1] - 1

cdef inline void read_lead_general(const Spec* spec, const TrumpTable* map, const Planes* cards,
                                   Lead* out) noexcept nogil:
    """R8's reading of cards of one suit (proper planes, at least one card)."""
    out.suit = suit_of_lead(map, cards.p[0])
    out.n_units = 0
    if not _read_tuples(spec, map, cards, out) and not read_tractor(spec, map, cards, out):
        _read_any(spec, map, cards, out)
    sum_up(out)

cdef inline bint read_rainbow(const Spec* spec, const TrumpTable* map, const Planes* cards,
                              Lead* out) noexcept nogil:
    """R35: groups of one rank, each out of all four suits; level cards and jokers are in none.

    All cards of a rank are one group.  `width` of a unit is the group's cards, `top` a bit of its
    rank; the lead is of no suit.
    """
    cdef int row, n, j
    if not spec.rainbows or not cards.p[0] or cards.p[0] >> 48:
        return False
    out.n_units = 0
    for row in range(12):
        if not cards.p[0] >> 4 * row & 15:
            continue
        n = 0
        for j in range(4):
            n += popcount(cards.p[j] >> 4 * row & 15)
        if cards.p[0] >> 4 * row & 15 != 15 or n < spec.rainbows:
            return False
        add_unit(map, out, n, 1, 4 * row, NONE)
    sum_up(out)
    out.kind = RAINBOW
    out.suit = NONE
    return True
