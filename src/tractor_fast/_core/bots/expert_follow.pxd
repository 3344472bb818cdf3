# How `expert` follows.  It compares a few plays, the one that gives away least (or, to a trick that its
# side should win, most points) and each that takes the trick, and plays the one worth most (worth.pxd).

from .chances cimport chance_tuple_beaten
from .expert_card cimport follow_card
from .giving cimport follow_by
from .orders cimport high_faces
from .prices cimport price, share_left
from .sides cimport ANY, find_allies, seats_to_come
from .taking cimport bomb_leads, trump_throw, unit_faces, winning_tops
from .unseen cimport unseen_cards
from .weights cimport FOLLOW_FEED, FOLLOW_OWN, FOLLOW_PARTNER, FOLLOW_RETAKE
from .worth cimport find_stake, find_tempo, worth
from ..bits cimport bit, highest_bit, lowest_bit
from ..general.follows cimport meets_unbroken
from ..planes cimport points_of, set_copies
from ..trick cimport faces_beating
from ..types cimport (SINGLE, THROW, TRUMP_SUIT, UNBROKEN, Choice, Follow, Memo, Order, Planes, Seat,
                      Table, TrumpTable)
from libc.stdint cimport uint64_t

cdef inline double worth_of(const Table* table, const Seat* seat, double left, const Planes* cards,
                            double chance, double stake, int planes) noexcept nogil:
    """Of any cards; `stake`: points on the table and to come."""
    if cards.p[0] & (table.map.fives | table.map.tens):
        stake += seat.parameters[FOLLOW_OWN] * points_of(table.map, cards, planes)
    return worth(chance, stake, find_tempo(seat, left)) - price(table, seat, left, cards, planes)

cdef inline bint _bomb(const Table* table, const Seat* seat, Memo* memo, Choice* choice) noexcept nogil:
    """Take the opponents' trick with a bomb (R34) if that is worth more than to lose it."""
    cdef uint64_t faces = choice.follow.bombs, face
    cdef double stake = find_stake(table, seat, ANY), left, best, value
    cdef Planes cards
    cdef bint found = False
    left = share_left(table, seat, 4)
    if bomb_leads(table):
        faces &= table.beating
    follow_by(table, &choice.follow, &table.map.cheap, memo, &choice.cards, 4)
    best = worth_of(table, seat, left, &choice.cards, 0, stake, 4)
    while faces:
        face = faces & (0 - faces)
        faces ^= face
        cards.p[0] = cards.p[1] = cards.p[2] = cards.p[3] = face
        value = worth_of(table, seat, left, &cards, 1, stake, 4)
        if value > best:
            best = value
            choice.cards = cards
            found = True
    return found

cdef inline const Order* giving_order(const Table* table, bint feeds) noexcept nogil:
    """In which order it gives cards away: to its own side, or to the other."""
    return &table.map.feed[table.lead.suit == TRUMP_SUIT] if feeds else &table.map.cheap

cdef inline void _trump_throw(const Table* table, const Seat* seat, Choice* choice,
                              int planes) noexcept nogil:
    """Trump a throw where that is worth more than what has been chosen: only trumps can take it."""
    cdef Planes cards
    cdef double stake, left
    if trump_throw(table, &choice.follow, &table.map.cheap, &cards, planes):
        stake = find_stake(table, seat, ANY)
        left = share_left(table, seat, planes)
        if (worth_of(table, seat, left, &cards, 1, stake, planes)
                > worth_of(table, seat, left, &choice.cards, 0, stake, planes)):
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

cdef inline uint64_t _ends(uint64_t faces) noexcept nogil:
    """The lowest and the highest of some faces."""
    return faces & (0 - faces) | bit(highest_bit(faces)) if faces else 0

cdef inline uint64_t _worth_weighing(const Table* table, uint64_t tops) noexcept nogil:
    """Of units that take the trick, of one suit, the lowest and highest of each points and cost."""
    cdef const TrumpTable* map = table.map
    cdef uint64_t out = 0, costly = tops & map.suits[TRUMP_SUIT] & high_faces()
    cdef uint64_t points = map.tens | map.fives
    cdef int _
    tops ^= costly
    for _ in range(2):
        out |= _ends(tops & map.tens) | _ends(tops & map.fives) | _ends(tops & ~points)
        tops = costly
    return out

