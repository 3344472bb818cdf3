"""What a kernel plays: rules, seats and context as one struct, and the layout of what it returns."""

import threading
from itertools import islice

import numpy as np

from ..errors import SpecError, StrategyError
from ..inputs import MOST, exception_text, shown, whole
from .policies import POLICIES
from .refusals import DECISIONS, NAMES, REFUSALS
from .boundary cimport choice_text
from .held cimport check_given, read_given
from .policy cimport ForeignPolicy
from .spec cimport CompiledRules
from .loop cimport Failure, Job
from .matches cimport MatchRow
from .opportunities cimport Opportunity
from .pairs cimport PairRow, PairTotals
from .state cimport IN_TURN
from .totals cimport LEVELS_BINS, POINTS_BINS, Totals
from .types cimport NAME, NONE, Row

from libc.stdint cimport int64_t, uint32_t, uint64_t

ROW = np.dtype([
    ("board", "<u8"), ("declarer", "u1"), ("bidder", "u1"), ("level", "u1"), ("trump", "u1"),
    ("bid_count", "u1"), ("draw_index", "u1"), ("points", "<i8"), ("kitty_points", "<i2"),
    ("kitty_factor", "<i8"), ("levels", "<i8"), ("holder", "u1"), ("last_winner", "u1"),
    ("tricks", "u1"), ("throws", "u1"), ("failed", "u1"), ("team", "u1"), ("hook_hit", "u1"),
])
"""One deal's outcome (struct Row in types.pxd), 47 bytes packed; 255 = none in the u1 fields."""

MATCH = np.dtype([
    ("number", "<u8"), ("deals", "<u2"), ("seats_of_a", "u1"), ("winners", "u1"), ("levels", "u1", 8),
])
"""One match's outcome (struct MatchRow in matches.pxd), 20 bytes packed."""

PAIR = np.dtype([("seats_of_a", "u1"), ("first", ROW), ("exchanged", ROW)])
"""One board played twice (struct PairRow in pairs.pxd), 95 bytes packed."""

OPPORTUNITY = np.dtype([
    ("board", "<u8"), ("found", "<u2"), ("number", "<u2"), ("attempt", "u1"), ("seat", "u1"),
    ("draw", "u1"), ("role", "u1"), ("bids", "u1"), ("top", "u1"), ("itself", "u1"), ("face", "u1"),
    ("count", "u1"), ("trumps", "u1"), ("jokers", "u1"), ("pairs", "u1"), ("bid", ROW), ("passed", ROW),
])
"""One opportunity to bid, played both ways (struct Opportunity in opportunities.pxd), 118 bytes packed."""

ROLES = ("declarer", "partner", "attacker", "unknown")
"""Of the seat that may bid, in ``role`` of OPPORTUNITY."""

TOTALS = (
    ("deals", 1), ("holds", 1), ("points_sum", 1), ("points_sq", 1), ("levels_sum", 1),
    ("levels_sq", 1), ("side_levels_sum", 1), ("side_levels_sq", 1), ("side_declares", 1),
    ("side_holds", 1), ("nobody_bid", 1), ("bids_sum", 1), ("draw_sum", 1), ("tricks_sum", 1),
    ("tricks_sq", 1), ("throws", 1), ("failed", 1), ("last_trick_attackers", 1),
    ("kitty_points_sum", 1), ("kitty_points_won_sum", 1), ("trumps", 5), ("winning_bids", 15),
    ("declarer_seats", 8), ("levels", LEVELS_BINS), ("points_hist", POINTS_BINS),
)
"""Names and lengths of the counters, in the order of struct Totals; all are signed 64-bit."""

PAIR_TOTALS = (
    ("pairs", 1), ("wins", 1), ("ties", 1), ("first_sum", 1), ("first_sq", 1), ("exchanged_sum", 1),
    ("exchanged_sq", 1), ("product_sum", 1), ("next_sum", 1), ("next_sq", 1),
    ("levels_next_sum", 1), ("declares", 2), ("holds", 2), ("points_sum", 2), ("points_sq", 2),
)
"""The same of struct PairTotals."""

if ROW.itemsize != sizeof(Row):
    raise ImportError("ROW does not have the size of struct Row")
if MATCH.itemsize != sizeof(MatchRow):
    raise ImportError("MATCH does not have the size of struct MatchRow")
if PAIR.itemsize != sizeof(PairRow):
    raise ImportError("PAIR does not have the size of struct PairRow")
if OPPORTUNITY.itemsize != sizeof(Opportunity):
    raise ImportError("OPPORTUNITY does not have the size of struct Opportunity")
if sum(length for _, length in TOTALS) * sizeof(int64_t) != sizeof(Totals):
    raise ImportError("TOTALS does not have the size of struct Totals")
if sum(length for _, length in PAIR_TOTALS) * sizeof(int64_t) != sizeof(PairTotals):
    raise ImportError("PAIR_TOTALS does not have the size of struct PairTotals")

MAX_PARAMETERS = 64  # of one strategy
if max(map(len, POLICIES.values())) > MAX_PARAMETERS:
    raise ImportError("a strategy has more parameters than RunSpec has room for")


def new_totals(layout=TOTALS):
    """A zeroed counter array (int64) in the order of TOTALS, or of PAIR_TOTALS."""
    return np.zeros(sum(length for _, length in layout), dtype=np.int64)


