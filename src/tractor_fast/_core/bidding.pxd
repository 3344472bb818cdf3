# Bids while drawing (R21, `bid_order = joker_or_length`, `joker_bids = two_or_more`,
# `reinforce = same_card`) and the trump that a card sets (R21, R22).
#
# Until trump is known hands are in the no-trump map of the level: level cards at bits 52..55 in
# the order c d h s, small joker 59, big joker 63.
#
#   bint may_bid(spec, bids, n_bids, seat, hand)           any bid open to this seat?
#   int open_bids(spec, bids, n_bids, seat, level, hand, BidOption* out)
#       All of them, fewer cards first, then c d h s SJ BJ; returns how many (0..24).
#   int trump_shown(face)
#       Trump that a bid of this natural face sets (R21), or the kitty's first card when nobody
#       bids (R22 `reveal_first`): its suit 0..3, NO_TRUMP for a joker.
#   The last entry of `bids` is the top bid.  A bid's count is all the cards that it shows, so a
#   reinforcement from one to two cards has count 2.

from libc.stdint cimport uint64_t

from .bits cimport bit, lowest_bit
from .types cimport NO_TRUMP, Bid, BidOption, Planes, Spec

cdef enum:
    SMALL_JOKER = 52
    BIG_JOKER = 53

cdef inline int trump_shown(int face) noexcept nogil:
    return face & 3 if face < SMALL_JOKER else NO_TRUMP

cdef inline uint64_t _jokers() noexcept nogil:
    return bit(59) | bit(63)

cdef inline uint64_t _level_cards() noexcept nogil:
    return 15ULL << 52

cdef inline uint64_t _face_bit(int face) noexcept nogil:
    """No-trump bit of a level card or joker."""
    if face < SMALL_JOKER:
        return bit(52 + (face & 3))
    return bit(59) if face == SMALL_JOKER else bit(63)

cdef inline uint64_t _higher_class(int face) noexcept nogil:
    """Faces whose bid beats one of as many cards of `face`."""
    if face < SMALL_JOKER:
        return _jokers()
    return bit(63) if face == SMALL_JOKER else 0

cdef inline uint64_t biddable(const Bid* bids, int n_bids, int seat, int count) noexcept nogil:
    """Faces of which a bid of exactly `count` cards is open to the seat, if it holds them."""
    cdef const Bid* top
    if n_bids:
        top = &bids[n_bids - 1]
        if top.seat == seat:
            return _face_bit(top.face) if count > top.count else 0
        if count < top.count:
            return 0
        if count == top.count:
            return _higher_class(top.face) if count > 1 else 0
    return _level_cards() | _jokers() if count > 1 else _level_cards()

cdef inline bint may_bid(const Spec* spec, const Bid* bids, int n_bids, int seat,
                         const Planes* hand) noexcept nogil:
    cdef int j
    for j in range(spec.decks):
        if hand.p[j] & biddable(bids, n_bids, seat, j + 1):
            return 1
    return 0

cdef inline int open_bids(const Spec* spec, const Bid* bids, int n_bids, int seat, int level,
                          const Planes* hand, BidOption* out) noexcept nogil:
    cdef int j, b, n = 0
    cdef uint64_t faces
    for j in range(spec.decks):
        faces = hand.p[j] & biddable(bids, n_bids, seat, j + 1)
        while faces:
            b = lowest_bit(faces)
            faces &= faces - 1
            if b < 56:
                out[n].face = 4 * level + b - 52
            else:
                out[n].face = SMALL_JOKER if b == 59 else BIG_JOKER
            out[n].count = j + 1
            n += 1
    return n
