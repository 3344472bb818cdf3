# The ladder of one led unit (R13, with the protections of R14), and which of its rungs decides.
#
#   unit_rung(spec, shape, in_throw, target, slots)      the unit's first rung that `target` meets
#   each_unit_rung(spec, asked, n, singles, target, out)   throw_follow = each_unit
#
# A ladder of five quads has 19,873 rungs, of eight some millions.  So it is gone through in *blocks*:
# all rungs of one partition, or one rung of it.  Cards that do not fill a partition with loose tuples
# meet none of its rungs, and those that do meet the last of them; so blocks are passed over without
# a look at their rungs, but for the one that holds the answer (groupings.pxd looks there).

from ..types cimport AS_LISTED, STANDARD_LADDER, TRACTOR_OVER_TRIPLE_PAIR, Shape, Slots, Spec
from .groupings cimport Target, first_met, meets
from .packing cimport Pattern, read_slots
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef enum BlockKind:
    ALL_RUNGS = 0            # of the partition, the loose one last
    LOOSE = 1                # the parts as loose tuples
    IN_ONE_RUN = 2           # all parts in one run of pairs or triples

cdef struct Ladder:          # of one unit, and the block where a walk down it stands
    Shape shape
    bint runs                # below its own shape too there are rungs with runs
    bint tuples_only         # it begins at its loose tuples
    const char* listed       # the blocks that follow, if they are listed one by one, else NULL
    uint8_t kind             # BlockKind
    uint8_t parts[5]         # [w]: parts of that width, single cards too
    uint64_t rungs           # in this block

# --- blocks --------------------------------------------------------------------------------------

cdef inline void _size_block(const Spec* spec, Ladder* ladder) noexcept nogil:
    if ladder.kind == ALL_RUNGS:
        ladder.rungs = spec.rungs[ladder.parts[4]][ladder.parts[3]][ladder.parts[2]]
    else:
        ladder.rungs = 1

cdef inline const char* _listed(const Spec* spec, const Shape* shape) noexcept nogil:
    """R13's special ladders of a tractor of two triples: kind, triples, pairs of each block."""
    if shape.width != 3 or shape.length != 2 or spec.bulldozer_ladder == STANDARD_LADDER:
        return NULL
    if spec.bulldozer_ladder == AS_LISTED:
        return b"R20L20L11L10R02L02L01L00"
    if spec.bulldozer_ladder == TRACTOR_OVER_TRIPLE_PAIR:
        return b"R20L20R02A11L10A03L02L01L00"
    return b"R20R02L20A11L10A03L02L01L00"

cdef inline void _read_block(const Spec* spec, Ladder* ladder) noexcept nogil:
    """Take over the next of the listed blocks."""
    cdef const char* block = ladder.listed
    ladder.kind = (IN_ONE_RUN if block[0] == c"R" else
                   ALL_RUNGS if block[0] == c"A" and ladder.runs else LOOSE)
    ladder.parts[3] = block[1] - c"0"
    ladder.parts[2] = block[2] - c"0"
    ladder.parts[1] = 6 - 3 * ladder.parts[3] - 2 * ladder.parts[2]
    ladder.listed += 3
    _size_block(spec, ladder)

cdef inline void start_ladder(const Spec* spec, const Shape* shape, bint in_throw,
                              Ladder* ladder) noexcept nogil:
    """The first block of a unit's ladder: its own shape, and perhaps more of that partition."""
    cdef bint tractor = shape.length > 1
    ladder.shape = shape[0]
    ladder.runs = spec.partial_tractors if tractor else not spec.tractors_answer_only_tractors
    ladder.tuples_only = tractor and in_throw and not spec.throw_tractors
    ladder.listed = _listed(spec, shape)
    memset(ladder.parts, 0, sizeof(ladder.parts))
    if ladder.listed != NULL:
        _read_block(spec, ladder)
        while ladder.tuples_only and ladder.kind != LOOSE:
            _read_block(spec, ladder)
        return
    ladder.parts[shape.width] = shape.length
    ladder.kind = (LOOSE if ladder.tuples_only or not tractor else
                   ALL_RUNGS if ladder.runs else IN_ONE_RUN)
    _size_block(spec, ladder)

