# Legal follows and leads, two decks.  Each set of plays answers in four ways that agree: a test,
# an exact count, the play of a given number, and a uniform draw; none of them lists the set.

from .bits cimport bit, popcount, select_bit, spread
from .formats cimport fold, links
from .ladder cimport first_rung, fits
from .packings cimport MAX_PAIRS, pair_sets
from .planes cimport clear, contains, count_cards, is_proper, restrict_to
from .rng cimport below, next64
from .subsets cimport draw_subset, subset_at
from .types cimport Follow, Lead, Planes, Spec, TrumpTable
from libc.stdint cimport uint64_t

# --- any `need` cards of a pool, at least `least` pairs among them -------------------------------

cdef inline uint64_t _choices(const Spec* spec, int faces, int pairs, int need, int j) noexcept nogil:
    """Choices with exactly j pairs, of `faces` distinct faces, `pairs` of them held twice."""
    return spec.binomial[pairs][j] * spec.binomial[faces - j][need - 2 * j]

cdef inline uint64_t _count(const Spec* spec, const Planes* pool, int need, int least) noexcept nogil:
    cdef int faces = popcount(pool.p[0]), pairs = popcount(pool.p[1]), j
    cdef uint64_t total = 0
    for j in range(least, min(pairs, need >> 1) + 1):
        total += _choices(spec, faces, pairs, need, j)
    return total

