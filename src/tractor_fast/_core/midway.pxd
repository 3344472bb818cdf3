# A deal begun in the middle: what one seat knows of it (held.pxd) is fixed, all else is dealt, uniform
# among the deals that agree with it.
#
# While cards are drawn it is known what a seat has drawn so far, so the cards drawn and those to come are
# dealt as two portions.  What others have shown in bids they have drawn; when is not known, so their
# bids count as made at their last draw.

from .auction cimport apply_bid
from .deal cimport Portion, deal_given, deal_portions
from .drawing cimport cards_drawn, draw_of, draw_silently
from .held cimport Held
from .opening cimport open_auction, open_board, set_trump
from .planes cimport add_cards
from .state cimport Context, State, after
from .types cimport NONE, Choice, Planes, Spec, Table
from libc.stdint cimport uint64_t
from libc.string cimport memset


cdef inline void _deal_portions(State* s, const Held* held, Planes* drawn) noexcept nogil:
    """Deal what each seat has drawn when t.drawn cards are drawn in all, and what it has yet to draw."""
    cdef Table* t = &s.table
    cdef Portion portions[17]
    cdef Planes dealt[17]
    cdef int i, players = t.players
    memset(portions, 0, sizeof(portions))
    for i in range(players):
        portions[2 * i].size = cards_drawn(t, i)
        portions[2 * i].given = held.given.hands[i]
        portions[2 * i + 1].size = t.hand_size - portions[2 * i].size
    portions[2 * players].size = t.kitty_size
    deal_portions(t.spec, t.level, s.key, s.attempt, portions, 2 * players + 1, dealt)
    for i in range(players):
        drawn[i] = s.dealt[i] = dealt[2 * i]
        add_cards(&s.dealt[i], &dealt[2 * i + 1], 4)
    s.dealt_kitty = dealt[2 * players]


cdef inline void _make_bids(State* s, const Held* held, Choice* choice, int planes) noexcept nogil:
    """Make the bids that have been made."""
    cdef int i
    for i in range(held.n_bids):
        make_bid(s, choice, held.bids[i].seat, held.bids[i].face, held.bids[i].count, planes)


cdef inline void make_bid(State* s, Choice* choice, int seat, int face, int count,
                          int planes) noexcept nogil:
    """A bid that is known to be legal."""
    s.asked = seat
    choice.n_bids = 1
    choice.bids[0].face = face
    choice.bids[0].count = count
    choice.bid = 0
    apply_bid(s, choice, planes)


cdef inline void _begin_auction(State* s, const Held* held, Choice* choice, int planes) noexcept nogil:
    """Stand where the seat has drawn its last card so far, or is asked after the deal, and may bid."""
    cdef Table* t = &s.table
    cdef Planes drawn[8]
    cdef int last, n_drawn = t.players * t.hand_size
    if not t.spec.after_deal:
        n_drawn = draw_of(t, held.seat, held.drawn) + 1
    t.drawn = n_drawn
    _deal_portions(s, held, drawn)
    open_auction(s, drawn, planes)
    last = s.closer - 1
    if not t.spec.after_deal:
        draw_silently(s, n_drawn, planes)
    _make_bids(s, held, choice, planes)
    if t.spec.after_deal:
        # All since the last bid have passed, if there is one, else all before the seat.
        if held.n_bids:
            last = held.bids[held.n_bids - 1].seat
        s.passes = (held.seat + t.players - last - 1) % t.players + 1
        s.closer = after(t, held.seat)


cdef inline void begin_held(State* s, const Spec* spec, const Context* context, const Held* held,
                            uint64_t board, Choice* choice, int planes) noexcept nogil:
    """Deal a board as far as the seat does not know it, and stand before its choice."""
    cdef Table* t = &s.table
    cdef int suit = open_board(s, spec, context, board)
    if t.spec.bids_decide_trump and held.trump == NONE:
        _begin_auction(s, held, choice, planes)
    else:
        deal_given(t.spec, t.level, s.key, 0, &held.given, s.dealt, &s.dealt_kitty)
        if held.trump != NONE:
            open_auction(s, NULL, planes)
            t.drawn = t.players * t.hand_size
            _make_bids(s, held, choice, planes)
            set_trump(s, held.trump, held.seat, planes)
        else:
            set_trump(s, suit, t.first_drawer, planes)
