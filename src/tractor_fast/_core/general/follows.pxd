# Which plays may follow a lead, at every table and under every setting (R11-R15, R34, R35).
#
#   follow_of_general(spec, map, lead, hand, out)     the set of plays, as a Follow
#   follow_allows_general(spec, map, follow, hand, play)
#
# A Follow, with the Spec and the map, says it all.  A play is `forced` and `need` cards out of `pool`
# (the sizes are such that it is as large as the lead; `in_suit` is for information) and
#
#   by_format = ANY_CARDS   nothing more: void, short or with just enough cards of the led suit (R12,
#                           R15), or unable to give a rainbow's groups (R35; nothing is forced then).
#   by_format = BY_RUNG     the pool is the led suit, nothing is forced.  The cards must be cut into
#                           `slots`, see packing.pxd: `packs`.  Only the runs and tuples[2..4] count;
#                           tuples[1] is the other cards, which may be any.  Slots without runs and
#                           tuples bind nothing: `suit_only`, a lead or a hand without
#                           pairs, or nothing better in the hand.
#   by_format = UNBROKEN    the same pool, but `slots` mean nothing: with `protect_longer_tuples` the
#                           rung that decides is the first that the hand meets unbroken or the play
#                           meets, and depends on the play.  `meets_unbroken` decides.  (Where a lead
#                           or a hand has no pairs it is BY_RUNG without slots, even so.)
#   by_format = GROUPS      a rainbow was led and the hand can give its groups: slots.n_runs groups,
#                           slots.runs[i] cards in group i, the largest first.  The pool is the hand
#                           without jokers, nothing is forced.  The cards must be divided into such
#                           groups, each of one rank; several groups may be of one rank.
#
# or it is a bomb: four copies of a face in `bombs` are a play besides all these (it may be one of them
# already, and is then no second play).  `bombs` is 0 unless four cards were led and R34 is on; it holds
# only faces that the hand has four times.

from ..bits cimport popcount
from ..planes cimport clear, contains, count_cards, is_proper, remove_cards, restrict_to, suit_of
from ..types cimport (ANY_CARDS, BY_RUNG, GROUPS, PAIRS_ONLY, RAINBOW, SUIT_FOLLOWING, SUIT_ONLY,
                      TRUMP_SUIT, UNBROKEN, Follow, Lead, Planes, Shape, Slots, Spec, TrumpTable)
from .chain cimport chain_rung
from .groupings cimport Target
from .blocks cimport each_unit_rung
from .packing cimport Counts, packs, read_counts, tuples_fit
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

# --- what the lead asks for ----------------------------------------------------------------------

cdef inline int _place(const Spec* spec, const Shape* shape) noexcept nogil:
    """Sorts the units asked for: the smallest first, with `each_unit` the largest, tractors before tuples."""
    cdef int size = shape.width * shape.length
    return -(size << 8 | (shape.length > 1) << 4 | shape.width) if spec.each_unit else size

cdef inline void _ask(const Spec* spec, int width, int length, Follow* out) noexcept nogil:
    cdef Shape shape
    cdef int i = out.n_asked
    shape.width, shape.length = width, length
    while i > 0 and _place(spec, &out.asked[i - 1]) > _place(spec, &shape):
        out.asked[i] = out.asked[i - 1]
        i -= 1
    out.asked[i] = shape
    out.n_asked += 1

cdef inline int _ask_units(const Spec* spec, const Lead* lead, Follow* out) noexcept nogil:
    """Fill in the units of two cards and more; returns the widest one's width and the longest's length.

    With `pairs_only` a tractor is asked for as its tuples (R14).
    """
    cdef int i, _, shapes = 0
    out.n_asked = 0
    for i in range(lead.n_units):
        if lead.units[i].width < 2:
            continue
        if spec.follow == PAIRS_ONLY:
            for _ in range(lead.units[i].length):
                _ask(spec, lead.units[i].width, 1, out)
            shapes |= lead.units[i].width
        else:
            _ask(spec, lead.units[i].width, lead.units[i].length, out)
            shapes |= lead.units[i].width | (lead.units[i].length - 1) << 4
    return shapes

cdef inline bint _rung(const Spec* spec, const Follow* follow, const Target* target,
                       Slots* out) noexcept nogil:
    """The rung that decides (R13); False if the target meets none."""
    cdef int singles = follow.need, i
    for i in range(follow.n_asked):
        singles -= follow.asked[i].width * follow.asked[i].length
    if spec.each_unit:
        return each_unit_rung(spec, follow.asked, follow.n_asked, singles, target, out)
    return chain_rung(spec, follow.asked, follow.n_asked, singles, target, out)

