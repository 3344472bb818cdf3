# How `normal` follows: it takes the trick if that is worth it, else it gives cards away.

from .giving cimport follow_by
from .normal_rules cimport FOLLOW_HIGH, FOLLOW_TRUMP
from .orders cimport high_faces
from .sides cimport find_allies, seats_to_come
from .taking cimport trump_throw, unit_faces, winning_tops
from .unseen cimport not_held, unbeaten
from ..bits cimport bit, highest_bit, lowest_bit
from ..planes cimport set_copies
from ..types cimport (SINGLE, THROW, TRUMP_SUIT, UNBROKEN, Choice, Memo, Order, Planes, Seat, Table,
                      TrumpTable)
from libc.stdint cimport uint64_t

cdef struct Prices:          # points for which it spends trumps
    int trump                # to trump in
    int high                 # a level card or a joker

cdef struct Standing:        # of the trick, as the seat that follows sees it
    uint64_t led             # faces of the suit led
    uint64_t beating         # faces that beat the play that leads
    uint64_t unseen          # faces, or tuples as wide as the unit led, that others may hold
    int points               # on the table
    bint ours                # its own side leads the trick
    bint opponent_comes      # an opponent plays after it
    bint opponent_ruffs      # one that is known to be void in the suit led
    bint partner_comes       # a partner plays after it

cdef inline void read_prices(const Seat* seat, Prices* out) noexcept nogil:
    out.trump = <int>seat.parameters[FOLLOW_TRUMP]
    out.high = <int>seat.parameters[FOLLOW_HIGH]

cdef inline bint is_safe(const Standing* trick) noexcept nogil:
    """Whether its side has the trick, as far as it can know."""
    return trick.ours and not (trick.opponent_comes and (trick.opponent_ruffs
                                                         or trick.beating & trick.led & trick.unseen))

cdef inline uint64_t _richest(const TrumpTable* map, uint64_t tops) noexcept nogil:
    """Of some units the lowest of those that bring most points home."""
    if tops & map.tens:
        tops &= map.tens
    elif tops & map.fives:
        tops &= map.fives
    return tops & (0 - tops)

cdef inline uint64_t best_top(const TrumpTable* map, const Standing* trick, const Prices* prices,
                              uint64_t tops) noexcept nogil:
    """The top, as a mask, of the unit to take a trick with that is not safe; 0: leave it.

    tops: of all units that take it, not empty; they are of one suit.
    """
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], pointless = ~(map.fives | map.tens), sure
    if tops & trumps:
        if trick.points < prices.trump and not trick.led & trumps:
            return 0
        # High trumps where no other will do, and for more.
        if tops & ~high_faces():
            tops &= ~high_faces()
        elif trick.points < prices.high:
            return 0
    if not trick.opponent_comes:
        return _richest(map, tops)
    if not tops & trick.led:
        if tops & pointless:
            tops &= pointless
        return tops & (0 - tops)
    if not trick.opponent_ruffs:
        sure = unbeaten(tops, trick.unseen & trick.led)
        if sure:
            return sure & (0 - sure)
    # The third hand plays high, the second low.
    if trick.partner_comes or not tops & pointless:
        return 0
    return bit(highest_bit(tops & pointless))

cdef inline const Order* order_of_giving(const TrumpTable* map, const Standing* trick,
                                         bint safe) noexcept nogil:
    return &map.feed[trick.led & map.suits[TRUMP_SUIT] != 0] if safe else &map.cheap

cdef inline void _survey(const Table* table, const Seat* seat, int width, Standing* out,
                         int planes) noexcept nogil:
    cdef int allies = find_allies(table, seat), waiting = seats_to_come(table, seat)
    out.led = table.map.suits[table.lead.suit]
    out.beating = table.beating
    out.points = table.trick_points
    out.ours = (allies >> table.winner) & 1
    out.opponent_comes = (waiting & ~allies) != 0
    out.opponent_ruffs = (waiting & ~allies & table.void_in[table.lead.suit]) != 0
    out.partner_comes = (waiting & allies) != 0
    out.unseen = not_held(&table.unplayed, &seat.hand, width, planes) if out.opponent_comes else 0

cdef inline void _follow_unit(const Table* table, const Seat* seat, Memo* memo, Choice* choice, int width,
                              int length, int planes) noexcept nogil:
    cdef Standing trick
    cdef Prices prices
    cdef uint64_t tops = 0, top
    cdef bint safe
    _survey(table, seat, width, &trick, planes)
    read_prices(seat, &prices)
    safe = is_safe(&trick)
    if not safe and choice.follow.by_format != UNBROKEN:
        tops = winning_tops(table, &choice.follow, width, length, planes)
        if tops:
            top = best_top(table.map, &trick, &prices, tops)
            if top:
                set_copies(&choice.cards, unit_faces(table, &choice.follow, lowest_bit(top), width, length),
                           width)
                return
    follow_by(table, &choice.follow, order_of_giving(table.map, &trick, safe), memo, &choice.cards, planes)

cdef inline void _follow_throw(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    """A throw stands: only trumps can take it.  So does a rainbow, which takes what it may."""
    cdef bint ours = (find_allies(table, seat) >> table.winner) & 1
    cdef const Order* order = &table.map.cheap
    if ours:
        order = &table.map.feed[table.lead.suit == TRUMP_SUIT]
    elif (table.trick_points >= seat.parameters[FOLLOW_TRUMP]
            and trump_throw(table, &choice.follow, order, &choice.cards, planes)):
        return
    follow_by(table, &choice.follow, order, memo, &choice.cards, planes)

cdef inline void normal_follow(const Table* table, const Seat* seat, Memo* memo, Choice* choice,
                               int planes) noexcept nogil:
    if not choice.follow.need:
        choice.cards = choice.follow.forced
    elif table.lead.kind == SINGLE:
        _follow_unit(table, seat, memo, choice, 1, 1, planes)
    elif table.lead.kind < THROW:
        _follow_unit(table, seat, memo, choice, table.lead.units[0].width, table.lead.units[0].length,
                     planes)
    else:
        _follow_throw(table, seat, memo, choice, planes)
