# The cards of one suit as counts by step and face: what the general path works on.
#
# A *step* is a row of the level-major layout, 0..15, and strength within the suit.  Every step has
# one face, at place 0, but the step of the off-suit level cards (R6), which has up to four, at
# places 0.. in the order s < h < d < c (R10).  Sets of steps are 16-bit masks.
#
#   read_suit(map, cards, suit, out)    those of the cards that belong to a suit
#   write_suit(map, cards, out)         back to planes (add_suit: into planes that hold other cards)
#   face_bit(map, suit, step, place)    bit of a face; place_of(map, bit) is the way back
#   change_cards(cards, step, place, n) put n copies of a face in, or take -n out
#   run_starts(cards, width, length)    lowest steps of all runs of `length` adjacent steps (R5)
#                                       that hold one face `width` times each
#   widest_place(cards, step, width)    the last place of a step that holds `width` copies

from ..bits cimport bit, lowest_bit
from ..planes cimport clear
from ..types cimport NO_TRUMP, TRUMP_SUIT, Planes, TrumpTable
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

cdef struct SuitCards:
    uint8_t n[16][4]         # [step][place]: copies of that face
    uint16_t holds[5]        # [w]: steps of which some face is there w times or more; [0] is all ones
    uint16_t linked          # steps that are adjacent to the next higher one (R5)
    uint8_t suit             # 0..3 columns, TRUMP_SUIT
    uint8_t cards            # how many

cdef inline int column_of(int suit) noexcept nogil:
    return 3 if suit == TRUMP_SUIT else suit

cdef inline uint16_t steps_in(uint64_t mask, int column) noexcept nogil:
    """Rows in which a mask of the level-major layout has its bit of a column."""
    mask = (mask >> column) & 0x1111111111111111ULL
    mask = (mask | mask >> 3) & 0x0303030303030303ULL
    mask = (mask | mask >> 6) & 0x000f000f000f000fULL
    mask = (mask | mask >> 12) & 0x000000ff000000ffULL
    return <uint16_t>(mask | mask >> 24)

cdef inline int equal_step(const TrumpTable* map) noexcept nogil:
    """Step of the off-suit level cards, in trump."""
    return map.step_bit >> 2

cdef inline int face_bit(const TrumpTable* map, int suit, int step, int place) noexcept nogil:
    cdef int printed
    if suit != TRUMP_SUIT or step != equal_step(map):
        return 4 * step + column_of(suit)
    printed = 3 - place
    if map.trump != NO_TRUMP and map.trump >= printed:
        printed -= 1
    return map.to_layout[4 * map.level + printed]

cdef inline int place_of(const TrumpTable* map, int face) noexcept nogil:
    cdef int printed
    if not bit(face) & map.equal:
        return 0
    printed = map.to_natural[face] & 3
    return 3 - printed - (map.trump != NO_TRUMP and map.trump > printed)

cdef inline uint16_t linked_steps(const TrumpTable* map, int suit) noexcept nogil:
    """Steps of a suit that are adjacent to the next higher one (R5)."""
    cdef uint16_t linked = steps_in(map.linked, column_of(suit))
    if suit != TRUMP_SUIT:
        return linked & 0x0fff
    # Without a trump suit the rows below the level cards are those of spades.
    return linked & 0xe000 if map.trump == NO_TRUMP else linked

cdef inline void read_suit(const TrumpTable* map, const Planes* cards, int suit,
                           SuitCards* out) noexcept nogil:
    cdef uint64_t faces
    cdef int b, j
    memset(out, 0, sizeof(SuitCards))
    out.suit = suit
    out.linked = linked_steps(map, suit)
    out.holds[0] = 0xffff
    for j in range(4):
        faces = cards.p[j] & map.suits[suit]
        while faces:
            b = lowest_bit(faces)
            faces &= faces - 1
            out.n[b >> 2][place_of(map, b)] += 1
            out.holds[j + 1] |= 1 << (b >> 2)
            out.cards += 1

cdef inline void add_suit(const TrumpTable* map, const SuitCards* cards, Planes* out) noexcept nogil:
    """Put the cards into planes that hold no card of their suit."""
    cdef uint16_t steps = cards.holds[1]
    cdef uint64_t face
    cdef int step, place, j
    while steps:
        step = lowest_bit(steps)
        steps &= steps - 1
        for place in range(4):
            if cards.n[step][place]:
                face = bit(face_bit(map, cards.suit, step, place))
                for j in range(cards.n[step][place]):
                    out.p[j] |= face

cdef inline void write_suit(const TrumpTable* map, const SuitCards* cards, Planes* out) noexcept nogil:
    clear(out)
    add_suit(map, cards, out)

cdef inline int most_copies(const SuitCards* cards, int step) noexcept nogil:
    """Copies of the face of a step that is held most often."""
    return max(max(cards.n[step][0], cards.n[step][1]), max(cards.n[step][2], cards.n[step][3]))

cdef inline void change_cards(SuitCards* cards, int step, int place, int n) noexcept nogil:
    cdef uint16_t at = <uint16_t>(1 << step)
    cdef int w, most
    cards.n[step][place] += n
    cards.cards += n
    most = most_copies(cards, step)
    for w in range(1, 5):
        if w <= most:
            cards.holds[w] |= at
        else:
            cards.holds[w] &= ~at

cdef inline uint16_t run_starts(const SuitCards* cards, int width, int length) noexcept nogil:
    cdef uint16_t held = cards.holds[width], starts = held
    cdef int _
    for _ in range(1, length):
        # A run of one step more: this step, and a run from the next one up.
        starts = held & cards.linked & (starts >> 1)
    return starts

cdef inline int widest_place(const SuitCards* cards, int step, int width) noexcept nogil:
    """The last place of a step whose face is there `width` times, or -1."""
    cdef int place = 3
    while place >= 0 and cards.n[step][place] < width:
        place -= 1
    return place