cdef inline bint hand_rung(const Spec* spec, const TrumpTable* map, const Follow* follow,
                           Slots* out) noexcept nogil:
    """UNBROKEN: the first rung that the pool meets without breaking a tuple; False if it meets none."""
    cdef Target target
    target.n = 1
    read_counts(map, &follow.pool, suit_of(map, follow.pool.p[0]), True, &target.cards[0])
    return _rung(spec, follow, &target, out)

cdef inline void _ask_nothing(int cards, Slots* out) noexcept nogil:
    """Slots for any so many cards; runs beyond n_runs mean nothing, so there is no need to clear them."""
    cdef int w
    out.n_runs = 0
    for w in range(5):
        out.tuples[w] = 0
    out.tuples[1] = cards

cdef inline void _ask_tuple(Slots* out, int width, int n) noexcept nogil:
    out.tuples[width] = n
    out.tuples[1] -= width * n

cdef inline void _ask_format(const Spec* spec, const TrumpTable* map, const Lead* lead,
                             Follow* out) noexcept nogil:
    """What binds a hand that has more cards of the led suit than the lead."""
    cdef Target target
    cdef int shapes
    out.by_format = BY_RUNG
    _ask_nothing(out.need, &out.slots)
    if not lead.pairs or not out.pool.p[1] or spec.follow == SUIT_ONLY:
        return
    if lead.n_units == 1 and lead.cards < 4 and not spec.protect_longer_tuples:
        # A pair or a triple: below it there are no runs (R13).
        shapes = 3 if lead.cards == 3 and out.pool.p[2] else 2
        _ask_tuple(&out.slots, shapes, 1)
        return
    shapes = _ask_units(spec, lead, out)
    if spec.protect_longer_tuples:
        out.by_format = UNBROKEN
    elif shapes == 2:
        _ask_tuple(&out.slots, 2,
                   min(<int>out.n_asked, popcount(out.pool.p[1]) + popcount(out.pool.p[3])))
    else:
        target.n = 1
        read_counts(map, &out.pool, lead.suit, False, &target.cards[0])
        _rung(spec, out, &target, &out.slots)

# --- rainbows ------------------------------------------------------------------------------------

cdef inline bint _divide(const Slots* groups, int i, uint8_t* ranks) noexcept nogil:
    """Whether the groups from the i-th on can be taken from so many cards of each rank."""
    cdef int rank, earlier
    cdef bint done
    if i == groups.n_runs:
        return True
    for rank in range(13):
        if ranks[rank] < groups.runs[i]:
            continue
        for earlier in range(rank):
            if ranks[earlier] == ranks[rank]:
                break
        else:
            ranks[rank] -= groups.runs[i]
            done = _divide(groups, i + 1, ranks)
            ranks[rank] += groups.runs[i]
            if done:
                return True
    return False

cdef inline bint gives_groups(const Planes* cards, const Slots* groups) noexcept nogil:
    """Whether the groups of a rainbow's follower can be taken from some cards, each of one rank."""
    cdef uint8_t ranks[13]
    cdef int rank, j
    for rank in range(13):
        ranks[rank] = 0
        for j in range(4):
            # The level cards are rows 12 and 13.
            ranks[rank] += popcount(cards.p[j] >> 4 * rank & (15 if rank < 12 else 255))
    return _divide(groups, 0, ranks)

cdef inline void _ask_groups(const Lead* lead, const Planes* hand, Follow* out) noexcept nogil:
    cdef int i
    clear(&out.forced)
    out.need = lead.cards
    out.in_suit = 0
    memset(&out.slots, 0, sizeof(Slots))
    out.slots.n_runs = lead.n_units
    for i in range(lead.n_units):
        out.slots.runs[i] = lead.units[lead.n_units - 1 - i].width
    if gives_groups(hand, &out.slots):
        out.by_format = GROUPS
        restrict_to(hand, ~(<uint64_t>0xff << 56), &out.pool, 4)
    else:
        out.by_format = ANY_CARDS
        out.pool = hand[0]

# --- the set of plays ----------------------------------------------------------------------------

