# The order in which hands are drawn, and the draws that bidding waits for (R21).
#
# Of all cards drawn only level cards and jokers can open a bid to anybody.  So a hand is not put into
# drawing order, it is only known when each of its cards comes; the draws that bring a card to bid with
# are picked out by that, and bidding goes from one to the next.

from .bidding cimport find_biddable, may_bid
from .bits cimport bit, lowest_bit, popcount
from .layout cimport planes_to_layout, planes_to_natural
from .planes cimport add_face, clear, count_cards
from .rng cimport ORDER_STREAM, high_product, next64, stream_key
from .state cimport State
from .types cimport EQUAL_TO_TOP, NO_TRUMP, NONE, Planes, Table
from libc.stdint cimport uint8_t, uint32_t, uint64_t

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
    return seat - t.first_drawer if seat >= t.first_drawer else seat - t.first_drawer + t.players


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
    cdef const uint8_t* place
    cdef Planes openings
    cdef uint64_t faces, wanted
    cdef int seat, turn, j, first, face, draw
    for j in range(planes):
        s.coming[j] = 0
    planes_to_natural(&s.biddable[0], &openings, t.level, NO_TRUMP, planes)
    for seat in range(t.players):
        dealt = &s.dealt[seat]
        place = s.place[seat]
        turn = _turn(t, seat)
        s.taken_up[seat] = 0
        wanted = 0
        for j in range(planes):
            wanted |= dealt.p[j] & openings.p[j]
        first = 0
        for j in range(planes):
            faces = dealt.p[j] & wanted
            while faces:
                face = lowest_bit(faces)
                faces &= faces - 1
                draw = place[first + popcount(dealt.p[j] & (bit(face) - 1))] * t.players + turn
                s.coming[draw >> 6] |= bit(draw & 63)
                s.coming_seat[draw] = seat
                s.coming_bit[draw] = t.map.to_layout[face]
            first += popcount(dealt.p[j])


cdef inline void open_bidding(State* s, int planes) noexcept nogil:
    """See what may be bid and who may: at the beginning, and after each bid."""
    cdef Table* t = &s.table
    cdef int top = t.bids[t.n_bids - 1].seat if t.n_bids else NONE
    cdef int i, like = NONE
    s.open = 0
    for i in range(t.players):
        # But for the top bidder the same is open to all, unless a seat's own bids open more to it.
        if like != NONE and i != top and t.spec.reinforce != EQUAL_TO_TOP:
            s.biddable[i] = s.biddable[like]
        else:
            find_biddable(t.spec, t.bids, t.n_bids, i, &s.biddable[i])
            if i != top:
                like = i
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
    cdef int j
    for j in range(planes):
        if s.coming[j]:
            return 64 * j + lowest_bit(s.coming[j])
    return s.table.players * s.table.hand_size


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
    cdef int seat, coming
    while True:
        coming = _next_coming(s, planes)
        if s.open and t.drawn < coming:
            seat = (t.first_drawer + t.drawn) % t.players
            t.drawn += 1
        elif coming < t.players * t.hand_size:
            seat = _take_card(s, coming, planes)
            t.drawn = coming + 1
        else:
            t.drawn = coming
            return NONE
        if (s.open >> seat) & 1:
            return seat


cdef inline int draw_of(const Table* t, int seat, int n) noexcept nogil:
    """Which draw, from 0, gives a seat its n-th card."""
    return (n - 1) * t.players + _turn(t, seat)


cdef inline int cards_drawn(const Table* t, int seat) noexcept nogil:
    """How many cards a seat has drawn so far."""
    return (t.drawn + t.players - 1 - _turn(t, seat)) // t.players


cdef inline void take_up_drawn(State* s, int seat, int planes) noexcept nogil:
    """Put the cards that a seat has drawn since the last time into its hand."""
    cdef int drawn = cards_drawn(&s.table, seat)
    cdef int i
    if not s.taken_up[seat]:
        order_cards(&s.dealt[seat], planes, s.place[seat], s.order[seat])
        clear(&s.seats[seat].hand)
    for i in range(s.taken_up[seat], drawn):
        add_face(&s.seats[seat].hand, bit(s.table.map.to_layout[s.order[seat][i]]), planes)
    s.taken_up[seat] = drawn


cdef inline void take_up_hands(State* s, int planes) noexcept nogil:
    """All cards are drawn: the seats hold them, in the no-trump map."""
    cdef int i
    for i in range(s.table.players):
        planes_to_layout(&s.dealt[i], &s.seats[i].hand, s.table.level, NO_TRUMP, planes)
