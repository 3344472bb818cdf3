# Leads under every setting (R7 to R9, R35): how many, number k of them, a uniform throw.
#
#   unit_count(spec, map, hand), unit_unrank(spec, map, hand, k, out)    leads of one unit
#   lead_count(spec, map, hand), lead_unrank(spec, map, hand, k, out)    all: any cards of one suit
#   is_one_unit(spec, map, cards)        of cards that may be led
#   may_lead(spec, map, cards)           whether they may be: of one suit, or a rainbow
#   throw_sample(spec, map, hand, rng, out)    a uniform lead of more than one unit; False: none
#
# A hand has at most MAX_HAND cards: a suit of 18 faces gives at most 5^18 leads, and with rainbows
# fewer than 2^30 come on top, so every count fits into 64 bits.  A group of a rainbow (R35) is one
# unit.  `throws = false` is for the caller: it then asks for leads of one unit only.

from ..bits cimport bit, popcount, select_bit
from ..formats cimport fold, links
from ..planes cimport clear, count_cards, suit_of
from ..rng cimport below
from ..types cimport Lead, Planes, Spec, TrumpTable
from .reading cimport read_rainbow, read_tractor
from libc.stdint cimport UINT64_MAX, uint64_t

# --- rainbows (R35) ------------------------------------------------------------------------------

cdef inline int _group(const Spec* spec, const Planes* hand, int row, int k, Planes* out) noexcept nogil:
    """Put group number k of a row into `out`, if k >= 0; returns how many groups the row has.

    A group has at least one card of each suit and at least `spec.rainbows` in all.
    """
    cdef int held[4]
    cdef int copies[4]
    cdef int column, j, cards, rest, n = 0, choice, choices = 1
    for column in range(4):
        held[column] = 0
        for j in range(4):
            held[column] += <int>(hand.p[j] >> (4 * row + column) & 1)
        choices *= held[column]
    for choice in range(choices):
        rest = choice
        cards = 0
        for column in range(4):
            copies[column] = 1 + rest % held[column]
            rest //= held[column]
            cards += copies[column]
        if cards < spec.rainbows:
            continue
        if n == k:
            for column in range(4):
                for j in range(copies[column]):
                    out.p[j] |= bit(4 * row + column)
            return n
        n += 1
    return n

cdef inline uint64_t _rainbow_units(const Spec* spec, const Planes* hand) noexcept nogil:
    cdef uint64_t n = 0
    cdef int row
    for row in range(12):
        n += _group(spec, hand, row, -1, NULL)
    return n

cdef inline uint64_t _rainbow_leads(const Spec* spec, const Planes* hand) noexcept nogil:
    cdef uint64_t n = 1
    cdef int row
    if spec.rainbows:
        for row in range(12):
            n *= 1 + _group(spec, hand, row, -1, NULL)
    return n - 1

cdef inline void _rainbow_unit_at(const Spec* spec, const Planes* hand, uint64_t k,
                                  Planes* out) noexcept nogil:
    cdef int row, n
    for row in range(12):
        n = _group(spec, hand, row, -1, NULL)
        if k < <uint64_t>n:
            _group(spec, hand, row, <int>k, out)
            return
        k -= n

cdef inline void _rainbow_lead_at(const Spec* spec, const Planes* hand, uint64_t k,
                                  Planes* out) noexcept nogil:
    """Each row's digit is 0 for no group, else the number of its group from 1."""
    cdef int row, n
    k += 1
    for row in range(12):
        n = 1 + _group(spec, hand, row, -1, NULL)
        if k % n:
            _group(spec, hand, row, <int>(k % n) - 1, out)
        k //= n

# --- leads of one unit ---------------------------------------------------------------------------

cdef inline void _put(Planes* out, uint64_t faces, int width) noexcept nogil:
    cdef int j
    for j in range(width):
        out.p[j] |= faces

cdef inline uint64_t _tractors(const Spec* spec, const TrumpTable* map, uint64_t faces, uint64_t k,
                               uint64_t* out) noexcept nogil:
    """How many tractors have these faces, all held as often as the tractor is wide.

    Shorter and lower ones first; of each length first those with the lowest off-suit level face in
    them, or none, then the others.  Stops at number k, if there is one, and gives its faces.
    """
    cdef uint64_t starts = links(map, fold(map, faces)), equal = faces & map.equal, found
    cdef uint64_t through = bit(map.step_bit) | bit(map.step_bit) >> 4, n, count = 0
    cdef int length = 2, which, step, _
    while starts:
        if length >= spec.tractor_length:
            for which in range(max(1, popcount(equal))):
                found = starts if which == 0 else starts & through
                n = popcount(found)
                if k - count >= n:
                    count += n
                    continue
                step = select_bit(found, <unsigned int>(k - count))
                out[0] = 0
                for _ in range(length):
                    if step == map.step_bit and equal:
                        out[0] |= bit(select_bit(equal, which))
                    else:
                        out[0] |= bit(step)
                    step += 4
                return k
        starts &= starts >> 4
        through |= through >> 4
        length += 1
    return count

