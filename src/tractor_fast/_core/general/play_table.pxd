# A set of plays as a table: counted, and by number.
#
# A play is gone through in *layers*: some faces of the pool each, of which it takes 0, 1, 2 ... cards.
# Beginnings of plays that the same ends complete are one *state*; the table says where each number of
# cards leads from a state, and how many ends, with so many cards, complete a play.  Which states there
# are is found by play_search.pxd (runs and tuples, groups of a rainbow) or unbroken.pxd.
#
# Bounds: the sizes below.  What does not fit is refused, and counting.pxd goes through the first layer
# card by card.

from ..bits cimport popcount
from ..types cimport Planes, Spec
from .choices cimport choose_count_general, choose_unrank_general
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

cdef enum:
    MAX_LAYERS = 18          # a suit has at most 18 faces, and there are 13 ranks
    MAX_TAKEN = 16           # cards of a layer: four copies of each of four faces
    MAX_NODES = 1024         # of a layer
    MAX_LINKS = 256          # nodes that follow one node when so many cards are taken
    NODE_ROOM = 8192
    LINK_ROOM = 32768
    DOMINATOR_ROOM = 32768
    FOLLOWER_ROOM = 32768
    MAX_STATES = 4096        # of a layer
    STATE_ROOM = 32768
    SET_ROOM = 32768         # words of the sets of a layer
    STEP_ROOM = 65536
    WAYS_ROOM = 131072
    HASH_SIZE = 8192
    NOWHERE = 65535          # a node or state that nothing leads on from

# Nodes that follow `node` when `taken` cards of a layer are taken; returns how many.
ctypedef int (*Followers)(const void* search, int layer, uint64_t node, int taken,
                          uint64_t* out) noexcept nogil

cdef struct Layer:
    uint64_t faces
    int most                 # cards of the pool in it
    int after                # cards of the pool in the layers after it
    uint64_t choices[17]     # [taken]: choices of so many of them
    # nodes: number 0 of each layer is the node 0
    int first_node
    int n_nodes
    int words                # of a set of them
    int first_link
    int first_dominator
    # states: number 0 of each layer accepts all
    int first_state
    int n_states
    int first_step

cdef struct State:
    uint32_t first_ways
    uint16_t before          # a state of the layer before that leads to it,
    uint8_t taken            # with so many cards
    uint8_t needed           # fewest cards that complete a play
    uint8_t least_left       # fewest and most cards that are left to be taken when it is reached, as
    uint8_t most_left        # far as they can complete it: the ways count from the one to the other

cdef struct Scratch:         # only while a table is filled
    uint64_t nodes[8192]
    uint8_t least[8192]              # by node: fewest cards that lead to 0
    uint16_t same_as[8192]           # the first of some nodes that dominate one another, or NOWHERE
    uint16_t links[32768]            # the nodes that follow, by node and cards taken
    uint16_t links_from[32769]
    uint64_t dominators[32768]       # by node: set of those that dominate it, and itself
    uint64_t followers[32768]        # of one layer, by node and cards taken: set of those that follow
    uint64_t sets[2][32768]          # what tells the states of two layers apart, layer.words each
    uint16_t places[8192]            # hash table of the states of a layer; needs no clearing
    uint16_t place_of[4096]          # by state

cdef struct PlayTable:
    int n_layers
    int start                # first layer that the table is about
    int need                 # cards to be taken from there on
    int found                # 1: what was to be found has been found before it
    int root                 # state before it, or NOWHERE
    uint64_t total           # plays that are accepted
    Planes pool
    Layer layers[19]
    State states[32768]
    uint16_t steps[65536]    # state of the next layer, by state and cards taken
    uint64_t ways[131072]    # ends that complete a play, by state and cards left
    Scratch scratch

cdef inline void add_layer(const Spec* spec, PlayTable* table, uint64_t faces) noexcept nogil:
    """Some more faces of the pool, after those of the layers before."""
    cdef Layer* layer = &table.layers[table.n_layers]
    cdef Planes cards
    cdef int j, taken
    layer.faces = faces
    layer.most = 0
    for j in range(4):
        cards.p[j] = table.pool.p[j] & faces
        layer.most += popcount(cards.p[j])
    if faces & (faces - 1):
        for taken in range(layer.most + 1):
            layer.choices[taken] = <uint64_t>choose_count_general(spec, &cards, taken)
    else:
        for taken in range(layer.most + 1):
            layer.choices[taken] = 1
    table.n_layers += 1

cdef inline void end_layers(PlayTable* table) noexcept nogil:
    """Say that there are no more layers."""
    cdef int number, after = 0
    table.layers[table.n_layers].most = 0
    for number in range(table.n_layers, -1, -1):
        table.layers[number].after = after
        after += table.layers[number].most

cdef inline uint64_t ways_of(const PlayTable* table, const Layer* layer, int state,
                             int left) noexcept nogil:
    """Ends, from a layer on, that complete a play in a state with so many cards left."""
    cdef const State* here
    if state == NOWHERE:
        return 0
    here = &table.states[layer.first_state + state]
    if not here.least_left <= left <= here.most_left:
        return 0
    return table.ways[here.first_ways + left - here.least_left]

