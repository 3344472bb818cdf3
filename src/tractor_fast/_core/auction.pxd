# Drawing and bidding (R21-R23), and the theft of the kitty (R24).

from .bidding cimport may_bid, open_bids, revealed_trump, trump_shown
from .bits cimport bit
from .drawing cimport (KITTY_SEAT, cards_drawn, draw_on, draw_order, open_bidding, take_up_drawn,
                       take_up_hands)
from .layout cimport planes_to_layout, planes_to_natural
from .opening cimport deal_cards, open_unplayed, set_trump, show_bids, take_kitty
from .rng cimport BID_STREAM
from .state cimport (BAD_BID, BURYING, CLOSING, DRAWING, FINE, NAMING_TRUMP, STEALING, State, after,
                     use_stream)
from .types cimport (BID, DECLARER_SIDE_NAMES, NO_TRUMP, NONE, REDEAL, Bid, Choice, Planes, Table)
from libc.stdint cimport uint64_t

cdef enum:
    MAX_REDEALS = 20     # R22


cdef inline void ask_bid(State* s, Choice* choice, int seat, const Planes* cards, int planes) noexcept nogil:
    """Ask the seat for a bid; `cards`: at least its level cards and jokers, in the no-trump map."""
    s.asked = seat
    choice.decision = BID
    choice.n_bids = open_bids(&s.biddable[seat], s.table.level, cards, choice.bids, planes)
    use_stream(s, seat, BID_STREAM)


cdef inline bint next_bidder(State* s, Choice* choice, int planes) noexcept nogil:
    """Draw on, then go round, to the next seat that has a bid to choose; false when bidding is over."""
    cdef Table* t = &s.table
    cdef int seat
    if s.phase == DRAWING:
        seat = draw_on(s, planes)
        if seat != NONE:
            if s.upkeep:
                take_up_drawn(s, seat, planes)
            ask_bid(s, choice, seat, &s.bid_cards[seat], planes)
            return True
        s.phase = CLOSING
        if s.upkeep:
            take_up_hands(s, planes)
    # In order until all have passed in a row; who has nothing to bid passes unasked.
    while s.open and s.passes < t.players:
        seat = s.closer
        s.closer = after(t, seat)
        s.passes += 1
        if (s.open >> seat) & 1:
            ask_bid(s, choice, seat, &s.bid_cards[seat], planes)
            return True
    return False


cdef inline void close_bidding(State* s, int planes) noexcept nogil:
    """The bidding is over: the top bid decides; else R22 says how trump is found."""
    cdef Table* t = &s.table
    cdef int declarer = t.declarer
    cdef int n
    if t.n_bids:
        if declarer == NONE:
            declarer = t.bids[0 if t.spec.first_bid_declares else t.n_bids - 1].seat
        set_trump(s, trump_shown(t.bids[t.n_bids - 1].face), declarer, planes)
        return
    if t.spec.no_bid == DECLARER_SIDE_NAMES and not s.first_deal:
        s.phase = NAMING_TRUMP
        return
    if s.first_deal and t.spec.no_bid >= REDEAL and s.attempt < MAX_REDEALS:
        s.attempt += 1
        deal_cards(s, planes)
        return
    if declarer == NONE:
        declarer = t.first_drawer
    n = draw_order(&s.dealt_kitty, planes, s.key, KITTY_SEAT, s.attempt, s.kitty_order)
    set_trump(s, revealed_trump(t.spec, s.kitty_order, n, t.level), declarer, planes)


cdef inline void _hand_to_bid(State* s, int seat, Planes* out, int planes) noexcept nogil:
    """The hand in the no-trump map, in which bids are made, once trump is known."""
    cdef Planes natural
    planes_to_natural(&s.seats[seat].hand, &natural, s.table.level, s.table.trump, planes)
    planes_to_layout(&natural, out, s.table.level, NO_TRUMP, planes)


cdef inline void ask_bid_again(State* s, Choice* choice, int planes) noexcept nogil:
    """The same question once more."""
    cdef Planes hand
    if s.phase == STEALING:
        _hand_to_bid(s, s.asked, &hand, planes)
        ask_bid(s, choice, s.asked, &hand, planes)
    else:
        ask_bid(s, choice, s.asked, &s.bid_cards[s.asked], planes)


cdef inline bint next_thief(State* s, Choice* choice, int planes) noexcept nogil:
    """R24: the seats after the exchanger, in turn, until all of them pass in a row; false when over."""
    cdef Table* t = &s.table
    cdef Planes hand
    cdef int seat
    if not (t.spec.kitty_theft and t.spec.bids_decide_trump and t.kitty_size):
        return False
    while s.passes < t.players - 1:
        seat = s.closer
        s.closer = after(t, seat)
        if seat == t.exchanger:
            continue
        s.passes += 1
        _hand_to_bid(s, seat, &hand, planes)
        if may_bid(&s.biddable[seat], &hand, planes):
            ask_bid(s, choice, seat, &hand, planes)
            return True
    return False


cdef inline void open_theft(State* s) noexcept nogil:
    """After an exchange the others are asked anew, from the exchanger's neighbour on."""
    s.phase = STEALING
    s.passes = 0
    s.closer = after(&s.table, s.table.exchanger)


cdef inline void _steal(State* s, int planes) noexcept nogil:
    """The top bidder sets trump, takes the kitty that was buried, and buries in turn."""
    cdef Table* t = &s.table
    cdef int from_trump = t.trump, i
    cdef Planes natural, kitty
    t.trump = trump_shown(t.bids[t.n_bids - 1].face)
    t.map = &t.spec.tables[t.level][t.trump]
    for i in range(t.players):
        planes_to_natural(&s.seats[i].hand, &natural, t.level, from_trump, planes)
        planes_to_layout(&natural, &s.seats[i].hand, t.level, t.trump, planes)
        # Who buried before has seen those cards, and keeps that knowledge in the new layout.
        planes_to_natural(&s.seats[i].kitty, &natural, t.level, from_trump, planes)
        planes_to_layout(&natural, &s.seats[i].kitty, t.level, t.trump, planes)
    planes_to_natural(&s.seats[t.exchanger].kitty, &kitty, t.level, t.trump, planes)
    s.seats[t.exchanger].sees_kitty = 0
    take_kitty(s, s.asked, &kitty, planes)
    open_unplayed(t, planes)
    show_bids(s, planes)
    s.phase = BURYING


cdef inline int apply_bid(State* s, const Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef Bid* b
    cdef int j
    cdef uint64_t face
    if choice.bid == NONE:
        return FINE
    if choice.bid >= choice.n_bids:
        return BAD_BID
    b = &t.bids[t.n_bids]
    b.seat = s.asked
    b.face = choice.bids[choice.bid].face
    b.count = choice.bids[choice.bid].count
    b.draw = cards_drawn(t, s.asked)
    t.n_bids += 1
    s.passes = 0
    open_bidding(s, planes)
    if s.phase == STEALING:
        _steal(s, planes)
        return FINE
    face = bit(t.map.to_layout[b.face])
    for j in range(b.count):
        t.shown[s.asked].p[j] |= face
    return FINE