cdef inline bint _has_tractors(const Spec* spec, const TrumpTable* map, const Planes* hand) noexcept nogil:
    """Whether two adjacent faces are held often enough; what is held more often is among these."""
    return spec.tractor_width < 5 and links(map, fold(map, hand.p[spec.tractor_width - 1])) != 0

cdef inline uint64_t unit_count(const Spec* spec, const TrumpTable* map, const Planes* hand) noexcept nogil:
    """How many leads of one unit a hand has: singles, tuples, tractors, groups of a rainbow."""
    cdef uint64_t count = count_cards(hand, 4), faces
    cdef int width
    if spec.rainbows:
        count += _rainbow_units(spec, hand)
    if _has_tractors(spec, map, hand):
        for width in range(spec.tractor_width, 5):
            count += _tractors(spec, map, hand.p[width - 1], UINT64_MAX, &faces)
    return count

cdef inline void unit_unrank(const Spec* spec, const TrumpTable* map, const Planes* hand, uint64_t k,
                             Planes* out) noexcept nogil:
    """Lead number k, k < unit_count: singles, tuples, then tractors, narrow ones first; rainbows."""
    cdef uint64_t n, faces = 0
    cdef int width
    clear(out)
    for width in range(1, 5):
        n = popcount(hand.p[width - 1])
        if k < n:
            _put(out, bit(select_bit(hand.p[width - 1], <unsigned int>k)), width)
            return
        k -= n
    for width in range(spec.tractor_width, 5):
        n = _tractors(spec, map, hand.p[width - 1], k, &faces)
        if faces:
            _put(out, faces, width)
            return
        k -= n
    _rainbow_unit_at(spec, hand, k, out)

cdef inline bint may_lead(const Spec* spec, const TrumpTable* map, const Planes* cards) noexcept nogil:
    cdef Lead lead
    return suit_of(map, cards.p[0]) >= 0 or read_rainbow(spec, map, cards, &lead)

cdef inline bint is_one_unit(const Spec* spec, const TrumpTable* map, const Planes* cards) noexcept nogil:
    """Whether cards that may be led are a single unit."""
    cdef Lead lead
    lead.n_units = 0
    if not cards.p[0] & (cards.p[0] - 1):
        return True
    if suit_of(map, cards.p[0]) < 0:
        return read_rainbow(spec, map, cards, &lead) and lead.n_units == 1
    return read_tractor(spec, map, cards, &lead)

# --- all leads -----------------------------------------------------------------------------------

cdef inline uint64_t _choices(const Planes* hand, uint64_t suit) noexcept nogil:
    """Sub-multisets of a hand's cards of a suit, the empty one too: one more than held, per face."""
    cdef uint64_t faces, n = 1
    cdef int width, _
    for width in range(1, 5):
        faces = hand.p[width - 1] & suit
        if width < 4:
            faces &= ~hand.p[width]
        for _ in range(popcount(faces)):
            n *= width + 1
    return n

cdef inline uint64_t lead_count(const Spec* spec, const TrumpTable* map, const Planes* hand) noexcept nogil:
    """How many leads a hand may try: all choices of cards of one suit, and all rainbows."""
    cdef uint64_t count = _rainbow_leads(spec, hand)
    cdef int suit
    for suit in range(5):
        count += _choices(hand, map.suits[suit]) - 1
    return count

cdef inline void lead_unrank(const Spec* spec, const TrumpTable* map, const Planes* hand, uint64_t k,
                             Planes* out) noexcept nogil:
    """Lead number k, k < lead_count: suit by suit, then rainbows.  Each face's digit is its copies."""
    cdef uint64_t n, faces, face
    cdef int suit, held, j
    out.p[0] = out.p[1] = out.p[2] = out.p[3] = 0
    for suit in range(5):
        n = _choices(hand, map.suits[suit]) - 1
        if k < n:
            k += 1
            faces = hand.p[0] & map.suits[suit]
            while k:
                face = faces & (0 - faces)
                faces ^= face
                held = 0
                for j in range(4):
                    held += (hand.p[j] & face) != 0
                _put(out, face, <int>(k % (held + 1)))
                k //= held + 1
            return
        k -= n
    _rainbow_lead_at(spec, hand, k, out)

cdef inline bint throw_sample(const Spec* spec, const TrumpTable* map, const Planes* hand, uint64_t* rng,
                              Planes* out) noexcept nogil:
    """A uniform lead of more than one unit; False if the hand has none."""
    cdef uint64_t leads = lead_count(spec, map, hand)
    if leads == unit_count(spec, map, hand):
        return False
    while True:
        lead_unrank(spec, map, hand, below(rng, leads), out)
        if not is_one_unit(spec, map, out):
            return True
