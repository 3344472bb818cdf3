# Who wins a trick at any table and under any setting (R16, R17, bombs R34, rainbows R35).
#
#   void open_trick_general(spec, map, lead, Best* best)      the lead is the best play so far
#   bint beats_general(spec, map, lead, play, Best* best)
#       1: the play takes the lead of the trick, and `best` now holds what the next one must beat.
#       The play has as many cards as the lead (R11).
#
# `best` is that of trick.pxd, but for these: for a throw its rows are tops in the line of cutting.pxd,
# for a rainbow the ranks of its groups, and once a bomb leads, `beating` are the faces whose bombs
# beat it.

from ..bits cimport lowest_bit, popcount
from ..formats cimport faces_above, fold, run_tops
from ..trick cimport Best, faces_beating, suit_to_beat
from ..types cimport (ALL_UNITS, RAINBOW, THROW, TRACTOR, TRUMP_SUIT, Lead, Planes, Spec, TrumpTable)
from .cutting cimport Shapes, best_cut_general, line_up, read_shapes
from .rainbows cimport best_ranks, lead_ranks
from .reading cimport read_lead_general
from .suit cimport SuitCards, read_suit
from libc.stdint cimport uint64_t

cdef enum:
    BOMB_WIDTH = 4

cdef inline bint is_bomb(const Planes* play) noexcept nogil:
    """Whether the play is four or more identical cards and nothing else (R34)."""
    return play.p[3] != 0 and play.p[0] == play.p[3] and popcount(play.p[3]) == 1

cdef inline bint _is_bomb_led(const Lead* lead) noexcept nogil:
    """The same of a lead, whatever units it is given as."""
    cdef int i
    for i in range(lead.n_units):
        if lead.units[i].length > 1 or lead.units[i].top != lead.units[0].top:
            return 0
    return lead.cards == BOMB_WIDTH

cdef inline void _bomb_leads(const TrumpTable* map, int face, Best* best) noexcept nogil:
    """Of two bombs trump beats plain, else the higher rank, whatever the suit (R34)."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT]
    best.bomb = 1
    best.beating = faces_above(face)
    if trumps >> face & 1:
        best.beating &= trumps
    else:
        best.beating |= trumps

cdef inline void open_trick_general(const Spec* spec, const TrumpTable* map, const Lead* lead,
                                    Best* best) noexcept nogil:
    cdef Shapes shapes
    best.suit = lead.suit
    best.bomb = 0
    best.beating = 0
    if lead.kind == RAINBOW:
        lead_ranks(lead, best.rows)
    elif spec.bombs and _is_bomb_led(lead):
        _bomb_leads(map, lead.units[0].top, best)
    elif lead.kind == THROW:
        read_shapes(spec.throw_eval, lead, &shapes)
        line_up(&shapes, lead, best.rows)
    else:
        best.beating = faces_beating(map, lead.suit, lead.units[0].top)

cdef inline uint64_t _run_top(const TrumpTable* map, const Planes* play, int width,
                              int length) noexcept nogil:
    """Folded top step, as a mask, if the play is one tractor of that shape, else 0."""
    cdef uint64_t steps
    if play.p[0] != play.p[width - 1]:
        return 0
    # Two off-suit level faces fold to one step, and one step too few is no such tractor.
    steps = fold(map, play.p[0])
    return run_tops(map, steps, length) if popcount(steps) == length else 0

cdef inline bint _reads_like(const Spec* spec, const TrumpTable* map, const Lead* lead,
                             const Planes* play) noexcept nogil:
    """Whether the play's own reading has the lead's shapes (R16 `competes = reading`)."""
    cdef Lead own
    cdef Shapes mine, theirs
    cdef int i
    read_lead_general(spec, map, play, &own)
    read_shapes(ALL_UNITS, &own, &mine)
    read_shapes(ALL_UNITS, lead, &theirs)
    if mine.n_shapes != theirs.n_shapes:
        return 0
    for i in range(mine.n_shapes):
        if (mine.shapes[i].width != theirs.shapes[i].width
                or mine.shapes[i].length != theirs.shapes[i].length
                or mine.shapes[i].units != theirs.shapes[i].units):
            return 0
    return 1

cdef inline bint _throw_beats(const Spec* spec, const TrumpTable* map, const Lead* lead,
                              const Planes* play, Best* best) noexcept nogil:
    cdef Shapes shapes
    cdef SuitCards cards
    cdef int suit = suit_to_beat(map, play, best)
    if suit < 0:
        return 0
    if spec.competes_by_reading and not _reads_like(spec, map, lead, play):
        return 0
    read_suit(map, play, suit, &cards)
    read_shapes(spec.throw_eval, lead, &shapes)
    if not best_cut_general(&shapes, &cards, best.rows if suit == best.suit else NULL, best.rows):
        return 0
    best.suit = suit
    return 1

cdef inline bint beats_general(const Spec* spec, const TrumpTable* map, const Lead* lead,
                               const Planes* play, Best* best) noexcept nogil:
    cdef uint64_t tops
    cdef int width = lead.units[0].width
    if spec.bombs and is_bomb(play):
        if best.bomb and not play.p[0] & best.beating:
            return 0
        _bomb_leads(map, lowest_bit(play.p[0]), best)
        return 1
    if best.bomb:
        return 0
    if lead.kind == RAINBOW:
        return best_ranks(lead, play, best.rows)
    if lead.kind == THROW:
        return _throw_beats(spec, map, lead, play, best)
    if lead.kind == TRACTOR:
        tops = _run_top(map, play, width, lead.units[0].length) & best.beating
        if tops and spec.competes_by_reading and not _reads_like(spec, map, lead, play):
            return 0
    else:
        tops = play.p[width - 1] & best.beating
    if not tops:
        return 0
    best.beating = faces_beating(map, lead.suit if tops & map.suits[lead.suit] else TRUMP_SUIT,
                                 lowest_bit(tops))
    return 1
