# The body of every kernel module: binding strategies, playing ranges of boards, pairs, matches and
# opportunities to bid.  Who includes it sets NAME, the processor that it is compiled for; setup.py sets
# PLANES, its path.

from ..errors import SpecError
from .bots.easy cimport easy_general, easy_plain
from .bots.expert cimport expert_general, expert_plain
from .bots.greedy cimport greedy_general, greedy_plain
from .bots.normal cimport normal_general, normal_plain
from .arms cimport bury_own as _bury_own, play_arms as _play_arms
from .bots.random cimport LEAD_THROWS, random_general, random_plain
from .digest cimport Digest
from .foreign cimport ask_before_play, ask_to_follow, ask_to_lead
from .loop cimport PLANES, Failure, Job, play_boards
from .matches cimport MatchRow, play_matches as _play_matches
from .expert_tricks cimport play_out_expertly
from .normal_tricks cimport play_out_normally
from .opportunities cimport Opportunity, play_opportunities as _play_opportunities
from .random_tricks cimport Fan, play_out_at_random, play_trick
from .pairs cimport PairRow, PairTotals, play_pairs as _play_pairs
from .held cimport HeldCards, check_held
from .opening cimport deal_hands, open_board
from .policy cimport ForeignPolicy
from .run cimport RunSpec, failure_to_error, vary
from .state cimport State
from .totals cimport Totals
from .types cimport FIXED, FOLLOW, LEAD, NEXT_NAMES, Choice, Planes, Policy, Row
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memset

cdef enum:
    ARMS_AT_ONCE = 65536     # boards times arms
    BOARDS_AT_ONCE = 65536   # an interrupt is looked for after so many
    PAIRS_AT_ONCE = 32768
    MATCHES_AT_ONCE = 1024
    OPPORTUNITIES_AT_ONCE = 32768


cdef Policy _policy(str name) except NULL:
    if name == "random":
        return random_general if PLANES > 2 else random_plain
    if name == "normal":
        return normal_general if PLANES > 2 else normal_plain
    if name == "easy":
        return easy_general if PLANES > 2 else easy_plain
    if name == "expert":
        return expert_general if PLANES > 2 else expert_plain
    if name == "greedy":
        return greedy_general if PLANES > 2 else greedy_plain
    raise SpecError(f"this kernel has no strategy {name!r}")


def policy_address(str name not None):
    """Address of the C function that a compiled strategy is, for others to fall back on."""
    return <uintptr_t>_policy(name)


# Behind a pointer the short cut is a function of its own; most tables have four players in fixed pairs,
# and their tricks are unrolled.
cdef void _four(const Job* job, State* s, Choice* choice) noexcept nogil:
    play_out_at_random(s, choice, job.other_trick, False, PLANES, 4)


cdef void _more(const Job* job, State* s, Choice* choice) noexcept nogil:
    play_out_at_random(s, choice, job.other_trick, s.table.n_calls > 0, PLANES, s.table.players)


cdef void _normally(const Job* job, State* s, Choice* choice) noexcept nogil:
    play_out_normally(s, choice)


cdef void _expertly(const Job* job, State* s, Choice* choice) noexcept nogil:
    play_out_expertly(s, choice)


cdef int _other_trick(State* s, Fan* fan, int leader, uint64_t k, Choice* choice) noexcept nogil:
    return play_trick(s, fan, leader, k, choice, PLANES)


cdef int _ask_to_lead(Policy policy, State* s, Choice* choice) noexcept nogil:
    return ask_to_lead(policy, s, choice, PLANES)


cdef int _ask_to_follow(Policy policy, State* s, Choice* choice) noexcept nogil:
    return ask_to_follow(policy, s, choice, PLANES)


cdef int _ask_before_play(Policy policy, State* s, Choice* choice) noexcept nogil:
    return ask_before_play(policy, s, choice, PLANES)


