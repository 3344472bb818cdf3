# The structs that the core, strategies and doors share.  No code here.
#
# Masks.  A set of faces is a 64-bit mask.  In the natural layout bit = face (cards.py); in the
# level-major layout (layout.pxd) bit = 4 * row + column, and strength within a suit is bit >> 2.
# A multiset is *planes*: plane j has a face's bit where more than j copies are held, so
# p[1] is a subset of p[0], and so on; unused planes are zero.
#
# Sizes are for 8 seats and 4 decks, whatever the table.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    ABI_VERSION = 1
    MAX_SEATS = 8
    MAX_PLANES = 4
    MAX_HAND = 54            # cards of one seat before the kitty is taken up
    MAX_CARDS = 216          # cards of four decks
    MAX_UNITS = 54           # a lead of single cards only
    MAX_BIDS = 64            # bids made in one deal: 24 heights, and up to 3 a seat as high as the top
    MAX_BID_OPTIONS = 24     # six faces, one to four cards each
    MAX_RUN = 16             # steps of the longest run: A to 2 of trumps, level cards, jokers
    MAX_PARTITIONS = 915     # partitions of 0 .. MAX_RUN, see ladder.pxd
    MEMO_SLOTS = 16
    TIERS = 5                # of an Order
    NONE = 255               # "no seat", "no suit", "not yet" in every uint8_t field
    NO_TRUMP = 4             # the trump of a no-trump deal; suits are 0..3 = c d h s
    TRUMP_SUIT = 4           # suit index of trumps in the level-major layout; plain suits are columns 0..3

cdef enum Decision:
    BID = 0                  # while drawing: a higher bid, or pass
    NAME = 1                 # friends, partner, trump, the unit of a failed throw
    BURY = 2                 # lay as many cards back as the kitty had
    LEAD = 3
    FOLLOW = 4

cdef enum NameKind:          # what a NAME decision is about
    NAME_FRIENDS = 0         # R25
    NAME_PARTNER = 1         # R26
    NAME_TRUMP = 2           # R22 declarer_side_names
    NAME_UNIT = 3            # R10 next_names

cdef enum UnitKind:
    SINGLE = 0
    TUPLE = 1
    TRACTOR = 2
    THROW = 3                # a lead of more than one unit
    RAINBOW = 4              # R35: a unit is a group of `width` cards of the rank of bit `top`, of no suit

cdef enum FollowFormat:      # what the cards that a follow takes from its pool have to be
    ANY_CARDS = 0            # anything (R15)
    BY_RUNG = 1              # cards of the led suit that meet the rung that the hand meets (R13)
    UNBROKEN = 2             # the same with `protect_longer_tuples`: the rung depends on the play (R14)
    GROUPS = 3               # a group of one rank for each of a rainbow's (R35)

# Values of the settings that are words, in the order in which rules.py lists them.
cdef enum Partners:
    FIXED = 0
    FRIENDS = 1
    NAMED = 2
cdef enum FriendCards:
    BELOW_LEVEL = 0
    NON_TRUMP = 1
    ANY_CARD = 2
    NOT_HIGHEST = 3
    NOT_POINTS = 4
cdef enum BidOrder:
    JOKER_OR_LENGTH = 0
    JOKER_OR_HIGHER_SUIT = 1
    LENGTH = 2
cdef enum JokerBids:
    TWO_OR_MORE = 0
    ALL_DECKS = 1
    SMALL_ALL_BIG_ALL_BUT_ONE = 2
    NO_JOKERS = 3
cdef enum Reinforce:
    SAME_CARD = 0
    SAME_OR_OTHER = 1
    EQUAL_TO_TOP = 2
cdef enum NoBid:
    REVEAL_FIRST = 0
    REVEAL_FIRST_SUIT = 1
    REVEAL_LEVEL_OR_HIGHEST = 2
    REDEAL = 3
    DECLARER_SIDE_NAMES = 4
cdef enum FailedThrow:
    FIRST_CHALLENGER = 0
    SMALLEST = 1
    NEXT_NAMES = 2