cdef inline uint64_t _bombs(const Spec* spec, const TrumpTable* map, const Lead* lead, int in_suit,
                            const Planes* hand) noexcept nogil:
    """Faces of which the hand may play all four whatever was led (R34); a rainbow leads no suit."""
    if not spec.bombs or lead.cards != 4:
        return 0
    if spec.bombs == SUIT_FOLLOWING and lead.kind == RAINBOW:
        return hand.p[3] & map.suits[TRUMP_SUIT]
    if spec.bombs == SUIT_FOLLOWING and in_suit:
        return hand.p[3] & (map.suits[lead.suit] | map.suits[TRUMP_SUIT])
    return hand.p[3]

cdef inline void follow_of_general(const Spec* spec, const TrumpTable* map, const Lead* lead,
                                   const Planes* hand, Follow* out) noexcept nogil:
    """What may follow a lead out of a hand of at least as many cards."""
    cdef uint64_t suit
    out.n_asked = 0
    if lead.kind == RAINBOW:
        _ask_groups(lead, hand, out)
        out.bombs = _bombs(spec, map, lead, 0, hand)
        return
    suit = map.suits[lead.suit]
    restrict_to(hand, suit, &out.pool, 4)
    out.in_suit = count_cards(&out.pool, 4)
    out.bombs = _bombs(spec, map, lead, out.in_suit, hand)
    if out.in_suit > lead.cards:
        clear(&out.forced)
        out.need = lead.cards
        _ask_format(spec, map, lead, out)
    else:
        out.by_format = ANY_CARDS
        out.need = lead.cards - out.in_suit
        out.forced = out.pool
        restrict_to(hand, ~suit, &out.pool, 4)

# --- is it legal ---------------------------------------------------------------------------------

cdef inline bint _kept_back(const Planes* pool, const Planes* play, const Slots* slots) noexcept nogil:
    """Whether the cards left behind could fill, unbroken, the tuple slots that broken ones fill (R14)."""
    cdef Planes left = pool[0]
    cdef uint64_t more, more_left
    cdef int w, unfilled
    cdef bint any_unfilled = False
    remove_cards(&left, play, 4)
    for w in range(2, 5):
        more = play.p[w] if w < 4 else 0
        more_left = left.p[w] if w < 4 else 0
        unfilled = slots.tuples[w] - popcount(play.p[w - 1] ^ more)
        if unfilled > 0:
            any_unfilled = True
            if unfilled > popcount(left.p[w - 1] ^ more_left):
                return False
    return any_unfilled

cdef inline bint meets_unbroken(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                const Planes* play) noexcept nogil:
    """Whether `need` cards of the pool are a play where `protect_longer_tuples` binds (R14).

    The rung that decides is the first that the hand meets unbroken or the play meets.  The play has to
    meet it, and must not break tuples for it where it could do without.
    """
    cdef Target target
    cdef Slots slots
    cdef int suit = suit_of(map, follow.pool.p[0])
    target.n = 2
    read_counts(map, play, suit, False, &target.cards[0])
    read_counts(map, &follow.pool, suit, True, &target.cards[1])
    return (_rung(spec, follow, &target, &slots) and packs(&target.cards[0], &slots)
            and not _kept_back(&follow.pool, play, &slots))

cdef inline bint meets_slots(const TrumpTable* map, const Follow* follow,
                             const Planes* play) noexcept nogil:
    """Whether cards of the pool can be cut into the slots (R13)."""
    cdef Counts counts
    cdef int twos = popcount(play.p[1]), threes = popcount(play.p[2]), fours = popcount(play.p[3])
    if not follow.slots.n_runs:
        return tuples_fit(fours, threes - fours, twos - threes, follow.slots.tuples)
    read_counts(map, play, suit_of(map, follow.pool.p[0]), False, &counts)
    return packs(&counts, &follow.slots)

cdef inline bint follow_allows_general(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                       const Planes* hand, const Planes* play) noexcept nogil:
    """Whether any planes are a legal play: cards of the hand, the right ones and as many as asked for."""
    if not is_proper(play, 4):
        return False
    if play.p[3] & follow.bombs and play.p[3] == play.p[0] and popcount(play.p[0]) == 1:
        return True
    if follow.by_format == ANY_CARDS:
        return (contains(hand, play, 4) and contains(play, &follow.forced, 4)
                and count_cards(play, 4) == follow.need + follow.in_suit)
    if not contains(&follow.pool, play, 4) or count_cards(play, 4) != follow.need:
        return False
    if follow.by_format == BY_RUNG:
        return meets_slots(map, follow, play)
    if follow.by_format == UNBROKEN:
        return meets_unbroken(spec, map, follow, play)
    return gives_groups(play, &follow.slots)
