# From points to levels (R30) and to the next declarer (R33).
#
#   bint level_change(spec, points, int64_t* defender_levels, int64_t* attacker_levels)
#       `points` of the attackers, kitty and penalties in.  Returns 1 if the declarer's side holds.
#   int next_declarer(players, declarer, winners)
#       `winners`: bit i = seat i is on the winning side, which has at least one seat.

from libc.stdint cimport int64_t, uint32_t

from .types cimport Spec

cdef inline bint level_change(const Spec* spec, int64_t points, int64_t* defender_levels,
                              int64_t* attacker_levels) noexcept nogil:
    """R30: 0 +3, below s +2, below 2s +1, then the attackers +0 and one more per further s."""
    cdef int64_t step = spec.level_step
    cdef int64_t gain
    cdef bint holds = points < 2 * step
    if holds:
        gain = 3 if points <= 0 else 2 - points // step
    else:
        gain = points // step - 2
    if gain > spec.level_cap:
        gain = spec.level_cap
    defender_levels[0] = gain if holds else 0
    attacker_levels[0] = 0 if holds else gain
    return holds

cdef inline int next_declarer(int players, int declarer, uint32_t winners) noexcept nogil:
    """R33: the next player, in order from the last declarer, who is on the winning side."""
    cdef int _, seat = declarer
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if winners >> seat & 1:
            break
    return seat