cdef enum FollowRule:
    STANDARD = 0
    SUIT_ONLY = 1
    PAIRS_ONLY = 2
cdef enum BulldozerLadder:
    STANDARD_LADDER = 0
    AS_LISTED = 1
    TRACTOR_OVER_TRIPLE_PAIR = 2
    TRACTOR_OVER_TRIPLES = 3
cdef enum ThrowEval:
    ALL_UNITS = 0
    HIGHEST_UNIT = 1
    LONGEST_UNITS = 2
cdef enum Bombs:
    NO_BOMBS = 0
    ANY_SUIT = 1
    SUIT_FOLLOWING = 2
cdef enum KittyFactor:
    DOUBLE_SIZE = 0
    POWER = 1
    DOUBLE_CARDS = 2
    DOUBLE = 3
    BIANFENG = 4
    NO_FACTOR = 5

cdef struct Planes:
    uint64_t p[4]

cdef struct Unit:            # R7
    uint8_t width            # copies of each face: 1 single, 2 pair, ...
    uint8_t length           # adjacent steps: 1 for singles and tuples
    uint8_t top              # bit of the face in its highest step
    uint8_t joint            # tractor: bit of the off-suit level face that fills that step, else NONE

cdef struct Lead:            # the format of a lead, R8
    uint8_t kind             # UnitKind of the only unit, or THROW
    uint8_t suit             # 0..3 columns, TRUMP_SUIT; NONE: a rainbow
    uint8_t cards            # cards in the lead
    uint8_t n_units
    uint8_t largest          # cards in the largest unit, R29
    uint8_t pairs            # pairs in its units, those in tractors included
    Unit units[54]           # smallest first, then lowest card

cdef struct Rung:            # what a follow has to reach, R13 (two decks: pairs and runs of pairs)
    uint8_t pairs            # at least so many pairs in all
    uint64_t runs            # disjoint runs of l adjacent pairs are counted in nibble l - 1, l >= 2

cdef struct Slots:           # a rung in general (R13): every slot takes cards of one face
    uint8_t n_runs
    uint8_t tuples[5]        # [w]: loose slots of w cards, w = 2..4; [1]: single cards
    uint64_t runs[18]        # runs of adjacent steps: widths, a nibble a step, lowest step first

cdef struct Shape:           # of a unit
    uint8_t width
    uint8_t length

cdef struct Follow:          # all that a follow may be: `forced` and `need` cards out of `pool`
    uint8_t need             # cards to choose from the pool
    uint8_t in_suit          # cards of the led suit that the hand holds
    uint8_t by_format        # FollowFormat: what binds the cards from the pool
    Planes forced            # cards of the led suit that must all go (R12)
    Planes pool
    Rung rung                # the plain path: two decks, standard settings
    # the general path, see general/follows.pxd
    Slots slots
    uint64_t bombs           # faces of which four may be played whatever else is held (R34)
    uint8_t n_asked          # UNBROKEN: units of two cards and more that the lead asks for
    Shape asked[27]          # in the order in which they step down (R13)

cdef struct Bid:             # R21
    uint8_t seat
    uint8_t face             # natural face
    uint8_t count
    uint8_t draw             # cards that this seat had drawn

cdef struct Call:            # R25: who plays the ordinal-th copy of a face is a friend
    uint8_t face             # natural face
    uint8_t ordinal          # from 1

cdef struct Order:           # in which cards are given away (bots/orders.pxd)
    uint64_t tiers[5]        # masks of faces; a face belongs to the first tier that has it, if any

