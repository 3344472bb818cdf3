# All tricks of a deal among seats of `random`, none of which tries a throw.
#
# What next_decision, `random` and apply do choice by choice, without asking, without checking what was
# drawn among the legal plays, and without keeping up what only strategies look at (voids, cards played).
# Nine of ten tricks are of single cards: these go without branches that a processor cannot foresee.
# Tests hold all this to the long way by digests and rows.

from .bits cimport lowest_bit, popcount, select_face
from .digest cimport absorb, absorb_cards
from .moves cimport choose_sample
from .paths cimport ask_follow, draw_follow, open_lead, read_cards, takes_trick, unit_lead, unit_leads
from .planes cimport clear, count_cards, points_of, remove_cards, restrict_to, set_copies
from .play cimport answer_calls
from .rng cimport PLAY_STREAM, below, next64, stream_key
from .state cimport State, after
from .subsets cimport draw_subset
from .types cimport NONE, SINGLE, TUPLE, Choice, Planes, Spec, Table, TrumpTable
from libc.stdint cimport uint16_t, uint64_t

cdef struct Fan:             # hands and generators side by side, where an index costs nothing
    uint64_t p[4][8]         # plane, seat
    uint64_t rng[8]


cdef inline void _hand(const Fan* fan, int seat, Planes* out, int planes) noexcept nogil:
    cdef int j
    for j in range(planes):
        out.p[j] = fan.p[j][seat]
    for j in range(planes, 4):
        out.p[j] = 0


cdef inline int _seat(int seat, int players) noexcept nogil:
    """The seat of this number, counted on beyond the last one by less than a round."""
    if players == 4:
        return seat & 3
    return seat - players if seat >= players else seat


# --- single cards --------------------------------------------------------------------------------

cdef inline void _take(Fan* fan, int seat, uint64_t face, int planes) noexcept nogil:
    """Take one copy of a face out of a hand: a plane keeps it if the next has it."""
    cdef int j
    fan.p[0][seat] ^= face & ~fan.p[1][seat]
    for j in range(1, planes - 1):
        fan.p[j][seat] ^= face & fan.p[j][seat] & ~fan.p[j + 1][seat]
    fan.p[planes - 1][seat] &= ~face


cdef inline uint64_t _follow(Fan* fan, int seat, uint64_t suit, int planes) noexcept nogil:
    """A uniform face of the led suit, or of the hand of who has none (R11, R12, R15)."""
    cdef uint64_t hand = fan.p[0][seat]
    cdef uint64_t pool = hand & suit if hand & suit else hand
    cdef uint64_t face = select_face(pool, <unsigned int>below(&fan.rng[seat], popcount(pool)))
    _take(fan, seat, face, planes)
    return face


cdef inline void show_lead(Table* t, uint64_t face, int width, int suit) noexcept nogil:
    """Put the lead of one to two copies of a face on the table."""
    t.lead.kind = TUPLE if width > 1 else SINGLE
    t.lead.suit = suit
    t.lead.cards = t.lead.largest = t.lead.units[0].width = width
    t.lead.n_units = t.lead.units[0].length = 1
    t.lead.pairs = width - 1
    t.lead.units[0].top = lowest_bit(face)
    t.lead.units[0].joint = NONE


cdef inline void show_single(State* s, int leader, const uint64_t* faces, int suit) noexcept nogil:
    """Put the trick on the table, for those who look at it when it is over."""
    cdef Table* t = &s.table
    cdef int i
    t.leader = s.last_leader = leader
    for i in range(t.players):
        clear(&t.plays[i])
        t.plays[i].p[0] = faces[i]
    show_lead(t, faces[0], 1, suit)


cdef inline int _settle(State* s, int leader, const uint64_t* faces, const uint16_t* claims,
                        int players) noexcept nogil:
    """Give the points of a trick of single cards to who wins it (R17); returns the winner.

    The lowest claim wins: strength stands above the place in the trick, and that above the points.
    """
    cdef int place, claim, best = claims[lowest_bit(faces[0])], total = best
    for place in range(1, players):
        claim = claims[lowest_bit(faces[place])] + (place << 7)
        total += claim
        best = min(best, claim)
    for place in range(0, players - 1, 2):
        absorb(&s.digest, faces[place], faces[place + 1])
    if players & 1:
        absorb(&s.digest, faces[players - 1], 0)
    leader = _seat(leader + (best >> 7 & 7), players)
    s.table.points[leader] += total & 127
    return leader