cdef inline bint next_block(const Spec* spec, Ladder* ladder) noexcept nogil:
    """The next block; False after the last, which is single cards."""
    cdef int w = 2, rest
    if ladder.listed != NULL:
        if not ladder.listed[0]:
            return False
        _read_block(spec, ladder)
        # Only a tractor of two pairs stands here, which is none where tractors are wider (R7).
        if ladder.kind == IN_ONE_RUN and (not ladder.runs or spec.tractor_width > 2):
            _read_block(spec, ladder)
        return True
    if ladder.kind == IN_ONE_RUN:
        ladder.kind = LOOSE
        return True
    while w < 5 and not ladder.parts[w]:
        w += 1
    if w == 5:
        return False
    # The next partition in descending order: one less of the narrowest parts, the rest in parts
    # that are as wide as can be, but narrower than that one.
    ladder.parts[w] -= 1
    rest = w + ladder.parts[1]
    while w > 1:
        w -= 1
        ladder.parts[w] = rest // w
        rest %= w
    ladder.kind = ALL_RUNGS if ladder.runs else LOOSE
    _size_block(spec, ladder)
    return True

# --- the first rung that is met ------------------------------------------------------------------

cdef inline void add_loose(const Ladder* ladder, Slots* out) noexcept nogil:
    """Put a block's loose rung to other slots."""
    cdef int w
    for w in range(1, 5):
        out.tuples[w] += ladder.parts[w]

cdef inline void add_in_one_run(const Ladder* ladder, Slots* out) noexcept nogil:
    """Put an IN_ONE_RUN block's only rung to other slots."""
    cdef int w = 3 if ladder.parts[3] else 4 if ladder.parts[4] else 2, _
    cdef uint64_t run = 0
    for _ in range(ladder.parts[w]):
        run = run << 4 | w
    out.runs[out.n_runs] = run
    out.n_runs += 1
    out.tuples[1] += ladder.parts[1]

cdef inline bint slots_met(const Target* target, const Slots* slots) noexcept nogil:
    cdef Pattern pattern
    read_slots(slots, &pattern)
    return meets(target, &pattern)

cdef inline bint _met_in_block(const Spec* spec, const Ladder* ladder, const Target* target,
                               Slots* slots) noexcept nogil:
    """Put the block's first rung that is met, beside the slots that are there, to these."""
    cdef Slots all = slots[0]
    if ladder.kind == IN_ONE_RUN:
        add_in_one_run(ladder, &all)
    else:
        add_loose(ladder, &all)
    if not slots_met(target, &all):
        return False
    if ladder.kind != ALL_RUNGS or ladder.parts[2] + ladder.parts[3] + ladder.parts[4] < 2:
        slots[0] = all
        return True
    slots.tuples[1] += ladder.parts[1]
    return first_met(spec, ladder.parts, target, slots)

cdef inline bint unit_rung(const Spec* spec, const Shape* shape, bint in_throw, const Target* target,
                           Slots* slots) noexcept nogil:
    """Put a unit's first rung that is met, beside the slots that are there, to these."""
    cdef Ladder ladder
    start_ladder(spec, shape, in_throw, &ladder)
    while not _met_in_block(spec, &ladder, target, slots):
        if not next_block(spec, &ladder):
            return False
    return True

cdef inline bint each_unit_rung(const Spec* spec, const Shape* asked, int n, int singles,
                                const Target* target, Slots* out) noexcept nogil:
    """`throw_follow = each_unit`: `asked` from the largest on, as follows.pxd sorts them."""
    cdef int i
    memset(out, 0, sizeof(Slots))
    for i in range(n):
        if not unit_rung(spec, &asked[i], n + singles > 1, target, out):
            return False
    out.tuples[1] += singles
    return True
