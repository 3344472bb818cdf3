# How a deal begins: context, cards, and the moment when trump is known.

from .bits cimport bit
from .deal cimport deal_board, deal_given
from .digest cimport begin_digest
from .drawing cimport open_bidding, order_draws, take_up_hands
from .layout cimport planes_to_layout, planes_to_natural
from .planes cimport add_cards, clear
from .rng cimport CONTEXT_STREAM, below, board_key, stream_key, varied_key
from .state cimport (BURYING, CLOSING, DRAWING, IN_TURN, NAMING_FRIENDS, NAMING_PARTNER, PLAYING, STEALING,
                     Context, State)
from .types cimport (ABI_VERSION, FIXED, FRIENDS, NAMED, NO_TRUMP, NONE, TRUMP_SUIT, Memo, Planes,
                     Spec, Table, TrumpTable)
from libc.stdint cimport uint64_t
from libc.string cimport memset


cdef inline void _begin_table(State* s, const Spec* spec, uint64_t board) noexcept nogil:
    cdef int i
    cdef Table* t = &s.table
    if s.upkeep:  # what strategies see must not depend on the board before
        memset(t, 0, sizeof(Table))
        memset(s.memos, 0, spec.players * sizeof(Memo))
    if s.upkeep > 1:
        memset(s.thrown, 0, sizeof(s.thrown))
    t.abi_version = ABI_VERSION
    t.size = sizeof(Table)
    t.spec = spec
    t.board = board
    t.players = spec.players
    t.decks = spec.decks
    t.hand_size = spec.hand_size
    t.kitty_size = spec.kitty_size
    t.trump = NONE
    t.drawn = 0
    t.n_bids = 0
    t.trick = 0
    t.n_plays = 0
    t.trick_points = 0
    t.team = 0
    t.n_calls = 0
    t.answered = 0
    t.named = NONE
    t.exchanger = NONE
    t.throws = 0
    t.failed = 0
    memset(t.void_in, 0, sizeof(t.void_in))
    for i in range(spec.players):
        t.points[i] = 0
        t.failed_by[i] = 0
        s.seats[i].seat = i
        s.seats[i].declares = 0
        s.seats[i].sees_kitty = 0
        clear(&s.seats[i].hand)
        clear(&s.seats[i].kitty)
        s.begun[i] = 0
        s.stream[i] = NONE
    s.passes = 0
    s.attempt = 0


cdef inline void begin_board(State* s, const Spec* spec, const Context* context, uint64_t board,
                             int planes) noexcept nogil:
    """Deal a board and stand before its first draw; without bids, before the kitty exchange."""
    cdef int suit = open_board(s, spec, context, board)
    deal_cards(s, planes)
    if not spec.bids_decide_trump:
        set_trump(s, suit, s.table.first_drawer, planes)


cdef inline int open_board(State* s, const Spec* spec, const Context* context,
                           uint64_t board) noexcept nogil:
    """Level and declarer of a board, before the cards; returns the suit of `trump = random`.

    The board's context stream yields the level, then the declarer (in a first deal: the seat that
    draws first, and declares if nobody bids), then the trump suit of `trump = random`; each is
    drawn whether it is used or not, so that a setting changes nothing but itself.  In turn, the level
    is the board's number modulo 13, and the declarer moves on after all levels.
    """
    cdef Table* t = &s.table
    cdef uint64_t rng
    _begin_table(s, spec, board)
    s.key = board_key(context.seed, board)
    s.given = context.given
    if context.variants != NULL:
        s.key = varied_key(s.key, context.variants[board - context.varied_from])
    rng = stream_key(s.key, CONTEXT_STREAM, 0, 0)
    cdef int level = <int>below(&rng, 13)
    cdef int seat = <int>below(&rng, spec.players)
    cdef int suit = <int>below(&rng, 4)
    # What is drawn most often is asked for first: it costs nothing that others may come in turn.
    if context.level != NONE:
        level = context.level if context.level != IN_TURN else board % 13
    if context.declarer != NONE:
        seat = context.declarer if context.declarer != IN_TURN else board // 13 % spec.players
    t.level = level
    t.first_drawer = seat
    s.first_deal = context.first_deal
    t.declarer = NONE if context.first_deal else seat
    begin_digest(&s.digest, board)
    return suit


cdef inline void deal_hands(State* s) noexcept nogil:
    """Deal the cards of the board's attempt."""
    if s.given == NULL:
        deal_board(s.table.spec, s.table.level, s.key, s.attempt, s.dealt, &s.dealt_kitty)
    else:
        deal_given(s.table.spec, s.table.level, s.key, s.attempt, s.given, s.dealt, &s.dealt_kitty)


