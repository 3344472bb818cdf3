# How many sets of pairs hold given runs: what the follows of a led tractor are counted by.
#
# The steps are gone through from the lowest up.  All sets of pairs taken so far that cut the same
# steps into the same segments are one state; a state remembers, by number of pairs, how many sets it
# stands for.  States that hold the runs already leave the table: whatever is added is free.

from .bits cimport bit, highest_bit, lowest_bit, popcount
from .formats cimport fold
from .ladder cimport one_of, packs
from .types cimport NONE, Spec, TrumpTable
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    MAX_PAIRS = 18           # pairs in one suit of two decks: 12 + 4 level cards + 2 jokers
    MAX_STATES = 800         # tried for all runs: at most 778, by 18 pairs and runs of 8, 4, 3, 2

cdef struct Packing:
    # Twice, for the two ways to use the step of the off-suit level cards (ladder.pxd, segments_of).
    uint64_t closed[2]       # finished segments
    uint8_t open[2]          # length of the segment that ends at this step, or 0
    uint32_t ways[19]        # number of sets, by pairs in them

cdef struct Packings:
    int n
    uint64_t done[19]        # sets that hold the runs, by pairs in them
    Packing states[800]

cdef inline uint64_t _sums(uint64_t runs) noexcept nogil:
    """Bit n: some of the runs are n steps together."""
    cdef uint64_t sums = 1
    cdef int length
    while runs:
        length = (lowest_bit(runs) >> 2) + 1
        runs -= one_of(length)
        sums |= sums << length
    return sums

cdef inline uint64_t _close(uint64_t closed, int length, uint64_t sums) noexcept nogil:
    """Finished segments with one more, counted only as long as runs can fill it."""
    cdef int filled = highest_bit(sums & ((<uint64_t>2 << length) - 1))
    return closed + one_of(filled) if filled else closed

cdef inline void _add(Packings* to, const Packing* now, const uint32_t* ways, uint64_t runs,
                      uint64_t sums, uint64_t factor, int more) noexcept nogil:
    """Add `factor` times the sets of `ways`, with `more` pairs each, to the state `now`."""
    cdef int i, j
    cdef Packing* state
    if (packs(_close(now.closed[0], now.open[0], sums), runs)
            or packs(_close(now.closed[1], now.open[1], sums), runs)):
        for j in range(MAX_PAIRS + 1 - more):
            to.done[j + more] += factor * ways[j]
        return
    for i in range(to.n):
        state = &to.states[i]
        if (state.closed[0] == now.closed[0] and state.closed[1] == now.closed[1]
                and state.open[0] == now.open[0] and state.open[1] == now.open[1]):
            break
    else:
        state = &to.states[to.n]
        to.n += 1
        state[0] = now[0]
        memset(state.ways, 0, sizeof(state.ways))
    for j in range(MAX_PAIRS + 1 - more):
        state.ways[j + more] += <uint32_t>factor * ways[j]

cdef inline void pair_sets(const Spec* spec, const TrumpTable* map, uint64_t taken, uint64_t rest,
                           uint64_t runs, uint64_t* ways) noexcept nogil:
    """ways[j], j = 0 .. MAX_PAIRS: in how many ways j pairs of `rest` make, with `taken`, the runs.

    Masks of faces of one suit, disjoint; runs must not be 0.
    """
    cdef Packings tables[2]
    cdef Packings* old = &tables[0]
    cdef Packings* new = &tables[1]
    cdef Packing state
    cdef uint64_t steps = fold(map, taken | rest), here, sums = _sums(runs)
    cdef int step, before = NONE, i, j, way, fixed, free, chosen
    old.n = 1
    memset(&old.states[0], 0, sizeof(Packing))
    old.states[0].ways[0] = 1
    memset(old.done, 0, sizeof(old.done))
    while steps:
        step = lowest_bit(steps)
        steps &= steps - 1
        here = map.equal if step == map.step_bit and map.equal & (taken | rest) else bit(step)
        fixed = popcount(taken & here)
        free = popcount(rest & here)
        new.n = 0
        for j in range(MAX_PAIRS, -1, -1):
            new.done[j] = 0
            for chosen in range(min(free, j) + 1):
                new.done[j] += spec.binomial[free][chosen] * old.done[j - chosen]
        for i in range(old.n):
            for chosen in range(free + 1):
                state = old.states[i]
                for way in range(2):
                    if before + 4 != step or not map.linked & bit(before) or not fixed + chosen:
                        state.closed[way] = _close(state.closed[way], state.open[way], sums)
                        state.open[way] = 0
                    if fixed + chosen:
                        state.open[way] += 1
                if fixed + chosen > 1:
                    state.closed[1] = _close(state.closed[1], state.open[1], sums)
                    state.open[1] = 1
                _add(new, &state, old.states[i].ways, runs, sums, spec.binomial[free][chosen], chosen)
        old, new = new, old
        before = step
    for j in range(MAX_PAIRS + 1):
        ways[j] = old.done[j]
