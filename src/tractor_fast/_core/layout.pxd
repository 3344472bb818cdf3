# Natural layout <-> level-major layout of a level rank and trump.
#
# bit = 4 * row + column.  Rows 0..11 are the plain ranks without the level rank, so ranks on both
# sides of it are neighbours (R5), and the trump suit trades places with column 3.
#   suit trump: row 12 columns 0..2 off-suit level cards, 55 level card of the trump suit,
#               59 small joker, 63 big joker: in column 3 the trumps are one run of steps,
#               once the off-suit level cards are folded onto bit 51.
#   no trump:   row 12 stays empty, 52..55 the level cards, folded onto bit 55; 59 and 63 the jokers.

from .types cimport NO_TRUMP, Planes
from libc.stdint cimport uint64_t

cdef inline uint64_t swap_column(uint64_t rows, int trump) noexcept nogil:
    """Exchange column `trump` with column 3 in every row (for spades nothing moves)."""
    cdef uint64_t d = ((rows >> trump) ^ (rows >> 3)) & 0x1111111111111111ULL
    return rows ^ (d << trump) ^ (d << 3)

cdef inline uint64_t to_layout(uint64_t natural, int level, int trump) noexcept nogil:
    """Level-major mask of a natural mask."""
    cdef int s = 4 * level
    cdef uint64_t level_cards = (natural >> s) & 15
    cdef uint64_t rows = natural & (((<uint64_t>1) << s) - 1)
    rows |= ((natural & 0xfffffffffffffULL) >> (s + 4)) << s
    cdef uint64_t jokers = ((natural >> 52) & 1) << 59 | ((natural >> 53) & 1) << 63
    if trump == NO_TRUMP:
        return rows | level_cards << 52 | jokers
    rows = swap_column(rows, trump)
    level_cards = swap_column(level_cards, trump)
    return rows | (level_cards & 7) << 48 | (level_cards >> 3) << 55 | jokers

cdef inline uint64_t to_natural(uint64_t mask, int level, int trump) noexcept nogil:
    """Natural mask of a level-major mask: the inverse of to_layout."""
    cdef int s = 4 * level
    cdef uint64_t rows = mask & 0xffffffffffffULL
    cdef uint64_t level_cards
    if trump == NO_TRUMP:
        level_cards = (mask >> 52) & 15
    else:
        level_cards = ((mask >> 48) & 7) | ((mask >> 55) & 1) << 3
        rows = swap_column(rows, trump)
        level_cards = swap_column(level_cards, trump)
    cdef uint64_t low = rows & (((<uint64_t>1) << s) - 1)
    return (low | level_cards << s | (rows >> s) << (s + 4)
            | ((mask >> 59) & 1) << 52 | ((mask >> 63) & 1) << 53)

cdef inline void planes_to_layout(const Planes* natural, Planes* out, int level, int trump,
                                  int planes) noexcept nogil:
    cdef int j
    for j in range(planes):
        out.p[j] = to_layout(natural.p[j], level, trump)
    for j in range(planes, 4):
        out.p[j] = 0

cdef inline void planes_to_natural(const Planes* cards, Planes* out, int level, int trump,
                                   int planes) noexcept nogil:
    cdef int j
    for j in range(planes):
        out.p[j] = to_natural(cards.p[j], level, trump)
    for j in range(planes, 4):
        out.p[j] = 0