def totals_to_dict(counters, layout=TOTALS):
    """Counters as Python ints, or lists of them, by name; they add over chunks.

    ValueError for an array that new_totals(layout) has not made.
    """
    cdef int at = 0
    if not isinstance(counters, np.ndarray) or counters.shape != new_totals(layout).shape:
        raise ValueError("counters must come from new_totals()")
    out = {}
    for name, length in layout:
        out[name] = counters.item(at) if length == 1 else counters[at : at + length].tolist()
        at += length
    return out


def _read_seat(given):
    """A seat's strategy and parameters, checked: (name, values)."""
    try:
        name, values = given
        values = tuple(islice(values, MAX_PARAMETERS + 1))
    except (TypeError, ValueError):
        raise SpecError(
            f"seats: {shown(given)} is no pair of a strategy's name and its parameter values"
        ) from None
    if isinstance(name, ForeignPolicy):
        parameters = name.parameters
    elif isinstance(name, str) and name in POLICIES:
        parameters = POLICIES[name]
    else:
        raise SpecError(f"no compiled strategy {shown(name)}; there are {', '.join(POLICIES)}")
    if len(parameters) > MAX_PARAMETERS:
        raise SpecError(f"strategy {shown(name)} has more than {MAX_PARAMETERS} parameters")
    if len(values) != len(parameters):
        raise SpecError(f"strategy {shown(name)} has {len(parameters)} parameters")
    return name, tuple(known.read(value) for known, value in zip(parameters, values))


cdef class RunSpec:
    """Rules, seats and context of a run, resolved for a kernel.

    seats: (policy name or ForeignPolicy, parameter values) a seat, the values in the policy's own order.
    level: rank 0..12, or None: drawn by each board.  declarer: a seat, None: drawn by each board,
    -1: a first deal, where the bidding decides.  in_turn: what were drawn is taken in turn by the board's
    number: every level and declarer once in 13 boards a seat.  given: None, or faces that every deal gives:
    (those of each seat, those of the kitty).
    Raises SpecError, and CardError for cards that cannot be given.
    """

    def __cinit__(self, rules, seats, seed, level=None, declarer=None, bint in_turn=False, given=None):
        cdef int i, j
        cdef int players
        self.compiled = CompiledRules(rules)
        players = self.compiled.spec.players
        try:
            self.seats = tuple(map(_read_seat, islice(seats, players + 1)))
        except TypeError:
            raise SpecError(f"seats must be a list, not {type(seats).__name__}") from None
        if len(self.seats) != players:
            raise SpecError(f"{len(self.seats)} seats are given, the table has {players}")
        seed = whole("seed", seed, 0, MOST)
        drawn = IN_TURN if in_turn else NONE
        level = drawn if level is None else whole("level", level, 0, 12)
        declarer = drawn if declarer is None else whole("declarer", declarer, -1, players - 1)
        self.job.spec = &self.compiled.spec
        self.job.context.seed = seed
        self.job.context.level = level
        self.job.context.declarer = NONE if declarer < 0 else declarer
        self.job.context.first_deal = declarer < 0
        for i in range(players):
            for j, value in enumerate(self.seats[i][1]):
                self.parameters[i][j] = value
            self.job.parameters[i] = self.parameters[i]
            self.job.policies[i] = NULL
        if given is not None:
            hands, kitty = given
            read_given(self.compiled, hands, kitty, &self.given)
            check_given(self.compiled, &self.given, self.job.context.level)
            self.job.context.given = &self.given


cdef int vary(Job* job, uint64_t first, uint64_t boards, object variants) except -1:
    """Let boards from `first` on be played in these variants (uint32, one a board), or as they are: None."""
    cdef uint32_t[::1] numbers
    if variants is None:
        return 0
    numbers = variants
    if <uint64_t>numbers.shape[0] < boards:
        raise ValueError("variants has fewer numbers than boards asked for")
    if boards:
        job.context.variants = &numbers[0]
        job.context.varied_from = first
    return 0


cdef extern from *:
    """
    static void raise_what_is_set(void) {}
    """
    void raise_what_is_set() except *  # after it, as after any such function, an exception is looked for


cdef object _raised():
    """The exception that native code which called Python has left set on this thread, or None."""
    try:
        raise_what_is_set()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            raise  # Ctrl-C reaches this thread alone: it is not the strategy's own
        return error
    return None


cdef object _given_up(object policy, int code, object raised):
    """What a strategy did that returned this code, in the words of its own if it has any."""
    if raised is not None:
        return f"raised {exception_text(raised)}"
    if isinstance(policy, ForeignPolicy) and policy.explain is not None:
        return policy.explain(code)
    return f"gave up with code {code}"


cdef object failure_to_error(RunSpec run, const Failure* failure):
    """The StrategyError that tells seat, strategy, board, decision and choice."""
    cdef object raised = _raised()  # first: nothing of Python may run while an exception is set
    cdef object policy = run.seats[failure.strategy][0]
    asked = DECISIONS[failure.choice.decision]
    if failure.choice.decision == NAME:
        asked = f"{asked} {NAMES[failure.choice.name_kind]}"
    if failure.refusal:
        chosen = choice_text(failure.map, &failure.choice, run.compiled.spec.n_friends)
        did = f"chose {chosen}, {REFUSALS[failure.refusal]}"
    else:
        did = _given_up(policy, failure.code, raised)
    name = policy.name if isinstance(policy, ForeignPolicy) else policy
    error = StrategyError(
        f"board {failure.board}, seat {failure.seat}: strategy {name!r} asked to {asked} {did}"
    )
    error.board = failure.board
    return error
