# The table (play_table.pxd) of the plays that a search accepts.
#
# What the beginning of a play has found is a *node*, a number that only the owner of the search can
# read: what is still to be found, 0 for nothing.  The same cards can be used in several ways, so a
# beginning leads to a *set* of nodes, and a play is accepted when its set holds 0 after the last
# layer.  A state is such a set.  Sets are kept small, and so few, without a change in what they accept:
#   - a node from which nothing leads to 0, or nothing with as few cards as are left, is left out;
#   - a node is left out beside one that *dominates* it: that can do, card for card, whatever it can.
#
# Node q dominates node p of a layer if, whatever number of cards is taken, each node that follows p is
# dominated by one that follows q.  Then each end that completes p completes q.  The node 0 dominates
# all and is dominated by itself alone: it stays 0 whatever is taken.

from ..bits cimport bit, lowest_bit
from .play_table cimport (
    DOMINATOR_ROOM, FOLLOWER_ROOM, LINK_ROOM, MAX_NODES, NODE_ROOM, NOWHERE, STEP_ROOM, Followers,
    Layer, PlayTable, Scratch, State, count_ways, note_left, open_states, state_of,
)
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

cdef inline bint build_table(PlayTable* table, Followers followers, const void* search, int start,
                             const uint64_t* nodes, int n_nodes, int need) noexcept nogil:
    """Fill the table for the layers from `start` on, where some nodes have been reached.

    False if it has no room; table.total says how many plays of `need` cards are accepted.
    """
    table.start = start
    table.need = need
    cdef uint8_t accepted = 1
    return (_find_nodes(table, followers, search, nodes, n_nodes) and _find_dominators(table)
            and _find_states(table) and count_ways(table, &accepted))

# --- nodes ---------------------------------------------------------------------------------------

cdef inline int _number_of(Scratch* scratch, Layer* layer, uint64_t node) noexcept nogil:
    """Number of a node in its layer, a new one if need be; NOWHERE if there is no room."""
    cdef uint64_t* nodes = &scratch.nodes[layer.first_node]
    cdef int i
    for i in range(layer.n_nodes):
        if nodes[i] == node:
            return i
    if layer.n_nodes == MAX_NODES or layer.first_node + layer.n_nodes == NODE_ROOM:
        return NOWHERE
    nodes[layer.n_nodes] = node
    layer.n_nodes += 1
    return layer.n_nodes - 1

cdef inline bint _open(Scratch* scratch, Layer* layer, int first_node) noexcept nogil:
    """Begin the nodes of a layer, with node 0."""
    layer.first_node = first_node
    layer.n_nodes = 0
    return _number_of(scratch, layer, 0) == 0

cdef inline bint _find_nodes(PlayTable* table, Followers followers, const void* search,
                             const uint64_t* begin, int n_begin) noexcept nogil:
    """All nodes that can be reached, and for each of them but 0 those that follow it."""
    cdef Scratch* scratch = &table.scratch
    cdef Layer* layer = &table.layers[table.start]
    cdef Layer* after
    cdef uint64_t found[256]
    cdef int number, i, j, n, taken, link, n_links = 0, n_lists = 0
    _open(scratch, layer, 0)
    table.found = 0
    for i in range(n_begin):
        link = _number_of(scratch, layer, begin[i])
        if link == NOWHERE:
            return False
        table.found |= link == 0
    scratch.links_from[0] = 0
    for number in range(table.start, table.n_layers):
        layer = &table.layers[number]
        after = layer + 1
        if not _open(scratch, after, layer.first_node + layer.n_nodes):
            return False
        layer.first_link = n_lists
        for i in range(1, layer.n_nodes):
            for taken in range(layer.most + 1):
                n = followers(search, number, scratch.nodes[layer.first_node + i], taken, found)
                if n_links + n > LINK_ROOM or n_lists == LINK_ROOM:
                    return False
                for j in range(n):
                    link = _number_of(scratch, after, found[j])
                    if link == NOWHERE:
                        return False
                    scratch.links[n_links] = link
                    n_links += 1
                n_lists += 1
                scratch.links_from[n_lists] = n_links
    return True

# --- dominators ----------------------------------------------------------------------------------

cdef inline bint _meet(const uint64_t* a, const uint64_t* b, int words) noexcept nogil:
    cdef int w
    for w in range(words):
        if a[w] & b[w]:
            return True
    return False

cdef inline void _add_member(uint64_t* members, int number) noexcept nogil:
    members[number >> 6] |= bit(number & 63)

