# Bids (R21) and the trump that a card sets (R21, R22), for every setting.
#
# Until trump is known hands are in the no-trump map of the level: level cards at bits 52..55 in
# the order c d h s, small joker 59, big joker 63.
#
#   find_biddable(spec, bids, n_bids, seat, Planes* faces)      faces.p[j]: of which it may bid j + 1
#   bint may_bid(faces, hand, planes)          if it holds them: does it?
#   int open_bids(faces, level, hand, BidOption* out, planes)
#       The bids open, fewer cards first, then c d h s SJ BJ; returns how many (0..24).
#   int trump_shown(face)         trump that a bid of this natural face sets
#   int revealed_trump(spec, kitty, n, level)      what is trump when nobody bid
#   The last entry of `bids` is the top bid.  A bid's count is all the cards that it shows, so a
#   reinforcement from one to two cards has count 2.

from libc.stdint cimport uint8_t, uint64_t

from .bits cimport bit, lowest_bit
from .types cimport (ALL_DECKS, EQUAL_TO_TOP, JOKER_OR_HIGHER_SUIT, LENGTH, NO_JOKERS, NO_TRUMP,
                     REVEAL_FIRST_SUIT, REVEAL_LEVEL_OR_HIGHEST, SAME_OR_OTHER, SMALL_ALL_BIG_ALL_BUT_ONE,
                     TWO_OR_MORE, Bid, BidOption, Planes, Spec)

cdef enum:
    SMALL_JOKER = 52
    BIG_JOKER = 53

cdef inline int trump_shown(int face) noexcept nogil:
    return face & 3 if face < SMALL_JOKER else NO_TRUMP

# The faces that a bid may show in six bits: level cards c d h s, small joker, big joker.

cdef inline uint64_t six_of(uint64_t faces) noexcept nogil:
    """Of faces in the no-trump map."""
    return faces >> 52 & 15 | faces >> 55 & 16 | faces >> 58 & 32

cdef inline uint64_t six_dealt(uint64_t natural, int level) noexcept nogil:
    """Of natural faces."""
    return natural >> 4 * level & 15 | natural >> 48 & 48

cdef inline int face_of_six(int nth, int level) noexcept nogil:
    """The natural face."""
    return nth + (48 if nth & 4 else 4 * level)

cdef inline uint64_t _level_cards() noexcept nogil:
    return 15ULL << 52

cdef inline uint64_t _face_bit(int face) noexcept nogil:
    """No-trump bit of a level card or joker."""
    if face < SMALL_JOKER:
        return bit(52 + (face & 3))
    return bit(59) if face == SMALL_JOKER else bit(63)

cdef inline uint64_t _biddable_jokers(const Spec* spec, int count) noexcept nogil:
    """Jokers of which exactly `count` may be shown."""
    if spec.joker_bids == TWO_OR_MORE:
        return bit(59) | bit(63) if count > 1 else 0
    if spec.joker_bids == NO_JOKERS:
        return 0
    if count == spec.decks:
        return bit(59) | bit(63)
    if spec.joker_bids == SMALL_ALL_BIG_ALL_BUT_ONE and count == spec.decks - 1:
        return bit(63)
    return 0

cdef inline uint64_t _higher(const Spec* spec, const Bid* top, int count) noexcept nogil:
    """Faces of which `count` cards are a higher bid than the top one."""
    cdef uint64_t all_faces = _level_cards() | bit(59) | bit(63)
    if count != top.count:
        return all_faces if count > top.count else 0
    if spec.bid_order == LENGTH:
        return 0
    if top.face >= SMALL_JOKER:
        return bit(63) if top.face == SMALL_JOKER else 0
    if spec.bid_order == JOKER_OR_HIGHER_SUIT and count > 1:
        # Diamonds < clubs < hearts < spades.
        if top.face & 3 == 1:
            return all_faces ^ bit(53)
        if top.face & 3 == 0:
            return all_faces ^ bit(53) ^ bit(52)
        return all_faces & ~((bit(52 + (top.face & 3) + 1) - 1))
    return bit(59) | bit(63)

cdef inline uint64_t biddable(const Spec* spec, const Bid* bids, int n_bids, int seat,
                              int count) noexcept nogil:
    """Faces of which a bid of exactly `count` cards is open to the seat, if it holds them."""
    cdef uint64_t shown = _level_cards() | _biddable_jokers(spec, count)
    cdef uint64_t higher
    cdef const Bid* top
    cdef int i
    if not n_bids:
        return shown
    top = &bids[n_bids - 1]
    if top.seat == seat and spec.reinforce != SAME_OR_OTHER:
        return shown & _face_bit(top.face) if count > top.count else 0
    higher = _higher(spec, top, count)
    if spec.reinforce == EQUAL_TO_TOP and count <= top.count:
        # Who was overbid may show more of the card of his own last bid, up to the top's number.
        for i in range(n_bids - 2, -1, -1):
            if bids[i].seat == seat:
                if bids[i].count < count:
                    higher |= _face_bit(bids[i].face)
                break
    return shown & higher

cdef inline void find_biddable(const Spec* spec, const Bid* bids, int n_bids, int seat,
                               Planes* faces) noexcept nogil:
    cdef int j
    for j in range(spec.decks):
        faces.p[j] = biddable(spec, bids, n_bids, seat, j + 1)

cdef inline bint may_bid(const Planes* faces, const Planes* hand, int planes) noexcept nogil:
    cdef uint64_t held = 0
    cdef int j
    for j in range(planes):
        held |= faces.p[j] & hand.p[j]
    return held != 0

cdef inline int open_bids(const Planes* faces, int level, const Planes* hand, BidOption* out,
                          int planes) noexcept nogil:
    cdef int j, n = 0, nth
    cdef uint64_t held = 0  # a byte for each count: in one loop, since how many there are is hard to foresee
    for j in range(planes):
        held |= six_of(faces.p[j] & hand.p[j]) << 8 * j
    while held:
        nth = lowest_bit(held)
        held &= held - 1
        out[n].face = face_of_six(nth & 7, level)
        out[n].count = (nth >> 3) + 1
        n += 1
    return n

cdef inline int revealed_trump(const Spec* spec, const uint8_t* kitty, int n, int level) noexcept nogil:
    """R22: kitty cards turned up in order; no trump where none can be turned up."""
    cdef int i, face, highest = -1
    cdef bint pass_jokers = spec.no_bid == REVEAL_FIRST_SUIT or spec.joker_bids == NO_JOKERS
    for i in range(n):
        face = kitty[i]
        if spec.no_bid == REVEAL_LEVEL_OR_HIGHEST:
            if face >= SMALL_JOKER or face >> 2 == level:
                return trump_shown(face)
            if highest < 0 or face >> 2 > highest >> 2:
                highest = face
        elif face < SMALL_JOKER or not pass_jokers:
            return trump_shown(face)
    return NO_TRUMP if highest < 0 else highest & 3


cdef inline int turned_up(const Spec* spec, const uint8_t* kitty, int n, int level) noexcept nogil:
    """How many of these are turned up until trump is known (R22)."""
    cdef int i
    cdef bint pass_jokers = spec.no_bid == REVEAL_FIRST_SUIT or spec.joker_bids == NO_JOKERS
    for i in range(n):
        if spec.no_bid == REVEAL_LEVEL_OR_HIGHEST:
            if kitty[i] >= SMALL_JOKER or kitty[i] >> 2 == level:
                return i + 1
        elif kitty[i] < SMALL_JOKER or not pass_jokers:
            return i + 1
    return n
