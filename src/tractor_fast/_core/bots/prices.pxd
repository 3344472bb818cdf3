# What it costs `expert` to part with cards, in points.
#
# Most grow cheaper as the deal goes on: what a card can still do it has to do in the tricks to come.

from .weights cimport (PRICE_ACE, PRICE_BREAK, PRICE_BREAK_TRUMP, PRICE_HIGH, PRICE_JOKER, PRICE_MIDDLE,
                       PRICE_TRUMP, PRICE_TRUMP_END, PRICE_UPPER, PRICE_VOID)
from ..bits cimport lowest_bit, popcount
from ..planes cimport count_cards, count_in
from ..types cimport TRUMP_SUIT, Planes, Seat, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef enum:
    UPPER = 32               # bits of the upper ranks below the highest row, twelve of them
    TOP = 44                 # of the highest row, four

cdef struct Prices:
    double left              # share of the hand dealt that is still held
    double trump             # of each trump
    double middle            # more, of one of the upper ranks below the ace
    double high              # more, of an ace of trumps or a level card
    double joker             # more, of a joker
    double ace               # of a plain card of the highest row
    double upper             # of one of the upper ranks below
    double void              # gained by the last card of a plain suit

cdef inline void find_prices(const Table* table, const Seat* seat, Prices* out, int planes) noexcept nogil:
    out.left = count_cards(&seat.hand, planes) / <double>table.hand_size
    out.trump = seat.parameters[PRICE_TRUMP] * out.left + seat.parameters[PRICE_TRUMP_END]
    out.middle = seat.parameters[PRICE_MIDDLE]
    out.high = seat.parameters[PRICE_HIGH]
    out.joker = seat.parameters[PRICE_JOKER]
    out.ace = seat.parameters[PRICE_ACE] * out.left
    out.upper = seat.parameters[PRICE_UPPER] * out.left
    out.void = 0
    if seat.hand.p[0] & table.map.suits[TRUMP_SUIT]:
        out.void = seat.parameters[PRICE_VOID]

cdef inline double card_price(const Table* table, const Seat* seat, const Prices* prices,
                              uint64_t face) noexcept nogil:
    """Of a single card of the hand."""
    cdef const TrumpTable* map = table.map
    cdef double sum = 0
    if face & map.suits[TRUMP_SUIT]:
        sum = prices.trump
        if face >> TOP:
            sum += prices.high
            if face & 0x88ULL << 56:
                sum += prices.joker
        elif face >> UPPER:
            sum += prices.middle
        if face & seat.hand.p[1]:
            sum += seat.parameters[PRICE_BREAK_TRUMP]
        return sum
    if face & seat.hand.p[1]:
        sum = seat.parameters[PRICE_BREAK]
    elif seat.hand.p[0] & map.suits[map.suit_at[lowest_bit(face)]] == face:
        sum = -prices.void
    if face >> TOP:
        return sum + prices.ace
    if face >> UPPER:
        sum += prices.upper
    return sum

cdef inline double price(const Table* table, const Seat* seat, const Prices* prices, const Planes* cards,
                         int planes) noexcept nogil:
    """Of any cards of the hand."""
    cdef uint64_t trumps = table.map.suits[TRUMP_SUIT], plain = cards.p[0] & ~trumps
    cdef uint64_t broken = cards.p[0] & ~cards.p[1] & seat.hand.p[1]
    cdef double sum = 0
    cdef int suit
    if cards.p[0] & trumps:
        sum = (prices.trump * count_in(cards, trumps, planes)
               + prices.middle * count_in(cards, trumps & 0xfffULL << UPPER, planes)
               + prices.high * count_in(cards, trumps & 0xfffULL << TOP, planes)
               + prices.joker * count_in(cards, 0x88ULL << 56, planes))
    if plain:
        sum += (prices.ace * count_in(cards, 0xfULL << TOP & ~trumps, planes)
                + prices.upper * count_in(cards, 0xfffULL << UPPER & ~trumps, planes))
        if not plain & (plain - 1):
            suit = lowest_bit(plain) & 3
            if (seat.hand.p[0] & table.map.suits[suit] == plain
                    and seat.hand.p[1] & plain == cards.p[1] & plain):
                sum -= prices.void
    if broken:
        sum += (seat.parameters[PRICE_BREAK] * popcount(broken & ~trumps)
                + seat.parameters[PRICE_BREAK_TRUMP] * popcount(broken & trumps))
    return sum
