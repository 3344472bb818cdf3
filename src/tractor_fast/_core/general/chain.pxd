# The chain of all units' ladders (R13), and which of its rungs decides.
#
#   chain_rung(spec, asked, n, singles, target, out)     the first rung that `target` meets
#
# `asked` are the lead's units of two cards and more in the order in which R13's list begins,
# `singles` is how many single cards there are besides.
#
# The list is kept sorted by rungs left, so the units with most rungs left, its *moving* head, step
# down one after the other.  Then all of them have one less, and R13's stable sorting has turned their
# order round; units that have as many join at their end.  That is a *round*.  Rounds within blocks
# (blocks.pxd) that the cards cannot fill are passed over, and a unit that moves alone is left to
# groupings.pxd; only else is every rung looked at.

from ..types cimport Shape, Slots, Spec
from .groupings cimport Rungs, Target, add_rung, first_met, next_rung, start_rungs
from .blocks cimport (ALL_RUNGS, LOOSE, Ladder, add_in_one_run, add_loose, next_block, slots_met,
                      start_ladder, unit_rung)
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef struct Walker:          # a unit on its way down its ladder
    Ladder ladder
    uint64_t left            # rungs below the present one
    uint64_t place           # of the present rung in its block
    uint64_t seen            # 1 + the place where `rungs` stands in this block, 0: not begun
    Rungs rungs

cdef struct Chain:
    int n
    int moving
    int singles
    Walker walkers[27]
    uint8_t order[27]        # R13's list

cdef inline uint64_t _rungs_below(const Spec* spec, Ladder ladder) noexcept nogil:
    """Rungs of a whole ladder but the first; the ladder is a copy, which walks down."""
    cdef uint64_t n = ladder.rungs
    while next_block(spec, &ladder):
        n += ladder.rungs
    return n - 1

cdef inline void _start(const Spec* spec, const Shape* asked, int n, int singles,
                        Chain* chain) noexcept nogil:
    cdef Walker* walker
    cdef int i, j
    chain.n = n
    chain.singles = singles
    for i in range(n):
        walker = &chain.walkers[i]
        start_ladder(spec, &asked[i], n + singles > 1, &walker.ladder)
        if i and asked[i].width == asked[i - 1].width and asked[i].length == asked[i - 1].length:
            walker.left = chain.walkers[i - 1].left
        else:
            walker.left = _rungs_below(spec, walker.ladder)
        walker.place = walker.seen = 0
        j = i
        while j > 0 and chain.walkers[chain.order[j - 1]].left < walker.left:
            chain.order[j] = chain.order[j - 1]
            j -= 1
        chain.order[j] = i
    chain.moving = 1
    _join(chain)

cdef inline void _join(Chain* chain) noexcept nogil:
    """Those with as many rungs left as the moving ones move too."""
    while (chain.moving < chain.n and chain.walkers[chain.order[chain.moving]].left
           == chain.walkers[chain.order[0]].left):
        chain.moving += 1

cdef inline void _turn(Chain* chain) noexcept nogil:
    cdef int i = 0, j = chain.moving - 1
    while i < j:
        chain.order[i], chain.order[j] = chain.order[j], chain.order[i]
        i += 1
        j -= 1

cdef inline void _step(const Spec* spec, Walker* walker) noexcept nogil:
    walker.left -= 1
    walker.place += 1
    if walker.place == walker.ladder.rungs:
        next_block(spec, &walker.ladder)
        walker.place = walker.seen = 0

cdef inline bint _add_present(const Spec* spec, Walker* walker, Slots* out) noexcept nogil:
    """Put the rung where a unit stands to other slots; False: no cards hold its runs."""
    cdef Ladder* ladder = &walker.ladder
    if ladder.kind == LOOSE or ladder.kind == ALL_RUNGS and walker.place == ladder.rungs - 1:
        add_loose(ladder, out)
        return True
    if ladder.kind != ALL_RUNGS:
        add_in_one_run(ladder, out)
        return True
    if not walker.seen:
        start_rungs(spec, ladder.parts, &walker.rungs)
        walker.seen = 1
    while walker.seen <= walker.place:
        next_rung(spec, &walker.rungs)
        walker.seen += 1
    out.tuples[1] += ladder.parts[1]
    return add_rung(&walker.rungs, out)

cdef inline bint _add_others(const Spec* spec, Chain* chain, int first, Slots* out) noexcept nogil:
    """The rungs of the units in the list from the first-th on, and the single cards."""
    cdef int i
    memset(out, 0, sizeof(Slots))
    out.tuples[1] = chain.singles
    for i in range(first, chain.n):
        if not _add_present(spec, &chain.walkers[chain.order[i]], out):
            return False
    return True

cdef inline bint _met(const Spec* spec, Chain* chain, const Target* target, Slots* out) noexcept nogil:
    """Whether the chain's present rung is met."""
    return _add_others(spec, chain, 0, out) and slots_met(target, out)

cdef inline uint64_t _rounds(const Chain* chain) noexcept nogil:
    """Rounds until a moving unit comes to its block's last rung, or before another joins."""
    cdef const Walker* walker = &chain.walkers[chain.order[0]]
    cdef uint64_t n = walker.left
    cdef int i
    if chain.moving < chain.n:
        n -= chain.walkers[chain.order[chain.moving]].left
    for i in range(chain.moving):
        walker = &chain.walkers[chain.order[i]]
        n = min(n, walker.ladder.rungs - 1 - walker.place)
    return n

cdef inline void _pass(Chain* chain, uint64_t rounds) noexcept nogil:
    cdef int i
    for i in range(chain.moving):
        chain.walkers[chain.order[i]].left -= rounds
        chain.walkers[chain.order[i]].place += rounds
    if rounds & 1:
        _turn(chain)
    _join(chain)

cdef inline bint chain_rung(const Spec* spec, const Shape* asked, int n, int singles,
                            const Target* target, Slots* out) noexcept nogil:
    cdef Chain chain
    cdef Slots blocks
    cdef Walker* walker
    cdef uint64_t rounds
    cdef int i
    cdef bint fits
    if n == 1:
        memset(out, 0, sizeof(Slots))
        out.tuples[1] = singles
        return unit_rung(spec, asked, singles > 0, target, out)
    _start(spec, asked, n, singles, &chain)
    while not _met(spec, &chain, target, out):
        if not chain.walkers[chain.order[0]].left:
            return False
        rounds = _rounds(&chain)
        if rounds:
            # Whatever the moving units ask for in their blocks, it is these tuples at least.
            fits = _add_others(spec, &chain, chain.moving, &blocks)
            for i in range(chain.moving):
                add_loose(&chain.walkers[chain.order[i]].ladder, &blocks)
            if not fits or not slots_met(target, &blocks):
                _pass(&chain, rounds)
                continue
            walker = &chain.walkers[chain.order[0]]
            if chain.moving == 1 and rounds == walker.ladder.rungs - 1 - walker.place:
                _add_others(spec, &chain, 1, out)
                out.tuples[1] += walker.ladder.parts[1]
                return first_met(spec, walker.ladder.parts, target, out)
        for i in range(chain.moving):
            _step(spec, &chain.walkers[chain.order[i]])
            if i < chain.moving - 1 and _met(spec, &chain, target, out):
                return True
        _turn(&chain)
        _join(&chain)
    return True
