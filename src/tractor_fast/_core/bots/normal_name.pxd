# What `normal` names: friends, a partner, trump, the unit of a failed throw.

from .normal_bid cimport doubled_strength
from .sides cimport find_allies
from ..bits cimport bit, highest_bit, lowest_bit
from ..friends cimport callable_faces
from ..formats cimport unit_cards
from ..planes cimport add_cards, count_in, points_of
from ..types cimport NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, TRUMP_SUIT, Choice, Planes, Seat, Table
from libc.stdint cimport uint64_t

cdef inline void _call_friends(const Table* table, const Seat* seat, Choice* choice,
                               int planes) noexcept nogil:
    """The highest faces of which others have a copy: the one after its own, which it plays first (R25)."""
    cdef uint64_t faces = callable_faces(table.spec, table.map), others, face
    cdef Planes own = seat.hand
    cdef int i
    add_cards(&own, &seat.kitty, planes)
    others = faces & ~own.p[table.decks - 1]
    for i in range(table.spec.n_friends):
        face = bit(highest_bit(others if others else faces))
        others &= ~face
        faces ^= face
        choice.calls[i].face = table.map.to_natural[lowest_bit(face)]
        choice.calls[i].ordinal = min(count_in(&seat.hand, face, planes) + 1, <int>table.decks)

cdef inline void _name_partner(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """The highest trump of which another player has a copy (R26), or the highest card of all."""
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT]
    cdef uint64_t others = trumps & ~seat.hand.p[table.decks - 1]
    choice.named = table.map.to_natural[highest_bit(others if others else trumps)]

cdef inline void _name_trump(const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """The suit in which the hand is strongest (R22)."""
    cdef int suit
    choice.named = 0
    for suit in range(1, 4):
        if (doubled_strength(&seat.hand, suit, planes)
                > doubled_strength(&seat.hand, choice.named, planes)):
            choice.named = suit

cdef inline void _name_unit(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """The unit with most points (R10), of a partner's throw the one with fewest."""
    cdef bint ours = (find_allies(table, seat) >> table.turn) & 1
    cdef int i, points, most = -1000
    cdef Planes cards
    for i in range(choice.n_units):
        unit_cards(table.map, &choice.units[i], &cards)
        points = points_of(table.map, &cards, 4)
        if ours:
            points = -points
        if points > most:
            most = points
            choice.named = i

cdef inline void normal_name(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    if choice.name_kind == NAME_FRIENDS:
        _call_friends(table, seat, choice, planes)
    elif choice.name_kind == NAME_PARTNER:
        _name_partner(table, seat, choice)
    elif choice.name_kind == NAME_TRUMP:
        _name_trump(seat, choice, planes)
    else:
        _name_unit(table, seat, choice)