def bind(RunSpec run not None):
    """Point the seats of `run` to this kernel's compiled strategies."""
    cdef int seat, decision
    cdef bint throws = False, normal = True, expert = True, looks_back = False
    cdef Job job = run.job
    cdef object policy
    if run.compiled.spec.general != (PLANES > 2):
        raise ValueError("these rules are played by the kernel of the other path")
    job.upkeep = 0
    job.foreign = 0
    for seat in range(run.compiled.spec.players):
        policy = run.seats[seat][0]
        if isinstance(policy, ForeignPolicy):
            job.policies[seat] = (<ForeignPolicy>policy).function
            job.contexts[seat] = (<ForeignPolicy>policy).context
            job.foreign |= 1 << seat
            looks_back |= (<ForeignPolicy>policy).looks_back
        else:
            job.policies[seat] = _policy(policy)
            job.contexts[seat] = NULL
        expert &= policy == "expert"
        normal &= policy == "normal"
        job.upkeep |= policy != "random"
        throws |= policy != "random" or job.parameters[seat][LEAD_THROWS] != 0
    if looks_back:
        job.upkeep = 2
    job.other_trick = _other_trick
    for decision in range(5):
        job.ask_foreign[decision] = _ask_before_play
    job.ask_foreign[<int>LEAD] = _ask_to_lead
    job.ask_foreign[<int>FOLLOW] = _ask_to_follow
    job.short_cut = NULL
    if not throws:
        job.short_cut = (_four if run.compiled.spec.players == 4 and run.compiled.spec.partners == FIXED
                         else _more)
    elif normal and PLANES == 2 and run.compiled.spec.players == 4 and run.compiled.spec.partners == FIXED:
        job.short_cut = _normally
    elif expert and PLANES == 2 and run.compiled.spec.failed_throw != NEXT_NAMES:
        job.short_cut = _expertly
    run.job = job  # only now: a run is bound as a whole


cdef int _check_bound(RunSpec run) except -1:
    if run.job.policies[0] == NULL:
        raise ValueError("the run is not bound to a kernel")
    if run.compiled.spec.general != (PLANES > 2):
        raise ValueError("the run is bound to the kernel of the other path")
    return 0


cdef object _number(const Digest* digest):
    return int(digest.high) << 64 | digest.low


cdef object _error(RunSpec run, const Failure* failure, const Digest* digest):
    """What a failure raises; as `played` it has the digest of what was played before."""
    error = failure_to_error(run, failure)
    error.played = _number(digest)
    return error


def play(RunSpec run not None, uint64_t first, uint64_t boards, int64_t[::1] totals not None,
         unsigned char[::1] rows=None, variants=None):
    """Play boards first .. first + boards - 1, add to `totals`, return the digest.

    run must be bound.  totals: run.new_totals().  rows: None, or room for `boards` packed Row structs.
    variants: None, or which variant of each board is played, uint32.
    Raises StrategyError for a strategy that gave up or chose what is not allowed; its `played` is the
    digest of the boards before it, which `totals` and `rows` hold.
    """
    cdef Digest digest
    cdef Failure failure
    cdef Row* out = NULL
    cdef uint64_t part
    cdef int failed
    if totals.shape[0] * sizeof(int64_t) != sizeof(Totals):
        raise ValueError("totals must come from new_totals()")
    _check_bound(run)
    cdef Job job = run.job
    vary(&job, first, boards, variants)
    if rows is not None:
        if <uint64_t>rows.shape[0] // sizeof(Row) < boards:
            raise ValueError("rows has less room than boards asked for")
        if boards:
            out = <Row*>&rows[0]
    digest.low = digest.high = 0
    while boards:
        part = min(boards, BOARDS_AT_ONCE)
        with nogil:
            failed = play_boards(&job, first, part, <Totals*>&totals[0], &digest, out, &failure)
        if failed:
            raise _error(run, &failure, &digest)
        PyErr_CheckSignals()
        first += part
        boards -= part
        if out != NULL:
            out += part
    return _number(&digest)