cdef inline int _single_trick(State* s, Fan* fan, int leader, uint64_t led, bint shown, int planes,
                              int players) noexcept nogil:
    """Play the trick of a single card; returns the winner."""
    cdef const TrumpTable* map = s.table.map
    cdef uint64_t faces[8]
    cdef int place, suit = map.suit_at[lowest_bit(led)]
    faces[0] = led
    _take(fan, leader, led, planes)
    if players == 4:
        # The loop below unrolled: most tables are of four, and so their faces stay in registers.
        faces[1] = _follow(fan, _seat(leader + 1, 4), map.suits[suit], planes)
        faces[2] = _follow(fan, _seat(leader + 2, 4), map.suits[suit], planes)
        faces[3] = _follow(fan, _seat(leader + 3, 4), map.suits[suit], planes)
    else:
        for place in range(1, players):
            faces[place] = _follow(fan, _seat(leader + place, players), map.suits[suit], planes)
    if shown:
        show_single(s, leader, faces, suit)
    return _settle(s, leader, faces, map.claims[suit], players)


cdef inline int _last_trick(State* s, const Fan* fan, int leader, int players) noexcept nogil:
    """Everybody plays the only card left; returns the winner."""
    cdef const TrumpTable* map = s.table.map
    cdef uint64_t faces[8]
    cdef int place, suit
    for place in range(players):
        faces[place] = fan.p[0][_seat(leader + place, players)]
    suit = map.suit_at[lowest_bit(faces[0])]
    show_single(s, leader, faces, suit)
    return _settle(s, leader, faces, map.claims[suit], players)


# --- more cards ----------------------------------------------------------------------------------

cdef inline void _lay(State* s, Fan* fan, int seat, int place, const Planes* cards,
                      int planes) noexcept nogil:
    cdef Table* t = &s.table
    cdef Planes hand
    cdef int j
    _hand(fan, seat, &hand, planes)
    remove_cards(&hand, cards, planes)
    for j in range(planes):
        fan.p[j][seat] = hand.p[j]
    for j in range(planes):
        t.plays[place].p[j] = cards.p[j]
    t.trick_points += points_of(t.map, cards, planes)
    absorb_cards(&s.digest, cards, planes)


cdef inline void _follow_pair(const Spec* spec, const Planes* hand, uint64_t suit, uint64_t* rng,
                              Planes* out) noexcept nogil:
    """A uniform follow of a pair, plain path: a pair of the suit, else two cards of it, else all (R13)."""
    cdef Planes others
    cdef uint64_t held = hand.p[0] & suit, pairs = hand.p[1] & suit
    cdef int cards = popcount(held) + popcount(pairs)
    clear(out)
    if cards > 2 and pairs:
        out.p[0] = out.p[1] = draw_subset(rng, pairs, popcount(pairs), 1)
        return
    if cards > 2:
        out.p[0] = draw_subset(rng, held, cards, 2)
        return
    if cards == 2:
        next64(rng)
    else:
        restrict_to(hand, ~suit, &others, 2)
        choose_sample(spec, &others, 2 - cards, rng, out)
    out.p[0] |= held
    out.p[1] |= pairs


