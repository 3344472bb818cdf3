# What `expert` thinks a trick is worth, in points won less points lost.
#
#   worth = (2 * chance - 1) * stake + chance * tempo
#
# where `chance` is that its side wins the trick, `stake` the points in it and still to come to it, and
# `tempo` what the next lead is worth.

from .weights cimport FOLLOW_LINE, FOLLOW_TEMPO, FOLLOW_TEMPO_END, FOLLOW_TO_COME
from .sides cimport ANY
from ..selects cimport only_if
from ..types cimport Seat, Table

cdef inline double worth(double chance, double stake, double tempo) noexcept nogil:
    return (2 * chance - 1) * stake + chance * tempo

cdef inline double find_tempo(const Seat* seat, double left) noexcept nogil:
    """It is worth most while there are many cards to lead; left: share of the hand that is still held."""
    return seat.parameters[FOLLOW_TEMPO] * left * left + seat.parameters[FOLLOW_TEMPO_END]

cdef inline int _points_to_line(const Table* table) noexcept nogil:
    """Points that the attackers lack, the trick on the table apart, to the next line of R30."""
    cdef int i, points = 0
    for i in range(table.players):
        points += table.points[i] & (((table.team >> i) & 1) - 1)
    return _to_line(table, points)

cdef inline int _pairs_to_line(const Table* table) noexcept nogil:
    """The same at a table of four in fixed pairs."""
    cdef int attacker = table.team & 1  # one of the two
    return _to_line(table, table.points[attacker] + table.points[attacker + 2])

cdef inline int _to_line(const Table* table, unsigned int points) noexcept nogil:
    cdef unsigned int step = table.spec.level_step
    return step - points % step

cdef inline double find_stake(const Table* table, const Seat* seat, int coming) noexcept nogil:
    """Points on the table and to come, and more where they bring the attackers over a line of R30.

    coming: see sides.pxd.
    """
    cdef int to_line = _points_to_line(table) if coming == ANY else _pairs_to_line(table)
    return (table.trick_points + seat.parameters[FOLLOW_TO_COME]
            * (table.players - 1 - table.n_plays if coming == ANY else coming)
            + only_if(table.trick_points >= to_line, seat.parameters[FOLLOW_LINE]))