cdef inline bint open_states(PlayTable* table, Layer* layer, int first_state) noexcept nogil:
    """Begin the states of a layer, with the one that accepts all; False if there is no room."""
    cdef State* here = &table.states[first_state]
    if first_state == STATE_ROOM:
        return False
    layer.first_state = first_state
    layer.n_states = 1
    here.needed = here.most_left = 0
    here.least_left = 255
    return True

cdef inline int state_of(PlayTable* table, Layer* layer, uint64_t* sets,
                         const uint64_t* members) noexcept nogil:
    """Number of the state that is told by some words, a new one if need be; -1 if there is no room."""
    cdef Scratch* scratch = &table.scratch
    cdef State* here
    cdef uint64_t mix = 0
    cdef int w, state
    cdef uint16_t place
    for w in range(layer.words):
        mix = (mix ^ members[w]) * 0x9e3779b97f4a7c15ULL
        mix ^= mix >> 32
    place = <uint16_t>(mix & (HASH_SIZE - 1))
    while True:
        state = scratch.places[place]
        # A place is in use if a state of this layer says so; the rest is left from other layers.
        if not 0 < state < layer.n_states or scratch.place_of[state] != place:
            break
        if not memcmp(&sets[(state - 1) * layer.words], members, layer.words * sizeof(uint64_t)):
            return state
        place = (place + 1) & (HASH_SIZE - 1)
    state = layer.n_states
    if (state == MAX_STATES or state * layer.words > SET_ROOM
            or layer.first_state + state == STATE_ROOM):
        return -1
    scratch.places[place] = state
    scratch.place_of[state] = place
    memcpy(&sets[(state - 1) * layer.words], members, layer.words * sizeof(uint64_t))
    layer.n_states += 1
    here = &table.states[layer.first_state + state]
    here.needed = here.most_left = 0
    here.least_left = 255
    return state

cdef inline void note_left(State* here, int least_left, int most_left) noexcept nogil:
    """A way to a state with so many cards left to be taken."""
    here.least_left = min(here.least_left, <uint8_t>max(0, least_left))
    here.most_left = max(here.most_left, <uint8_t>most_left)

cdef inline bint count_ways(PlayTable* table, const uint8_t* accepted) noexcept nogil:
    """Fill in all ways, from the last layer back to the first; False if there is no room.

    `accepted`: whether a state is accepted after the last layer.
    """
    cdef const Layer* layer = &table.layers[table.n_layers]
    cdef State* here
    cdef uint64_t sum
    cdef const uint16_t* steps
    cdef int number, state, left, taken, room = layer.n_states
    for state in range(layer.n_states):
        here = &table.states[layer.first_state + state]
        here.first_ways = state
        here.least_left = here.most_left = 0
        table.ways[state] = accepted[state]
    for number in range(table.n_layers - 1, table.start - 1, -1):
        layer = &table.layers[number]
        for state in range(layer.n_states):
            here = &table.states[layer.first_state + state]
            here.first_ways = room
            here.least_left = max(here.least_left, here.needed)
            here.most_left = <uint8_t>min(<int>here.most_left, layer.most + layer.after)
            if here.most_left < here.least_left:
                continue
            room += here.most_left - here.least_left + 1
            if room > WAYS_ROOM:
                return False
            steps = &table.steps[layer.first_step + state * (layer.most + 1)]
            for left in range(here.least_left, here.most_left + 1):
                sum = 0
                for taken in range(min(layer.most, left) + 1):
                    sum += layer.choices[taken] * ways_of(table, layer + 1, steps[taken], left - taken)
                table.ways[here.first_ways + left - here.least_left] = sum
    table.total = ways_of(table, &table.layers[table.start], table.root, table.need)
    return True

cdef inline void write_choice(const Spec* spec, const PlayTable* table, int number, int taken,
                              uint64_t k, Planes* out) noexcept nogil:
    """Add number k of the choices of so many cards of a layer to `out`."""
    cdef uint64_t faces = table.layers[number].faces
    cdef Planes cards, chosen
    cdef int j
    if not faces & (faces - 1):
        for j in range(taken):
            out.p[j] |= faces
        return
    for j in range(4):
        cards.p[j] = table.pool.p[j] & faces
    choose_unrank_general(spec, &cards, taken, k, &chosen)
    for j in range(4):
        out.p[j] |= chosen.p[j]

cdef inline void table_unrank(const Spec* spec, const PlayTable* table, uint64_t k,
                              Planes* out) noexcept nogil:
    """Add play number k, k < table.total, to `out`: layer by layer, fewer cards first."""
    cdef const Layer* layer
    cdef const uint16_t* steps
    cdef int number, taken, state = table.root, left = table.need
    cdef uint64_t ways, each
    for number in range(table.start, table.n_layers):
        layer = &table.layers[number]
        steps = &table.steps[layer.first_step + state * (layer.most + 1)]
        taken = 0
        while True:
            each = ways_of(table, layer + 1, steps[taken], left - taken)
            ways = layer.choices[taken] * each
            if k < ways:
                break
            k -= ways
            taken += 1
        write_choice(spec, table, number, taken, k // each, out)
        k %= each
        left -= taken
        state = steps[taken]
