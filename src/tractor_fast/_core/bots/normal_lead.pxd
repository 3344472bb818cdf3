# How `normal` leads: units that nothing unseen beats, then pairs, then a low card.

from .lay_pairs cimport run_faces
from .orders cimport first_face, high_faces
from .sides cimport find_allies
from .unseen cimport unseen_cards
from ..bits cimport bit, highest_bit, popcount
from ..formats cimport fold, links
from ..planes cimport count_in, set_copies
from ..types cimport TRUMP_SUIT, Choice, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t below(uint64_t faces) noexcept nogil:
    """Every bit that is lower in its column than some face: of plain suits, all that it beats."""
    faces >>= 4
    faces |= faces >> 4
    faces |= faces >> 8
    faces |= faces >> 16
    return faces | faces >> 32

cdef inline uint64_t open_faces(const Table* table, int seat, int allies) noexcept nogil:
    """Plain faces of the suits that no opponent is known to trump."""
    cdef int suit, opponents = ~(allies | table.void_in[TRUMP_SUIT])
    cdef uint64_t faces = ~table.map.suits[TRUMP_SUIT]
    for suit in range(4):
        if table.void_in[suit] & opponents:
            faces &= ~table.map.suits[suit]
    return faces

cdef inline uint64_t tuple_to_lead(const TrumpTable* map, uint64_t tuples, uint64_t unseen, uint64_t open,
                                   bint draws) noexcept nogil:
    """Of the tuples of one width the face of the one to lead, or 0."""
    cdef uint64_t good = tuples & open & ~below(unseen & ~map.suits[TRUMP_SUIT])
    if good:
        return bit(highest_bit(good))
    good = tuples & open & ~(map.fives | map.tens)
    if good:
        return bit(highest_bit(good))
    if draws:
        good = tuples & map.suits[TRUMP_SUIT]
        if good:
            return bit(highest_bit(good))
    return 0

cdef inline bint _lead_tractor(const Table* table, const Planes* hand, uint64_t tuples, int width,
                               Choice* choice, int planes) noexcept nogil:
    """The highest tractor of some tuples; False if there is none."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t linked = links(map, fold(map, tuples))
    cdef int top, low, length = 1
    if not linked or (planes > 2 and width < table.spec.tractor_width):
        return False
    low = highest_bit(linked)
    top = low + 4
    while low >= 0 and linked & bit(low):
        low -= 4
        length += 1
    if planes > 2 and length < table.spec.tractor_length:
        return False
    set_copies(&choice.cards, run_faces(map, tuples, top, length), width)
    return True

cdef inline uint64_t card_to_lead(const TrumpTable* map, const Planes* hand, uint64_t unseen,
                                  uint64_t open) noexcept nogil:
    """The face of the single card to lead."""
    cdef uint64_t good = hand.p[0] & open & ~below(unseen & ~map.suits[TRUMP_SUIT])
    if good:
        return bit(highest_bit(good))
    return first_face(hand, &map.cheap)

cdef inline void normal_lead(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    cdef const TrumpTable* map = table.map
    cdef int width, allies = find_allies(table, seat)
    cdef uint64_t open = open_faces(table, seat.seat, allies), face
    cdef bint draws = (allies >> table.declarer) & 1
    cdef Planes unseen
    unseen_cards(table, seat, &unseen, planes)
    for width in range(planes, 1, -1):
        if not seat.hand.p[width - 1]:
            continue
        if _lead_tractor(table, &seat.hand, seat.hand.p[width - 1] & open, width, choice, planes):
            return
    for width in range(planes, 1, -1):
        if not seat.hand.p[width - 1]:
            continue
        face = tuple_to_lead(map, seat.hand.p[width - 1], unseen.p[width - 1], open, draws)
        if face:
            set_copies(&choice.cards, face, width)
            return
    set_copies(&choice.cards, card_to_lead(map, &seat.hand, unseen.p[0], open), 1)
