# How `expert` follows a single card: most of its choices, so most of its time.
#
# It compares the card that it would give away with those that take the trick, and plays the one worth
# most (worth.pxd).  Of cards that differ in strength alone only two are looked at: the lowest, which costs
# least, and the lowest of those that win as often as the highest.

from .chances cimport Waiting, chance_beaten, look_ahead
from .orders cimport first_face, high_faces
from .prices cimport UPPER, CardPrices, card_price, find_card_prices, share_left, void_worth
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

cdef inline uint64_t _alike(uint64_t tops, uint64_t unseen) noexcept nogil:
    """Of faces that bring and cost about the same those to take the trick with; none of none."""
    cdef uint64_t between = unseen & ~faces_above(highest_bit(tops | 1)), sure = unbeaten(tops, between | 1)
    return tops & (0 - tops) | sure & (0 - sure)

cdef inline uint64_t _to_weigh(const TrumpTable* map, uint64_t tops, uint64_t unseen) noexcept nogil:
    """Of faces of one suit that take the trick those worth a look.

    unseen: of the suit, where an opponent plays after this seat.
    """
    cdef uint64_t costly = tops & map.suits[TRUMP_SUIT] & high_faces(), points = map.tens | map.fives
    cdef uint64_t out
    if tops & (tops - 1) == 0:
        return tops
    tops ^= costly
    out = _alike(tops & ~points, unseen) | _alike(costly & ~points, unseen)
    if (tops | costly) & points:
        out |= (_alike(tops & map.tens, unseen) | _alike(tops & map.fives, unseen)
                | _alike(costly & points, unseen))
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
    cdef bint won = ours & (opponents == 0), feeds
    cdef uint64_t given = 0, face
    cdef int points
    cdef double chance = ours, helped = 0, left, stake, tempo, best, value, own, cost
    cdef Planes unseen
    cdef Waiting ahead
    cdef CardPrices prices
    # Who has none that takes it and in the suit led no points gives the same whoever wins.
    if won | in_suit & (tops | pool.p[0] & (map.fives | map.tens | 0 - <uint64_t>led_trumps) == 0):
        return first_face(pool, &map.feed[led_trumps] if won else &map.cheap)
    if (waiting != 0) & (ours | (tops != 0)):
        unseen_cards(table, seat, &unseen, planes)
        look_ahead(table, seat, &unseen, waiting, &ahead, planes)
        if waiting & allies:
            helped = seat.parameters[FOLLOW_PARTNER] * chance_beaten(
                table, seat, &ahead, &unseen, table.beating, waiting & allies, planes)
        chance = helped
        if ours:
            chance = 1 - (1 - helped) * chance_beaten(table, seat, &ahead, &unseen, table.beating, opponents,
                                                      planes)
    left = share_left(table, seat, planes)
    feeds = chance > seat.parameters[FOLLOW_FEED]
    if not (in_suit | feeds):
        given = _missed_least(table, seat, left, pool)
    if not given:
        given = first_face(pool, &map.feed[led_trumps] if feeds else &map.cheap)
    if not tops:
        return given
    find_card_prices(table, seat, left, &prices)
    stake = find_stake(table, seat)
    tempo = find_tempo(seat, left)
    own = seat.parameters[FOLLOW_OWN]
    best = (worth(chance, stake + own * map.points[lowest_bit(given)], tempo)
            - card_price(table, seat, &prices, given))
    helped *= seat.parameters[FOLLOW_RETAKE]
    suit = TRUMP_SUIT if tops & map.suits[TRUMP_SUIT] else table.lead.suit
    tops = _to_weigh(map, tops, unseen.p[0] & map.suits[suit] if opponents else 0)
    while tops:
        face = tops & (0 - tops)
        tops ^= face
        cost = card_price(table, seat, &prices, face)
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
