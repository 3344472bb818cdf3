# Integer counters over many deals.  They add, so every figure is the same for any chunking.

from .state cimport State
from .types cimport Bid, Row, Table
from libc.stdint cimport int64_t

cdef enum:
    LEVELS_ZERO = 32       # bin of "no level change"
    LEVELS_BINS = 65
    POINTS_BINS = 82       # attackers' points // 5; the last bin holds everything from 405 up

cdef struct Totals:        # int64 throughout: run.pyx reads it as one array, see TOTALS there
    int64_t deals
    int64_t holds                  # the declarer's side declares next
    int64_t points_sum             # attackers' points
    int64_t points_sq
    int64_t levels_sum             # declarer's side minus attackers
    int64_t levels_sq
    int64_t side_levels_sum        # seats 0, 2, ... minus seats 1, 3, ...
    int64_t side_levels_sq
    int64_t side_declares          # the declarer sits on side 0
    int64_t side_holds             # the next declarer sits on side 0
    int64_t nobody_bid
    int64_t bids_sum               # bids made
    int64_t draw_sum               # cards the top bidder had drawn, summed over deals with a bid
    int64_t tricks_sum
    int64_t tricks_sq
    int64_t throws
    int64_t failed
    int64_t last_trick_attackers
    int64_t kitty_points_sum       # buried
    int64_t kitty_points_won_sum   # paid to the attackers, factor included
    int64_t trumps[5]
    int64_t winning_bids[15]       # 5 * (0 level card, 1 small joker, 2 big joker) + cards
    int64_t declarer_seats[8]
    int64_t levels[65]
    int64_t points_hist[82]


cdef inline void count_deal(Totals* n, const State* s) noexcept nogil:
    """Add a finished deal."""
    cdef const Row* row = &s.row
    cdef const Table* t = &s.table
    cdef const Bid* top
    cdef int64_t points = row.points
    cdef int64_t levels = row.levels
    cdef int64_t tricks = row.tricks
    cdef int64_t won = <int64_t>row.kitty_points * row.kitty_factor
    cdef int64_t side = -levels if row.declarer & 1 else levels
    n.deals += 1
    n.holds += (row.team >> row.holder) & 1
    n.points_sum += points
    n.points_sq += points * points
    n.levels_sum += levels
    n.levels_sq += levels * levels
    n.side_levels_sum += side
    n.side_levels_sq += side * side
    n.side_declares += not row.declarer & 1
    n.side_holds += not row.holder & 1
    n.bids_sum += t.n_bids
    if t.n_bids:
        top = &t.bids[t.n_bids - 1]
        n.draw_sum += top.draw
        n.winning_bids[5 * max(top.face - 51, 0) + top.count] += 1
    else:
        n.nobody_bid += 1
    n.tricks_sum += tricks
    n.tricks_sq += tricks * tricks
    n.throws += row.throws
    n.failed += row.failed
    n.last_trick_attackers += row.kitty_factor > 0
    n.kitty_points_sum += row.kitty_points
    n.kitty_points_won_sum += won
    n.trumps[row.trump] += 1
    n.declarer_seats[row.declarer] += 1
    n.levels[min(max(levels + LEVELS_ZERO, 0), LEVELS_BINS - 1)] += 1
    n.points_hist[min(max(points // 5, 0), POINTS_BINS - 1)] += 1
