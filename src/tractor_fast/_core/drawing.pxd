# The order in which hands are drawn, and the draws that bidding waits for (R21).
#
# Of all cards drawn only level cards and jokers can open a bid to anybody.  So a hand is not put into
# drawing order, it is only known when each of its cards comes; the draws that bring a card to bid with
# are picked out by that, and bidding goes from one to the next.

from .bidding cimport face_of_six, find_biddable, may_bid, six_dealt, six_of
from .bits cimport bit, lowest_bit, popcount, spread
from .layout cimport planes_to_layout
from .planes cimport add_cards, clear, count_cards, restrict_to
from .rng cimport ORDER_STREAM, high_product, next64, stream_key
from .state cimport State, after
from .types cimport EQUAL_TO_TOP, NO_TRUMP, NONE, Planes, Table
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    KITTY_SEAT = 255     # the kitty's "seat" in stream names


cdef inline uint64_t _word_for_eight(uint64_t* rng, uint32_t bound) noexcept nogil:
    """A word that yields numbers below bound, bound + 1, .. bound + 7, one after the other.

    They are the digits, the highest first, of one number below the product of these bounds, which must
    be below 2^64; so the word is refused as in `below`.
    """
    cdef uint64_t ends = <uint64_t>bound * (bound + 7)
    cdef uint64_t product = ends * (ends + 6) * (ends + 10) * (ends + 12)
    cdef uint64_t word = next64(rng)
    cdef uint64_t threshold
    if word * product < product:
        threshold = (0 - product) % product
        while word * product < threshold:
            word = next64(rng)
    return word


cdef inline void _place(uint64_t* rng, uint8_t* place, uint32_t first, int n) noexcept nogil:
    """Put cards first .. first + n - 1 (eight at most) into the order, each in turn at a uniform place."""
    cdef uint64_t word = _word_for_eight(rng, first + 1)
    cdef uint64_t k
    cdef int j
    for j in range(n):
        k = high_product(word, first + j + 1, &word)
        place[first + j] = place[k]
        place[k] = first + j


cdef inline void draw_places(uint64_t key_of_board, int seat, int attempt, int n,
                             uint8_t* place) noexcept nogil:
    """When each of n cards is drawn: a uniform permutation of 0 .. n-1 from the seat's own stream.

    Fisher-Yates from the inside out.
    """
    cdef uint64_t rng = stream_key(key_of_board, ORDER_STREAM, seat, attempt)
    cdef int i = 1
    place[0] = 0
    if n >= 25:
        # The first steps spelled out, with products that the compiler knows.
        _place(&rng, place, 1, 8)
        _place(&rng, place, 9, 8)
        _place(&rng, place, 17, 8)
        i = 25
    while i < n:
        _place(&rng, place, i, min(8, n - i))
        i += 8


cdef inline int order_cards(const Planes* natural, int planes, const uint8_t* place,
                            uint8_t* order) noexcept nogil:
    """Faces by place; returns how many.  Cards are counted plane by plane, lowest face first."""
    cdef uint64_t faces
    cdef int j, i = 0
    for j in range(planes):
        faces = natural.p[j]
        while faces:
            order[place[i]] = lowest_bit(faces)
            faces &= faces - 1
            i += 1
    return i


cdef inline int draw_order(const Planes* natural, int planes, uint64_t key_of_board, int seat, int attempt,
                           uint8_t* order) noexcept nogil:
    """Faces of a hand or of the kitty (up to 216) in the order in which they are drawn; returns how many."""
    cdef uint8_t place[216]
    draw_places(key_of_board, seat, attempt, count_cards(natural, planes), place)
    return order_cards(natural, planes, place, order)


cdef inline int _turn(const Table* t, int seat) noexcept nogil:
    """Which draw of a round is the seat's."""
    return seat - t.first_drawer + t.players * (seat < t.first_drawer)


cdef inline void _put_first(const Planes* hand, const Planes* early, int n, uint8_t* place) noexcept nogil:
    """Of n cards put those of `early` before all others; among these, and those, the order stays."""
    cdef uint8_t card_at[54]
    cdef uint8_t is_early[54]
    cdef uint64_t faces
    cdef int i = 0, j, k, first = 0, later = 0
    for j in range(4):
        faces = hand.p[j]
        while faces:
            is_early[i] = early.p[j] >> lowest_bit(faces) & 1
            later += is_early[i]
            faces &= faces - 1
            i += 1
    for i in range(n):
        card_at[place[i]] = i
    for k in range(n):
        i = card_at[k]
        if is_early[i]:
            place[i] = first
            first += 1
        else:
            place[i] = later
            later += 1


