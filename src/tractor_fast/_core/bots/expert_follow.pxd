# How `expert` follows.  It compares a few plays, the one that gives away least (or, to a trick that its
# side should win, most points) and each that takes the trick, and plays the one worth most:
#
#   worth = (2 * chance - 1) * (points on the table + points played + points to come)
#           + chance * tempo - what the cards cost
#
# where `chance` is that its side wins the trick.

from .chances cimport beaten_by, chance_as_it_is
from .giving cimport follow_by
from .orders cimport first_face, high_faces
from .sides cimport find_allies, seats_to_come
from .taking cimport bomb_leads, trump_throw, unit_faces, winning_tops
from .unseen cimport unbeaten, unseen_cards
from .weights cimport FOLLOW_HIGH, FOLLOW_TEMPO, FOLLOW_TO_COME, FOLLOW_TRUMP
from ..bits cimport bit, highest_bit, lowest_bit, popcount
from ..formats cimport faces_above
from ..general.follows cimport meets_unbroken
from ..planes cimport count_in, points_of, set_copies
from ..trick cimport faces_beating
from ..types cimport (SINGLE, THROW, TRUMP_SUIT, UNBROKEN, Choice, Follow, Memo, Order, Planes, Seat,
                      Table, TrumpTable)
from libc.stdint cimport uint64_t

cdef inline double _worth(const Seat* seat, double chance, double stake, int trumps,
                          int highs) noexcept nogil:
    """Of a play with so many trumps, so many high ones among them; `stake`: its own points included."""
    cdef double worth = (2 * chance - 1) * stake + chance * seat.parameters[FOLLOW_TEMPO]
    if trumps:
        worth -= seat.parameters[FOLLOW_TRUMP] * trumps + seat.parameters[FOLLOW_HIGH] * highs
    return worth

cdef inline double _worth_of(const Table* table, const Seat* seat, const Planes* cards, double chance,
                             double stake, int planes) noexcept nogil:
    """Of any cards; `stake`: points on the table and to come."""
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT]
    if cards.p[0] & (table.map.fives | table.map.tens):
        stake += points_of(table.map, cards, planes)
    if not cards.p[0] & trumps:
        return _worth(seat, chance, stake, 0, 0)
    return _worth(seat, chance, stake, count_in(cards, trumps, planes),
                  count_in(cards, trumps & high_faces(), planes))

cdef inline double _stake(const Table* table, const Seat* seat) noexcept nogil:
    """Points on the table and to come."""
    return (table.trick_points
            + seat.parameters[FOLLOW_TO_COME] * (table.players - 1 - table.n_plays))

