# From points to levels (R30), from deal to deal (R31, R32), and the next declarer (R33).
#
#   bint level_change(spec, points, team_short, int64_t* defender_levels, int64_t* attacker_levels)
#       `points` of the attackers, kitty and penalties in; `team_short`: the declarer's side is
#       smaller than planned.  Returns 1 if the declarer's side holds.
#   uint32_t advance(spec, levels, declarer, team, holds, defender_levels, attacker_levels, hook_hit)
#       Moves `levels`, a rank 0..12 a seat, up the ladder.  `team`: bit i = seat i is on the
#       declarer's side; `hook_hit`: attackers won the last trick with a single trump J where J was
#       defended.  Returns the seats that have won the match as bits; 0: it goes on.
#   int next_declarer(players, declarer, winners)
#       `winners`: bit i = seat i is on the winning side, which has at least one seat.

from libc.stdint cimport int64_t, uint8_t, uint32_t

from .types cimport Spec

cdef enum:
    TOP_LEVEL = 12           # A

cdef inline bint level_change(const Spec* spec, int64_t points, bint team_short,
                              int64_t* defender_levels, int64_t* attacker_levels) noexcept nogil:
    """R30: 0 +3, below s +2, below 2s +1, then the attackers +0 and one more per further s."""
    cdef int64_t step = spec.level_step
    cdef int64_t gain
    cdef bint holds = points < 2 * step
    if holds:
        gain = 3 if points <= 0 else 2 - points // step
        if spec.small_team_bonus and team_short:
            gain += 1
    else:
        gain = points // step - 2
    if gain > spec.level_cap:
        gain = spec.level_cap
    defender_levels[0] = gain if holds else 0
    attacker_levels[0] = 0 if holds else gain
    return holds

cdef inline int _climb(const Spec* spec, int level, int64_t steps, bint defended,
                       int deal_level) noexcept nogil:
    """The level after so many steps, TOP_LEVEL + 1 beyond A.

    A level of `must_defend` is left by the first step of a defending side alone, and A, where it is
    one of them, only in a deal whose level is A.
    """
    cdef int64_t step = 0
    while step < steps and level <= TOP_LEVEL:
        if ((spec.must_defend >> level) & 1
                and not (defended and step == 0 and (level != TOP_LEVEL or deal_level == TOP_LEVEL))):
            break
        level += 1
        step += 1
    return level

cdef inline uint32_t advance(const Spec* spec, uint8_t* levels, int declarer, uint32_t team, bint holds,
                             int64_t defender_levels, int64_t attacker_levels,
                             bint hook_hit) noexcept nogil:
    cdef int seat, level, after, deal_level = levels[declarer]
    cdef bint defends, defended, wins
    cdef uint32_t winners = 0
    for seat in range(spec.players):
        defends = (team >> seat) & 1
        defended = defends and holds
        level = 0 if defends and hook_hit and spec.hook else levels[seat]
        after = _climb(spec, level, defender_levels if defends else attacker_levels, defended, deal_level)
        if spec.pass_top:
            wins = after > TOP_LEVEL
        else:
            wins = defended and level == TOP_LEVEL and deal_level == TOP_LEVEL
        winners |= <uint32_t>wins << seat
        levels[seat] = min(after, TOP_LEVEL)
    return winners

cdef inline int next_declarer(int players, int declarer, uint32_t winners) noexcept nogil:
    """R33: the next player, in order from the last declarer, who is on the winning side."""
    cdef int _, seat = declarer
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if winners >> seat & 1:
            break
    return seat
