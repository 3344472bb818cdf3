# All tricks of a deal among seats of `normal`: four players, fixed partners, the plain path.
#
# What next_decision, `normal` and apply do choice by choice, without asking, without checking what was
# chosen, and without keeping up what only other strategies look at.  Tractors, which are rare, go
# choice by choice.  Tests hold all this to the long way by digests and rows.

from .bits cimport lowest_bit
from .bots.normal_follow cimport (Prices, Standing, best_top, is_safe, normal_follow, order_of_giving,
                                  read_prices)
from .bots.normal_lead cimport card_to_lead, lead_tuples, open_faces
from .bots.orders cimport first_face, give, give_faces
from .bots.unseen cimport not_held
from .digest cimport absorb, absorb_cards
from .moves cimport follow_of
from .planes cimport clear, count_in, points_of, remove_cards, restrict_to, take_face
from .play cimport apply_follow, apply_lead, finish_trick
from .random_tricks cimport show_single
from .state cimport State, after
from .trick cimport faces_beating
from .types cimport TRUMP_SUIT, Choice, Order, Planes, Table, TrumpTable
from libc.stdint cimport uint64_t

# --- single cards --------------------------------------------------------------------------------

cdef inline void _survey(const Table* t, const Planes* hand, int seat, int place, int width, int suit,
                         int winner, Standing* trick) noexcept nogil:
    """The trick as the seat at a place sees it; places are literal in the callers."""
    trick.ours = place > 1 and winner == (place & 1)
    trick.opponent_comes = place < 3
    trick.partner_comes = place == 1
    trick.opponent_ruffs = place < 3 and (t.void_in[suit] >> ((seat + 1) & 3)) & 1
    trick.unseen = not_held(&t.unplayed, hand, width, 2) if place < 3 else 0


cdef inline uint64_t _take(const TrumpTable* map, const Standing* trick, const Prices* prices, bint safe,
                           uint64_t tuples) noexcept nogil:
    """The face of the card or pair, of those of one suit or of a whole hand, to take the trick with, or 0."""
    if safe or not tuples & trick.beating:
        return 0
    return best_top(map, trick, prices, tuples & trick.beating)


cdef inline uint64_t _card(const TrumpTable* map, const Planes* hand, const Standing* trick,
                           const Prices* prices) noexcept nogil:
    """The face with which `normal` follows."""
    cdef Planes pool
    cdef bint safe = is_safe(trick)
    cdef uint64_t out, suit = trick.led if hand.p[0] & trick.led else ~<uint64_t>0
    pool.p[0] = hand.p[0] & suit
    pool.p[1] = hand.p[1] & suit
    out = _take(map, trick, prices, safe, pool.p[0])
    return out if out else first_face(&pool, order_of_giving(map, trick, safe))


cdef inline void _note_winner(const TrumpTable* map, uint64_t tuples, int place, int suit, Standing* trick,
                              int* winner) noexcept nogil:
    """Whether a card, or the pair of a play if it has one, takes the lead of the trick."""
    if tuples & trick.beating:
        winner[0] = place
        trick.beating = faces_beating(map, suit if tuples & trick.led else TRUMP_SUIT, lowest_bit(tuples))


cdef inline uint64_t _follow(State* s, int seat, int place, const Prices* prices, Standing* trick,
                             int suit, int* winner) noexcept nogil:
    """The seat follows with a single card; returns its face."""
    cdef Table* t = &s.table
    cdef Planes* hand = &s.seats[seat].hand
    cdef uint64_t face
    _survey(t, hand, seat, place, 1, suit, winner[0], trick)
    if not hand.p[0] & trick.led:
        t.void_in[suit] |= 1 << seat
    face = _card(t.map, hand, trick, &prices[seat])
    take_face(hand, face)
    take_face(&t.unplayed, face)
    trick.points += t.map.points[lowest_bit(face)]
    _note_winner(t.map, face, place, suit, trick, winner)
    return face


cdef inline int _single_trick(State* s, int leader, uint64_t led, const Prices* prices) noexcept nogil:
    """Play the trick of a single card; returns the winner."""
    cdef Table* t = &s.table
    cdef Standing trick
    cdef uint64_t faces[8]
    cdef int winner = 0, suit = t.map.suit_at[lowest_bit(led)]
    faces[0] = led
    take_face(&s.seats[leader].hand, led)
    take_face(&t.unplayed, led)
    trick.led = t.map.suits[suit]
    trick.beating = faces_beating(t.map, suit, lowest_bit(led))
    trick.points = t.map.points[lowest_bit(led)]
    faces[1] = _follow(s, (leader + 1) & 3, 1, prices, &trick, suit, &winner)
    faces[2] = _follow(s, (leader + 2) & 3, 2, prices, &trick, suit, &winner)
    faces[3] = _follow(s, (leader + 3) & 3, 3, prices, &trick, suit, &winner)
    absorb(&s.digest, faces[0], faces[1])
    absorb(&s.digest, faces[2], faces[3])
    if not s.seats[leader].hand.p[0]:
        show_single(s, leader, faces, suit)
    leader = (leader + winner) & 3
    t.points[leader] += trick.points
    t.trick += 1
    return leader


