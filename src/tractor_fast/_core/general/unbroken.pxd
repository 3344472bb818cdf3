# The plays that `protect_longer_tuples` lets follow (R14), by classes.
#
# Which rung decides depends on the play, so there is no one rung to search for.  But plays that are
# alike in all that any rung asks for are legal together, and there are far fewer *classes* than plays.
# A class is
#   - how many faces give two, three and four cards,
#   - how many keep two, three and four back, no more than any rung has slots of that width,
#   - if a rung may have runs, how many cards each step of a stretch of adjacent steps gives, where all
#     steps give enough for a run and the stretch is as long as one: the stretches, in any order.
# The states of the table are the classes of beginnings of plays; one play of each class is judged.

from ..bits cimport bit, highest_bit
from ..planes cimport clear, suit_of
from ..types cimport Follow, Planes, Spec, TrumpTable
from .follows cimport meets_unbroken
from .play_table cimport (
    MAX_STATES, STEP_ROOM, Layer, PlayTable, State, count_ways, note_left, open_states, state_of,
)
from .run_packings cimport Steps, suit_layers
from .suit cimport SuitCards, read_suit
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

# Words of a class.  A stretch is two bits a step, the lowest first: cards that it gives less one.
cdef enum:
    CLOSED = 0               # finished stretches, the largest number first, two zero bits after each
    STRETCHES = 1            # 32 bits: the stretch that goes on with the next step, 32: the one of OTHERS
    TALLY = 2                # 5 bits each: faces that give 2, 3, 4 cards, then faces that keep as many
    CLASS_WORDS = 3
    KEPT = 15                # in the tally
    PENDING = 32             # in the tally: 8 bits: what the faces of this step give, the most first
    OTHERS = 40              # in the tally: 6 bits: the same for the off-suit level cards but the first

cdef struct UnbrokenSearch:
    Steps steps
    int widest               # width of a slot
    int run_width            # smallest width and length of a run; length 0: there are no runs
    int run_length
    uint8_t most_kept[5]     # [w]: slots of that width in any rung

cdef inline void unbroken_search(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                 UnbrokenSearch* search, PlayTable* table) noexcept nogil:
    """Set out the classes of plays of cards of one suit."""
    cdef SuitCards cards
    cdef int i, w, width, length
    read_suit(map, &follow.pool, suit_of(map, follow.pool.p[0]), &cards)
    suit_layers(spec, &cards, &follow.pool, &search.steps, table)
    search.widest = search.run_length = 0
    search.run_width = spec.tractor_width
    memset(search.most_kept, 0, sizeof(search.most_kept))
    for i in range(follow.n_asked):
        width, length = follow.asked[i].width, follow.asked[i].length
        search.widest = max(search.widest, width)
        for w in range(2, width + 1):
            search.most_kept[w] += width * length // w
        if (width >= spec.tractor_width and width * length >= spec.tractor_width * spec.tractor_length
                and (length > 1 or not spec.tractors_answer_only_tractors)):
            search.run_length = spec.tractor_length

# --- classes -------------------------------------------------------------------------------------

cdef inline int _steps_in(uint64_t stretch) noexcept nogil:
    return (highest_bit(stretch) >> 1) + 1 if stretch else 0

cdef inline uint64_t _with_stretch(uint64_t closed, uint64_t stretch) noexcept nogil:
    """Finished stretches with one more."""
    cdef uint64_t out = 0, here
    cdef int at = 0, length
    while closed or stretch:
        length = 0
        while closed >> 2 * length & 3:
            length += 1
        here = closed & (bit(2 * length) - 1)
        if here >= stretch:
            closed >>= 2 * length + 2
        else:
            here = stretch
            stretch = 0
        out |= here << at
        at += 2 * _steps_in(here) + 2
    return out

cdef inline void _close_stretch(const UnbrokenSearch* search, uint64_t* words) noexcept nogil:
    """The stretch does not go on with the next step."""
    cdef uint64_t stretch = words[STRETCHES] & 0xffffffffULL
    # OTHERS are in the stretch that has just ended, unless that stands there already.
    cdef bint holds_others = words[TALLY] >> OTHERS != 0 and not words[STRETCHES] >> 32
    words[STRETCHES] ^= stretch
    if _steps_in(stretch) < search.run_length:
        if holds_others:
            words[TALLY] &= bit(OTHERS) - 1
    elif holds_others:
        words[STRETCHES] = stretch << 32
    else:
        words[CLOSED] = _with_stretch(words[CLOSED], stretch)