cdef inline void _unrank(const Spec* spec, const Planes* pool, int need, int least, uint64_t k,
                         Planes* out) noexcept nogil:
    """Fewest pairs first; then by the pairs, then by the other cards, low faces first."""
    cdef int faces = popcount(pool.p[0]), pairs = popcount(pool.p[1]), j = least
    cdef uint64_t ways = _choices(spec, faces, pairs, need, j), singles
    while k >= ways:
        k -= ways
        j += 1
        ways = _choices(spec, faces, pairs, need, j)
    singles = spec.binomial[faces - j][need - 2 * j]
    out.p[1] = subset_at(spec, pool.p[1], j, k // singles)
    out.p[0] = out.p[1] | subset_at(spec, pool.p[0] ^ out.p[1], need - 2 * j, k % singles)
    out.p[2] = out.p[3] = 0

cdef inline void _sample(const Spec* spec, const Planes* pool, int need, int least, uint64_t* rng,
                         Planes* out) noexcept nogil:
    cdef int faces = popcount(pool.p[0]), pairs, j = least
    cdef uint64_t ways, k
    out.p[1] = out.p[2] = out.p[3] = 0
    if need == 1:
        out.p[0] = bit(select_bit(pool.p[0], <unsigned int>below(rng, faces)))
        return
    pairs = popcount(pool.p[1])
    if least < min(pairs, need >> 1):
        k = below(rng, _count(spec, pool, need, least))
        ways = _choices(spec, faces, pairs, need, j)
        while k >= ways:
            k -= ways
            j += 1
            ways = _choices(spec, faces, pairs, need, j)
    if j:
        out.p[1] = draw_subset(rng, pool.p[1], pairs, j)
    out.p[0] = out.p[1] | draw_subset(rng, pool.p[0] ^ out.p[1], faces - j, need - 2 * j)

cdef inline uint64_t choose_count(const Spec* spec, const Planes* pool, int need) noexcept nogil:
    """How many different choices of `need` cards a pool (at most MAX_HAND cards) offers."""
    return _count(spec, pool, need, 0)

cdef inline void choose_unrank(const Spec* spec, const Planes* pool, int need, uint64_t k,
                               Planes* out) noexcept nogil:
    """Choice number k, k < choose_count."""
    _unrank(spec, pool, need, 0, k, out)

cdef inline void choose_sample(const Spec* spec, const Planes* pool, int need, uint64_t* rng,
                               Planes* out) noexcept nogil:
    """A uniform choice of `need` cards, at most as many as the pool has."""
    _sample(spec, pool, need, 0, rng, out)

# --- follows (R11-R15) ---------------------------------------------------------------------------

cdef inline void follow_of(const Spec* spec, const TrumpTable* map, const Lead* lead,
                           const Planes* hand, Follow* out) noexcept nogil:
    """What may follow a lead out of a hand of at least as many cards."""
    cdef uint64_t suit = map.suits[lead.suit]
    cdef int cards = lead.cards
    restrict_to(hand, suit, &out.pool, 2)
    out.in_suit = count_cards(&out.pool, 2)
    out.rung.pairs = 0
    out.rung.runs = 0
    if out.in_suit > cards:
        out.by_format = 1
        out.need = cards
        out.forced.p[0] = out.forced.p[1] = out.forced.p[2] = out.forced.p[3] = 0
        if lead.pairs:
            first_rung(spec, map, lead, &out.pool, &out.rung)
    else:
        out.by_format = 0
        out.need = cards - out.in_suit
        out.forced = out.pool
        restrict_to(hand, ~suit, &out.pool, 2)

cdef inline bint follow_allows(const Spec* spec, const TrumpTable* map, const Follow* follow,
                               const Planes* hand, const Planes* play) noexcept nogil:
    """Whether any planes are a legal play: cards of the hand, the right ones and as many as asked for."""
    if not is_proper(play, 2):
        return False
    if follow.by_format:
        return (contains(&follow.pool, play, 2) and count_cards(play, 2) == follow.need
                and popcount(play.p[1]) >= follow.rung.pairs and fits(map, play.p[1], follow.rung.runs))
    return (contains(hand, play, 2) and contains(play, &follow.forced, 2)
            and count_cards(play, 2) == follow.need + follow.in_suit)

cdef inline uint64_t _count_with_runs(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                      uint64_t taken, uint64_t rest) noexcept nogil:
    """Follows whose pairs are all of `taken` and some of `rest`."""
    cdef uint64_t ways[19]
    cdef uint64_t total = 0
    cdef int faces = popcount(follow.pool.p[0]), already = popcount(taken), j
    pair_sets(spec, map, taken, rest, follow.rung.runs, ways)
    for j in range(max(already, <int>follow.rung.pairs), min(already + popcount(rest), follow.need >> 1) + 1):
        total += ways[j - already] * spec.binomial[faces - j][follow.need - 2 * j]
    return total

cdef inline void _unrank_with_runs(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                   uint64_t k, Planes* out) noexcept nogil:
    """Pair by pair, low faces first, without it before with it; then by the other cards."""
    cdef uint64_t taken = 0, rest = follow.pool.p[1], face, without
    while rest:
        face = rest & (0 - rest)
        rest ^= face
        without = _count_with_runs(spec, map, follow, taken, rest)
        if k >= without:
            k -= without
            taken |= face
    out.p[1] = taken
    out.p[0] = taken | subset_at(spec, follow.pool.p[0] ^ taken, follow.need - 2 * popcount(taken), k)
    out.p[2] = out.p[3] = 0

cdef inline uint64_t follow_count(const Spec* spec, const TrumpTable* map,
                                  const Follow* follow) noexcept nogil:
    """How many different plays (multisets of faces) follow."""
    if follow.rung.runs:
        return _count_with_runs(spec, map, follow, 0, follow.pool.p[1])
    return _count(spec, &follow.pool, follow.need, follow.rung.pairs)

cdef inline void follow_unrank(const Spec* spec, const TrumpTable* map, const Follow* follow,
                               uint64_t k, Planes* out) noexcept nogil:
    """Play number k, k < follow_count."""
    if follow.rung.runs:
        _unrank_with_runs(spec, map, follow, k, out)
    else:
        _unrank(spec, &follow.pool, follow.need, follow.rung.pairs, k, out)
    out.p[0] |= follow.forced.p[0]
    out.p[1] |= follow.forced.p[1]

cdef inline void follow_sample(const Spec* spec, const TrumpTable* map, const Follow* follow,
                               uint64_t* rng, Planes* out) noexcept nogil:
    """A uniform play, drawn even if it is the only one: nobody has to look for that first."""
    if not follow.need:
        next64(rng)
        clear(out)
    elif follow.rung.runs:
        _unrank_with_runs(spec, map, follow, below(rng, follow_count(spec, map, follow)), out)
    else:
        _sample(spec, &follow.pool, follow.need, follow.rung.pairs, rng, out)
    out.p[0] |= follow.forced.p[0]
    out.p[1] |= follow.forced.p[1]

# --- leads (R7, R8) ------------------------------------------------------------------------------

cdef inline uint64_t _tractor(const TrumpTable* map, uint64_t pairs, int start, int length,
                              int which) noexcept nogil:
    """Faces of the tractor of `length` steps from `start` on, with the `which`-th level face in it."""
    cdef uint64_t faces = 0, equal = pairs & map.equal
    cdef int _
    for _ in range(length):
        if start == map.step_bit and equal:
            faces |= bit(select_bit(equal, which))
        else:
            faces |= bit(start)
        start += 4
    return faces

cdef inline uint64_t unit_count(const TrumpTable* map, const Planes* hand) noexcept nogil:
    """How many leads of one unit a hand has: singles, pairs, tractors of every length."""
    cdef uint64_t starts = links(map, fold(map, hand.p[1])), through
    cdef uint64_t count = popcount(hand.p[0]) + popcount(hand.p[1])
    cdef int more
    if starts:
        # A tractor through the step of the off-suit level cards counts once for each pair there.
        more = popcount(hand.p[1] & map.equal) - 1
        through = bit(map.step_bit) | bit(map.step_bit) >> 4
        while starts:
            count += popcount(starts)
            if more > 0:
                count += more * popcount(starts & through)
            starts &= starts >> 4
            through |= through >> 4
    return count

cdef inline void unit_unrank(const TrumpTable* map, const Planes* hand, uint64_t k,
                             Planes* out) noexcept nogil:
    """Lead number k, k < unit_count: singles, pairs, then tractors, shorter and lower ones first."""
    cdef uint64_t starts, through, n
    cdef int length = 2, which, faces
    out.p[1] = out.p[2] = out.p[3] = 0
    n = popcount(hand.p[0])
    if k < n:
        out.p[0] = bit(select_bit(hand.p[0], <unsigned int>k))
        return
    k -= n
    n = popcount(hand.p[1])
    if k < n:
        out.p[0] = out.p[1] = bit(select_bit(hand.p[1], <unsigned int>k))
        return
    k -= n
    starts = links(map, fold(map, hand.p[1]))
    through = bit(map.step_bit) | bit(map.step_bit) >> 4
    faces = max(1, popcount(hand.p[1] & map.equal))
    while True:
        # Of each length first those with the lowest level face in them, or none, then the others.
        for which in range(faces):
            n = popcount(starts if which == 0 else starts & through)
            if k < n:
                out.p[0] = out.p[1] = _tractor(
                    map, hand.p[1],
                    select_bit(starts if which == 0 else starts & through, <unsigned int>k), length, which)
                return
            k -= n
        starts &= starts >> 4
        through |= through >> 4
        length += 1

cdef inline uint64_t _subsets(uint64_t faces, uint64_t pairs) noexcept nogil:
    """Sub-multisets of some cards, the empty one too."""
    cdef uint64_t n = (<uint64_t>1) << popcount(faces ^ pairs)
    cdef int _
    for _ in range(popcount(pairs)):
        n *= 3
    return n

cdef inline uint64_t lead_count(const TrumpTable* map, const Planes* hand) noexcept nogil:
    """How many leads a hand (at most MAX_HAND cards) may try: all choices of cards of one suit."""
    cdef uint64_t count = 0
    cdef int suit
    for suit in range(5):
        count += _subsets(hand.p[0] & map.suits[suit], hand.p[1] & map.suits[suit]) - 1
    return count

cdef inline void lead_unrank(const TrumpTable* map, const Planes* hand, uint64_t k,
                             Planes* out) noexcept nogil:
    """Lead number k, k < lead_count."""
    cdef int suit = 0, copies
    cdef uint64_t n = 0, pairs = 0, single = 0, face
    for suit in range(5):
        pairs = hand.p[1] & map.suits[suit]
        single = (hand.p[0] & map.suits[suit]) ^ pairs
        n = _subsets(single | pairs, pairs) - 1
        if k < n:
            break
        k -= n
    k += 1
    out.p[0] = spread(k, single)
    out.p[1] = out.p[2] = out.p[3] = 0
    k >>= popcount(single)
    while k:
        face = pairs & (0 - pairs)
        pairs ^= face
        copies = k % 3
        k //= 3
        if copies:
            out.p[0] |= face
        if copies == 2:
            out.p[1] |= face

cdef inline bint is_one_unit(const TrumpTable* map, const Planes* lead) noexcept nogil:
    """Whether cards of one suit, at least one, are a single unit."""
    cdef uint64_t steps
    cdef int n = popcount(lead.p[0])
    if n == 1:
        return True
    if lead.p[0] != lead.p[1]:
        return False
    steps = fold(map, lead.p[1])
    return popcount(steps) == n and popcount(links(map, steps)) == n - 1

cdef inline bint throw_sample(const TrumpTable* map, const Planes* hand, uint64_t* rng,
                              Planes* out) noexcept nogil:
    """A uniform lead of more than one unit; False if the hand has none."""
    cdef uint64_t ways[5]
    cdef uint64_t total = 0, k, faces, pairs, face
    cdef int suit, copies
    for suit in range(5):
        faces = hand.p[0] & map.suits[suit]
        # Cards of one face are always one unit.
        ways[suit] = _subsets(faces, hand.p[1] & map.suits[suit]) if faces & (faces - 1) else 0
        total += ways[suit]
    if not total:
        return False
    out.p[2] = out.p[3] = 0
    while True:
        k = below(rng, total)
        suit = 0
        while k >= ways[suit]:
            k -= ways[suit]
            suit += 1
        pairs = hand.p[1] & map.suits[suit]
        out.p[0] = ((hand.p[0] & map.suits[suit]) ^ pairs) & next64(rng)
        out.p[1] = 0
        while pairs:
            face = pairs & (0 - pairs)
            pairs ^= face
            copies = <int>below(rng, 3)
            if copies:
                out.p[0] |= face
            if copies == 2:
                out.p[1] |= face
        if out.p[0] and not is_one_unit(map, out):
            return True