def play_pairs(RunSpec run not None, uint64_t first, uint64_t boards, int64_t[::1] totals not None,
               unsigned char[::1] rows=None, variants=None):
    """Play boards first .. first + boards - 1 twice between the strategies of seats 0 and 1.

    run must be bound.  totals: run.new_totals(PAIR_TOTALS), added to.  rows: None, or room for `boards`
    packed PairRow structs.  variants: None, or which variant of each board is played, uint32.
    Returns the digest; raises StrategyError for a strategy that gave up or chose what is not allowed, with
    the digest of the boards before it as `played`.
    """
    cdef Digest digest
    cdef Failure failure
    cdef PairRow* out = NULL
    cdef uint64_t part
    cdef int failed
    if totals.shape[0] * sizeof(int64_t) != sizeof(PairTotals):
        raise ValueError("totals must come from new_totals(PAIR_TOTALS)")
    _check_bound(run)
    cdef Job job = run.job
    vary(&job, first, boards, variants)
    if rows is not None:
        if <uint64_t>rows.shape[0] // sizeof(PairRow) < boards:
            raise ValueError("rows has less room than boards asked for")
        if boards:
            out = <PairRow*>&rows[0]
    digest.low = digest.high = 0
    while boards:
        part = min(boards, PAIRS_AT_ONCE)
        with nogil:
            failed = _play_pairs(&job, first, part, <PairTotals*>&totals[0], &digest, out, &failure)
        if failed:
            raise _error(run, &failure, &digest)
        PyErr_CheckSignals()
        first += part
        boards -= part
        if out != NULL:
            out += part
    return _number(&digest)


def play_matches(RunSpec run not None, uint64_t first, uint64_t matches, int most_deals,
                 unsigned char[::1] rows not None):
    """Play matches first .. first + matches - 1 between the strategies of seats 0 and 1.

    run must be bound.  most_deals: 1 to 4096.  rows: room for `matches` packed MatchRow structs.
    Returns the digest; raises StrategyError for a strategy that gave up or chose what is not allowed, with
    the digest of the pairs of matches before it as `played`.
    """
    cdef Digest digest
    cdef Failure failure
    cdef uint64_t part, done = 0
    cdef int failed
    _check_bound(run)
    if <uint64_t>rows.shape[0] // sizeof(MatchRow) < matches:
        raise ValueError("rows has less room than matches asked for")
    digest.low = digest.high = 0
    while done < matches:
        part = min(matches - done, MATCHES_AT_ONCE)
        with nogil:
            failed = _play_matches(&run.job, first + done, part, most_deals,
                                   <MatchRow*>&rows[0] + done, &digest, &failure)
        if failed:
            raise _error(run, &failure, &digest)
        PyErr_CheckSignals()
        done += part
    return _number(&digest)


def play_opportunities(RunSpec run not None, uint64_t first, uint64_t boards, bint pass_now,
                       unsigned char[::1] rows not None, variants=None):
    """Play the opportunities to bid of boards first .. first + boards - 1, each taken and let go.

    run must be bound.  pass_now: who lets one go bids as its strategy does when it is asked again.
    rows: room for `boards` packed Opportunity structs.  variants: None, or which variant of each board is
    played, uint32.  Returns the digest; raises StrategyError for a
    strategy that gave up or chose what is not allowed, with the digest of the boards before it as `played`.
    """
    cdef Digest digest
    cdef Failure failure
    cdef uint64_t part, done = 0
    cdef int failed
    _check_bound(run)
    cdef Job job = run.job
    vary(&job, first, boards, variants)
    if <uint64_t>rows.shape[0] // sizeof(Opportunity) < boards:
        raise ValueError("rows has less room than boards asked for")
    digest.low = digest.high = 0
    while done < boards:
        part = min(boards - done, OPPORTUNITIES_AT_ONCE)
        with nogil:
            failed = _play_opportunities(&job, first + done, part, pass_now,
                                         <Opportunity*>&rows[0] + done, &digest, &failure)
        if failed:
            raise _error(run, &failure, &digest)
        PyErr_CheckSignals()
        done += part
    return _number(&digest)