cdef inline void _add_pending(uint64_t* words, uint64_t gives) noexcept nogil:
    """Put what a face gives in its place among those of its step."""
    cdef uint64_t pending = (words[TALLY] >> PENDING) & 255, low
    cdef int at = 0
    while pending >> at & 3 >= gives:
        at += 2
    low = pending & (bit(at) - 1)
    words[TALLY] ^= (pending ^ (low | gives << at | (pending ^ low) << 2)) << PENDING

cdef inline void _take(const UnbrokenSearch* search, int layer, int held, int taken,
                       uint64_t* words) noexcept nogil:
    """The class that a class becomes when so many of the cards of a face are taken."""
    cdef int kept = held - taken, step = search.steps.step[layer]
    cdef uint64_t pending
    if taken > 1:
        words[TALLY] += bit(5 * (taken - 2))
    if kept > 1 and words[TALLY] >> (KEPT + 5 * (kept - 2)) & 31 < search.most_kept[kept]:
        words[TALLY] += bit(KEPT + 5 * (kept - 2))
    if not search.run_length:
        return
    if taken >= search.run_width:
        # In a run of pairs a third card is of no use.
        _add_pending(words, 1 if taken == 3 and search.widest == 2 else taken - 1)
    if not search.steps.closes[layer]:
        return
    pending = (words[TALLY] >> PENDING) & 255
    words[TALLY] ^= pending << PENDING
    if pending:
        words[STRETCHES] |= (pending & 3) << 2 * _steps_in(words[STRETCHES] & 0xffffffffULL)
        words[TALLY] |= pending >> 2 << OTHERS
    if not pending or not search.steps.linked >> step & 1:
        _close_stretch(search, words)

# --- the table -----------------------------------------------------------------------------------

cdef inline void _play_of(const PlayTable* table, const uint8_t* begun, int state,
                          Planes* out) noexcept nogil:
    """A play of the class of a state after the last layer, but for cards that are taken once."""
    cdef const State* here
    cdef int number, j, taken
    clear(out)
    for number in range(table.n_layers - 1, -1, -1):
        taken = begun[number]
        if number >= table.start:
            here = &table.states[table.layers[number + 1].first_state + state]
            taken = here.taken
            state = here.before
        for j in range(taken):
            out.p[j] |= table.layers[number].faces

cdef inline bint build_classes(const Spec* spec, const TrumpTable* map, const Follow* follow,
                               const UnbrokenSearch* search, PlayTable* table,
                               const uint8_t* begun, int start, int need) noexcept nogil:
    """Fill the table for the layers from `start` on; `begun`: cards taken of those before.

    False if it has no room; table.total says how many plays with `need` more cards are legal.
    """
    cdef uint64_t words[3]
    cdef uint8_t accepted[4096]
    cdef uint64_t* sets = table.scratch.sets[0]
    cdef uint64_t* new = table.scratch.sets[1]
    cdef Layer* layer
    cdef Layer* after
    cdef const State* here
    cdef uint16_t* steps
    cdef Planes play
    cdef int number, state, step, taken, n, room = 0
    table.start = start
    table.need = need
    memset(words, 0, sizeof(words))
    for number in range(start):
        _take(search, number, table.layers[number].most, begun[number], words)
    for number in range(start, table.n_layers + 1):
        table.layers[number].words = CLASS_WORDS
    layer = &table.layers[start]
    open_states(table, layer, 0)
    table.root = state_of(table, layer, sets, words)
    note_left(&table.states[table.root], need, need)
    for number in range(start, table.n_layers):
        layer = &table.layers[number]
        after = layer + 1
        layer.first_step = room
        room += layer.n_states * (layer.most + 1)
        if room > STEP_ROOM or not open_states(table, after, layer.first_state + layer.n_states):
            return False
        for state in range(1, layer.n_states):
            here = &table.states[layer.first_state + state]
            steps = &table.steps[layer.first_step + state * (layer.most + 1)]
            for taken in range(layer.most + 1):
                steps[taken] = 0
                if taken > here.most_left or here.least_left - taken > layer.after:
                    continue
                memcpy(words, &sets[(state - 1) * CLASS_WORDS], sizeof(words))
                _take(search, number, layer.most, taken, words)
                n = after.n_states
                step = state_of(table, after, new, words)
                if step < 0:
                    return False
                if step == n:
                    table.states[after.first_state + step].before = state
                    table.states[after.first_state + step].taken = taken
                steps[taken] = step
                note_left(&table.states[after.first_state + step], here.least_left - taken,
                          here.most_left - taken)
        sets, new = new, sets
    layer = &table.layers[table.n_layers]
    accepted[0] = 0
    for state in range(1, layer.n_states):
        _play_of(table, begun, state, &play)
        accepted[state] = meets_unbroken(spec, map, follow, &play)
    return count_ways(table, accepted)
