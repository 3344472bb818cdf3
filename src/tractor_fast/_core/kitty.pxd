# What the kitty's points count for attackers who win the last trick (R29).
#
#   int64_t kitty_factor(spec, map, lead, winning_play)
#       `lead` of the last trick, as it was led; `winning_play` takes it.  At most 2^54, so with the
#       400 points of four decks the kitty is worth less than 2^63.

from .general.suit cimport SuitCards, read_suit, run_starts
from .types cimport (BIANFENG, DOUBLE, DOUBLE_CARDS, DOUBLE_SIZE, POWER, Lead, Planes, Spec, TrumpTable)
from libc.stdint cimport int64_t

cdef inline int _longest_run(const Spec* spec, const SuitCards* cards, int width) noexcept nogil:
    """Steps of the longest tractor of so many copies in cards of one suit; 1 for a tuple alone, 0 none."""
    cdef int length = 1
    if not cards.holds[width]:
        return 0
    if width < spec.tractor_width:
        return 1
    while run_starts(cards, width, length + 1):
        length += 1
    return length if length >= spec.tractor_length else 1

cdef inline int64_t _bianfeng(const Spec* spec, const TrumpTable* map, const Planes* play) noexcept nogil:
    """By the best that can be cut out of the play: 2·3^n for n triples in a row, then 2·2^n for pairs.

    One triple or pair is a row of one; any triple comes before pairs; without either it is 2.
    """
    cdef SuitCards cards
    cdef int _, suit, width, length
    cdef int64_t factor = 2
    for width in range(3, 1, -1):
        length = 0
        for suit in range(5):
            read_suit(map, play, suit, &cards)
            length = max(length, _longest_run(spec, &cards, width))
        if length:
            for _ in range(length):
                factor *= width
            return factor
    return factor

cdef inline int64_t kitty_factor(const Spec* spec, const TrumpTable* map, const Lead* lead,
                                 const Planes* winning_play) noexcept nogil:
    if spec.kitty_factor == DOUBLE_SIZE:
        return 2 * lead.largest
    if spec.kitty_factor == POWER:
        return (<int64_t>1) << lead.largest
    if spec.kitty_factor == DOUBLE_CARDS:
        return 2 * lead.cards
    if spec.kitty_factor == DOUBLE:
        return 2
    if spec.kitty_factor == BIANFENG:
        return _bianfeng(spec, map, winning_play)
    return 0
