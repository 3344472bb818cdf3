"""What a kernel plays: rules, seats and context as one struct, and the layout of what it returns."""

import numpy as np

from ..errors import SpecError, StrategyError
from .refusals import DECISIONS, REFUSALS
from .spec cimport CompiledRules
from .loop cimport Failure
from .state cimport BAD_BID
from .totals cimport LEVELS_BINS, POINTS_BINS, Totals
from .types cimport NONE, Row

from libc.stdint cimport int64_t

ROW = np.dtype([
    ("board", "<u8"), ("declarer", "u1"), ("bidder", "u1"), ("level", "u1"), ("trump", "u1"),
    ("bid_count", "u1"), ("draw_index", "u1"), ("points", "<i2"), ("kitty_points", "<i2"),
    ("kitty_factor", "<i4"), ("levels", "i1"), ("holder", "u1"), ("last_winner", "u1"),
    ("tricks", "u1"), ("throws", "u1"), ("failed", "u1"), ("team", "u1"),
])
"""One deal's outcome (struct Row in types.pxd), 29 bytes packed; 255 = none in the u1 fields."""

TOTALS = (
    ("deals", 1), ("holds", 1), ("points_sum", 1), ("points_sq", 1), ("levels_sum", 1),
    ("levels_sq", 1), ("side_levels_sum", 1), ("side_levels_sq", 1), ("side_declares", 1),
    ("side_holds", 1), ("nobody_bid", 1), ("bids_sum", 1), ("draw_sum", 1), ("tricks_sum", 1),
    ("tricks_sq", 1), ("throws", 1), ("failed", 1), ("last_trick_attackers", 1),
    ("kitty_points_sum", 1), ("kitty_points_won_sum", 1), ("trumps", 5), ("winning_bids", 15),
    ("declarer_seats", 8), ("levels", LEVELS_BINS), ("points_hist", POINTS_BINS),
)
"""Names and lengths of the counters, in the order of struct Totals; all are signed 64-bit."""

if ROW.itemsize != sizeof(Row):
    raise ImportError("ROW does not have the size of struct Row")
if sum(length for _, length in TOTALS) * sizeof(int64_t) != sizeof(Totals):
    raise ImportError("TOTALS does not have the size of struct Totals")

MAX_PARAMETERS = 64


def new_totals():
    """A zeroed counter array (int64) in the order of TOTALS."""
    return np.zeros(sum(length for _, length in TOTALS), dtype=np.int64)


def totals_to_dict(counters):
    """Counters as Python ints, or lists of them, by name; they add over chunks."""
    out, at = {}, 0
    for name, length in TOTALS:
        values = counters[at : at + length].tolist()
        out[name] = values[0] if length == 1 else values
        at += length
    return out


cdef class RunSpec:
    """Rules, seats and context of a run, resolved for a kernel.

    seats: (policy name, parameter values) a seat, the values in the policy's own order.
    level: rank 0..12, or None: drawn by each board.  declarer: a seat, None: drawn by each board,
    -1: a first deal, where the bidding decides.
    Raises SpecError, or UnsupportedRulesError for rules that the core does not play yet.
    """

    def __cinit__(self, rules, seats, seed, level=None, declarer=None):
        cdef int i, j
        self.compiled = CompiledRules(rules)
        self.compiled.require_playable()
        self.seats = tuple((str(name), tuple(float(v) for v in values)) for name, values in seats)
        if len(self.seats) != rules.players:
            raise SpecError(f"{len(self.seats)} seats are given, the table has {rules.players}")
        if not (isinstance(seed, int) and 0 <= seed < 2**64):
            raise SpecError(f"seed {seed!r} is not a whole number from 0 to 2**64 - 1")
        if level is not None and not (isinstance(level, int) and 0 <= level < 13):
            raise SpecError(f"level {level!r} is not a rank from 0 (2) to 12 (A), or None for any")
        if declarer is not None and not (isinstance(declarer, int) and -1 <= declarer < rules.players):
            raise SpecError(
                f"declarer {declarer!r} is not a seat from 0 to {rules.players - 1}, "
                "None for any, or -1 for a first deal"
            )
        self.job.spec = &self.compiled.spec
        self.job.context.seed = seed
        self.job.context.level = NONE if level is None else level
        self.job.context.declarer = NONE if declarer is None or declarer < 0 else declarer
        self.job.context.first_deal = declarer == -1
        for i in range(rules.players):
            name, values = self.seats[i]
            if len(values) > MAX_PARAMETERS:
                raise SpecError(f"strategy {name!r} has more than {MAX_PARAMETERS} parameters")
            for j, value in enumerate(values):
                self.parameters[i][j] = value
            self.job.parameters[i] = self.parameters[i]
            self.job.policies[i] = NULL


cdef object failure_to_error(RunSpec run, const Failure* failure):
    """The StrategyError that tells seat, strategy, board, decision and choice."""
    cdef int j
    where = (
        f"board {failure.board}, seat {failure.seat}: strategy "
        f"{run.seats[failure.seat][0]!r} asked to {DECISIONS[failure.decision]}"
    )
    if failure.code < 0:
        return StrategyError(f"{where} gave up with code {-failure.code}")
    if failure.code == BAD_BID:
        return StrategyError(f"{where} chose bid number {failure.bid}, {REFUSALS[failure.code]}")
    masks = " ".join(f"{failure.cards.p[j]:#x}" for j in range(4))
    return StrategyError(f"{where} chose the planes {masks}, {REFUSALS[failure.code]}")
