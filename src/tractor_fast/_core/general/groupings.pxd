# The rungs of one partition of a unit's cards (R13): all ways to join its parts of two cards and more
# into runs of adjacent steps, in R13's order, and the first of them that given cards meet.
#
# The order: longest run first; then fewer runs (loose parts count as runs); then the order found by
# adding the parts from the widest on, each to every run so far and then as its own.  Runs come out of
# this with their most fours first, of equals with their most threes, then pairs, and of two ways to
# join the one comes first that has more fours in its first run; if equal, in its second; and so on;
# then threes; then pairs.  So a way is a row of digits, "parts of width w in run i", fours of all
# runs first, and the ways are in descending order of these rows.  The last digits of each width follow
# from the others; equal runs so far take no more parts than the one before them.
# Then each run's widths go through their orders, low step first, wide before narrow, the last run's
# fastest.

from ..types cimport MAX_RUN, Slots, Spec
from .packing cimport (Counts, Pattern, add_run, joints, lays, read_slots, slot, slots_in,
                       steps_with)
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MAX_PARTS = 27           # of two cards and more in 54 cards

cdef struct Target:          # what has to meet a rung: one of these
    int n
    Counts cards[2]

cdef struct Grouping:
    uint8_t parts[5]         # [w]: parts of that width
    int total                # of all widths
    int longest              # parts in the longest run
    int n                    # runs, loose parts too
    int joints               # most steps that runs may be longer than one, all together
    bint begun               # whether the digits are a way
    uint8_t count[5][27]     # [w][i]: parts of width w in run i
    # what follows from the digits before:
    uint8_t wider[5][27]     # [w][i]: parts of run i that are wider than w
    uint8_t tied[5][27]      # [w][i]: 1: run i has as many parts of each width above w as run i - 1
    uint8_t left[5][28]      # [w][i]: parts of width w that are not in the runs before the i-th
    uint16_t room[5][28]     # [w][i]: parts of w and narrower that fit into the runs from the i-th on

cdef struct Rungs:           # where a walk through all rungs of a partition stands
    Grouping grouping
    uint8_t widths[27]       # of the runs' steps, run after run, in their present orders

cdef inline bint meets(const Target* target, Pattern* pattern) noexcept nogil:
    cdef int i
    for i in range(target.n):
        if lays(&target.cards[i], pattern):
            return True
    return False

# --- how many rungs ------------------------------------------------------------------------------

cdef inline bint _may_be_run(const Spec* spec, int fours, int threes, int pairs) noexcept nogil:
    """Whether parts may stand in one run, be it of one step (R7)."""
    cdef int length = fours + threes + pairs
    return length == 1 or (length >= spec.tractor_length
                           and spec.tractor_width <= (2 if pairs else 3 if threes else 4))