cdef inline bint _bomb(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    """Take the opponents' trick with a bomb (R34) if that is worth more than to lose it."""
    cdef uint64_t faces = choice.follow.bombs, face
    cdef double stake = _stake(table, seat), best, worth
    cdef Planes cards
    cdef bint found = False
    if bomb_leads(table):
        faces &= table.beating
    follow_by(table, &choice.follow, &table.map.cheap, memo, &choice.cards, 4)
    best = _worth_of(table, seat, &choice.cards, 0, stake, 4)
    while faces:
        face = faces & (0 - faces)
        faces ^= face
        cards.p[0] = cards.p[1] = cards.p[2] = cards.p[3] = face
        worth = _worth_of(table, seat, &cards, 1, stake, 4)
        if worth > best:
            best = worth
            choice.cards = cards
            found = True
    return found

cdef inline const Order* _order(const Table* table, bint feeds) noexcept nogil:
    """In which order it gives cards away: to its own side, or to the other."""
    return &table.map.feed[table.lead.suit == TRUMP_SUIT] if feeds else &table.map.cheap

cdef inline void _trump_throw(const Table* table, const Seat* seat, Choice* choice,
                              int planes) noexcept nogil:
    """Trump a throw where that is worth more than what has been chosen: only trumps can take it."""
    cdef Planes cards
    cdef double stake
    if trump_throw(table, &choice.follow, &table.map.cheap, &cards, planes):
        stake = _stake(table, seat)
        if (_worth_of(table, seat, &cards, 1, stake, planes)
                > _worth_of(table, seat, &choice.cards, 0, stake, planes)):
            choice.cards = cards

cdef inline uint64_t _keeping_unbroken(const Table* table, const Follow* follow,
                                       uint64_t tops) noexcept nogil:
    """Those of the tops whose units may be played under `protect_longer_tuples` (R14)."""
    cdef Planes cards
    cdef uint64_t left = tops, top
    while left:
        top = left & (0 - left)
        left ^= top
        set_copies(&cards, unit_faces(table, follow, lowest_bit(top), table.lead.units[0].width,
                                      table.lead.units[0].length), table.lead.units[0].width)
        if not meets_unbroken(table.spec, table.map, follow, &cards):
            tops ^= top
    return tops

cdef inline uint64_t _best_alike(uint64_t tops, uint64_t unseen, bint contested) noexcept nogil:
    """Of tops of one suit that bring and cost the same the one that is best to take the trick with.

    The highest wins most often, and of those that nothing unseen lies between the lowest.
    """
    if contested:
        tops = unbeaten(tops, unseen & ~faces_above(highest_bit(tops)))
    return tops & (0 - tops)

cdef inline uint64_t _worth_weighing(const Table* table, uint64_t tops, uint64_t unseen,
                                     bint contested) noexcept nogil:
    """Of units that take the trick, of one suit, the best of each points and cost."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t alike, out = 0, costly = tops & map.suits[TRUMP_SUIT] & high_faces()
    cdef int _
    tops ^= costly
    for _ in range(2):
        alike = tops & map.tens
        if alike:
            out |= _best_alike(alike, unseen, contested)
        alike = tops & map.fives
        if alike:
            out |= _best_alike(alike, unseen, contested)
        alike = tops & ~(map.tens | map.fives)
        if alike:
            out |= _best_alike(alike, unseen, contested)
        tops = costly
        if not costly:
            break
    return out

cdef inline uint64_t _take(const Table* table, const Seat* seat, const Planes* unseen, const Follow* follow,
                           uint64_t tops, int opponents, double helped, double stake, double best, int width,
                           int length, int planes) noexcept nogil:
    """The faces of the unit, of those that `tops` stand for, that takes the trick for more than `best`.

    0: none.  opponents: those still to play, bits.  helped: chance that a partner takes it back.
    """
    cdef const TrumpTable* map = table.map
    cdef int top, suit = table.lead.suit, trumps, highs
    cdef double chance = 1, worth, staked
    cdef uint64_t faces, taking = 0
    if tops & map.suits[TRUMP_SUIT]:
        suit = TRUMP_SUIT
    tops = _worth_weighing(table, tops, unseen.p[width - 1] & map.suits[suit], opponents)
    while tops:
        top = lowest_bit(tops)
        tops &= tops - 1
        faces = unit_faces(table, follow, top, width, length)
        staked = stake
        if faces & (map.fives | map.tens):
            staked += width * (5 * popcount(faces & map.fives) + 10 * popcount(faces & map.tens))
        trumps = highs = 0
        if suit == TRUMP_SUIT:
            trumps = width * length
            highs = width * popcount(faces & high_faces())
        # Most of those that are not worth it are not even if nobody can beat them.
        worth = _worth(seat, 1, staked, trumps, highs)
        if worth <= best:
            continue
        if opponents:
            chance = 1 - (1 - helped) * beaten_by(
                table, seat, unseen, faces_beating(map, suit, top), opponents, width, length, planes)
            worth = _worth(seat, chance, staked, trumps, highs)
        if worth > best:
            best = worth
            taking = faces
    return taking

cdef inline void _follow_unit(const Table* table, const Seat* seat, int allies, int waiting,
                              const Follow* follow, Memo* memo, Planes* out, int width, int length,
                              int planes) noexcept nogil:
    """To a lead of one unit; waiting: the seats that play after this one, bits.

    On the plain path the width of a single card is literal, see chances.pxd.
    """
    cdef int opponents = waiting & ~allies
    cdef bint ours = (allies >> table.winner) & 1, feeds = ours
    cdef Planes unseen
    cdef uint64_t tops = 0, faces
    cdef double stake, chance = 0, helped = 0
    if not ours or opponents:
        tops = winning_tops(table, follow, width, length, planes)
        if planes > 2 and follow.by_format == UNBROKEN:
            tops = _keeping_unbroken(table, follow, tops)
        if waiting and (tops or ours):
            unseen_cards(table, seat, &unseen, planes)
            chance = chance_as_it_is(table, seat, &unseen, waiting & allies, opponents if ours else 0,
                                     &helped, width, length, planes)
            feeds = chance > 0.5
    if planes == 2 and width == 1:
        set_copies(out, first_face(&follow.pool, _order(table, feeds)), 1)
    else:
        follow_by(table, follow, _order(table, feeds), memo, out, planes)
    if tops:
        stake = _stake(table, seat)
        faces = _take(table, seat, &unseen, follow, tops, opponents, helped, stake,
                      _worth_of(table, seat, out, chance, stake, planes), width, length, planes)
        if faces:
            set_copies(out, faces, width)

cdef inline void _follow_throw(const Table* table, const Seat* seat, int allies, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    """A throw stands: only trumps can take it.  So does a rainbow, which takes what it may."""
    cdef bint ours = (allies >> table.winner) & 1
    follow_by(table, &choice.follow, _order(table, ours), memo, &choice.cards, planes)
    if not ours:
        _trump_throw(table, seat, choice, planes)

cdef inline uint64_t expert_card(const Table* table, const Seat* seat, int waiting,
                                 const Follow* follow) noexcept nogil:
    """The face that follows a single card, on the plain path; waiting: who plays after it, bits."""
    cdef Planes out
    if not follow.need:
        return follow.forced.p[0]
    _follow_unit(table, seat, find_allies(table, seat), waiting, follow, NULL, &out, 1, 1, 2)
    return out.p[0]

cdef inline void expert_follow(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    cdef int allies
    if planes == 2 and table.lead.kind == SINGLE:
        set_copies(&choice.cards, expert_card(table, seat, seats_to_come(table, seat), &choice.follow), 1)
        return
    allies = find_allies(table, seat)
    if (planes > 2 and choice.follow.bombs and not (allies >> table.winner) & 1
            and _bomb(table, seat, memo, choice)):
        return
    if not choice.follow.need:
        choice.cards = choice.follow.forced
    elif table.lead.kind < THROW:
        _follow_unit(table, seat, allies, seats_to_come(table, seat), &choice.follow, memo, &choice.cards,
                     table.lead.units[0].width, table.lead.units[0].length, planes)
    else:
        _follow_throw(table, seat, allies, memo, choice, planes)
