# One deal as a state machine: `next_decision` runs on to the next choice of a seat, `apply` checks
# the choice against the rules and carries it out.  The loop over boards, the Python door and every
# strategy go through these two.  Undo is a copy of the struct.
#
# `planes` (the number of decks) is a literal in the callers, so that loops over planes unroll.

from .bidding cimport may_bid, open_bids, trump_shown
from .bits cimport bit
from .deal cimport KITTY_SEAT, deal_board, draw_order
from .digest cimport Digest, absorb, begin_digest
from .formats cimport read_lead, unit_cards
from .kitty cimport kitty_factor
from .layout cimport planes_to_layout, planes_to_natural
from .moves cimport follow_allows, follow_of
from .planes cimport (add_cards, add_face, clear, contains, count_cards, is_proper,
                      points_of, remove_cards, restrict_to, suit_of)
from .rng cimport (BID_STREAM, BURY_STREAM, CONTEXT_STREAM, PLAY_STREAM, below, board_key, stream_key)
from .score cimport level_change, next_declarer
from .throws cimport judge_throw
from .trick cimport Best, beats, open_trick
from .types cimport (ABI_VERSION, BID, BURY, FOLLOW, LEAD, MEMO_SLOTS, NO_TRUMP, NONE, THROW, Bid, Choice,
                     Lead, Memo, Planes, Row, Seat, Spec, Table, TrumpTable, Unit)
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum Phase:
    DRAWING = 0          # cards are drawn one by one; after each the drawing seat may bid
    CLOSING = 1          # all cards are drawn; seats may bid until all pass in a row
    BURYING = 2
    PLAYING = 3
    FINISHED = 4

cdef enum Refusal:       # why `apply` refused; texts in refusals.py
    FINE = 0
    BAD_BID = 1
    NOT_PROPER = 2
    NOT_HELD = 3
    WRONG_COUNT = 4
    EMPTY_LEAD = 5
    MIXED_LEAD = 6
    BAD_FOLLOW = 7

cdef struct Context:     # what is fixed before the cards, for all boards of a run (design: context)
    uint64_t seed
    uint8_t level        # rank 0..12, or NONE: drawn by each board
    uint8_t declarer     # seat, or NONE: drawn by each board
    uint8_t first_deal   # 1: no declarer before the bidding (R21, R23)

cdef struct State:
    Table table
    Seat seats[8]
    Memo memos[8]
    uint64_t key                 # board_key
    uint8_t stream[8]            # purpose of the generator in memos[seat], NONE before the first
    uint8_t phase
    uint8_t passes               # CLOSING: seats in a row that have passed or had nothing to bid
    uint8_t closer               # CLOSING: the seat whose turn it is
    uint8_t asked                # the seat whose choice is awaited
    Best best                    # what the next play must beat
    Planes dealt[8]              # natural layout, before the kitty
    Planes dealt_kitty
    uint8_t order[8][54]         # natural faces in the order drawn
    uint8_t kitty_order[54]
    Digest digest
    Row row                      # filled when FINISHED


# ---------------------------------------------------------------------------------------- begin

cdef inline void _begin_table(State* s, const Spec* spec, uint64_t board) noexcept nogil:
    cdef int i
    cdef Table* t = &s.table
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
    t.penalties = 0
    t.team = 0
    t.throws = 0
    t.failed = 0
    for i in range(spec.players):
        clear(&t.played[i])
        clear(&t.shown[i])
        t.voids[i] = 0
        t.points[i] = 0
        s.seats[i].seat = i
        s.seats[i].declares = 0
        s.seats[i].sees_kitty = 0
        clear(&s.seats[i].hand)
        clear(&s.seats[i].kitty)
        s.stream[i] = NONE
        memset(&s.memos[i], 0, sizeof(Memo))


