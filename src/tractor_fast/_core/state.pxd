# One deal as a state machine.  The struct, and what all its phases share; the phases are in
# opening, auction, exchange, play and finish, and steps.pxd joins them into the two entry points
# `next_decision` and `apply`.  Undo is a copy of the struct.
#
# `planes` is a literal in the callers, so that loops over planes unroll: 2 on the plain path (one or
# two decks, default formats), 4 on the general path (paths.pxd).

from .deal cimport Given
from .digest cimport Digest
from .rng cimport BID_STREAM, stream_key
from .trick cimport Best
from .types cimport NONE, Memo, Planes, Row, Seat, Table, Unit
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum Phase:
    DRAWING = 0          # cards are drawn one by one; after each the drawing seat may bid
    CLOSING = 1          # all cards are drawn; seats may bid until all pass in a row
    NAMING_TRUMP = 2     # R22: the declarer's partner names a suit
    NAMING_PARTNER = 3   # R26
    BURYING = 4
    STEALING = 5         # R24: others may overbid and exchange in turn
    NAMING_FRIENDS = 6   # R25
    PLAYING = 7
    NAMING_UNIT = 8      # R10: the unit of a failed throw that must be led
    FINISHED = 9

cdef enum Refusal:       # why `apply` refused; texts in refusals.py
    FINE = 0
    BAD_BID = 1
    NOT_PROPER = 2
    NOT_HELD = 3
    WRONG_COUNT = 4
    EMPTY_LEAD = 5
    MIXED_LEAD = 6
    BAD_FOLLOW = 7
    NO_THROWS = 8
    BAD_TRUMP = 9
    BAD_PARTNER = 10
    BAD_CALL = 11
    SAME_CALL = 12
    BAD_UNIT = 13
    MUST_BID = 14

cdef enum:
    CHOICE_STREAMS = 4       # bid, name, bury, play: the purposes that strategies draw from

cdef enum:
    IN_TURN = 254        # of level and declarer: every combination once in as many boards as there are

cdef struct Context:     # what is fixed before the cards, for all boards of a run (design: context)
    uint64_t seed
    uint8_t level        # rank 0..12, or NONE: drawn by each board, or IN_TURN
    uint8_t declarer     # seat, or NONE: drawn by each board, or IN_TURN
    uint8_t first_deal   # 1: no declarer before the bidding (R21, R23)
    const Given* given   # cards that every deal gives to their owners, or NULL
    const uint32_t* variants  # which variant of a board is played, from board `varied_from` on; NULL: 0
    uint64_t varied_from

cdef struct State:
    Table table
    Seat seats[8]
    Memo memos[8]
    uint64_t key                 # board_key, varied
    const Given* given           # as in Context
    uint64_t streams[8][4]       # generators of the purposes not in use, by seat
    uint8_t begun[8]             # by seat: bit p = stream BID_STREAM + p has been seeded
    uint8_t stream[8]            # by seat: purpose of the generator in its memo, NONE before the first
    uint8_t upkeep               # 1: kept up are Table.played, cards shown, hands drawn; 2: `past` too
    uint8_t phase
    uint8_t first_deal           # 1: nobody declared before the bidding
    uint8_t attempt              # redeals so far (R22)
    uint8_t passes               # seats in a row that have passed or had nothing to bid
    uint8_t closer               # CLOSING, STEALING: the seat whose turn it is
    uint8_t asked                # the seat whose choice is awaited
    uint8_t last_leader          # of the trick before
    uint8_t seen[3]              # copies played of each friend's card (R25)
    uint8_t n_beatable           # NAMING_UNIT: how many units may be named
    Unit beatable[54]
    Best best                    # what the next play must beat
    Planes dealt[8]              # natural layout, before the kitty
    Planes dealt_kitty
    uint8_t place[8][56]         # by seat: when each card of `dealt` is drawn (drawing.pxd); read by eights
    Planes bid_cards[8]          # by seat: cards drawn that it may come to bid with, no-trump map
    Planes biddable[8]           # by seat: faces of which one card, two .. may be bid (R21)
    uint8_t open                 # bit i = seat i has drawn a bid open to it
    uint64_t coming[4]           # draws to come that bring a card to bid with
    uint8_t coming_seat[216]     # by draw, of these: whose it is, and the card's bit in the no-trump map
    uint8_t coming_bit[216]
    uint8_t kitty_order[216]
    Digest digest
    Row row                      # filled when FINISHED
    uint8_t opening_bids         # bids made before the kitty was taken up; later ones stole it (R24)
    # What was played, with upkeep = 2.
    uint8_t leaders[54]          # by trick
    Planes past[216]             # play i of trick k is number k * players + i
    Planes thrown[54]            # by trick: the throw that failed (R10), or nothing


cdef inline int after(const Table* t, int seat) noexcept nogil:
    """The next seat in playing order."""
    return (seat + 1) * (seat + 1 < t.players)  # no branch: it is hard to foresee


cdef inline void use_stream(State* s, int seat, int purpose) noexcept nogil:
    """Give the seat the generator of this purpose, as it left it, seeded at first use."""
    cdef int p = purpose - BID_STREAM
    if s.stream[seat] == purpose:
        return
    if s.stream[seat] != NONE:
        s.streams[seat][s.stream[seat] - BID_STREAM] = s.memos[seat].rng
    if not (s.begun[seat] >> p) & 1:
        s.begun[seat] |= 1 << p
        s.streams[seat][p] = stream_key(s.key, purpose, seat, 0)
    s.memos[seat].rng = s.streams[seat][p]
    s.stream[seat] = purpose
