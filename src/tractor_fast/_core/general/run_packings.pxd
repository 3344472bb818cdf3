# The runs and tuples of a rung (R13) as a search through the faces of a suit, lowest step first.
#
# A node is what is still to be found: how many runs of each kind have not begun, which runs have begun
# and with which step they go on, and how many tuples of each width are missing.  A face of x cards is
# used by at most two runs (they take two cards at least); the cards that runs leave over make tuples,
# the widest that is missing first.  That is as good as any other way, but that four cards can be a
# triple or two pairs: then both ways are followed.

from ..bits cimport bit, lowest_bit
from ..planes cimport suit_of
from ..types cimport Planes, Slots, Spec, TrumpTable
from .play_table cimport PlayTable, add_layer, end_layers
from .suit cimport SuitCards, read_suit
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

# Fields of a node: two runs that must go on with this step, two that must with the next one (0: none,
# else a *place*, a kind of run and a step of it), tuples of 2, 3 and 4 cards, runs by kind (at most
# 15 bits), and how many cards and how many faces' parts, a slot each, all that is missing takes.
cdef enum:
    DUE = 0                  # 2 x 5 bits
    LATER = 10               # 2 x 5 bits
    PAIRS = 20               # 5 bits
    TRIPLES = 25             # 5 bits
    QUADS = 30               # 4 bits
    KINDS = 34               # 15 bits
    SLOTS = 53               # 5 bits
    CARDS = 58               # 6 bits
    MAX_KINDS = 9            # different runs in a rung of at most 53 cards: 4 + 5 + 5 + 6 + 6 + 6 + 6 + 7 + 7
    MAX_PLACES = 32          # of at most 26 steps in them, those after the first

cdef struct RunKind:
    uint8_t width            # of its first step
    uint8_t place            # where it goes on
    uint8_t shift            # of its number in a node
    uint64_t mask            # of its number, shifted
    uint16_t starts          # steps on which the hand can begin it

cdef struct Steps:           # of the layers, one face each, the lowest first
    uint8_t step[18]
    uint8_t closes[18]       # 1: the last face of its step
    uint16_t linked          # steps adjacent to the next one, with cards on both

cdef struct RunSearch:
    Steps steps
    uint8_t slots_after[18]  # slots, of two cards and more, that the layers after it can fill at most
    uint8_t cards_after[18]  # cards of the pool in them
    int n_kinds
    RunKind kinds[9]
    uint8_t width[32]        # by place: cards that the run takes there
    uint8_t goes_on[32]      # by place: the next place, 0 at the end of the run
    uint64_t first           # the node before the first layer

cdef inline uint64_t _slots(int n, int width) noexcept nogil:
    """What n slots of a width add to the counts of all that is missing."""
    return <uint64_t>n << SLOTS | <uint64_t>(n * width) << CARDS

cdef inline uint64_t _places_sorted(uint64_t node, int field) noexcept nogil:
    """The node with the smaller of a field's two places first, so that equal sets are equal."""
    cdef uint64_t a = (node >> field) & 31, b = (node >> (field + 5)) & 31
    if a <= b:
        return node
    return node ^ ((a ^ b) << field) ^ ((a ^ b) << (field + 5))

cdef inline bint _goes_on(const RunSearch* search, uint64_t* node, int place) noexcept nogil:
    """Note that a run goes on at a place with the next step; False if two others do already."""
    if not place:
        return True
    if not node[0] >> LATER & 31:
        node[0] |= <uint64_t>place << LATER
        return True
    if not node[0] >> (LATER + 5) & 31:
        node[0] |= <uint64_t>place << (LATER + 5)
        return True
    return False

cdef inline bint _use(const RunSearch* search, int layer, int way, uint64_t* node,
                      int* cards) noexcept nogil:
    """Let a run take some of the cards of a layer: the first or second that is due, or a new one."""
    cdef const RunKind* kind
    cdef int place, field = DUE + 5 * way
    if way < 2:
        place = (node[0] >> field) & 31
        if not place or search.width[place] > cards[0]:
            return False
        cards[0] -= search.width[place]
        node[0] ^= <uint64_t>place << field
        node[0] -= _slots(1, search.width[place])
        return _goes_on(search, node, search.goes_on[place])
    kind = &search.kinds[way - 2]
    if (kind.width > cards[0] or not node[0] & kind.mask
            or not kind.starts >> search.steps.step[layer] & 1):
        return False
    cards[0] -= kind.width
    node[0] -= bit(kind.shift) + _slots(1, kind.width)
    return _goes_on(search, node, kind.place)

cdef inline bint _is_possible(const RunSearch* search, int layer, uint64_t node) noexcept nogil:
    """Whether the faces after a layer have cards enough for all that is missing."""
    return (node >> CARDS <= search.cards_after[layer]
            and (node >> SLOTS) & 31 <= search.slots_after[layer])