cdef inline void order_draws(State* s, const Planes* early, int planes) noexcept nogil:
    """Order the hands dealt, and pick the draws of cards that can be bid with before any bid is made.

    `early`, or NULL: cards of each hand that are drawn before its others.
    """
    cdef int seat
    for seat in range(s.table.players):
        draw_places(s.key, seat, s.attempt, s.table.hand_size, s.place[seat])
        if early != NULL:
            _put_first(&s.dealt[seat], &early[seat], s.table.hand_size, s.place[seat])
    pick_draws(s, planes)


cdef inline void pick_draws(State* s, int planes) noexcept nogil:
    """Of the hands in drawing order, the draws of cards that can be bid with before any bid is made.

    Two decks are less than 128 draws and four less than 256: as many words as planes.
    """
    cdef const Table* t = &s.table
    cdef const Planes* dealt
    cdef const Planes* openings = &s.biddable[0]
    cdef uint64_t[4] found  # by copy, a byte for each seat: how many one seat has is hard to foresee
    cdef uint64_t wanted
    cdef int seat, j, k, face, card, draw, nth
    for j in range(planes):
        s.coming[j] = 0
        found[j] = 0
    for seat in range(t.players):
        dealt = &s.dealt[seat]
        wanted = 0
        for j in range(planes):
            wanted |= six_dealt(dealt.p[j], t.level) & six_of(openings.p[j])
        for j in range(planes):
            found[j] |= (six_dealt(dealt.p[j], t.level) & wanted) << 8 * seat
    for j in range(planes):
        while found[j]:
            nth = lowest_bit(found[j])
            found[j] &= found[j] - 1
            seat = nth >> 3
            face = face_of_six(nth & 7, t.level)
            card = popcount(s.dealt[seat].p[j] & (bit(face) - 1))
            for k in range(j):
                card += popcount(s.dealt[seat].p[k])
            draw = s.place[seat][card] * t.players + _turn(t, seat)
            s.coming[draw >> 6] |= bit(draw & 63)
            s.coming_seat[draw] = seat
            s.coming_bit[draw] = t.map.to_layout[face]


cdef inline void open_bidding(State* s, int planes) noexcept nogil:
    """See what may be bid and who may: at the beginning, and after each bid."""
    cdef Table* t = &s.table
    cdef int top = t.bids[t.n_bids - 1].seat if t.n_bids else NONE
    cdef int i
    cdef Planes like
    # But for the top bidder the same is open to all, unless a seat's own bids open more to it.
    find_biddable(t.spec, t.bids, t.n_bids, after(t, top), &like)
    for i in range(t.players):
        if t.spec.reinforce == EQUAL_TO_TOP:
            find_biddable(t.spec, t.bids, t.n_bids, i, &s.biddable[i])
        else:
            restrict_to(&like, ~<uint64_t>0, &s.biddable[i], planes)
    if top != NONE:
        find_biddable(t.spec, t.bids, t.n_bids, top, &s.biddable[top])
    s.open = 0
    for i in range(t.players):
        s.open |= may_bid(&s.biddable[i], &s.bid_cards[i], planes) << i


cdef inline int _take_card(State* s, int draw, int planes) noexcept nogil:
    """Draw a card to bid with; returns the seat."""
    cdef int seat = s.coming_seat[draw]
    cdef int place = s.coming_bit[draw]
    cdef int j
    s.coming[draw >> 6] &= s.coming[draw >> 6] - 1
    for j in range(planes):
        if not (s.bid_cards[seat].p[j] >> place) & 1:
            s.bid_cards[seat].p[j] |= bit(place)
            s.open |= ((s.biddable[seat].p[j] >> place) & 1) << seat
            break
    return seat


