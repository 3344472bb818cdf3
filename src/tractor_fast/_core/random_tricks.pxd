# All tricks of a deal among seats of `random`, none of which tries a throw.
#
# What next_decision, `random` and apply do choice by choice, without asking, without checking what was
# drawn among the legal plays, and without keeping up what only strategies look at (voids, cards played).
# Nine of ten tricks are of single cards: these go without branches that a processor cannot foresee.
# Tests hold all this to the long way by digests and rows.

from .bits cimport highest_bit, lowest_bit, popcount, select_face
from .digest cimport absorb, absorb_cards
from .moves cimport choose_sample
from .paths cimport ask_follow, draw_follow, open_lead, read_cards, takes_trick, unit_lead, unit_leads
from .planes cimport clear, points_of, remove_cards, restrict_to
from .play cimport answer_calls
from .rng cimport PLAY_STREAM, below, next64
from .state cimport State, after, use_stream
from .subsets cimport draw_subset
from .types cimport NONE, SINGLE, TRUMP_SUIT, Choice, Planes, Spec, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef struct Fan:             # hands and generators side by side, where an index costs nothing
    uint64_t p[4][8]         # plane, seat
    uint64_t rng[8]


cdef inline void _hand(const Fan* fan, int seat, Planes* out, int planes) noexcept nogil:
    cdef int j
    for j in range(planes):
        out.p[j] = fan.p[j][seat]
    for j in range(planes, 4):
        out.p[j] = 0


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


cdef inline int _winner(const TrumpTable* map, const uint64_t* faces, int players, uint64_t played,
                        uint64_t suit) noexcept nogil:
    """The place of the first of the highest cards: of trumps if one was played, else of the suit (R17)."""
    cdef uint64_t trumps = map.suits[TRUMP_SUIT], trumped = 0 - <uint64_t>((played & trumps) != 0)
    cdef uint64_t ruling = suit ^ ((suit ^ trumps) & trumped)
    cdef uint64_t highest = ruling & <uint64_t>15 << (highest_bit(played & ruling) & ~3)
    cdef int place, winner = 0
    for place in range(players - 1, 0, -1):
        winner = place if faces[place] & highest else winner
    return 0 if faces[0] & highest else winner


cdef inline void show_single(State* s, int leader, const uint64_t* faces, int suit) noexcept nogil:
    """Put the trick on the table, for those who look at it when it is over."""
    cdef Table* t = &s.table
    cdef int i
    t.leader = s.last_leader = leader
    for i in range(t.players):
        clear(&t.plays[i])
        t.plays[i].p[0] = faces[i]
    t.lead.kind = SINGLE
    t.lead.suit = suit
    t.lead.cards = t.lead.n_units = t.lead.largest = 1
    t.lead.pairs = 0
    t.lead.units[0].width = t.lead.units[0].length = 1
    t.lead.units[0].top = lowest_bit(faces[0])
    t.lead.units[0].joint = NONE