cdef struct TrumpTable:      # one level rank and trump: the level-major layout's constants
    uint8_t level            # rank 0..12
    uint8_t trump            # 0..3, NO_TRUMP
    uint8_t step_bit         # bit that stands for the step of the off-suit level cards in folded masks
    uint64_t suits[5]        # faces of columns 0..3 and of trump; the trump suit's own column is empty
    uint64_t equal           # the off-suit level faces (all four level faces in no trump), R6
    uint64_t carry           # what, added to any of the off-suit level faces, sets step_bit (formats.pxd)
    uint64_t steps           # the bits of folded masks
    uint64_t linked          # folded: bits whose step is adjacent to the step four bits up, R5
    uint64_t fives           # faces worth 5
    uint64_t tens            # faces worth 10
    uint8_t points[64]       # bit -> points of the face (R1)
    uint8_t suit_at[64]      # bit -> suit of the face, 0..3 or TRUMP_SUIT
    Order cheap              # what `expert` gives to a trick that its opponents win
    Order feed[2]            # to one that its partner wins; 1: trumps are led
    uint8_t to_layout[54]    # natural face -> bit
    uint8_t to_natural[64]   # bit -> natural face, NONE where no face is
    uint16_t claims[5][64]   # by suit led, bit: what a single card is worth in the trick (random_tricks.pxd)

cdef struct Spec:            # a rule set, resolved before the loop; read-only in it
    uint32_t abi_version
    uint32_t size
    uint8_t players
    uint8_t decks
    uint8_t hand_size
    uint8_t kitty_size
    uint8_t bids_decide_trump        # 1 `trump = bid`, 0 `trump = random`
    int64_t level_cap                # INT64_MAX = no cap
    int32_t level_step               # step_per_deck * decks, R30
    uint8_t general                  # 1: formats, follows and tricks need the general path (general/)
    uint8_t partners                 # Partners, and so on: the settings as rules.py has them
    uint8_t n_friends
    uint8_t friend_cards
    uint8_t double_join
    uint8_t after_deal               # 1 `bid_when = after_deal`
    uint8_t bid_order
    uint8_t joker_bids
    uint8_t reinforce
    uint8_t no_bid
    uint8_t first_bid_declares       # 1 `first_declarer = first_bid`
    uint8_t kitty_theft
    uint8_t throws
    uint8_t failed_throw
    uint8_t tractor_width            # smallest
    uint8_t tractor_length           # smallest
    uint8_t partial_tractors
    uint8_t throw_tractors
    uint8_t competes_by_reading      # 1 `competes = reading`
    uint8_t follow
    uint8_t protect_longer_tuples
    uint8_t tractors_answer_only_tractors
    uint8_t each_unit                # 1 `throw_follow = each_unit`
    uint8_t bulldozer_ladder
    uint8_t throw_eval
    uint8_t bombs
    uint8_t rainbows                 # 0 = none
    uint8_t kitty_factor
    uint8_t small_team_bonus
    uint8_t hook
    uint8_t pass_top                 # 1 `match_end = pass_top`
    uint16_t must_defend             # bit r = rank r is listed
    int32_t throw_penalty
    uint64_t deck[13][4]             # natural layout, by level: faces that deck j still has, R20
    uint64_t binomial[55][55]
    double absent[73]                # chance that one of the other hands holds none of n unseen cards
    uint64_t partition_runs[915]     # ladder.pxd
    uint8_t partition_pairs[915]
    uint16_t partition_first[17]     # index of the partition of n into one part
    uint64_t rungs[14][19][28]       # ways to join fours, threes and pairs into runs, general/groupings.pxd
    TrumpTable tables[13][5]