cdef inline void _drop_dominated(const PlayTable* table, const Layer* layer,
                                 uint64_t* members) noexcept nogil:
    """Leave out of a set of nodes of a layer those that others in it dominate."""
    cdef const uint64_t* dominators
    cdef uint64_t here
    cdef int w, i
    for w in range(layer.words):
        here = members[w]
        while here:
            i = lowest_bit(here)
            here &= here - 1
            dominators = &table.scratch.dominators[layer.first_dominator + (64 * w + i) * layer.words]
            members[w] ^= bit(i)
            if not _meet(members, dominators, layer.words):
                members[w] ^= bit(i)

cdef inline bint _dominates(const PlayTable* table, const Layer* layer, const uint64_t* q,
                            const uint64_t* p) noexcept nogil:
    """Whether each of the nodes that follow p is dominated by one of those that follow q.

    Both by cards taken, sets of nodes of the layer after this one.
    """
    cdef const Layer* after = layer + 1
    cdef const uint64_t* dominators
    cdef uint64_t here
    cdef int taken, w
    for taken in range(layer.most, -1, -1):
        for w in range(after.words):
            here = p[taken * after.words + w] & ~q[taken * after.words + w]
            while here:
                dominators = &table.scratch.dominators[
                    after.first_dominator + (64 * w + lowest_bit(here)) * after.words]
                here &= here - 1
                if not _meet(dominators, &q[taken * after.words], after.words):
                    return False
    return True

cdef inline bint _find_followers(PlayTable* table, Layer* layer) noexcept nogil:
    """The followers of a layer's nodes as sets, and which nodes lead to 0 with how many cards."""
    cdef Scratch* scratch = &table.scratch
    cdef const Layer* after = layer + 1
    cdef uint64_t* members
    cdef uint8_t* least
    cdef int i, j, taken, links = layer.first_link, link
    cdef uint16_t same
    if layer.n_nodes * (layer.most + 1) * after.words > FOLLOWER_ROOM:
        return False
    scratch.same_as[layer.first_node] = 0
    scratch.least[layer.first_node] = 0
    for i in range(1, layer.n_nodes):
        scratch.same_as[layer.first_node + i] = NOWHERE
        least = &scratch.least[layer.first_node + i]
        least[0] = 255
        for taken in range(layer.most + 1):
            members = &scratch.followers[(i * (layer.most + 1) + taken) * after.words]
            memset(members, 0, after.words * sizeof(uint64_t))
            for j in range(scratch.links_from[links], scratch.links_from[links + 1]):
                same = scratch.same_as[after.first_node + scratch.links[j]]
                if same != NOWHERE:
                    _add_member(members, same)
                    scratch.same_as[layer.first_node + i] = i
                    least[0] = min(least[0], <uint8_t>(taken + scratch.least[after.first_node + same]))
            _drop_dominated(table, after, members)
            for j in range(scratch.links_from[links], scratch.links_from[links + 1]):
                link = scratch.same_as[after.first_node + scratch.links[j]]
                if link != NOWHERE and not members[link >> 6] & bit(link & 63):
                    link = NOWHERE
                scratch.links[j] = link
            links += 1
    return True

cdef inline bint _find_dominators(PlayTable* table) noexcept nogil:
    """Nodes that lead nowhere, nodes that are the same, and who dominates whom; from the end back."""
    cdef Scratch* scratch = &table.scratch
    cdef Layer* layer = &table.layers[table.n_layers]
    cdef uint64_t* rows
    cdef const uint64_t* of_p
    cdef const uint64_t* of_q
    cdef uint16_t* same_as = &scratch.same_as[layer.first_node]
    cdef int number, p, q, per_node, room = 1
    cdef bint over, under
    # After the last layer nothing but the node 0 accepts.
    same_as[0] = 0
    scratch.least[layer.first_node] = 0
    for p in range(1, layer.n_nodes):
        same_as[p] = NOWHERE
    layer.words = 1
    layer.first_dominator = 0
    scratch.dominators[0] = 1
    for number in range(table.n_layers - 1, table.start - 1, -1):
        layer = &table.layers[number]
        if not _find_followers(table, layer):
            return False
        layer.words = (layer.n_nodes + 63) >> 6
        layer.first_dominator = room
        room += layer.n_nodes * layer.words
        if room > DOMINATOR_ROOM:
            return False
        rows = &scratch.dominators[layer.first_dominator]
        memset(rows, 0, layer.n_nodes * layer.words * sizeof(uint64_t))
        same_as = &scratch.same_as[layer.first_node]
        per_node = (layer.most + 1) * table.layers[number + 1].words
        rows[0] = 1
        for p in range(1, layer.n_nodes):
            if same_as[p] == NOWHERE:
                continue
            _add_member(&rows[p * layer.words], 0)
            _add_member(&rows[p * layer.words], p)
            of_p = &scratch.followers[p * per_node]
            for q in range(1, p):
                if same_as[q] != q:
                    continue
                of_q = &scratch.followers[q * per_node]
                over = _dominates(table, layer, of_q, of_p)
                under = _dominates(table, layer, of_p, of_q)
                if over and under:
                    same_as[p] = q
                    break
                if over:
                    _add_member(&rows[p * layer.words], q)
                if under:
                    _add_member(&rows[q * layer.words], p)
    return True