cdef inline int _next_coming(const State* s, int planes) noexcept nogil:
    """The next draw that brings a card to bid with; when there is none, how many draws there are."""
    # The last bit of the last word is beyond all draws.  In no branch: hard to foresee.
    cdef int j, coming = 64 * planes - 64 + lowest_bit(s.coming[planes - 1] | bit(63))
    for j in range(planes - 2, -1, -1):
        coming ^= (coming ^ (64 * j + lowest_bit(s.coming[j] | bit(63)))) & -(s.coming[j] != 0)
    return min(coming, s.table.players * s.table.hand_size)


cdef inline void draw_silently(State* s, int drawn, int planes) noexcept nogil:
    """Draw until so many cards are drawn, and ask nobody."""
    cdef int coming = _next_coming(s, planes)
    while coming < drawn:
        _take_card(s, coming, planes)
        coming = _next_coming(s, planes)
    s.table.drawn = drawn


cdef inline void take_bids_away(State* s, int seat, int planes) noexcept nogil:
    """Let the seat have, and draw, nothing to bid with: it is not asked any more in this deal."""
    cdef int j, draw
    cdef uint64_t coming
    clear(&s.bid_cards[seat])
    s.open &= ~(1 << seat)
    for j in range(planes):
        coming = s.coming[j]
        while coming:
            draw = 64 * j + lowest_bit(coming)
            if s.coming_seat[draw] == seat:
                s.coming[j] ^= bit(draw & 63)
            coming &= coming - 1


cdef inline int draw_on(State* s, int planes) noexcept nogil:
    """Draw up to the next card whose drawer may bid; returns the seat, or NONE when all are drawn."""
    cdef Table* t = &s.table
    cdef int seat, coming, ahead
    while True:
        coming = _next_coming(s, planes)
        if s.open:
            seat = (t.first_drawer + t.drawn) % t.players
            # How many draw before one who may bid: in one step, since it is hard to foresee.
            ahead = lowest_bit(s.open >> seat | s.open << (t.players - seat))
            if t.drawn + ahead < coming:
                t.drawn += ahead + 1
                seat += ahead
                return seat - t.players * (seat >= t.players)
        if coming == t.players * t.hand_size:
            t.drawn = coming
            return NONE
        seat = _take_card(s, coming, planes)
        t.drawn = coming + 1
        if (s.open >> seat) & 1:
            return seat


cdef inline int draw_of(const Table* t, int seat, int n) noexcept nogil:
    """Which draw, from 0, gives a seat its n-th card."""
    return (n - 1) * t.players + _turn(t, seat)


cdef inline int cards_drawn(const Table* t, int seat) noexcept nogil:
    """How many cards a seat has drawn so far."""
    return (t.drawn + t.players - 1 - _turn(t, seat)) // t.players


cdef inline uint64_t _earlier(const uint8_t* place, int drawn) noexcept nogil:
    """Of eight cards, a bit each, those with a place before `drawn`: eight bytes are compared at once."""
    cdef uint64_t word, bytes_of_one = 0x0101010101010101ULL
    memcpy(&word, place, 8)
    # The highest bit of each byte says it; the product brings these together.
    word = ((drawn + 127) * bytes_of_one - word) & 0x80 * bytes_of_one
    return word * 0x0002040810204081ULL >> 56


cdef inline void take_up_drawn(State* s, int seat, int planes) noexcept nogil:
    """Put the cards that a seat has drawn so far into its hand."""
    cdef const Planes* dealt = &s.dealt[seat]
    cdef int drawn = cards_drawn(&s.table, seat), i, j
    cdef uint64_t cards = 0
    cdef Planes natural, copies
    for i in range(0, s.table.hand_size, 8):
        cards |= _earlier(s.place[seat] + i, drawn) << i
    cards &= bit(s.table.hand_size) - 1
    clear(&natural)
    clear(&copies)
    for j in range(planes):
        copies.p[0] = spread(cards, dealt.p[j])
        cards >>= popcount(dealt.p[j])
        add_cards(&natural, &copies, planes)
    planes_to_layout(&natural, &s.seats[seat].hand, s.table.level, NO_TRUMP, planes)


cdef inline void take_up_hands(State* s, int planes) noexcept nogil:
    """All cards are drawn: the seats hold them, in the no-trump map."""
    cdef int i
    for i in range(s.table.players):
        planes_to_layout(&s.dealt[i], &s.seats[i].hand, s.table.level, NO_TRUMP, planes)
