# The plays that may follow a lead, counted, by number and uniformly drawn, under every setting.
#
#   follow_prepare(spec, map, follow, plays)             count the plays, and get ready for
#   follow_at(spec, map, follow, plays, k, out)          play number k
#   follow_draw(spec, map, follow, plays, rng, out)      a uniform play
#   follow_sample_general(spec, map, follow, plays, rng, out)    one uniform play, without any of these
#
# `plays` is room that the caller provides, never cleared and of use to one Follow after another.  It
# is touched only as far as a Follow needs it: not at all where runs and rainbows play no part.
#
# Order of the plays:
#   - without runs (any cards, or tuples alone): as in choices.pxd;
#   - with runs, groups of a rainbow, or `protect_longer_tuples`: face by face from the lowest (rank by
#     rank), fewer cards of it first;
#   - then the bombs that are not among them, lowest face first.

from ..bits cimport bit, popcount, select_bit
from ..planes cimport clear
from ..rng cimport below
from ..types cimport BY_RUNG, GROUPS, UNBROKEN, Follow, Planes, Spec, TrumpTable
from .choices cimport NO_TUPLES, tuples_count, tuples_draw, tuples_sample, tuples_unrank
from .follows cimport follow_allows_general, meets_slots, meets_unbroken
from .play_search cimport build_table
from .play_table cimport Followers, PlayTable, table_unrank, write_choice
from .rainbow_groups cimport GroupSearch, group_followers, group_search
from .run_packings cimport RunSearch, run_followers, run_search
from .unbroken cimport UnbrokenSearch, build_classes, unbroken_search
from .wide cimport uint128
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    MAX_BEGUN = 4096         # nodes that one beginning of a play may lead to
    RUN_TRIALS = 64          # counting costs about as much as a few hundred trials
    UNBROKEN_TRIALS = 4096   # and here up to millions

cdef struct PlaySet:
    uint64_t total           # plays
    uint64_t regular         # without the bombs
    uint64_t bombs           # faces of the bombs that are not regular plays
    uint8_t begun[18]        # by layer: cards taken of those before the table's first
    RunSearch runs
    GroupSearch groups
    UnbrokenSearch unbroken
    PlayTable table

# --- tables that may have no room ----------------------------------------------------------------

cdef inline int _follow_all(Followers followers, const void* search, int layer, const uint64_t* nodes,
                            int n, int taken, uint64_t* out) noexcept nogil:
    """The different nodes that follow some nodes when so many cards are taken; how many, or -1."""
    cdef uint64_t found[256]
    cdef int i, j, m, k, n_out = 0
    for i in range(n):
        m = followers(search, layer, nodes[i], taken, found)
        for j in range(m):
            for k in range(n_out):
                if out[k] == found[j]:
                    break
            else:
                if n_out == MAX_BEGUN:
                    return -1
                out[n_out] = found[j]
                n_out += 1
    return n_out

cdef inline bint _search(PlaySet* plays, Followers followers, const void* search, uint64_t first,
                         int start, int need) noexcept nogil:
    """Fill the table with what a search accepts after the cards begun with; False: no room."""
    cdef uint64_t nodes[2][4096]
    cdef int number, n = 1
    nodes[0][0] = first
    for number in range(start):
        n = _follow_all(followers, search, number, nodes[number & 1], n, plays.begun[number],
                        nodes[~number & 1])
        if n < 0:
            return False
    return build_table(&plays.table, followers, search, start, nodes[start & 1], n, need)

cdef inline bint _fill(const Spec* spec, const TrumpTable* map, const Follow* follow, PlaySet* plays,
                       int start, int need) noexcept nogil:
    """Fill the table with the plays after the cards begun with; False: no room."""
    if follow.by_format == UNBROKEN:
        return build_classes(spec, map, follow, &plays.unbroken, &plays.table, plays.begun, start, need)
    if follow.by_format == GROUPS:
        return _search(plays, group_followers, &plays.groups, plays.groups.first, start, need)
    return _search(plays, run_followers, &plays.runs, plays.runs.first, start, need)