cdef inline void begin_board(State* s, const Spec* spec, const Context* context, uint64_t board,
                             int planes) noexcept nogil:
    """Deal a board and stand before its first draw; without bids, before the kitty exchange.

    The board's context stream yields the level, then the declarer (in a first deal: the seat that
    draws first, and declares if nobody bids), then the trump suit of `trump = random`; each is
    drawn whether it is used or not, so that a setting changes nothing but itself.
    """
    cdef Table* t = &s.table
    cdef int i
    cdef uint64_t rng
    _begin_table(s, spec, board)
    s.key = board_key(context.seed, board)
    rng = stream_key(s.key, CONTEXT_STREAM, 0, 0)
    cdef int level = <int>below(&rng, 13)
    cdef int seat = <int>below(&rng, spec.players)
    cdef int suit = <int>below(&rng, 4)
    if context.level != NONE:
        level = context.level
    if context.declarer != NONE:
        seat = context.declarer
    t.level = level
    t.first_drawer = seat
    t.declarer = NONE if context.first_deal else seat
    t.map = &spec.tables[level][NO_TRUMP]
    deal_board(spec, level, s.key, 0, s.dealt, &s.dealt_kitty)
    begin_digest(&s.digest, board)
    s.phase = DRAWING
    s.passes = 0
    s.closer = seat
    if spec.bids_decide_trump:
        for i in range(spec.players):
            draw_order(&s.dealt[i], planes, s.key, i, 0, s.order[i])
    else:
        _set_trump(s, suit, seat, planes)


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
    for i in range(spec.players):
        planes_to_natural(&hands[i], &s.dealt[i], map.level, map.trump, planes)
    clear(&s.dealt_kitty)
    begin_digest(&s.digest, 0)
    _set_trump(s, map.trump, leader, planes)


cdef inline void _set_trump(State* s, int trump, int declarer, int planes) noexcept nogil:
    """Trump and declarer are known: all masks move to the trump's own layout; the kitty is taken up."""
    cdef Table* t = &s.table
    cdef int i
    cdef Planes kitty
    t.trump = trump
    t.map = &t.spec.tables[t.level][trump]
    t.declarer = declarer
    for i in range(t.players):
        planes_to_layout(&s.dealt[i], &s.seats[i].hand, t.level, trump, planes)
    # Fixed partners: every other seat is of one side.
    t.team = 0
    for i in range(declarer & 1, t.players, 2):
        t.team |= 1 << i
    s.seats[declarer].declares = 1
    _show_bids(s, planes)
    t.leader = declarer
    t.turn = declarer
    if t.kitty_size:
        planes_to_layout(&s.dealt_kitty, &kitty, t.level, trump, planes)
        add_cards(&s.seats[declarer].hand, &kitty, planes)
        s.phase = BURYING
    else:
        s.phase = PLAYING


cdef inline void _show_bids(State* s, int planes) noexcept nogil:
    """Mark what each seat has shown in its bids, in the layout now in force."""
    cdef Table* t = &s.table
    cdef int i, j
    cdef uint64_t face
    for i in range(t.n_bids):
        face = bit(t.map.to_layout[t.bids[i].face])
        for j in range(t.bids[i].count):
            t.shown[t.bids[i].seat].p[j] |= face


# -------------------------------------------------------------------------------------- bidding

cdef inline void _close_bidding(State* s, int planes) noexcept nogil:
    """The bidding is over: the top bid decides, else the kitty's first card (R21-R23)."""
    cdef Table* t = &s.table
    cdef int i
    cdef int trump
    cdef int declarer = t.declarer
    for i in range(t.players):
        clear(&t.shown[i])
    if t.n_bids:
        trump = trump_shown(t.bids[t.n_bids - 1].face)
        if declarer == NONE:
            declarer = t.bids[t.n_bids - 1].seat
    else:
        draw_order(&s.dealt_kitty, planes, s.key, KITTY_SEAT, 0, s.kitty_order)
        trump = trump_shown(s.kitty_order[0])
        if declarer == NONE:
            declarer = t.first_drawer
    _set_trump(s, trump, declarer, planes)


cdef inline bint _has_bid(State* s, int seat) noexcept nogil:
    return may_bid(s.table.spec, s.table.bids, s.table.n_bids, seat, &s.seats[seat].hand)


