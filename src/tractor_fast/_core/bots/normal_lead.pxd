# How `normal` leads: tractors, pairs that nothing unseen beats, other pairs without points, then cards
# that nothing unseen beats, then a low one; in suits that no opponent is known to trump.

from .lay_pairs cimport run_faces
from .orders cimport first_face
from .sides cimport find_allies
from .unseen cimport not_held
from ..bits cimport bit, highest_bit
from ..formats cimport fold, links
from ..planes cimport set_copies
from ..types cimport TRUMP_SUIT, Choice, Planes, Seat, Spec, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t _beaten_plain(const TrumpTable* map, uint64_t unseen) noexcept nogil:
    """Plain faces (or tuples) that one of some others beats: all below it in its column."""
    cdef uint64_t below = (unseen & ~map.suits[TRUMP_SUIT]) >> 4
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    return below | below >> 32

cdef inline uint64_t open_faces(const Table* table, int allies) noexcept nogil:
    """Plain faces of the suits that no opponent is known to trump."""
    cdef int suit, opponents = ~(allies | table.void_in[TRUMP_SUIT])
    cdef uint64_t faces = ~table.map.suits[TRUMP_SUIT]
    for suit in range(4):
        if table.void_in[suit] & opponents:
            faces &= ~table.map.suits[suit]
    return faces

cdef inline uint64_t card_to_lead(const TrumpTable* map, const Planes* hand, uint64_t unseen,
                                  uint64_t open) noexcept nogil:
    """The face of the single card to lead."""
    cdef uint64_t sure = hand.p[0] & open & ~_beaten_plain(map, unseen)
    return bit(highest_bit(sure)) if sure else first_face(hand, &map.cheap)

cdef inline bint _lead_tractor(const Spec* spec, const TrumpTable* map, uint64_t tuples, int width,
                               Planes* out, int planes) noexcept nogil:
    """The highest tractor of some tuples; False if there is none."""
    cdef uint64_t linked = links(map, fold(map, tuples))
    cdef int low, length = 1
    if not linked or (planes > 2 and width < spec.tractor_width):
        return False
    low = highest_bit(linked)
    while low >= 0 and linked & bit(low):
        low -= 4
        length += 1
    if planes > 2 and length < spec.tractor_length:
        return False
    set_copies(out, run_faces(map, tuples, highest_bit(linked) + 4, length), width)
    return True

cdef inline uint64_t _tuple_to_lead(const TrumpTable* map, uint64_t tuples, uint64_t unseen, uint64_t open,
                                    bint draws) noexcept nogil:
    """The face of the tuple to lead, of those of one width; 0: none."""
    cdef uint64_t good = tuples & open & ~_beaten_plain(map, unseen)
    if not good:
        good = tuples & open & ~(map.fives | map.tens)
    if not good and draws:
        good = tuples & map.suits[TRUMP_SUIT]
    return bit(highest_bit(good)) if good else 0

cdef inline bint lead_tuples(const Spec* spec, const TrumpTable* map, const Planes* hand,
                             const Planes* unplayed, uint64_t open, bint draws, Planes* out,
                             int planes) noexcept nogil:
    """The tractor or tuple to lead; False: a single card is better.  draws: its side has set trump."""
    cdef uint64_t face
    cdef int width
    for width in range(planes, 1, -1):
        if _lead_tractor(spec, map, hand.p[width - 1] & open, width, out, planes):
            return True
    for width in range(planes, 1, -1):
        face = _tuple_to_lead(map, hand.p[width - 1], not_held(unplayed, hand, width, planes), open, draws)
        if face:
            set_copies(out, face, width)
            return True
    return False

cdef inline void normal_lead(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    cdef const Planes* hand = &seat.hand
    cdef int allies = find_allies(table, seat)
    cdef uint64_t open = open_faces(table, allies)
    if not hand.p[1] or not lead_tuples(table.spec, table.map, hand, &table.unplayed, open,
                                        (allies >> table.declarer) & 1, &choice.cards, planes):
        set_copies(&choice.cards,
                   card_to_lead(table.map, hand, not_held(&table.unplayed, hand, 1, planes), open), 1)
