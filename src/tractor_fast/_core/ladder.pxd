# The ladder of R13 for two decks: which rung a hand has to reach.
#
# On two decks a unit of n pairs walks through the ways to split k pairs into runs of adjacent pairs,
# k = n down to 0 (a part of 1 is a loose pair, the other cards are free).  So all units walk through
# one list, of which a shorter unit's ladder is the end: Spec.partition_*.  A throw's units step down
# together, always one with most rungs left; as equal numbers of rungs left mean equal rungs, which of
# them steps first makes no difference.
#
# A multiset of runs or of segments is a nibble vector: nibble l - 1 counts those of length l.

from .bits cimport bit, highest_bit, lowest_bit, popcount
from .formats cimport fold, links
from .types cimport Lead, MAX_RUN, Planes, Rung, Spec, TrumpTable, Unit
from libc.stdint cimport uint64_t

cdef struct Segments:        # where runs can be laid
    uint64_t whole           # the maximal segments of adjacent steps
    uint64_t split           # another way to use them, see segments_of

cdef inline uint64_t one_of(int length) noexcept nogil:
    """The nibble vector of one run or segment, 1 <= length <= MAX_RUN."""
    return (<uint64_t>1) << (4 * (length - 1))

cdef inline int _write_partitions(Spec* spec, int at, int k, int rest, int largest, int parts,
                                  uint64_t runs) noexcept:
    """Append the splits of `rest` into `parts` parts of at most `largest`, larger parts first."""
    cdef int part
    if not parts:
        spec.partition_pairs[at] = k
        spec.partition_runs[at] = runs
        return at + 1
    for part in range(min(largest, rest - parts + 1), 0, -1):
        if part * parts < rest:
            break
        at = _write_partitions(spec, at, k, rest - part, part, parts - 1,
                               runs + (one_of(part) if part > 1 else 0))
    return at

cdef inline void fill_partitions(Spec* spec) noexcept:
    """Spec.partition_*, in R13's order: longest run first, then fewer runs, then larger ones."""
    cdef int k, longest, parts, at = 0
    for k in range(MAX_RUN, 0, -1):
        spec.partition_first[k] = at
        for longest in range(k, 0, -1):
            for parts in range(1, k + 1):
                if longest * parts >= k and longest + parts - 1 <= k:
                    at = _write_partitions(spec, at, k, k - longest, longest, parts - 1,
                                           one_of(longest) if longest > 1 else 0)
    spec.partition_first[0] = at
    spec.partition_pairs[at] = 0
    spec.partition_runs[at] = 0

cdef inline bint packs(uint64_t segments, uint64_t runs) noexcept nogil:
    """Whether disjoint runs of these lengths can be laid into segments of those lengths."""
    cdef int length, segment
    cdef uint64_t longer
    if not runs:
        return True
    length = (highest_bit(runs) >> 2) + 1
    longer = segments >> (4 * (length - 1))
    if not longer:
        return False
    runs -= one_of(length)
    if not runs:
        return True
    # The longest run goes into each segment length that can take it, in turn.
    longer <<= 4 * (length - 1)
    while longer:
        segment = (lowest_bit(longer) >> 2) + 1
        longer &= ~(15 * one_of(segment))
        if packs(segments - one_of(segment) + (one_of(segment - length) if segment > length else 0),
                 runs):
            return True
    return False

cdef inline Segments segments_of(const TrumpTable* map, uint64_t pairs) noexcept nogil:
    """Where runs can be laid on pairs of one suit (a mask of faces, not folded).

    Only the step of the off-suit level cards can serve two runs, with two faces: one run that ends
    there and one that begins there.  So its segment may also be used as two that share the step.
    """
    cdef Segments out
    cdef uint64_t linked = links(map, fold(map, pairs))
    cdef int top, length, below
    out.whole = out.split = 0
    while linked:
        top = lowest_bit(linked)
        length = 1
        below = 0
        while linked & bit(top):
            linked ^= bit(top)
            if top == map.step_bit:
                below = length
            top += 4
            length += 1
        out.whole += one_of(length)
        if below > 1 and popcount(pairs & map.equal) > 1:
            out.split += one_of(below) + one_of(length - below + 1)
        else:
            out.split += one_of(length)
    return out

cdef inline bint packs_into(const Segments* segments, uint64_t runs) noexcept nogil:
    return (packs(segments.whole, runs)
            or (segments.split != segments.whole and packs(segments.split, runs)))

cdef inline bint fits(const TrumpTable* map, uint64_t pairs, uint64_t runs) noexcept nogil:
    """Whether disjoint runs of these lengths can be made of these pairs of one suit."""
    cdef Segments segments
    if not runs:
        return True
    segments = segments_of(map, pairs)
    return packs_into(&segments, runs)

cdef inline int _own_rung(const Spec* spec, const Unit* unit) noexcept nogil:
    """Index of the split that a unit itself is."""
    return spec.partition_first[unit.length if unit.width > 1 else 0]

cdef inline void first_rung(const Spec* spec, const TrumpTable* map, const Lead* lead,
                            const Planes* cards, Rung* out) noexcept nogil:
    """The first rung of the lead's chain that cards of its suit meet (at least as many as the lead)."""
    cdef int held = popcount(cards.p[1]), pairs = lead.pairs, i, rung, walking, stepped
    cdef uint64_t runs = 0
    cdef Segments segments
    out.runs = 0
    out.pairs = min(pairs, held)
    if lead.largest <= 2 or not held:
        return
    segments = segments_of(map, cards.p[1])
    if lead.n_units == 1 and not segments.whole:
        return
    for i in range(lead.n_units):
        if lead.units[i].length > 1:
            runs += one_of(lead.units[i].length)
    # The units with most rungs left are all at `rung` and step down one after the other; those that
    # begin further down the list wait until it is their turn.
    i = lead.n_units - 1
    rung = _own_rung(spec, &lead.units[i]) - 1
    walking = stepped = 0
    while pairs > held or not packs_into(&segments, runs):
        if stepped == walking:
            rung += 1
            stepped = 0
            while i >= 0 and _own_rung(spec, &lead.units[i]) == rung:
                walking += 1
                i -= 1
        pairs += spec.partition_pairs[rung + 1] - spec.partition_pairs[rung]
        runs += spec.partition_runs[rung + 1] - spec.partition_runs[rung]
        stepped += 1
    out.pairs = pairs
    out.runs = runs