cdef inline bint _next_bidder(State* s, int planes) noexcept nogil:
    """Draw on, then go round, to the next seat that has a bid to choose; false when bidding is over."""
    cdef Table* t = &s.table
    cdef int total = t.players * t.hand_size
    cdef int seat
    while s.phase == DRAWING:
        if t.drawn == total:
            s.phase = CLOSING
            break
        seat = (t.first_drawer + t.drawn) % t.players
        add_face(&s.seats[seat].hand, bit(t.map.to_layout[s.order[seat][t.drawn // t.players]]), planes)
        t.drawn += 1
        if _has_bid(s, seat):
            s.asked = seat
            return True
    # After the last draw: in drawing order until all have passed in a row; who has nothing to bid
    # passes unasked.
    while s.passes < t.players:
        seat = s.closer
        s.closer = (seat + 1) % t.players
        s.passes += 1
        if _has_bid(s, seat):
            s.asked = seat
            return True
    return False


cdef inline int _apply_bid(State* s, const Choice* choice, int planes) noexcept nogil:
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
    b.draw = t.hand_size if s.phase == CLOSING else (t.drawn + t.players - 1) // t.players
    t.n_bids += 1
    s.passes = 0
    face = bit(t.map.to_layout[b.face])
    for j in range(b.count):
        t.shown[s.asked].p[j] |= face
    return FINE


# -------------------------------------------------------------------------------------- playing

cdef inline void _record_play(State* s, const Planes* cards, int planes) noexcept nogil:
    """Lay cards of the seat asked on the table: out of its hand, into the trick and the record."""
    cdef Table* t = &s.table
    cdef int seat = s.asked
    cdef int j
    t.plays[t.n_plays] = cards[0]
    t.n_plays += 1
    t.trick_points += points_of(t.map, cards, planes)
    remove_cards(&s.seats[seat].hand, cards, planes)
    # Of the cards shown before, only those still held stay marked.
    for j in range(planes):
        t.shown[seat].p[j] &= s.seats[seat].hand.p[j]
    add_cards(&t.played[seat], cards, planes)
    absorb(&s.digest, cards.p[0], cards.p[1])
    if planes > 2:
        absorb(&s.digest, cards.p[2], cards.p[3])


cdef inline int _apply_lead(State* s, const Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef const Planes* hand = &s.seats[s.asked].hand
    cdef const Planes* cards = &choice.cards
    cdef Planes led
    cdef Planes hands[8]
    cdef Unit forced
    cdef uint8_t stopper
    cdef int i
    if not is_proper(cards, planes):
        return NOT_PROPER
    if not cards.p[0]:
        return EMPTY_LEAD
    if not contains(hand, cards, planes):
        return NOT_HELD
    if suit_of(t.map, cards.p[0]) < 0:
        return MIXED_LEAD
    led = cards[0]
    read_lead(t.map, &led, &t.lead)
    if t.lead.kind == THROW:
        t.throws += 1
        for i in range(t.players):
            hands[i] = s.seats[i].hand
        if not judge_throw(t.spec, t.map, &t.lead, hands, s.asked, &forced, &stopper):
            t.failed += 1
            # Everybody has seen the whole throw: what goes back to the hand stays marked as shown.
            for i in range(planes):
                t.shown[s.asked].p[i] |= cards.p[i]
            absorb(&s.digest, cards.p[0], cards.p[1])
            unit_cards(t.map, &forced, &led)
            read_lead(t.map, &led, &t.lead)
    t.winner = s.asked
    open_trick(t.map, &t.lead, &s.best)
    t.beating = s.best.beating
    _record_play(s, &led, planes)
    return FINE


cdef inline int _apply_follow(State* s, const Choice* choice, int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef const Planes* hand = &s.seats[s.asked].hand
    cdef const Planes* cards = &choice.cards
    if not follow_allows(t.spec, t.map, &choice.follow, hand, cards):
        if not is_proper(cards, planes):
            return NOT_PROPER
        if not contains(hand, cards, planes):
            return NOT_HELD
        if count_cards(cards, planes) != t.lead.cards:
            return WRONG_COUNT
        return BAD_FOLLOW
    if choice.follow.in_suit < t.lead.cards:
        t.voids[s.asked] |= 1 << t.lead.suit
    if beats(t.map, &t.lead, cards, &s.best):
        t.winner = s.asked
        t.beating = s.best.beating
    _record_play(s, cards, planes)
    return FINE


cdef inline void _finish_trick(State* s) noexcept nogil:
    """R18: the winner takes the points and leads."""
    cdef Table* t = &s.table
    t.points[t.winner] += t.trick_points
    t.trick_points = 0
    t.trick += 1
    t.n_plays = 0
    t.leader = t.winner
    t.turn = t.winner


cdef inline void _finish_deal(State* s, int planes) noexcept nogil:
    """R28-R30, R33: points, levels, next declarer; the row of the deal."""
    cdef Table* t = &s.table
    cdef Row* row = &s.row
    cdef int i, defenders_up, attackers_up
    cdef bint holds
    cdef uint32_t winners = t.team
    cdef int points = t.penalties
    cdef const Bid* top = NULL
    for i in range(t.players):
        if not (t.team >> i) & 1:
            points += t.points[i]
    row.board = t.board
    row.declarer = t.declarer
    row.level = t.level
    row.trump = t.trump
    row.bidder = NONE
    row.bid_count = row.draw_index = 0
    if t.n_bids:
        top = &t.bids[t.n_bids - 1]
        row.bidder = top.seat
        row.bid_count = top.count
        row.draw_index = top.draw
    row.kitty_points = points_of(t.map, &s.seats[t.declarer].kitty, planes)
    row.last_winner = t.winner
    row.kitty_factor = 0
    if not (t.team >> t.winner) & 1:
        row.kitty_factor = kitty_factor(&t.lead)
        points += row.kitty_points * row.kitty_factor
    row.points = points
    holds = level_change(t.spec, points, &defenders_up, &attackers_up)
    if not holds:
        winners = ~winners
    row.levels = defenders_up - attackers_up
    row.team = t.team
    row.holder = next_declarer(t.players, t.declarer, winners)
    row.tricks = t.trick
    row.throws = t.throws
    row.failed = t.failed
    absorb(&s.digest,
           <uint64_t>row.declarer | <uint64_t>row.bidder << 8 | <uint64_t>row.level << 16
           | <uint64_t>row.trump << 24 | <uint64_t>row.bid_count << 32 | <uint64_t>row.draw_index << 40
           | <uint64_t>row.holder << 48 | <uint64_t>row.last_winner << 56,
           <uint64_t>(row.points & 0xffff) | <uint64_t>(row.kitty_points & 0xffff) << 16
           | <uint64_t><uint32_t>row.kitty_factor << 32)
    absorb(&s.digest,
           <uint64_t>(row.levels & 0xff) | <uint64_t>row.tricks << 8 | <uint64_t>row.throws << 16
           | <uint64_t>row.failed << 24 | <uint64_t>row.team << 32, t.board)
    s.phase = FINISHED


# --------------------------------------------------------------------------- the two entry points

cdef inline void _use_stream(State* s, int seat, int purpose) noexcept nogil:
    """Give the seat the generator of this purpose; a deal's phases follow each other, so one is enough."""
    if s.stream[seat] != purpose:
        s.stream[seat] = purpose
        s.memos[seat].rng = stream_key(s.key, purpose, seat, 0)


cdef inline bint next_decision(State* s, Choice* choice, int planes) noexcept nogil:
    """Run on to the next choice; fills the in part of `choice` and s.asked; false when the deal is over."""
    cdef Table* t = &s.table
    if s.phase <= CLOSING:
        if _next_bidder(s, planes):
            choice.decision = BID
            choice.n_bids = open_bids(t.spec, t.bids, t.n_bids, s.asked, t.level, &s.seats[s.asked].hand,
                                      choice.bids)
            _use_stream(s, s.asked, BID_STREAM)
            return True
        _close_bidding(s, planes)
    if s.phase == BURYING:
        choice.decision = BURY
        s.asked = t.declarer
        _use_stream(s, s.asked, BURY_STREAM)
        return True
    if s.phase == FINISHED:
        return False
    if t.n_plays == t.players:
        _finish_trick(s)
    if t.n_plays == 0:
        if not s.seats[t.turn].hand.p[0]:
            _finish_deal(s, planes)
            return False
        choice.decision = LEAD
    else:
        t.turn = t.turn + 1 if t.turn + 1 < t.players else 0
        choice.decision = FOLLOW
        follow_of(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &choice.follow)
    s.asked = t.turn
    _use_stream(s, s.asked, PLAY_STREAM)
    return True


cdef inline int apply(State* s, const Choice* choice, int planes) noexcept nogil:
    """Check the choice of the seat asked and carry it out; a Refusal leaves the state as it was."""
    cdef Seat* seat = &s.seats[s.asked]
    if choice.decision == FOLLOW:
        return _apply_follow(s, choice, planes)
    if choice.decision == LEAD:
        return _apply_lead(s, choice, planes)
    if choice.decision == BID:
        return _apply_bid(s, choice, planes)
    if not is_proper(&choice.cards, planes):
        return NOT_PROPER
    if not contains(&seat.hand, &choice.cards, planes):
        return NOT_HELD
    if count_cards(&choice.cards, planes) != s.table.kitty_size:
        return WRONG_COUNT
    remove_cards(&seat.hand, &choice.cards, planes)
    seat.kitty = choice.cards
    seat.sees_kitty = 1
    absorb(&s.digest, choice.cards.p[0], choice.cards.p[1])
    s.phase = PLAYING
    return FINE