cdef inline int _pair_trick(State* s, Fan* fan, int leader, uint64_t led) noexcept nogil:
    """Play the trick of a pair, plain path; returns the winner."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef int seat, place, claim, suit = map.suit_at[lowest_bit(led)]
    cdef int best = map.claims[suit][lowest_bit(led)]
    cdef Planes hand, play
    show_lead(t, led, 2, suit)
    set_copies(&play, led, 2)
    _lay(s, fan, leader, 0, &play, 2)
    for place in range(1, t.players):
        seat = _seat(leader + place, t.players)
        _hand(fan, seat, &hand, 2)
        _follow_pair(t.spec, &hand, map.suits[suit], &fan.rng[seat], &play)
        _lay(s, fan, seat, place, &play, 2)
        if play.p[1]:  # who has no pair takes no part in the trick
            claim = map.claims[suit][lowest_bit(play.p[1])] + (place << 7)
            best = min(best, claim)
    return _seat(leader + (best >> 7 & 7), t.players)


cdef inline int _trick(State* s, Fan* fan, int leader, Choice* choice, int planes) noexcept nogil:
    """Play the trick of the unit in `choice`; returns the winner."""
    cdef Table* t = &s.table
    cdef Planes hand
    cdef int place, seat = leader, winner = leader
    open_lead(t.spec, t.map, &t.lead, &s.best, planes)
    _lay(s, fan, leader, 0, &choice.cards, planes)
    for place in range(1, t.players):
        seat = after(t, seat)
        _hand(fan, seat, &hand, planes)
        ask_follow(t.spec, t.map, &t.lead, &hand, &choice.follow, planes)
        draw_follow(t.spec, t.map, &choice.follow, &fan.rng[seat], &choice.cards, planes)
        if takes_trick(t.spec, t.map, &t.lead, &choice.cards, &s.best, planes):
            winner = seat
        _lay(s, fan, seat, place, &choice.cards, planes)
    return winner


cdef inline int play_trick(State* s, Fan* fan, int leader, uint64_t k, Choice* choice,
                           int planes) noexcept nogil:
    """Play the trick of the leader's unit number k, of more than one card; returns the winner."""
    cdef Table* t = &s.table
    cdef uint64_t faces = fan.p[0][leader], pairs = fan.p[1][leader]
    cdef Planes hand
    t.leader = s.last_leader = leader
    t.trick_points = 0
    if planes == 2 and k < <uint64_t>(popcount(faces) + popcount(pairs)):
        leader = _pair_trick(s, fan, leader, select_face(pairs, <unsigned int>(k - popcount(faces))))
    else:
        _hand(fan, leader, &hand, planes)
        unit_lead(t.spec, t.map, &hand, k, &choice.cards, planes)
        read_cards(t.spec, t.map, &choice.cards, &t.lead, planes)
        leader = _trick(s, fan, leader, choice, planes)
    t.points[leader] += t.trick_points
    return leader


# Called through a pointer `play_trick` stays out of the loop below, which so has the registers for itself.
ctypedef int (*TrickPlayer)(State*, Fan*, int leader, uint64_t k, Choice*) noexcept nogil


cdef inline void play_out_at_random(State* s, Choice* choice, TrickPlayer other_trick, bint calls, int planes,
                                    int players) noexcept nogil:
    """Play all tricks of a deal that stands before its first lead.  calls: friends have been called."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef int seat, j, leader = t.leader, tricks = 0, left
    cdef uint64_t k
    cdef Planes hand
    cdef Fan fan
    for seat in range(players):
        fan.rng[seat] = stream_key(s.key, PLAY_STREAM, seat, 0)
        for j in range(planes):
            fan.p[j][seat] = s.seats[seat].hand.p[j]
            s.seats[seat].hand.p[j] = 0
    _hand(&fan, leader, &hand, planes)
    left = count_cards(&hand, planes)
    while left:
        _hand(&fan, leader, &hand, planes)
        if left == 1:
            leader = _last_trick(s, &fan, leader, players)
            left = 0
        else:
            # Leads of single cards come first among the units of a hand.
            k = below(&fan.rng[leader], unit_leads(t.spec, map, &hand, planes))
            if k < <uint64_t>popcount(hand.p[0]):
                leader = _single_trick(s, &fan, leader, select_face(hand.p[0], <unsigned int>k), calls,
                                       planes, players)
                left -= 1
            else:
                leader = other_trick(s, &fan, leader, k, choice)
                left -= t.lead.cards
        tricks += 1
        if calls:
            answer_calls(s, planes)
    t.trick = tricks
    t.leader = t.winner = t.turn = leader
    t.trick_points = 0