cdef inline void deal_cards(State* s, int planes) noexcept nogil:
    """Deal the board's attempt, and put the hands into drawing order where bids are made."""
    deal_hands(s)
    open_auction(s, NULL, planes)


cdef inline void open_auction(State* s, const Planes* early, int planes) noexcept nogil:
    """Stand before the first draw of the hands dealt; `early`, or NULL: cards of each that come first."""
    cdef Table* t = &s.table
    cdef int i
    t.map = &t.spec.tables[t.level][NO_TRUMP]
    t.drawn = 0
    s.passes = 0
    s.closer = t.first_drawer
    s.phase = DRAWING
    if not t.spec.bids_decide_trump:
        return
    s.open = 0
    if t.spec.after_deal:
        take_up_hands(s, planes)
        for i in range(t.players):
            s.bid_cards[i] = s.seats[i].hand
        open_bidding(s, planes)
        t.drawn = t.players * t.hand_size
        s.phase = CLOSING
        # R21: in order from the declarer's partner; without one, from the first drawer.
        if t.spec.partners == FIXED and t.declarer != NONE:
            s.closer = (t.declarer + 2) % t.players
        return
    for i in range(t.players):
        clear(&s.bid_cards[i])
    open_bidding(s, planes)
    order_draws(s, early, planes)


cdef inline void begin_tricks(State* s, const Spec* spec, const TrumpTable* map, const Planes* hands,
                              int hand_size, int leader, int planes) noexcept nogil:
    """Stand before the first lead of known hands (level-major, `hand_size` cards each), without a kitty."""
    cdef Table* t = &s.table
    cdef int i
    _begin_table(s, spec, 0)
    s.key = 0
    t.hand_size = hand_size
    t.kitty_size = 0
    t.level = map.level
    t.first_drawer = leader
    t.winner = leader
    s.first_deal = 0
    for i in range(spec.players):
        planes_to_natural(&hands[i], &s.dealt[i], map.level, map.trump, planes)
    clear(&s.dealt_kitty)
    begin_digest(&s.digest, 0)
    set_trump(s, map.trump, leader, planes)
    s.phase = PLAYING


cdef inline void set_trump(State* s, int trump, int declarer, int planes) noexcept nogil:
    """Trump and declarer are known: all masks move to the trump's own layout; the kitty is taken up."""
    cdef Table* t = &s.table
    cdef int i
    t.trump = trump
    t.map = &t.spec.tables[t.level][trump]
    t.declarer = declarer
    s.opening_bids = t.n_bids
    open_unplayed(t, planes)
    for i in range(t.players):
        planes_to_layout(&s.dealt[i], &s.seats[i].hand, t.level, trump, planes)
    t.team = 1 << declarer
    if t.spec.partners == FIXED:
        for i in range(declarer & 1, t.players, 2):
            t.team |= 1 << i
    s.seats[declarer].declares = 1
    if s.upkeep:
        show_bids(s, planes)
    t.leader = declarer
    t.turn = declarer
    take_kitty(s, declarer, &s.dealt_kitty, planes)
    s.phase = BURYING if t.kitty_size else STEALING
    if t.spec.partners == NAMED:
        s.phase = NAMING_PARTNER


cdef inline void open_unplayed(Table* t, int planes) noexcept nogil:
    """Nothing has been played: all cards of the decks, in the layout now in force."""
    cdef int i
    for i in range(planes):
        t.unplayed.p[i] = 0xffffffffffffULL | t.map.suits[TRUMP_SUIT] if i < t.decks else 0


cdef inline void take_kitty(State* s, int seat, const Planes* natural, int planes) noexcept nogil:
    """The seat takes the kitty up (R24)."""
    cdef Planes kitty
    planes_to_layout(natural, &kitty, s.table.level, s.table.trump, planes)
    add_cards(&s.seats[seat].hand, &kitty, planes)
    s.table.exchanger = seat


cdef inline void show_bids(State* s, int planes) noexcept nogil:
    """Mark what each seat has shown in its bids, in the layout now in force."""
    cdef Table* t = &s.table
    cdef int i, j
    cdef uint64_t face
    for i in range(t.players):
        clear(&t.shown[i])
    for i in range(t.n_bids):
        face = bit(t.map.to_layout[t.bids[i].face])
        for j in range(t.bids[i].count):
            t.shown[t.bids[i].seat].p[j] |= face
