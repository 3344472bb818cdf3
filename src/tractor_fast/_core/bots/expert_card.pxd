# How `expert` follows a single card: most of its choices, so most of its time.
#
# It compares the card that it would give away with those that take the trick, and plays the one worth
# most (worth.pxd).  Of cards that differ in strength alone only two are looked at: the lowest, which costs
# least, and the lowest of those that win as often as the highest.

from .chances cimport Waiting, chance_beaten, look_ahead
from .orders cimport first_face
from .prices cimport UPPER, card_price, share_left, void_worth
from .unseen cimport unbeaten, unseen_cards
from .weights cimport (FOLLOW_DISCARD, FOLLOW_FEED, FOLLOW_OWN, FOLLOW_PARTNER, FOLLOW_RETAKE, PRICE_BREAK,
                       PRICE_UPPER)
from .worth cimport find_stake, find_tempo, worth
from ..bits cimport lowest_bit, highest_bit, popcount
from ..formats cimport faces_above
from ..trick cimport faces_beating
from ..types cimport TRUMP_SUIT, Order, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t _missed_least(const Table* table, const Seat* seat, double left,
                                   const Planes* pool) noexcept nogil:
    """Of the low plain cards that are worth nothing the one to discard; 0 if there is none."""
    cdef uint64_t low = pool.p[0] & table.map.cheap.tiers[0], found = 0, here
    cdef double cost, least = 1e9, upper = seat.parameters[PRICE_UPPER] * left
    cdef double last = seat.parameters[FOLLOW_DISCARD] - void_worth(table, seat)
    cdef int suit, faces
    for suit in range(4):
        here = low & table.map.suits[suit]
        if not here:
            continue
        faces = popcount(pool.p[0] & table.map.suits[suit])
        cost = seat.parameters[FOLLOW_DISCARD] * faces
        if here & ~pool.p[1]:
            here &= ~pool.p[1]
            if faces == 1:
                cost = last
        else:
            cost += seat.parameters[PRICE_BREAK]
        here &= 0 - here
        if here >> UPPER:
            cost += upper
        if cost < least:
            least = cost
            found = here
    return found

cdef inline uint64_t _alike(uint64_t tops, uint64_t unseen, bint contested) noexcept nogil:
    """Of faces that bring and cost about the same those to take the trick with."""
    cdef uint64_t low = tops & (0 - tops)
    if not contested or low == tops:
        return low
    tops = unbeaten(tops, unseen & ~faces_above(highest_bit(tops)))
    return tops & (0 - tops) | low

cdef inline uint64_t _to_weigh(const TrumpTable* map, uint64_t tops, uint64_t unseen,
                               bint contested) noexcept nogil:
    """Of faces of one suit that take the trick those worth a look."""
    cdef uint64_t costly = tops & map.suits[TRUMP_SUIT] & 0xfffffULL << 44, points = map.tens | map.fives
    cdef uint64_t out = 0
    if tops & (tops - 1) == 0:
        return tops
    tops ^= costly
    if tops & ~points:
        out = _alike(tops & ~points, unseen, contested)
    if tops & map.tens:
        out |= _alike(tops & map.tens, unseen, contested)
    if tops & map.fives:
        out |= _alike(tops & map.fives, unseen, contested)
    if costly & ~points:
        out |= _alike(costly & ~points, unseen, contested)
    if costly & points:
        out |= _alike(costly & points, unseen, contested)
    return out

cdef inline uint64_t follow_card(const Table* table, const Seat* seat, int allies, int waiting,
                                 const Planes* pool, bint in_suit, uint64_t tops,
                                 int planes) noexcept nogil:
    """The face to play, out of a pool of at least two; tops: those that take the trick.

    allies: seats of its own side, bits; waiting: those that play after it.
    """
    cdef const TrumpTable* map = table.map
    cdef bint ours = (allies >> table.winner) & 1, led_trumps = table.lead.suit == TRUMP_SUIT
    cdef int opponents = waiting & ~allies, suit
    cdef uint64_t given = 0, face
    cdef int points
    cdef double chance = ours, helped = 0, left, stake, tempo, best, value, own, cost
    cdef Planes unseen
    cdef Waiting ahead
    if ours and not opponents:
        return first_face(pool, &map.feed[led_trumps])
    if not tops and in_suit and not (led_trumps or pool.p[0] & (map.fives | map.tens)):
        return first_face(pool, &map.cheap)  # whoever wins, it gives the same
    if waiting and (tops or ours):
        unseen_cards(table, seat, &unseen, planes)
        look_ahead(table, seat, &unseen, waiting, &ahead, planes)
        if waiting & allies:
            helped = seat.parameters[FOLLOW_PARTNER] * chance_beaten(
                table, seat, &ahead, &unseen, table.beating, waiting & allies, planes)
        chance = helped
        if ours:
            chance = 1 - (1 - helped) * chance_beaten(table, seat, &ahead, &unseen, table.beating, opponents,
                                                      planes)
    if chance > seat.parameters[FOLLOW_FEED]:
        given = first_face(pool, &map.feed[led_trumps])
    else:
        if not in_suit:
            left = share_left(table, seat, planes)
            given = _missed_least(table, seat, left, pool)
        if not given:
            given = first_face(pool, &map.cheap)
    if not tops:
        return given
    left = share_left(table, seat, planes)
    stake = find_stake(table, seat)
    tempo = find_tempo(seat, left)
    own = seat.parameters[FOLLOW_OWN]
    best = (worth(chance, stake + own * map.points[lowest_bit(given)], tempo)
            - card_price(table, seat, left, given))
    helped *= seat.parameters[FOLLOW_RETAKE]
    suit = TRUMP_SUIT if tops & map.suits[TRUMP_SUIT] else table.lead.suit
    tops = _to_weigh(map, tops, unseen.p[0] & map.suits[suit] if opponents else 0, opponents)
    while tops:
        face = tops & (0 - tops)
        tops ^= face
        cost = card_price(table, seat, left, face)
        points = map.points[lowest_bit(face)]
        # Most of those that are not worth it are not even if nobody can beat them.
        value = worth(1, stake + own * points, tempo) - cost
        if value <= best:
            continue
        if opponents:
            chance = 1 - (1 - helped) * chance_beaten(
                table, seat, &ahead, &unseen, faces_beating(map, suit, lowest_bit(face)), opponents, planes)
            value = worth(chance, stake + own * points, tempo) - cost
        if value > best:
            best = value
            given = face
    return given