# --- states --------------------------------------------------------------------------------------

cdef inline int _needed(const PlayTable* table, const Layer* layer,
                        const uint64_t* members) noexcept nogil:
    """Fewest cards that complete one of some nodes."""
    cdef uint64_t here
    cdef int w, needed = 255
    for w in range(layer.words):
        here = members[w]
        while here:
            needed = min(needed, <int>table.scratch.least[layer.first_node + 64 * w + lowest_bit(here)])
            here &= here - 1
    return needed

cdef inline int _state_after(PlayTable* table, Layer* layer, uint64_t* sets, uint64_t* members,
                             int least_left, int most_left) noexcept nogil:
    """State of any set of nodes that is reached with so many cards left to be taken.

    0 if it holds the node 0, NOWHERE if no node of it can be completed, -1 if there is no room.
    """
    cdef const uint8_t* least = &table.scratch.least[layer.first_node]
    cdef uint64_t here
    cdef int w, i, state
    cdef bint any_left = False
    if most_left < 0 or least_left > layer.most + layer.after:
        return NOWHERE
    if members[0] & 1:
        state = 0
    else:
        for w in range(layer.words):
            here = members[w]
            while here:
                i = lowest_bit(here)
                here &= here - 1
                if least[64 * w + i] > most_left:
                    members[w] ^= bit(i)
            any_left |= members[w] != 0
        if not any_left:
            return NOWHERE
        _drop_dominated(table, layer, members)
        state = state_of(table, layer, sets, members)
        if state < 0:
            return -1
        table.states[layer.first_state + state].needed = _needed(table, layer, members)
    note_left(&table.states[layer.first_state + state], least_left, most_left)
    return state

cdef inline void _follow(const PlayTable* table, const Layer* layer, const uint64_t* members,
                         int taken, uint64_t* out) noexcept nogil:
    """The nodes that a set leads to when so many cards are taken."""
    cdef const Scratch* scratch = &table.scratch
    cdef uint64_t here
    cdef int w, j, links
    memset(out, 0, (layer + 1).words * sizeof(uint64_t))
    for w in range(layer.words):
        here = members[w]
        while here:
            links = layer.first_link + (64 * w + lowest_bit(here) - 1) * (layer.most + 1) + taken
            here &= here - 1
            for j in range(scratch.links_from[links], scratch.links_from[links + 1]):
                if scratch.links[j] != NOWHERE:
                    _add_member(out, scratch.links[j])

cdef inline bint _find_states(PlayTable* table) noexcept nogil:
    """All sets that arise from the first nodes, and where each number of cards leads."""
    cdef const Scratch* scratch = &table.scratch
    cdef Layer* layer = &table.layers[table.start]
    cdef Layer* after
    cdef uint64_t members[16]
    cdef uint64_t* sets = table.scratch.sets[0]
    cdef uint64_t* new = table.scratch.sets[1]
    cdef uint16_t* steps
    cdef const State* here
    cdef int number, state, taken, i, step, room = 0
    memset(members, 0, layer.words * sizeof(uint64_t))
    # The nodes of the first layer are those that have been reached; 0 may not be among them.
    for i in range(0 if table.found else 1, layer.n_nodes):
        if scratch.same_as[i] != NOWHERE:
            _add_member(members, scratch.same_as[i])
    open_states(table, layer, 0)
    table.root = _state_after(table, layer, sets, members, table.need, table.need)
    for number in range(table.start, table.n_layers):
        layer = &table.layers[number]
        after = layer + 1
        layer.first_step = room
        room += layer.n_states * (layer.most + 1)
        if room > STEP_ROOM or not open_states(table, after, layer.first_state + layer.n_states):
            return False
        for state in range(layer.n_states):
            steps = &table.steps[layer.first_step + state * (layer.most + 1)]
            here = &table.states[layer.first_state + state]
            for taken in range(layer.most + 1):
                if state:
                    _follow(table, layer, &sets[(state - 1) * layer.words], taken, members)
                else:
                    members[0] = 1
                step = _state_after(table, after, new, members, here.least_left - taken,
                                    here.most_left - taken)
                if step < 0:
                    return False
                steps[taken] = step
        sets, new = new, sets
    return True
