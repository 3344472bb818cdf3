# Who wins a trick (R16, R17 `throw_eval = all`, `competes = cut`).  Two decks: widths 1 and 2.
#
#   void open_trick(map, lead, Best* best)          the lead is the best play so far
#   bint beats(map, lead, play, Best* best)
#       1: the play takes the lead of the trick, and `best` now holds what the next one must beat.
#       The play has as many cards as the lead (R11).
#
# For a lead of one unit `best` is the mask of the faces that beat the play that leads, so equal
# strength never beats.  For a throw it is the tops of its units, see cuts.pxd.

from libc.stdint cimport uint8_t, uint64_t

from .bits cimport highest_bit, lowest_bit, popcount
from .cuts cimport best_cut
from .formats cimport faces_above, fold
from .types cimport THROW, TRACTOR, TRUMP_SUIT, Lead, Planes, TrumpTable

cdef struct Best:
    uint64_t beating         # lead of one unit: faces that beat its top step, folded step included; throw: 0
    uint8_t bomb             # general path: 1 once a bomb leads (R34)
    uint8_t suit             # throw: the led suit, or TRUMP_SUIT once it is trumped
    uint8_t rows[54]         # throw: rows of the tops, lined up against lead.units

cdef inline uint64_t faces_beating(const TrumpTable* map, int suit, int top) noexcept nogil:
    """Faces that beat face `top` where `suit` is led (TRUMP_SUIT once trumped)."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT] | (<uint64_t>1) << map.step_bit
    # In no branch: where a plain suit is led all trumps beat its cards.
    return (trumps | map.suits[suit]) & faces_above(top) | trumps & (<uint64_t>(suit == TRUMP_SUIT) - 1)

cdef inline void open_trick(const TrumpTable* map, const Lead* lead, Best* best) noexcept nogil:
    cdef int i
    best.suit = lead.suit
    if lead.kind != THROW:
        best.beating = faces_beating(map, lead.suit, lead.units[0].top)
        return
    best.beating = 0
    for i in range(lead.n_units):
        best.rows[i] = lead.units[i].top >> 2

cdef inline int _tractor_top(const TrumpTable* map, const Planes* play, int length) noexcept nogil:
    """Folded bit of the top step if the play is one tractor of that length, else -1."""
    cdef uint64_t steps
    cdef int low
    if play.p[0] != play.p[1]:
        return -1
    # Two off-suit level pairs fold to one step, and one step too few is no such tractor.
    steps = fold(map, play.p[1])
    if popcount(steps) != length:
        return -1
    # Steps of one suit are adjacent just where they are rows of one column next to each other.
    low = lowest_bit(steps)
    if steps != (0x1111111111111111ULL >> (64 - 4 * length)) << low:
        return -1
    return highest_bit(steps)

cdef inline bint beats(const TrumpTable* map, const Lead* lead, const Planes* play,
                       Best* best) noexcept nogil:
    cdef uint64_t tops
    cdef int top
    if lead.kind == THROW:
        return _beats_throw(map, lead, play, best)
    if lead.kind == TRACTOR:
        top = _tractor_top(map, play, lead.units[0].length)
        tops = (<uint64_t>1) << top if top >= 0 else 0
    else:
        tops = play.p[lead.units[0].width - 1]
    tops &= best.beating
    if not tops:
        return 0
    top = lowest_bit(tops)
    best.beating = faces_beating(map, lead.suit if tops & map.suits[lead.suit] else TRUMP_SUIT, top)
    return 1

cdef inline int suit_to_beat(const TrumpTable* map, const Planes* play, const Best* best) noexcept nogil:
    """The suit in which a play may beat a throw: trump, or the suit that leads; -1 if it cannot (R16)."""
    if not play.p[0] & ~map.suits[TRUMP_SUIT]:
        return TRUMP_SUIT
    return -1 if play.p[0] & ~map.suits[best.suit] else best.suit

cdef inline bint _beats_throw(const TrumpTable* map, const Lead* lead, const Planes* play,
                              Best* best) noexcept nogil:
    cdef int suit = suit_to_beat(map, play, best)
    if suit < 0:
        return 0
    if not best_cut(lead, play, suit == best.suit, best.rows):
        return 0
    best.suit = suit
    return 1