cdef inline int _single_trick(State* s, Fan* fan, int leader, uint64_t led, int planes,
                              int players) noexcept nogil:
    """Play the trick of a single card; returns the winner."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef uint64_t faces[8]
    cdef uint64_t played = led
    cdef int seat = leader, place, suit = map.suit_at[lowest_bit(led)], points = map.points[lowest_bit(led)]
    faces[0] = led
    _take(fan, leader, led, planes)
    if players == 4:
        # The loop below unrolled: most tables are of four, and so their faces stay in registers.
        faces[1] = _follow(fan, (leader + 1) & 3, map.suits[suit], planes)
        faces[2] = _follow(fan, (leader + 2) & 3, map.suits[suit], planes)
        faces[3] = _follow(fan, (leader + 3) & 3, map.suits[suit], planes)
        points += (map.points[lowest_bit(faces[1])] + map.points[lowest_bit(faces[2])]
                   + map.points[lowest_bit(faces[3])])
        played |= faces[1] | faces[2] | faces[3]
    else:
        for place in range(1, players):
            seat = seat + 1 if seat + 1 < players else 0
            faces[place] = _follow(fan, seat, map.suits[suit], planes)
            points += map.points[lowest_bit(faces[place])]
            played |= faces[place]
    for place in range(0, players - 1, 2):
        absorb(&s.digest, faces[place], faces[place + 1])
    if players & 1:
        absorb(&s.digest, faces[players - 1], 0)
    if t.n_calls or not fan.p[0][leader]:
        show_single(s, leader, faces, suit)
    leader += _winner(map, faces, players, played, map.suits[suit])
    if leader >= players:
        leader -= players
    t.points[leader] += points
    return leader


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
    t.plays[place] = cards[0]
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


cdef inline int _pair_trick(State* s, Fan* fan, int leader, Choice* choice, int planes) noexcept nogil:
    """Play the trick of the pair in `choice`; returns the winner."""
    cdef Table* t = &s.table
    cdef uint64_t faces[8]
    cdef uint64_t led = choice.cards.p[0], played = led
    cdef uint64_t suit = t.map.suits[t.map.suit_at[lowest_bit(led)]]
    cdef Planes hand
    cdef int place, seat = leader
    faces[0] = led
    _lay(s, fan, leader, 0, &choice.cards, planes)
    for place in range(1, t.players):
        seat = after(t, seat)
        _hand(fan, seat, &hand, planes)
        _follow_pair(t.spec, &hand, suit, &fan.rng[seat], &choice.cards)
        _lay(s, fan, seat, place, &choice.cards, planes)
        # Who has no pair takes part in the trick no more.
        faces[place] = choice.cards.p[1]
        played |= choice.cards.p[1]
    leader += _winner(t.map, faces, t.players, played, suit)
    return leader if leader < t.players else leader - t.players


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
    cdef Planes hand
    _hand(fan, leader, &hand, planes)
    unit_lead(t.spec, t.map, &hand, k, &choice.cards, planes)
    t.leader = s.last_leader = leader
    t.trick_points = 0
    read_cards(t.spec, t.map, &choice.cards, &t.lead, planes)
    if planes == 2 and t.lead.cards == 2:
        leader = _pair_trick(s, fan, leader, choice, planes)
    else:
        leader = _trick(s, fan, leader, choice, planes)
    t.points[leader] += t.trick_points
    return leader


# Called through a pointer `play_trick` stays out of the loop below, which so has the registers for itself.
ctypedef int (*TrickPlayer)(State*, Fan*, int leader, uint64_t k, Choice*) noexcept nogil


cdef inline void play_out_at_random(State* s, Choice* choice, TrickPlayer other_trick, int planes,
                                    int players) noexcept nogil:
    """Play all tricks of a deal that stands before its first lead."""
    cdef Table* t = &s.table
    cdef const TrumpTable* map = t.map
    cdef int seat, j, leader = t.leader, tricks = 0
    cdef uint64_t k
    cdef Planes hand
    cdef Fan fan
    for seat in range(players):
        use_stream(s, seat, PLAY_STREAM)
        fan.rng[seat] = s.memos[seat].rng
        for j in range(planes):
            fan.p[j][seat] = s.seats[seat].hand.p[j]
    while fan.p[0][leader]:
        _hand(&fan, leader, &hand, planes)
        # Leads of single cards come first among the units of a hand.
        k = below(&fan.rng[leader], unit_leads(t.spec, map, &hand, planes))
        if k < <uint64_t>popcount(hand.p[0]):
            leader = _single_trick(s, &fan, leader, select_face(hand.p[0], <unsigned int>k), planes, players)
        else:
            leader = other_trick(s, &fan, leader, k, choice)
        tricks += 1
        if t.n_calls:
            answer_calls(s, planes)
    t.trick = tricks
    t.leader = t.winner = t.turn = leader
    t.trick_points = 0
    for seat in range(players):
        clear(&s.seats[seat].hand)
