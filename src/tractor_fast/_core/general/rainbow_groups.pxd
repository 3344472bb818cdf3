# The groups of a rainbow (R35) as a search through the ranks: all cards that are taken of one rank must
# be some of the groups.  A node is how many groups of each size have not been given.

from ..bits cimport bit
from ..types cimport Planes, Slots, Spec
from .play_table cimport PlayTable, add_layer, end_layers
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MAX_SIZES = 8            # different sizes of groups: 4 + 5 + ... + 10 = 49 cards

cdef struct GroupSearch:
    int n_sizes
    uint8_t size[8]
    uint64_t first           # the node before the first layer: a nibble for each size

cdef inline int group_followers(const void* of, int layer, uint64_t node, int taken,
                                uint64_t* out) noexcept nogil:
    """The nodes that follow when `taken` cards of one rank are taken (Followers)."""
    cdef const GroupSearch* search = <const GroupSearch*>of
    return _divide(search, 0, node, taken, out)

cdef inline int _divide(const GroupSearch* search, int i, uint64_t node, int taken,
                        uint64_t* out) noexcept nogil:
    """All ways to give groups of the sizes from number i on that have so many cards together."""
    cdef int n = 0
    if not taken:
        out[0] = node
        return 1
    if i == search.n_sizes:
        return 0
    while True:
        n += _divide(search, i + 1, node, taken, &out[n])
        taken -= search.size[i]
        if taken < 0 or not node >> (4 * i) & 15:
            return n
        node -= bit(4 * i)
        if not taken:
            out[n] = node
            return n + 1

cdef inline void group_search(const Spec* spec, const Planes* pool, const Slots* slots,
                              GroupSearch* search, PlayTable* table) noexcept nogil:
    """Set out the search for groups in cards of any suits, jokers left out."""
    cdef uint64_t faces
    cdef int i, rank
    search.n_sizes = 0
    search.first = 0
    for i in range(slots.n_runs):
        # The groups are sorted by size.
        if not i or slots.runs[i] != slots.runs[i - 1]:
            search.size[search.n_sizes] = <uint8_t>slots.runs[i]
            search.n_sizes += 1
        search.first += bit(4 * (search.n_sizes - 1))
    table.pool = pool[0]
    table.n_layers = 0
    for rank in range(13):
        # The level cards are rows 12 and 13.
        faces = pool.p[0] & <uint64_t>(15 if rank < 12 else 255) << 4 * rank
        if faces:
            add_layer(spec, table, faces)
    end_layers(table)
