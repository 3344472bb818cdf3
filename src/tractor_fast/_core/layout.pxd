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

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_LAYOUT
    #define TRACTOR_FAST_LAYOUT
    #include <stdint.h>
    #if defined(__BMI2__)
    #include <immintrin.h>
    #endif
    /* Bits 0..51 without the four at s, those above them four lower. */
    static inline uint64_t tf_without_row(uint64_t x, int s) {
    #if defined(__BMI2__)
        return _pext_u64(x, 0xfffffffffffffULL & ~(15ULL << s));
    #else
        uint64_t below = (1ULL << s) - 1;
        return (x & below) | ((x >> 4) & ~below & 0xffffffffffffULL);
    #endif
    }
    /* Bits 0 and 1, the jokers, at 59 and 63. */
    static inline uint64_t tf_spread_jokers(uint64_t x) {
    #if defined(__BMI2__)
        return _pdep_u64(x, 1ULL << 59 | 1ULL << 63);
    #else
        return (x << 59 | x << 62) & (1ULL << 59 | 1ULL << 63);
    #endif
    }
    #endif
    """
    uint64_t without_row "tf_without_row"(uint64_t x, int s)
    uint64_t spread_jokers "tf_spread_jokers"(uint64_t x)

cdef inline uint64_t swap_column(uint64_t natural, int trump) noexcept nogil:
    """A natural mask with column `trump` and column 3 exchanged, but for the jokers."""
    cdef int column = min(trump, 3)  # for spades and no trump nothing moves
    cdef uint64_t d = ((natural >> column) ^ (natural >> 3)) & 0x1111111111111ULL
    return natural ^ (d << column) ^ (d << 3)

cdef inline uint64_t to_layout(uint64_t natural, int level, int trump) noexcept nogil:
    """Level-major mask of a natural mask."""
    cdef uint64_t cards = swap_column(natural, trump)
    cdef uint64_t level_cards = (cards >> 4 * level) & 15
    # Laid down twice, the mask keeps each where it belongs.
    level_cards = level_cards << 48 | level_cards << 52
    level_cards &= 0xfULL << 52 if trump == NO_TRUMP else 0x87ULL << 48
    return without_row(cards, 4 * level) | level_cards | spread_jokers(natural >> 52)

cdef inline uint64_t to_natural(uint64_t mask, int level, int trump) noexcept nogil:
    """Natural mask of a level-major mask: the inverse of to_layout."""
    cdef uint64_t below = ((<uint64_t>1) << 4 * level) - 1
    # A level card is in row 12 or in row 13, and always in its column.
    cdef uint64_t level_cards = (mask >> 48 | mask >> 52) & 15
    return swap_column((mask & below) | level_cards << 4 * level | (mask & ~below & 0xffffffffffffULL) << 4,
                       trump) | ((mask >> 59 & 1) | (mask >> 62 & 2)) << 52

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
