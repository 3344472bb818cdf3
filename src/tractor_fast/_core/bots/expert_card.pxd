# How `expert` follows a single card: most of its choices, so most of its time.
#
# It compares the card that it would give away with those that take the trick, and plays the one worth
# most (worth.pxd).  Of cards that differ in strength alone only two are looked at: the lowest, which costs
# least, and the lowest of those that win as often as the highest.

from .chances cimport Waiting, chance_beaten, look_ahead
from .orders cimport first_face, high_faces
from .prices cimport UPPER, CardPrices, card_price, find_card_prices, kept_price, void_worth
from .sides cimport ANY
from .unseen cimport unbeaten, unseen_cards
from .weights cimport (FOLLOW_DISCARD, FOLLOW_FEED, FOLLOW_OWN, FOLLOW_PARTNER, FOLLOW_RETAKE, PRICE_BREAK,
                       PRICE_UPPER)
from .worth cimport find_stake, find_tempo, worth
from ..bits cimport lowest_bit, highest_bit, popcount
from ..formats cimport faces_above
from ..selects cimport either, only_if
from ..trick cimport faces_beating
from ..types cimport NO_TRUMP, TRUMP_SUIT, Order, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef inline uint64_t _missed_least(const Table* table, const Seat* seat, double left,
                                   const Planes* pool) noexcept nogil:
    """Of the low plain cards that are worth nothing the one to discard; 0 if there is none."""
    cdef uint64_t low = pool.p[0] & table.map.cheap.tiers[0], found = 0, here, single
    cdef double discard = seat.parameters[FOLLOW_DISCARD], upper = seat.parameters[PRICE_UPPER] * left
    cdef double last = discard - void_worth(table, seat), cost, least = 1e9
    cdef int suit, faces
    # In no branch, suits without such a card included: what is held of each is hard to foresee.
    for suit in range(4):
        if suit == 3 and table.map.trump != NO_TRUMP:
            break  # the trump suit's own column is empty
        here = low & table.map.suits[suit]
        single = here & ~pool.p[1]
        faces = popcount(pool.p[0] & table.map.suits[suit])
        cost = discard * faces + only_if(single == 0, seat.parameters[PRICE_BREAK])
        cost = either((single != 0) & (faces == 1), last, cost)
        here = single if single else here
        here &= 0 - here
        cost += only_if(here >> UPPER != 0, upper) + only_if(here == 0, 1e9)
        found = here if cost < least else found
        least = min(cost, least)
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
                                 int coming, double left, const Planes* pool, uint64_t in_suit,
                                 uint64_t tops,
                                 int planes) noexcept nogil:
    """The face to play, out of a pool of at least two; tops: those that take the trick.

    in_suit: all bits if they are of the suit led, else none.
    allies: seats of its own side, bits; waiting: those that play after it; coming: see sides.pxd.
    left: share of the hand dealt that is still held.
    """
    cdef const TrumpTable* map = table.map
    cdef bint ours = (allies >> table.winner) & 1, led_trumps = table.lead.suit == TRUMP_SUIT
    cdef int opponents = waiting & ~allies, partners = waiting & allies, suit, n_opponents, n_partners
    cdef bint won = ours & (opponents == 0), feeds
    cdef uint64_t given = 0, face
    cdef int points
    cdef double chance = ours, helped = 0, stake, tempo, best, value, own, cost
    cdef Planes unseen
    cdef Waiting ahead
    cdef CardPrices prices
    # Who has none that takes it and in the suit led no points gives the same whoever wins.
    if won | (~in_suit | tops | pool.p[0] & (map.fives | map.tens | 0 - <uint64_t>led_trumps) == 0):
        return first_face(pool, &map.feed[led_trumps] if won else &map.cheap)
    n_opponents = popcount(opponents) if coming == ANY else coming > 0
    n_partners = popcount(partners) if coming == ANY else coming > 1
    if (n_opponents + n_partners != 0) & (ours | (tops != 0)):
        unseen_cards(table, seat, &unseen, planes)
        look_ahead(table, seat, &unseen, waiting, n_opponents + n_partners, &ahead, planes)
        if n_partners:
            helped = seat.parameters[FOLLOW_PARTNER] * chance_beaten(
                table, seat, &ahead, &unseen, table.beating, partners, n_partners, planes)
        chance = helped
        if ours:
            chance = 1 - (1 - helped) * chance_beaten(table, seat, &ahead, &unseen, table.beating, opponents,
                                                      n_opponents, planes)
    feeds = chance > seat.parameters[FOLLOW_FEED]
    if not (in_suit | feeds):
        given = _missed_least(table, seat, left, pool)
    if not given:
        given = first_face(pool, &map.feed[led_trumps] if feeds else &map.cheap)
    if not tops:
        return given
    find_card_prices(table, seat, left, &prices)
    stake = find_stake(table, seat, coming)
    tempo = find_tempo(seat, left)
    own = seat.parameters[FOLLOW_OWN]
    best = (worth(chance, stake + own * map.points[lowest_bit(given)], tempo)
            - card_price(table, seat, &prices, given))
    helped *= seat.parameters[FOLLOW_RETAKE]
    suit = TRUMP_SUIT ^ (table.lead.suit ^ TRUMP_SUIT) & in_suit
    tops = _to_weigh(map, tops, unseen.p[0] & map.suits[suit] if n_opponents else 0)
    while tops:
        face = tops & (0 - tops)
        tops ^= face
        # It is no last plain card: there are two of the suit led, or else it is a trump.
        cost = kept_price(seat, &prices, suit == TRUMP_SUIT, face)
        points = map.points[lowest_bit(face)]
        chance = 1
        if n_opponents:
            chance = 1 - (1 - helped) * chance_beaten(
                table, seat, &ahead, &unseen, faces_beating(map, suit, lowest_bit(face)), opponents,
                n_opponents, planes)
        value = worth(chance, stake + own * points, tempo) - cost
        given = face if value > best else given
        best = max(best, value)
    return given