cdef inline int _leave(const RunSearch* search, int layer, uint64_t node, int cards,
                       uint64_t* out) noexcept nogil:
    """Make tuples of the cards left over, and go to the next face; returns how many ways there are."""
    cdef uint64_t later = (node >> LATER) & 1023
    cdef int pairs = (node >> PAIRS) & 31, n = 1
    if search.steps.closes[layer]:
        if node & 1023 or (later and not search.steps.linked >> search.steps.step[layer] & 1):
            return 0
        node ^= later << LATER | later
    node = _places_sorted(_places_sorted(node, DUE), LATER)
    out[0] = node
    if cards == 4 and (node >> QUADS) & 15:
        out[0] = node - bit(QUADS) - _slots(1, 4)
    elif cards >= 3 and (node >> TRIPLES) & 31:
        out[0] = node - bit(TRIPLES) - _slots(1, 3)
        if cards == 4 and pairs:
            pairs = min(pairs, 2)
            out[1] = node - (<uint64_t>pairs << PAIRS) - _slots(pairs, 2)
            n = 2
    elif cards >= 2 and pairs:
        pairs = min(pairs, cards >> 1)
        out[0] = node - (<uint64_t>pairs << PAIRS) - _slots(pairs, 2)
    # What the faces to come cannot give is not followed further.
    if n == 2 and not _is_possible(search, layer, out[1]):
        n = 1
    if not _is_possible(search, layer, out[0]):
        n -= 1
        out[0] = out[1]
    return n

cdef inline int run_followers(const void* of, int layer, uint64_t node, int taken,
                              uint64_t* out) noexcept nogil:
    """The nodes that follow when `taken` cards of the layer's face are taken (Followers)."""
    cdef const RunSearch* search = <const RunSearch*>of
    cdef uint64_t once, twice
    cdef int a, b, left, left2, n = _leave(search, layer, node, taken, out)
    if taken < 2:
        return n
    for a in range(2 + search.n_kinds):
        once = node
        left = taken
        if not _use(search, layer, a, &once, &left):
            continue
        n += _leave(search, layer, once, left, &out[n])
        for b in range(a, 2 + search.n_kinds):
            twice = once
            left2 = left
            if _use(search, layer, b, &twice, &left2):
                n += _leave(search, layer, twice, left2, &out[n])
    return n

cdef inline void _add_kind(RunSearch* search, const SuitCards* cards, uint64_t run, int number,
                           int* place, int* shift) noexcept nogil:
    """A kind of run, of which there are `number`."""
    cdef RunKind* kind = &search.kinds[search.n_kinds]
    cdef int step = 0, width
    cdef uint16_t starts = 0xffff
    search.n_kinds += 1
    kind.width = run & 15
    kind.place = place[0]
    kind.shift = shift[0]
    while number >> (shift[0] - kind.shift):
        shift[0] += 1
    kind.mask = bit(shift[0]) - bit(kind.shift)
    search.first += <uint64_t>number << kind.shift
    while run:
        width = run & 15
        run >>= 4
        search.first += _slots(number, width)
        starts &= cards.holds[width] >> step
        if run:
            starts &= cards.linked >> step
        if step:
            search.width[place[0]] = width
            search.goes_on[place[0]] = place[0] + 1 if run else 0
            place[0] += 1
        step += 1
    kind.starts = starts

cdef inline void suit_layers(const Spec* spec, const SuitCards* cards, const Planes* pool,
                             Steps* steps, PlayTable* table) noexcept nogil:
    """Let each face of some cards of one suit be a layer."""
    cdef uint64_t faces = pool.p[0], face
    table.pool = pool[0]
    table.n_layers = 0
    while faces:
        face = faces & (0 - faces)
        faces ^= face
        steps.step[table.n_layers] = lowest_bit(face) >> 2
        steps.closes[table.n_layers] = not faces or lowest_bit(faces) >> 2 != lowest_bit(face) >> 2
        add_layer(spec, table, face)
    end_layers(table)
    steps.linked = cards.linked & cards.holds[1] & (cards.holds[1] >> 1)

cdef inline void run_search(const Spec* spec, const TrumpTable* map, const Planes* pool,
                            const Slots* slots, RunSearch* search, PlayTable* table) noexcept nogil:
    """Set out the search for some runs and tuples in cards of one suit."""
    cdef SuitCards cards
    cdef int i, j, number, place = 1, shift = KINDS, slots_after = 0
    read_suit(map, pool, suit_of(map, pool.p[0]), &cards)
    suit_layers(spec, &cards, pool, &search.steps, table)
    for i in range(table.n_layers - 1, -1, -1):
        search.cards_after[i] = table.layers[i].after
        search.slots_after[i] = slots_after
        slots_after += table.layers[i].most >> 1
    search.n_kinds = 0
    search.first = (<uint64_t>slots.tuples[2] << PAIRS | <uint64_t>slots.tuples[3] << TRIPLES
                    | <uint64_t>slots.tuples[4] << QUADS)
    for i in range(2, 5):
        search.first += _slots(slots.tuples[i], i)
    for i in range(slots.n_runs):
        number = 0
        for j in range(slots.n_runs):
            if slots.runs[j] == slots.runs[i]:
                if j < i:
                    break
                number += 1
        else:
            _add_kind(search, &cards, slots.runs[i], number, &place, &shift)
