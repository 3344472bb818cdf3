# What it costs `expert` to part with cards, in points.
#
# Most grow cheaper as the deal goes on: what a card can still do it has to do in the tricks to come.

from .weights cimport (PRICE_ACE, PRICE_BREAK, PRICE_BREAK_TRUMP, PRICE_HIGH, PRICE_JOKER, PRICE_MIDDLE,
                       PRICE_TRUMP, PRICE_TRUMP_END, PRICE_UPPER, PRICE_VOID)
from ..bits cimport lowest_bit, popcount
from ..planes cimport count_cards, count_in
from ..selects cimport only_if
from ..types cimport TRUMP_SUIT, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef enum:
    UPPER = 32               # bits of the upper ranks below the highest row, twelve of them
    TOP = 44                 # of the highest row, four
    JOKERS = 59              # of the lower joker; the other is bit 63

cdef inline double share_left(const Table* table, const Seat* seat, int planes) noexcept nogil:
    """Share of the hand dealt that is still held."""
    return count_cards(&seat.hand, planes) / <double>table.hand_size

cdef inline double void_worth(const Table* table, const Seat* seat) noexcept nogil:
    """Points gained by the last card of a plain suit, if there are trumps to trump in with."""
    return only_if(seat.hand.p[0] & table.map.suits[TRUMP_SUIT] != 0, seat.parameters[PRICE_VOID])

cdef struct CardPrices:      # of single cards, 0: of plain suits, 1: trumps
    double by_height[2][4]   # low, upper, of the highest rows, joker
    double breaks[2][2]      # what is added, 1: where a pair is broken
    double last[2]           # what is taken off, 1: for the last card of a plain suit

cdef inline void find_card_prices(const Table* table, const Seat* seat, double left,
                                  CardPrices* out) noexcept nogil:
    """left: share of the hand dealt that is still held."""
    cdef const double* parameters = seat.parameters
    cdef double trump = parameters[PRICE_TRUMP] * left + parameters[PRICE_TRUMP_END]
    out.by_height[0][0] = 0
    out.by_height[0][1] = parameters[PRICE_UPPER] * left
    out.by_height[0][2] = out.by_height[0][3] = parameters[PRICE_ACE] * left
    out.by_height[1][0] = trump
    out.by_height[1][1] = trump + parameters[PRICE_MIDDLE]
    out.by_height[1][2] = trump + parameters[PRICE_HIGH]
    out.by_height[1][3] = out.by_height[1][2] + parameters[PRICE_JOKER]
    out.breaks[0][0] = out.breaks[1][0] = out.last[0] = 0
    out.breaks[0][1] = parameters[PRICE_BREAK]
    out.breaks[1][1] = parameters[PRICE_BREAK_TRUMP]
    out.last[1] = void_worth(table, seat)

cdef inline int height_of(uint64_t face) noexcept nogil:
    # As many of the heights begin below the face as lie below it.
    return popcount((face - 1) & (1ULL << (UPPER - 1) | 1ULL << (TOP - 1) | 1ULL << (JOKERS - 1)))

cdef inline double kept_price(const Seat* seat, const CardPrices* prices, bint trump,
                              uint64_t face) noexcept nogil:
    """Of a card that is not the last of a plain suit."""
    return prices.by_height[trump][height_of(face)] + prices.breaks[trump][face & seat.hand.p[1] != 0]

cdef inline double card_price(const Table* table, const Seat* seat, const CardPrices* prices,
                              uint64_t face) noexcept nogil:
    """Of a single card of the hand; in no branch, since nothing of it can be foreseen."""
    cdef const TrumpTable* map = table.map
    cdef bint trump = face & map.suits[TRUMP_SUIT] != 0, paired = face & seat.hand.p[1] != 0
    cdef bint only = seat.hand.p[0] & map.suits[map.suit_at[lowest_bit(face)]] == face
    return kept_price(seat, prices, trump, face) - prices.last[only & ~(trump | paired)]

cdef inline double price(const Table* table, const Seat* seat, double left, const Planes* cards,
                         int planes) noexcept nogil:
    """Of any cards of the hand."""
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT], plain = cards.p[0] & ~trumps
    cdef uint64_t broken = cards.p[0] & ~cards.p[1] & seat.hand.p[1]
    cdef double sum = 0
    cdef int suit
    if cards.p[0] & trumps:
        sum = ((seat.parameters[PRICE_TRUMP] * left + seat.parameters[PRICE_TRUMP_END])
               * count_in(cards, trumps, planes)
               + seat.parameters[PRICE_MIDDLE] * count_in(cards, trumps & 0xfffULL << UPPER, planes)
               + seat.parameters[PRICE_HIGH] * count_in(cards, trumps & 0xfffULL << TOP, planes)
               + seat.parameters[PRICE_JOKER] * count_in(cards, 0x88ULL << 56, planes))
    if plain:
        sum += left * (seat.parameters[PRICE_ACE] * count_in(cards, 0xfULL << TOP & ~trumps, planes)
                       + seat.parameters[PRICE_UPPER] * count_in(cards, 0xfffULL << UPPER & ~trumps, planes))
        if not plain & (plain - 1):
            suit = lowest_bit(plain) & 3
            if (seat.hand.p[0] & table.map.suits[suit] == plain
                    and seat.hand.p[1] & plain == cards.p[1] & plain):
                sum -= void_worth(table, seat)
    if broken:
        sum += (seat.parameters[PRICE_BREAK] * popcount(broken & ~trumps)
                + seat.parameters[PRICE_BREAK_TRUMP] * popcount(broken & trumps))
    return sum
