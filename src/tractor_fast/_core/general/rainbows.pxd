# Who wins a trick in which a rainbow was led (R35).
#
#   void lead_ranks(lead, uint8_t* ranks)        ranks of the lead's groups, the highest first
#   bint best_ranks(lead, play, uint8_t* ranks)
#       1: the play gives every group, and at its best its ranks, compared from the top, are higher
#       than `ranks`, which then become its own.
#
# A group is so many cards of one rank, of whatever suits; the lead's units are its groups, `top` a
# card of the rank.  A follower may give several groups of one rank if he has the cards, as a quad may
# be cut into two pairs.  Ranks are those of R4 with the level rank above A, where R3 has its cards,
# for it is a rank like others; jokers have none and are in no group.  The trump suit does not
# matter, nor does the size of the group that a rank answers.
#
# Method.  One pass over the ranks.  A state is how many groups of each size are given; for each the
# pass keeps the number whose digits say how many groups each rank gives, the highest rank first.
# Groups of at least 4 of at most 54 cards have at most 216 states, by enumeration.

from ..bits cimport popcount
from ..types cimport Lead, Planes
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef enum:
    LEVEL_RANK = 12          # after the other twelve
    GROUP_SIZES = 16
    GROUP_STATES = 216

cdef struct Groups:
    int n_sizes
    int states
    uint8_t cards[GROUP_SIZES]       # of a group, each size once
    uint8_t groups[GROUP_SIZES]      # of that size
    uint8_t stride[GROUP_SIZES]      # of their count in a state

cdef inline int rank_in_order(int face) noexcept nogil:
    """Place of a face's rank, 0..11 the plain ranks, then the level rank."""
    return min(face >> 2, LEVEL_RANK)

cdef inline int cards_of_rank(const Planes* cards, int rank) noexcept nogil:
    cdef uint64_t faces = (<uint64_t>255) << 48 if rank == LEVEL_RANK else (<uint64_t>15) << 4 * rank
    cdef int j, n = 0
    for j in range(4):
        n += popcount(cards.p[j] & faces)
    return n

cdef inline void lead_ranks(const Lead* lead, uint8_t* ranks) noexcept nogil:
    cdef int i, j
    cdef uint8_t rank
    for i in range(lead.n_units):
        rank = rank_in_order(lead.units[i].top)
        j = i
        while j > 0 and ranks[j - 1] < rank:
            ranks[j] = ranks[j - 1]
            j -= 1
        ranks[j] = rank

cdef inline void _read_groups(const Lead* lead, Groups* out) noexcept nogil:
    cdef int i, j, cards
    out.n_sizes = 0
    for i in range(lead.n_units):
        cards = lead.units[i].width * lead.units[i].length
        j = 0
        while j < out.n_sizes and out.cards[j] != cards:
            j += 1
        if j == out.n_sizes:
            out.cards[j] = cards
            out.groups[j] = 0
            out.n_sizes += 1
        out.groups[j] += 1
    out.states = 1
    for j in range(out.n_sizes):
        out.stride[j] = out.states
        out.states *= out.groups[j] + 1

cdef inline int _given_between(const Groups* groups, int before, int after, int cards) noexcept nogil:
    """How many groups of just so many cards lead from one state to another; -1: none do."""
    cdef int j, more, n = 0
    for j in range(groups.n_sizes):
        more = (after // groups.stride[j] % (groups.groups[j] + 1)
                - before // groups.stride[j] % (groups.groups[j] + 1))
        if more < 0:
            return -1
        n += more
        cards -= more * groups.cards[j]
    return n if cards == 0 else -1

cdef inline bint best_ranks(const Lead* lead, const Planes* play, uint8_t* ranks) noexcept nogil:
    cdef Groups groups
    cdef uint64_t found[2][GROUP_STATES]     # 1 + the number so far, 0: state not reached
    cdef uint64_t* before = found[0]
    cdef uint64_t* after = found[1]
    cdef uint8_t own[54]
    cdef int rank, cards, a, b, n, given = 0
    cdef int in_ranks = 0
    _read_groups(lead, &groups)
    memset(before, 0, groups.states * sizeof(uint64_t))
    before[0] = 1
    for rank in range(LEVEL_RANK + 1):
        cards = cards_of_rank(play, rank)
        if not cards:
            continue
        in_ranks += cards
        memset(after, 0, groups.states * sizeof(uint64_t))
        for a in range(groups.states):
            if not before[a]:
                continue
            for b in range(a + 1, groups.states):
                n = _given_between(&groups, a, b, cards)
                if n > 0:
                    after[b] = max(after[b], before[a] + ((<uint64_t>n) << 4 * rank))
        before, after = after, before
    if in_ranks < lead.cards or not before[groups.states - 1]:
        return 0
    rank = LEVEL_RANK
    while rank >= 0:
        for _ in range(((before[groups.states - 1] - 1) >> 4 * rank) & 15):
            own[given] = rank
            given += 1
        rank -= 1
    for n in range(given):
        if own[n] != ranks[n]:
            if own[n] < ranks[n]:
                return 0
            for a in range(given):
                ranks[a] = own[a]
            return 1
    return 0