# --- more cards ----------------------------------------------------------------------------------

cdef inline void _lay(State* s, int seat, const Planes* cards, Standing* trick) noexcept nogil:
    remove_cards(&s.seats[seat].hand, cards, 2)
    remove_cards(&s.table.unplayed, cards, 2)
    trick.points += points_of(s.table.map, cards, 2)
    absorb_cards(&s.digest, cards, 2)


cdef inline void _two_cards(const TrumpTable* map, const Planes* hand, const Standing* trick,
                            const Prices* prices, int in_suit, Planes* out) noexcept nogil:
    """What follows a pair: a pair of the suit, else two cards of it, else all and any others (R13)."""
    cdef bint safe = is_safe(trick)
    cdef const Order* order = order_of_giving(map, trick, safe)
    cdef Planes pool
    cdef uint64_t face = 0
    restrict_to(hand, trick.led, &pool, 2)
    clear(out)
    if in_suit > 2:
        if pool.p[1]:
            face = _take(map, trick, prices, safe, pool.p[1])
            if not face:
                face = give_faces(pool.p[1], order, 1)
            out.p[0] = out.p[1] = face
        else:
            give(&pool, order, 2, out, 2)
        return
    out[0] = pool
    if not in_suit:
        face = _take(map, trick, prices, safe, hand.p[1])
    if face:
        out.p[0] = out.p[1] = face
    elif in_suit < 2:
        restrict_to(hand, ~trick.led, &pool, 2)
        give(&pool, order, 2 - in_suit, out, 2)


cdef inline void _follow_pair(State* s, int seat, int place, const Prices* prices, Standing* trick, int suit,
                              int* winner) noexcept nogil:
    cdef Table* t = &s.table
    cdef Planes* hand = &s.seats[seat].hand
    cdef Planes cards
    cdef int in_suit = count_in(hand, trick.led, 2)
    _survey(t, hand, seat, place, 2, suit, winner[0], trick)
    if in_suit < 2:
        t.void_in[suit] |= 1 << seat
    _two_cards(t.map, hand, trick, &prices[seat], in_suit, &cards)
    _lay(s, seat, &cards, trick)
    _note_winner(t.map, cards.p[1], place, suit, trick, winner)


cdef inline int _pair_trick(State* s, int leader, const Planes* led, const Prices* prices) noexcept nogil:
    """Play the trick of a pair; returns the winner."""
    cdef Table* t = &s.table
    cdef Standing trick
    cdef int winner = 0, suit = t.map.suit_at[lowest_bit(led.p[0])]
    trick.led = t.map.suits[suit]
    trick.beating = faces_beating(t.map, suit, lowest_bit(led.p[0]))
    trick.points = 0
    _lay(s, leader, led, &trick)
    _follow_pair(s, (leader + 1) & 3, 1, prices, &trick, suit, &winner)
    _follow_pair(s, (leader + 2) & 3, 2, prices, &trick, suit, &winner)
    _follow_pair(s, (leader + 3) & 3, 3, prices, &trick, suit, &winner)
    leader = (leader + winner) & 3
    t.points[leader] += trick.points
    t.trick += 1
    return leader


cdef inline int _trick(State* s, int leader, Choice* choice) noexcept nogil:
    """Play the trick of the cards in `choice`, as choice by choice; returns the winner."""
    cdef Table* t = &s.table
    cdef int _
    t.leader = t.turn = s.asked = leader
    apply_lead(s, choice, 2)
    for _ in range(1, 4):
        t.turn = s.asked = after(t, t.turn)
        follow_of(t.spec, t.map, &t.lead, &s.seats[t.turn].hand, &choice.follow)
        normal_follow(t, &s.seats[t.turn], &s.memos[t.turn], choice, 2)
        apply_follow(s, choice, 2)
    finish_trick(s, 2)
    return t.leader


# --- the deal ------------------------------------------------------------------------------------

cdef inline void play_out_normally(State* s, Choice* choice) noexcept nogil:
    """Play all tricks of a deal that stands before its first lead."""
    cdef Table* t = &s.table
    cdef Prices prices[4]
    cdef Planes* hand
    cdef uint64_t open
    cdef int seat, allies, leader = t.leader
    for seat in range(4):
        read_prices(&s.seats[seat], &prices[seat])
    while s.seats[leader].hand.p[0]:
        hand = &s.seats[leader].hand
        allies = t.team if (t.team >> leader) & 1 else t.team ^ 15
        open = open_faces(t, allies)
        if hand.p[1] and lead_tuples(t.spec, t.map, hand, &t.unplayed, open, (allies >> t.declarer) & 1,
                                     &choice.cards, 2):
            # The last trick has to lie on the table.
            if choice.cards.p[0] & (choice.cards.p[0] - 1) or hand.p[0] == choice.cards.p[0]:
                leader = _trick(s, leader, choice)
            else:
                leader = _pair_trick(s, leader, &choice.cards, prices)
        else:
            leader = _single_trick(
                s, leader, card_to_lead(t.map, hand, not_held(&t.unplayed, hand, 1, 2), open), prices)
    t.leader = t.winner = t.turn = leader