cdef inline void take_by_unit(const Table* table, const Seat* seat, double left, const Planes* unseen,
                              const Follow* follow, uint64_t tops, int opponents, double helped,
                              double stake, double best, int width, int length, Planes* out,
                              int planes) noexcept nogil:
    """Set `out` to the unit that takes the trick for more than `best`, if one of those of `tops` does.

    follow: NULL will do for a length of 1.  opponents: those still to play, bits.  helped: chance that a
    partner takes it back.  stake: find_stake.
    """
    cdef const TrumpTable* map = table.map
    cdef int top, suit = table.lead.suit
    cdef double value, chance = 1
    cdef Planes cards
    if tops & map.suits[TRUMP_SUIT]:
        suit = TRUMP_SUIT
    tops = _worth_weighing(table, tops)
    while tops:
        top = lowest_bit(tops)
        tops &= tops - 1
        set_copies(&cards, unit_faces(table, follow, top, width, length), width)
        if opponents and length == 1:
            chance = 1 - (1 - helped) * chance_tuple_beaten(
                table, seat, unseen, faces_beating(map, suit, top), opponents, width, planes)
        value = worth_of(table, seat, left, &cards, chance, stake, planes)
        if value > best:
            best = value
            out[0] = cards

cdef inline void _follow_unit(const Table* table, const Seat* seat, int allies, int waiting,
                              const Follow* follow, Memo* memo, Planes* out, int width, int length,
                              int planes) noexcept nogil:
    """To a lead of one unit; waiting: the seats that play after this one, bits."""
    cdef int opponents = waiting & ~allies
    cdef bint ours = (allies >> table.winner) & 1
    cdef Planes unseen
    cdef uint64_t tops = 0
    cdef double chance = ours, helped = 0, left, stake, best
    if (planes == 2 and length == 1 and follow.rung.pairs
            and not follow.pool.p[1] & (follow.pool.p[1] - 1)):
        set_copies(out, follow.pool.p[1], 2)  # its only pair
        return
    if not ours or opponents:
        tops = winning_tops(table, follow, width, length, planes)
        if planes > 2 and follow.by_format == UNBROKEN:
            tops = _keeping_unbroken(table, follow, tops)
        if waiting and length == 1 and (tops or ours):
            unseen_cards(table, seat, &unseen, planes)
            helped = seat.parameters[FOLLOW_PARTNER] * chance_tuple_beaten(
                table, seat, &unseen, table.beating, waiting & allies, width, planes)
            chance = helped
            if ours:
                chance = 1 - (1 - helped) * chance_tuple_beaten(
                    table, seat, &unseen, table.beating, opponents, width, planes)
    follow_by(table, follow, giving_order(table, chance > seat.parameters[FOLLOW_FEED]), memo, out, planes)
    if tops:
        left = share_left(table, seat, planes)
        stake = find_stake(table, seat, ANY)
        best = worth_of(table, seat, left, out, chance, stake, planes)
        take_by_unit(table, seat, left, &unseen, follow, tops, opponents,
                     helped * seat.parameters[FOLLOW_RETAKE], stake, best, width, length, out, planes)

cdef inline void _follow_throw(const Table* table, const Seat* seat, int allies, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    """A throw stands: only trumps can take it.  So does a rainbow, which takes what it may."""
    cdef bint ours = (allies >> table.winner) & 1
    follow_by(table, &choice.follow, giving_order(table, ours), memo, &choice.cards, planes)
    if not ours:
        _trump_throw(table, seat, choice, planes)

cdef inline uint64_t expert_card(const Table* table, const Seat* seat, int waiting,
                                 const Follow* follow, int planes) noexcept nogil:
    """The face that follows a single card; waiting: who plays after it, bits."""
    cdef uint64_t faces = follow.pool.p[0]
    if not follow.need:
        return follow.forced.p[0]
    if not faces & (faces - 1):
        return faces
    return follow_card(table, seat, find_allies(table, seat), waiting, ANY, share_left(table, seat, planes),
                       &follow.pool, 0 - <uint64_t>(follow.in_suit != 0),
                       winning_tops(table, follow, 1, 1, planes), planes)

cdef inline void expert_follow(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    cdef int allies
    if planes > 2 and choice.follow.bombs:
        allies = find_allies(table, seat)
        if not (allies >> table.winner) & 1 and _bomb(table, seat, memo, choice):
            return
    if table.lead.kind == SINGLE and (planes == 2 or choice.follow.by_format != UNBROKEN):
        set_copies(&choice.cards,
                   expert_card(table, seat, seats_to_come(table, seat), &choice.follow, planes), 1)
    elif not choice.follow.need:
        choice.cards = choice.follow.forced
    elif table.lead.kind < THROW:
        _follow_unit(table, seat, find_allies(table, seat), seats_to_come(table, seat), &choice.follow, memo,
                     &choice.cards, table.lead.units[0].width, table.lead.units[0].length, planes)
    else:
        _follow_throw(table, seat, find_allies(table, seat), memo, choice, planes)
