# The end of a deal: points, levels, next declarer (R28-R30, R33), and its row.

from .bits cimport lowest_bit, popcount
from .digest cimport absorb
from .kitty cimport kitty_factor
from .planes cimport points_of
from .score cimport level_change, next_declarer
from .state cimport FINISHED, State
from .types cimport FRIENDS, NONE, Bid, Planes, Row, Table
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef enum:
    JACK = 9                 # its rank


cdef inline int _attackers_points(const Table* t) noexcept nogil:
    """Points won in tricks, penalties moved (R10, R28)."""
    cdef int i, points = 0
    for i in range(t.players):
        if (t.team >> i) & 1:
            points += t.failed_by[i] * t.spec.throw_penalty
        else:
            points += t.points[i] - t.failed_by[i] * t.spec.throw_penalty
    return points


cdef inline const Planes* winning_play(const State* s) noexcept nogil:
    """The play that took the last trick."""
    cdef const Table* t = &s.table
    return &t.plays[(t.winner + t.players - s.last_leader) % t.players]


cdef inline bint is_team_short(const Table* t) noexcept nogil:
    """Whether fewer friends have joined the declarer than he called (R30)."""
    return t.spec.partners == FRIENDS and popcount(t.team) < 1 + t.spec.n_friends


cdef inline bint _hook_hit(const State* s) noexcept nogil:
    """Whether attackers won the last trick with a single trump J where J was defended (R31)."""
    cdef const Table* t = &s.table
    cdef uint64_t won = winning_play(s).p[0]
    return (t.level == JACK and not (t.team >> t.winner) & 1 and t.lead.cards == 1
            and t.map.to_natural[lowest_bit(won)] >> 2 == JACK)


cdef inline void finish_deal(State* s, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef Row* row = &s.row
    cdef int64_t defenders_up, attackers_up, points = _attackers_points(t)
    cdef bint holds
    cdef uint32_t winners = t.team
    cdef const Bid* top = NULL
    row.board = t.board
    row.declarer = t.declarer
    row.level = t.level
    row.trump = t.trump
    row.bidder = NONE
    row.bid_count = row.draw_index = 0
    if t.n_bids:
        top = &t.bids[t.n_bids - 1]
        row.bidder = top.seat
        row.bid_count = top.count
        row.draw_index = top.draw
    row.kitty_points = points_of(t.map, &s.seats[t.exchanger].kitty, planes)
    row.last_winner = t.winner
    row.kitty_factor = 0
    if not (t.team >> t.winner) & 1:
        row.kitty_factor = kitty_factor(t.spec, t.map, &t.lead, winning_play(s))
        points += row.kitty_points * row.kitty_factor
    row.points = points
    holds = level_change(t.spec, points, is_team_short(t), &defenders_up, &attackers_up)
    if not holds:
        winners = ~winners
    row.levels = defenders_up - attackers_up
    row.team = t.team
    row.holder = next_declarer(t.players, t.declarer, winners)
    row.tricks = t.trick
    row.throws = t.throws
    row.failed = t.failed
    row.hook_hit = _hook_hit(s)
    absorb(&s.digest,
           <uint64_t>row.declarer | <uint64_t>row.bidder << 8 | <uint64_t>row.level << 16
           | <uint64_t>row.trump << 24 | <uint64_t>row.bid_count << 32 | <uint64_t>row.draw_index << 40
           | <uint64_t>row.holder << 48 | <uint64_t>row.last_winner << 56,
           <uint64_t>(row.points & 0xffff) | <uint64_t>(row.kitty_points & 0xffff) << 16
           | <uint64_t><uint32_t>row.kitty_factor << 32)
    absorb(&s.digest,
           <uint64_t>(row.levels & 0xff) | <uint64_t>row.tricks << 8 | <uint64_t>row.throws << 16
           | <uint64_t>row.failed << 24 | <uint64_t>row.team << 32, t.board)
    s.phase = FINISHED