def deal(RunSpec run not None, const uint64_t[::1] boards not None, uint32_t[::1] variants not None,
         uint64_t[:, :, ::1] hands not None, uint64_t[:, ::1] kitties not None, uint8_t[::1] levels not None,
         uint8_t[::1] declarers not None, uint8_t[::1] trumps not None):
    """Deal boards in these variants, and play none of them.

    Fills one row a board: planes of the hands (rows, players, decks) and kitties (rows, decks) in the
    natural layout, the level's rank, the declarer (who draws first, in a first deal), and the suit of
    `trump = random`.
    """
    cdef State s
    cdef Job job = run.job
    cdef Py_ssize_t n = boards.shape[0], row
    cdef int i, j, players = run.compiled.spec.players, decks = run.compiled.spec.decks
    if (variants.shape[0] != n or levels.shape[0] != n or declarers.shape[0] != n or trumps.shape[0] != n
            or hands.shape[0] != n or hands.shape[1] != players or hands.shape[2] != decks
            or kitties.shape[0] != n or kitties.shape[1] != decks):
        raise ValueError("the arrays must have a row for each board")
    _check_bound(run)
    memset(&s, 0, sizeof(State))
    with nogil:
        for row in range(n):
            job.context.variants = &variants[row]
            job.context.varied_from = boards[row]
            trumps[row] = open_board(&s, job.spec, &job.context, boards[row])
            deal_hands(&s)
            levels[row] = s.table.level
            declarers[row] = s.table.first_drawer
            for j in range(decks):
                kitties[row, j] = s.dealt_kitty.p[j]
                for i in range(players):
                    hands[row, i, j] = s.dealt[i].p[j]


def play_arms(RunSpec run not None, HeldCards held not None, uint64_t first, uint64_t boards,
              unsigned char[::1] rows not None):
    """Play boards first .. first + boards - 1 with each of the arms, from where the seat is to choose.

    run must be bound.  rows: room for `boards` times held.n_arms packed Row structs, a board's arms side by
    side.  Returns the digest; raises StrategyError for a strategy that gave up or chose what is not
    allowed, with the digest of the boards before it as `played`.
    """
    cdef Digest digest
    cdef Failure failure
    cdef uint64_t part, done = 0
    cdef int failed
    _check_bound(run)
    check_held(run.compiled, &run.job.context, held)
    if <uint64_t>rows.shape[0] // sizeof(Row) // held.n_arms < boards:
        raise ValueError("rows has less room than boards asked for")
    digest.low = digest.high = 0
    while done < boards:
        part = min(boards - done, ARMS_AT_ONCE // held.n_arms)
        with nogil:
            failed = _play_arms(&run.job, &held.held, held.arms, held.n_arms, first + done, part, &digest,
                                <Row*>&rows[0] + done * held.n_arms, &failure)
        if failed:
            raise _error(run, &failure, &digest)
        PyErr_CheckSignals()
        done += part
    return _number(&digest)


def bury_own(RunSpec run not None, HeldCards held not None, uint64_t board):
    """Faces that the seat's own strategy buries on a board.  Raises as `play_arms` does."""
    cdef Digest digest
    cdef Failure failure
    cdef Planes cards
    _check_bound(run)
    check_held(run.compiled, &run.job.context, held)
    digest.low = digest.high = 0
    memset(&cards, 0, sizeof(Planes))
    if _bury_own(&run.job, &held.held, board, &cards, &failure):
        raise _error(run, &failure, &digest)
    return [face for face in range(54) for j in range(4) if cards.p[j] >> face & 1]