cdef inline void fill_rungs(Spec* spec) noexcept:
    """Spec.rungs[fours][threes][pairs]: ways to join these parts, with all orders of each run's widths.

    Equal runs count with all their orders each, as R13 walks through them.
    """
    cdef int x, y, z, a, b, c
    cdef uint64_t orders
    spec.rungs[0][0][0] = 1
    for x in range(14):
        for y in range((54 - 4 * x) // 3 + 1):
            for z in range((54 - 4 * x - 3 * y) // 2 + 1):
                if x + y + z == 0 or not _may_be_run(spec, x, y, z):
                    continue
                orders = spec.binomial[x + y + z][x] * spec.binomial[y + z][y]
                for a in range(x, 14):
                    for b in range(y, (54 - 4 * a) // 3 + 1):
                        for c in range(z, (54 - 4 * a - 3 * b) // 2 + 1):
                            spec.rungs[a][b][c] += orders * spec.rungs[a - x][b - y][c - z]

# --- one way after the other ---------------------------------------------------------------------

cdef inline void _put(Grouping* g, int width, int i, int digit) noexcept nogil:
    g.count[width][i] = digit
    g.wider[width - 1][i] = g.wider[width][i] + digit
    g.tied[width - 1][i] = g.tied[width][i] and digit == g.count[width][i - 1]
    g.left[width][i + 1] = g.left[width][i] - digit
    g.room[width][i + 1] = g.room[width][i] - (g.longest - g.wider[width][i])

cdef inline int _most(const Grouping* g, int width, int i) noexcept nogil:
    """The largest that a digit may be, with those before it as they are."""
    cdef int most = min(<int>g.left[width][i], g.longest - g.wider[width][i])
    return min(most, <int>g.count[width][i - 1]) if g.tied[width][i] else most

cdef inline int _least(const Grouping* g, int width, int i) noexcept nogil:
    """The least that a digit has to be so that the other runs can hold the other parts."""
    cdef int others = g.room[width][i] - (g.longest - g.wider[width][i])
    return max(g.left[width][i] - others, 1 if width == 2 and not g.wider[2][i] else 0)

cdef inline bint _is_way(const Spec* spec, const Grouping* g) noexcept nogil:
    """Whether complete digits are a way: runs that may be, and one as long as said."""
    cdef int i, length, longest = 0
    for i in range(g.n):
        length = g.wider[1][i]
        longest = max(longest, length)
        if not _may_be_run(spec, g.count[4][i], g.count[3][i], g.count[2][i]):
            return False
    return longest == g.longest

cdef inline bint _may_fit(const Grouping* g, int width, int i, const Target* target,
                          const Slots* others) noexcept nogil:
    """Whether the runs with the digits up to this one fit the cards, for all that these digits say.

    After the last digit: whether they fit, beside the slots of `others`.
    """
    cdef Pattern pattern
    cdef uint32_t rest
    cdef int j, w, length, last, narrower = 0, left = g.left[width][i + 1]
    for w in range(2, width):
        narrower += g.parts[w]
    read_slots(others, &pattern)
    pattern.span = g.longest
    pattern.gaps = 0
    for w in range(2, 5):
        pattern.need += g.parts[w] * slot(w)
    for j in range(g.n):
        rest = 0
        length = 0
        last = width if j <= i else width + 1
        for w in range(last, 5):
            rest += g.count[w][j] * slot(w)
            length += g.count[w][j]
        if length > 1:
            add_run(&pattern, 0, 0, rest, narrower > 0 or (j > i and left > 0))
        pattern.gaps -= length
    pattern.gaps += g.total
    return meets(target, &pattern)

cdef inline bint _next_way(const Spec* spec, Grouping* g, const Target* target,
                           const Slots* others) noexcept nogil:
    """The next way with so many runs and the longest so long; with `target` only those that fit it.

    Plain backtracking over the digits; what cannot fit is left as early as that is seen.
    """
    cdef int width = 2 if g.begun else 4, i = g.n - 1 if g.begun else 0
    cdef int digit = g.count[2][i] - 1 if g.begun else _most(g, 4, 0)
    while True:
        if digit < _least(g, width, i):
            # Back to the digit before.
            i -= 1
            if i < 0:
                i = g.n - 1
                width += 1
                if width > 4:
                    g.begun = False
                    return False
            digit = g.count[width][i] - 1
            continue
        _put(g, width, i, digit)
        # Only a longer run says more than the digits before, and the last digit that all is settled.
        if (target != NULL and (width == 2 and i == g.n - 1 or digit and g.wider[width - 1][i] > 1)
                and not _may_fit(g, width, i, target, others)):
            digit -= 1
            continue
        if width == 2 and i == g.n - 1:
            if _is_way(spec, g):
                g.begun = True
                return True
            digit -= 1
            continue
        i += 1
        if i == g.n:
            i = 0
            width -= 1
        digit = _most(g, width, i)

cdef inline void start_grouping(const uint8_t* parts, int longest, int most, Grouping* g) noexcept nogil:
    """Before the first way to join some parts into runs of at most `longest` of them."""
    cdef int w
    g.total = 0
    for w in range(2, 5):
        g.parts[w] = g.left[w][0] = parts[w]
        g.total += parts[w]
    g.longest = min(longest, g.total) + 1
    g.joints = most
    g.n = g.total
    g.begun = False

cdef inline bint _next_class(const Spec* spec, Grouping* g) noexcept nogil:
    """One run more, or the next shorter longest run with as few runs as can be."""
    cdef int i
    g.n += 1
    while g.n > g.total - g.longest + 1:
        g.longest -= 1
        if 1 < g.longest < spec.tractor_length:
            g.longest = 1
        if not g.longest:
            return False
        g.n = max((g.total + g.longest - 1) // g.longest, g.total - g.joints)
    for i in range(g.n):
        g.wider[4][i] = 0
        g.tied[4][i] = i > 0
    g.room[4][0] = g.n * g.longest
    g.room[3][0] = g.room[4][0] - g.parts[4]
    g.room[2][0] = g.room[3][0] - g.parts[3]
    return True

cdef inline bint next_grouping(const Spec* spec, Grouping* g, const Target* target,
                               const Slots* others) noexcept nogil:
    """The next way to join the parts, at least one; False after the last.

    With `target` (and `others`, slots to be met at the same time) only those that its cards meet in
    some order of each run's widths.
    """
    if g.begun and _next_way(spec, g, target, others):
        return True
    while _next_class(spec, g):
        if _next_way(spec, g, target, others):
            return True
    return False

# --- one rung after the other --------------------------------------------------------------------

cdef inline void _widest_first(Rungs* rungs) noexcept nogil:
    cdef Grouping* g = &rungs.grouping
    cdef int i, w, _, at = 0
    for i in range(g.n):
        for w in range(4, 1, -1):
            for _ in range(g.count[w][i]):
                rungs.widths[at] = w
                at += 1

cdef inline bint _next_order(uint8_t* widths, int n) noexcept nogil:
    """The next order of a run's widths; after the last the first again, and False."""
    cdef int turn = n - 2, i, j = n - 1
    while turn >= 0 and widths[turn] <= widths[turn + 1]:
        turn -= 1
    if turn >= 0:
        while widths[j] >= widths[turn]:
            j -= 1
        widths[turn], widths[j] = widths[j], widths[turn]
    # What follows ascends: turn it round.
    i = turn + 1
    j = n - 1
    while i < j:
        widths[i], widths[j] = widths[j], widths[i]
        i += 1
        j -= 1
    return turn >= 0

cdef inline void start_rungs(const Spec* spec, const uint8_t* parts, Rungs* rungs) noexcept nogil:
    """The first rung of a partition of at least one part."""
    start_grouping(parts, MAX_PARTS, MAX_PARTS, &rungs.grouping)
    next_grouping(spec, &rungs.grouping, NULL, NULL)
    _widest_first(rungs)

cdef inline void next_rung(const Spec* spec, Rungs* rungs) noexcept nogil:
    """The next rung; there must be one."""
    cdef Grouping* g = &rungs.grouping
    cdef int i = g.n, at = g.total, length
    while i > 0:
        i -= 1
        length = g.wider[1][i]
        at -= length
        if _next_order(rungs.widths + at, length):
            return
    next_grouping(spec, g, NULL, NULL)
    _widest_first(rungs)

cdef inline bint add_rung(const Rungs* rungs, Slots* out) noexcept nogil:
    """Put the runs and tuples where the walk stands to other slots; False: no cards hold such a run."""
    cdef const Grouping* g = &rungs.grouping
    cdef int i, j, length, at = 0
    cdef uint64_t run
    for i in range(g.n):
        length = g.wider[1][i]
        if length == 1:
            out.tuples[rungs.widths[at]] += 1
        else:
            if length > MAX_RUN:
                return False
            run = 0
            for j in range(length):
                run |= <uint64_t>rungs.widths[at + j] << 4 * j
            out.runs[out.n_runs] = run
            out.n_runs += 1
        at += length
    return True

# --- the first rung that is met ------------------------------------------------------------------

cdef inline int _longest_run(const Target* target) noexcept nogil:
    """Steps of the longest run of pairs and wider that the cards hold, at least 1."""
    cdef uint64_t starts, pairs
    cdef int i, length, longest = 1
    for i in range(target.n):
        pairs = starts = steps_with(target.cards[i].steps, 2, False)
        length = 0
        while starts:
            starts = pairs & target.cards[i].linked & starts >> 4
            length += 1
        longest = max(longest, length)
    return longest

cdef inline int _most_joints(const Target* target) noexcept nogil:
    cdef int i, most = 0
    for i in range(target.n):
        most = max(most, joints(&target.cards[i]))
    return most

cdef inline uint64_t _settled(const Grouping* g, int i, const Target* target,
                              const Pattern* before) noexcept nogil:
    """The first order of run i's widths that fits, beside the runs of `before`, with those after it."""
    cdef Pattern pattern
    cdef uint64_t widths = 0
    cdef uint32_t rest = 0
    cdef int w, j, fixed, length = g.wider[1][i]
    for w in range(2, 5):
        rest += g.count[w][i] * slot(w)
    for fixed in range(length):
        for w in range(4, 1, -1):
            if not slots_in(rest, w):
                continue
            if rest == slots_in(rest, w) * slot(w):
                break
            pattern = before[0]
            add_run(&pattern, widths | <uint64_t>w << 4 * fixed, fixed + 1, rest - slot(w),
                    False)
            for j in range(i + 1, g.n):
                if g.wider[1][j] > 1:
                    add_run(&pattern, 0, 0, g.count[2][j] * slot(2) + g.count[3][j] * slot(3)
                            + g.count[4][j] * slot(4), False)
            if meets(target, &pattern):
                break
        rest -= slot(w)
        widths |= <uint64_t>w << 4 * fixed
    return widths

cdef inline bint first_met(const Spec* spec, const uint8_t* parts, const Target* target,
                           Slots* slots) noexcept nogil:
    """Put the partition's first rung that is met, beside the slots that are there, to these.

    `parts` besides single cards, which are in `slots` already.  False: none is met.
    """
    cdef Grouping g
    cdef Pattern pattern
    cdef uint64_t run
    cdef int i, w
    start_grouping(parts, _longest_run(target), _most_joints(target), &g)
    if not next_grouping(spec, &g, target, slots):
        return False
    read_slots(slots, &pattern)
    for w in range(2, 5):
        pattern.need += parts[w] * slot(w)
    for i in range(g.n):
        if g.wider[1][i] == 1:
            slots.tuples[4 if g.count[4][i] else 3 if g.count[3][i] else 2] += 1
        else:
            run = _settled(&g, i, target, &pattern)
            add_run(&pattern, run, g.wider[1][i], 0, False)
            slots.runs[slots.n_runs] = run
            slots.n_runs += 1
    return True