cdef inline bint _is_accepted(const TrumpTable* map, const Follow* follow,
                              const PlaySet* plays) noexcept nogil:
    """Whether the cards begun with, one face a layer to the last, meet the slots."""
    cdef Planes play
    cdef int number, j
    clear(&play)
    for number in range(plays.table.n_layers):
        for j in range(plays.begun[number]):
            play.p[j] |= plays.table.layers[number].faces
    return meets_slots(map, follow, &play)

cdef inline uint64_t _count_from(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                 PlaySet* plays, int start, int need) noexcept nogil:
    """Plays after the cards begun with; if the table has room for them all it is left with them."""
    cdef uint64_t total = 0
    cdef int taken
    if _fill(spec, map, follow, plays, start, need):
        return plays.table.total
    if start == plays.table.n_layers:
        # Not even the nodes of this one play have had room.
        return not need and _is_accepted(map, follow, plays)
    for taken in range(min(need, plays.table.layers[start].most) + 1):
        plays.begun[start] = taken
        total += (plays.table.layers[start].choices[taken]
                  * _count_from(spec, map, follow, plays, start + 1, need - taken))
    return total

cdef inline void _unrank_from(const Spec* spec, const TrumpTable* map, const Follow* follow,
                              PlaySet* plays, int start, int need, uint64_t k,
                              Planes* out) noexcept nogil:
    """Add the cards of number k of those plays, from layer `start` on, if the table has no room."""
    cdef uint64_t ways, each
    cdef int taken = 0
    while True:
        plays.begun[start] = taken
        each = _count_from(spec, map, follow, plays, start + 1, need - taken)
        ways = plays.table.layers[start].choices[taken] * each
        if k < ways:
            break
        k -= ways
        taken += 1
    write_choice(spec, &plays.table, start, taken, k // each, out)
    if plays.table.start == start + 1:
        table_unrank(spec, &plays.table, k % each, out)
    else:
        _unrank_from(spec, map, follow, plays, start + 1, need - taken, k % each, out)

# --- follows (R11-R15, R34, R35) -----------------------------------------------------------------

cdef inline const uint8_t* least_tuples(const Follow* follow) noexcept nogil:
    """The tuples that plays hold side by side, by width, where these are all that binds them."""
    if follow.by_format == BY_RUNG:
        return follow.slots.tuples
    return NO_TUPLES

cdef inline bint _needs_table(const Follow* follow) noexcept nogil:
    return (follow.by_format == UNBROKEN or follow.by_format == GROUPS
            or (follow.by_format == BY_RUNG and follow.slots.n_runs))

cdef inline uint64_t _extra_bombs(const Spec* spec, const TrumpTable* map,
                                  const Follow* follow) noexcept nogil:
    """Faces of the bombs that are no plays but for R34."""
    cdef Follow regular = follow[0]
    cdef Planes bomb
    cdef uint64_t extra = 0, left = follow.bombs, face
    regular.bombs = 0
    while left:
        face = left & (0 - left)
        left ^= face
        bomb.p[0] = bomb.p[1] = bomb.p[2] = bomb.p[3] = face
        # The hand holds it, so that the bomb itself may stand for the hand.
        if not follow_allows_general(spec, map, &regular, &bomb, &bomb):
            extra |= face
    return extra

cdef inline uint64_t follow_prepare(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                    PlaySet* plays) noexcept nogil:
    """How many different plays (multisets of faces) follow."""
    if _needs_table(follow):
        if follow.by_format == UNBROKEN:
            unbroken_search(spec, map, follow, &plays.unbroken, &plays.table)
        elif follow.by_format == GROUPS:
            group_search(spec, &follow.pool, &follow.slots, &plays.groups, &plays.table)
        else:
            run_search(spec, map, &follow.pool, &follow.slots, &plays.runs, &plays.table)
        plays.regular = _count_from(spec, map, follow, plays, 0, follow.need)
    else:
        plays.regular = <uint64_t>tuples_count(spec, &follow.pool, follow.need, least_tuples(follow))
    plays.bombs = _extra_bombs(spec, map, follow) if follow.bombs else 0
    plays.total = plays.regular + popcount(plays.bombs)
    return plays.total

cdef inline void _write_bomb(const PlaySet* plays, int k, Planes* out) noexcept nogil:
    out.p[0] = out.p[1] = out.p[2] = out.p[3] = bit(select_bit(plays.bombs, k))

cdef inline void follow_at(const Spec* spec, const TrumpTable* map, const Follow* follow,
                           PlaySet* plays, uint64_t k, Planes* out) noexcept nogil:
    """Play number k, k < plays.total, of the Follow that `plays` has been prepared for."""
    cdef int j
    if k >= plays.regular:
        _write_bomb(plays, <int>(k - plays.regular), out)
        return
    if not _needs_table(follow):
        tuples_unrank(spec, &follow.pool, follow.need, least_tuples(follow), k, out)
    else:
        clear(out)
        if plays.table.start == 0:
            table_unrank(spec, &plays.table, k, out)
        else:
            _unrank_from(spec, map, follow, plays, 0, follow.need, k, out)
    for j in range(4):
        out.p[j] |= follow.forced.p[j]

cdef inline void follow_draw(const Spec* spec, const TrumpTable* map, const Follow* follow,
                             PlaySet* plays, uint64_t* rng, Planes* out) noexcept nogil:
    """A uniform play of the Follow that `plays` has been prepared for."""
    cdef int j
    if plays.bombs or _needs_table(follow):
        follow_at(spec, map, follow, plays, below(rng, plays.total), out)
        return
    tuples_draw(spec, &follow.pool, follow.need, least_tuples(follow), plays.regular, rng, out)
    for j in range(4):
        out.p[j] |= follow.forced.p[j]

cdef inline bint follow_by_trial(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                 uint64_t* rng, Planes* out) noexcept nogil:
    """A uniform play by drawing choices until one is a play; False where that is not to be hoped for.

    With runs the choices hold as many tuples as the runs have steps; with `protect_longer_tuples` they
    are any cards.  As a rule some draw succeeds long before the plays could be counted.
    """
    cdef uint8_t least[5]
    cdef uint128 total
    cdef uint64_t run
    cdef int i, _
    if follow.bombs or follow.by_format == GROUPS or not _needs_table(follow):
        return False
    memset(least, 0, sizeof(least))
    if follow.by_format == BY_RUNG:
        memcpy(least, follow.slots.tuples, sizeof(least))
        for i in range(follow.slots.n_runs):
            run = follow.slots.runs[i]
            while run:
                least[run & 15] += 1
                run >>= 4
    total = tuples_count(spec, &follow.pool, follow.need, least)
    for _ in range(UNBROKEN_TRIALS if follow.by_format == UNBROKEN else RUN_TRIALS):
        tuples_draw(spec, &follow.pool, follow.need, least, total, rng, out)
        if (meets_unbroken(spec, map, follow, out) if follow.by_format == UNBROKEN
                else meets_slots(map, follow, out)):
            return True
    return False

cdef inline void follow_sample_general(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                       PlaySet* plays, uint64_t* rng, Planes* out) noexcept nogil:
    """A uniform play of a Follow that nothing has been prepared for."""
    cdef int j
    if not follow.bombs and not _needs_table(follow):
        tuples_sample(spec, &follow.pool, follow.need, least_tuples(follow), rng, out)
        for j in range(4):
            out.p[j] |= follow.forced.p[j]
    elif not follow_by_trial(spec, map, follow, rng, out):
        follow_prepare(spec, map, follow, plays)
        follow_draw(spec, map, follow, plays, rng, out)
