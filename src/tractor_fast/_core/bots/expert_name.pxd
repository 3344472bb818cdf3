# What `expert` names: friends, a partner, trump, the unit of a failed throw.

from .expert_bid cimport strength
from .sides cimport find_allies
from ..bits cimport bit, highest_bit, popcount, select_bit
from ..friends cimport callable_faces
from ..formats cimport faces_above, fold, run_tops, unit_cards
from ..planes cimport count_in, points_of
from ..types cimport (NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, TRUMP_SUIT, Choice, Planes, Seat, Table,
                      TrumpTable, Unit)
from libc.stdint cimport uint64_t

cdef inline int _worth_calling(const Table* table, const Seat* seat, int face, int ordinal,
                               int planes) noexcept nogil:
    """How good it is to call the player of that copy of a face: a high card that the seat lacks (R25).

    The seat means to play its own copies first, so the next one after them is a friend's.
    """
    cdef const TrumpTable* map = table.map
    cdef int own = count_in(&seat.hand, bit(face), planes), buried = 0, suit = 0, worth
    if seat.sees_kitty:
        buried = count_in(&seat.kitty, bit(face), planes)
    while not map.suits[suit] & bit(face):
        suit += 1
    # The higher the better, and of equal ones in the shortest suit; what spoils a call outweighs that.
    worth = 16 * (face >> 2) - min(15, count_in(&seat.hand, map.suits[suit], planes))
    if ordinal != own + 1:
        worth -= 1000
    if own + buried >= table.decks:
        worth -= 2000
    return worth

cdef inline void _call_friends(const Table* table, const Seat* seat, Choice* choice,
                               int planes) noexcept nogil:
    """The best calls, of as many faces as there are calls if there are so many."""
    cdef uint64_t faces = callable_faces(table.spec, table.map)
    cdef int called[3]
    cdef int i, j, k, face, ordinal, worth, best
    for i in range(table.spec.n_friends):
        best = -10000
        for k in range(popcount(faces)):
            face = select_bit(faces, k)
            for ordinal in range(1, table.decks + 1):
                worth = _worth_calling(table, seat, face, ordinal, planes)
                for j in range(i):
                    if called[j] == face:
                        worth -= 500
                        if choice.calls[j].ordinal == ordinal:
                            worth = -10000
                if worth > best:
                    best = worth
                    called[i] = face
                    choice.calls[i].face = table.map.to_natural[face]
                    choice.calls[i].ordinal = ordinal

cdef inline void _name_partner(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """The highest trump of which another player has a copy (R26)."""
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT]
    choice.named = table.map.to_natural[highest_bit(trumps)]
    trumps &= ~seat.hand.p[table.decks - 1]
    if trumps:
        choice.named = table.map.to_natural[highest_bit(trumps)]

cdef inline void _name_trump(const Seat* seat, Choice* choice, int planes) noexcept nogil:
    """The suit in which the hand is strongest (R22)."""
    cdef int suit
    choice.named = 0
    for suit in range(1, 4):
        if (strength(seat, &seat.hand, suit, planes)
                > strength(seat, &seat.hand, choice.named, planes)):
            choice.named = suit

cdef inline bint _beats(const Table* table, const Seat* seat, const Unit* unit) noexcept nogil:
    cdef int suit = 0
    while not table.map.suits[suit] & bit(unit.top):
        suit += 1
    return run_tops(table.map, fold(table.map, seat.hand.p[unit.width - 1] & table.map.suits[suit]),
                    unit.length) & faces_above(unit.top) != 0

cdef inline void _name_unit(const Table* table, const Seat* seat, Choice* choice) noexcept nogil:
    """The unit that costs the thrower most (R10): points, many cards, and best one that the seat beats.

    To a partner's throw the one that costs least.
    """
    cdef bint ours = (find_allies(table, seat) >> table.turn) & 1
    cdef int i, cost, most = -1000
    cdef Planes cards
    for i in range(choice.n_units):
        unit_cards(table.map, &choice.units[i], &cards)
        cost = (points_of(table.map, &cards, 4) + choice.units[i].width * choice.units[i].length
                + 20 * _beats(table, seat, &choice.units[i]))
        if ours:
            cost = -cost
        if cost > most:
            most = cost
            choice.named = i

cdef inline void expert_name(const Table* table, const Seat* seat, Choice* choice, int planes) noexcept nogil:
    if choice.name_kind == NAME_FRIENDS:
        _call_friends(table, seat, choice, planes)
    elif choice.name_kind == NAME_PARTNER:
        _name_partner(table, seat, choice)
    elif choice.name_kind == NAME_TRUMP:
        _name_trump(seat, choice, planes)
    else:
        _name_unit(table, seat, choice)