cdef struct Table:           # all that is public, one a deal; kept up as the deal goes
    uint32_t abi_version
    uint32_t size
    const Spec* spec
    const TrumpTable* map    # of the trump in force; the no-trump map of the level until trump is known
    uint64_t board
    uint8_t players
    uint8_t decks
    uint8_t hand_size
    uint8_t kitty_size
    uint8_t level            # level rank 0..12
    uint8_t declarer         # NONE until a first deal's bidding is over
    uint8_t first_drawer
    uint8_t trump            # 0..3, NO_TRUMP; NONE while unknown
    uint8_t drawn            # cards drawn so far, all seats together
    uint8_t n_bids
    Bid bids[64]
    # the trick on the table
    uint8_t trick            # tricks finished
    uint8_t leader
    uint8_t turn             # seat to play
    uint8_t n_plays
    uint8_t winner           # seat that leads the trick so far
    int16_t trick_points
    uint64_t beating         # lead of one unit: faces that beat the play that leads (trick.pxd); throw: 0
    Lead lead
    Planes plays[8]          # in playing order: play i is of seat (leader + i) % players
    # what has been seen
    Planes played[8]         # by seat
    Planes unplayed          # all cards of the decks but those
    Planes shown[8]          # by seat: shown in bids and failed throws, and not played since
    uint8_t void_in[5]       # by suit: bit i = seat i has shown that it holds none
    int16_t points[8]        # by seat: points won in tricks
    uint8_t failed_by[8]     # by seat: throws that failed, for the penalty of R10
    uint8_t team             # bit i = seat i is known to be on the declarer's side
    uint8_t n_calls          # friends called, R25
    uint8_t answered         # bit i = call i has been answered
    Call calls[3]
    uint8_t named            # face named for a partner, R26; NONE before
    uint8_t exchanger        # who buried last: the declarer, or who stole the kitty (R24)
    uint8_t throws           # throws led
    uint8_t failed           # of these, how many failed

cdef struct Seat:            # all that one seat knows besides
    uint8_t seat
    uint8_t declares         # 1: this seat is the declarer
    uint8_t sees_kitty       # 1: `kitty` is what it buried
    Planes hand              # level-major under table.map; while drawing: the cards drawn so far
    Planes kitty
    const double* parameters  # of its strategy, in the order that `strategies show` lists
    const void* context      # the strategy's own; NULL for those built in

cdef struct Memo:            # a seat's own scratch, zeroed before each deal
    uint64_t rng             # generator of this seat and decision (rng.pxd)
    uint64_t slots[16]

cdef struct BidOption:
    uint8_t face             # natural face
    uint8_t count

cdef struct Choice:
    # in
    uint8_t decision         # Decision
    uint8_t n_bids           # BID: how many bids are open (at least one)
    uint8_t must_bid         # BID: 1 = its best bid is asked for, though it would pass; else 0
    BidOption bids[24]
    uint8_t name_kind        # NAME: NameKind
    uint8_t n_units          # NAME_UNIT: the units of which one is named
    Unit units[54]
    Follow follow            # FOLLOW: what may be played
    # out
    uint8_t named            # NAME: face of the partner, suit of trump, or index into `units`
    Call calls[3]            # NAME_FRIENDS: as many as spec.n_friends
    uint8_t bid              # BID: index into `bids`, or NONE to pass
    Planes cards             # BURY, LEAD, FOLLOW: the cards chosen

# A strategy.  Returns 0, or a code of its own that it gives up with.  Writes Memo and the out part of
# Choice only.
ctypedef int (*Policy)(const Table*, const Seat*, Memo*, Choice*) noexcept nogil

cdef packed struct Row:      # the outcome of a deal, version 1; numpy dtype in engine.pyx
    uint64_t board
    uint8_t declarer
    uint8_t bidder           # of the winning bid, NONE if nobody bid
    uint8_t level            # rank 0..12
    uint8_t trump            # 0..3, 4 no trump
    uint8_t bid_count        # cards of the winning bid, 0 if nobody bid
    uint8_t draw_index       # cards that the bidder had drawn when he made it
    int64_t points           # of the attackers, kitty and penalties in, R28 R29
    int16_t kitty_points     # points buried, before the factor
    int64_t kitty_factor     # R29, up to 2^54; 0 where the declarer's side won the last trick
    int64_t levels           # gained by the declarer's side, minus the attackers' gain, R30
    uint8_t holder           # next declarer, R33
    uint8_t last_winner
    uint8_t tricks
    uint8_t throws
    uint8_t failed
    uint8_t team             # bit i = seat i was on the declarer's side
    uint8_t hook_hit         # 1: attackers won the last trick with a single J where J was defended, R31
