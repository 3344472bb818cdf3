# Dealing a board: exact uniform deals by the bit split.

from .bits cimport lowest_bit, popcount, select_face
from .planes cimport add_cards, clear, count_cards
from .rng cimport DEAL_STREAM, Xoshiro, seed_xoshiro, stream_key, xoshiro_below, xoshiro_next
from .types cimport Planes, Spec
from libc.stdint cimport uint64_t

cdef struct Given:               # cards that seats and kitty have before the others are dealt, natural layout
    Planes hands[8]
    Planes kitty

cdef struct Portion:             # cards that one owner is dealt
    int size
    Planes given                 # natural layout: of these it has at least so many


cdef inline void _flip_random(uint64_t* cards, uint64_t* out, int decks, int n, bint taken,
                              Xoshiro* g) noexcept nogil:
    """Move one card over the line: a uniform one of the n that are (taken) or are not in `out`."""
    cdef int k = <int>xoshiro_below(g, n)
    cdef int j, c
    cdef uint64_t m, other
    if decks == 2:
        # Either deck is as likely: without a branch that a processor would guess wrong half the time.
        m = cards[0] & (out[0] if taken else ~out[0])
        other = cards[1] & (out[1] if taken else ~out[1])
        c = popcount(m)
        j = k >= c
        out[j] ^= select_face(m ^ ((m ^ other) & (0 - <uint64_t>j)), k - (c & -j))
        return
    for j in range(decks):
        m = cards[j] & (out[j] if taken else ~out[j])
        c = popcount(m)
        if k < c:
            out[j] ^= select_face(m, k)
            return
        k -= c


cdef inline void split(uint64_t* cards, uint64_t* out, int decks, int n, int k, Xoshiro* g) noexcept nogil:
    """Move k of the n physical cards from `cards` to `out`, every set of k equally likely.

    Each card crosses on its own with a probability near k/n, all cards of a deck at once in a word
    of random bits.  Given how many crossed, each set of that size is equally likely; so it stays
    when uniform single cards are moved over or back until there are k.
    """
    cdef int j, i, crossed = 0
    cdef Xoshiro own = g[0]  # in registers
    cdef int sixteenths = min(max((32 * k + n) // (2 * n), 1), 15) if n else 8
    cdef uint64_t r
    for j in range(decks):
        if sixteenths == 8:
            r = xoshiro_next(&own)
        else:
            # Bits of the probability from the lowest: OR a fair word for a one, AND for a zero.
            r = 0
            for i in range(4):
                if (sixteenths >> i) & 1:
                    r |= xoshiro_next(&own)
                elif r:
                    r &= xoshiro_next(&own)
        out[j] = cards[j] & r
        crossed += popcount(out[j])
    while crossed > k:
        _flip_random(cards, out, decks, crossed, True, &own)
        crossed -= 1
    while crossed < k:
        _flip_random(cards, out, decks, n - crossed, False, &own)
        crossed += 1
    for j in range(decks):
        cards[j] ^= out[j]
    g[0] = own


cdef inline void _to_planes(const uint64_t* physical, Planes* out, int decks) noexcept nogil:
    """Planes of a hand that is given deck by deck."""
    cdef int j
    cdef Planes one
    clear(out)
    if decks == 2:
        out.p[0] = physical[0] | physical[1]
        out.p[1] = physical[0] & physical[1]
        return
    clear(&one)
    for j in range(decks):
        one.p[0] = physical[j]
        add_cards(out, &one, 4)


cdef inline void deal_board(const Spec* spec, int level, uint64_t key_of_board, int attempt,
                            Planes* hands, Planes* kitty) noexcept nogil:
    """Hands and kitty of a board in the natural layout (R19, R20)."""
    # With the commonest number of decks as a literal the loops over decks unroll.
    if spec.decks == 2:
        _deal(spec, level, key_of_board, attempt, hands, kitty, 2)
    else:
        _deal(spec, level, key_of_board, attempt, hands, kitty, spec.decks)


cdef inline void _deal(const Spec* spec, int level, uint64_t key_of_board, int attempt, Planes* hands,
                       Planes* kitty, int decks) noexcept nogil:
    """The kitty is split off first, then the seats are halved until each stands alone."""
    cdef Xoshiro g
    cdef uint64_t stack[8][4]
    cdef int first[8]
    cdef int seats[8]
    cdef uint64_t out[4]
    cdef int j, depth, half, n = 0
    seed_xoshiro(&g, stream_key(key_of_board, DEAL_STREAM, 0, attempt))
    for j in range(decks):
        stack[0][j] = spec.deck[level][j]
        n += popcount(spec.deck[level][j])
    if spec.kitty_size:
        split(&stack[0][0], out, decks, n, spec.kitty_size, &g)
        _to_planes(out, kitty, decks)
    else:
        clear(kitty)
    first[0] = 0
    seats[0] = spec.players
    depth = 1
    while depth:
        if seats[depth - 1] == 1:
            depth -= 1
            _to_planes(&stack[depth][0], &hands[first[depth]], decks)
            continue
        # The upper half goes on top of the stack, the lower half stays below it.
        half = seats[depth - 1] // 2
        n = seats[depth - 1] * spec.hand_size
        split(&stack[depth - 1][0], &stack[depth][0], decks, n, half * spec.hand_size, &g)
        first[depth] = first[depth - 1] + seats[depth - 1] - half
        seats[depth] = half
        seats[depth - 1] -= half
        depth += 1


cdef inline void deal_given(const Spec* spec, int level, uint64_t key_of_board, int attempt,
                            const Given* given, Planes* hands, Planes* kitty) noexcept nogil:
    """Hands and kitty, uniform among all deals in which everybody has at least the cards given."""
    cdef Portion portions[9]
    cdef Planes dealt[9]
    cdef int i, players = spec.players
    for i in range(players):
        portions[i].size = spec.hand_size
        portions[i].given = given.hands[i]
    portions[players].size = spec.kitty_size
    portions[players].given = given.kitty
    deal_portions(spec, level, key_of_board, attempt, portions, players + 1, dealt)
    for i in range(players):
        hands[i] = dealt[i]
    kitty[0] = dealt[players]


cdef inline void deal_portions(const Spec* spec, int level, uint64_t key_of_board, int attempt,
                               const Portion* portions, int n, Planes* dealt) noexcept nogil:
    """Deal the whole deck to n owners, uniform among all deals that give each at least its `given`.

    The copies of a face are cards of their own, each as likely anywhere.  The cards given go to their
    owners first and the others are dealt at random.  So a deal comes up once for each way to say which
    copies were given: C(c, k) ways for an owner of c copies of a face, k of them given.  Deals are
    therefore accepted with a chance of one in the product of these, else dealt again.
    """
    cdef Xoshiro g
    cdef uint64_t deck[4]
    cdef uint64_t left[4]
    cdef uint64_t cards[4]
    cdef int decks = spec.decks
    cdef int i, j, more, n_left
    seed_xoshiro(&g, stream_key(key_of_board, DEAL_STREAM, 0, attempt))
    for j in range(decks):
        deck[j] = spec.deck[level][j]
    for i in range(n):
        _take_copies(deck, &portions[i].given, decks)
    while True:
        n_left = 0
        for j in range(decks):
            left[j] = deck[j]
            n_left += popcount(deck[j])
        for i in range(n):
            more = portions[i].size - count_cards(&portions[i].given, 4)
            split(left, cards, decks, n_left, more, &g)
            n_left -= more
            _to_planes(cards, &dealt[i], decks)
            add_cards(&dealt[i], &portions[i].given, 4)
        for i in range(n):
            if not _accept(&portions[i].given, &dealt[i], &g):
                break
        else:
            return


cdef inline void _take_copies(uint64_t* deck, const Planes* cards, int decks) noexcept nogil:
    """Take cards out of decks that hold them, each from any deck that has it."""
    cdef int i, j
    cdef uint64_t wanted, found
    for i in range(decks):
        wanted = cards.p[i]
        for j in range(decks):
            found = wanted & deck[j]
            deck[j] ^= found
            wanted ^= found


cdef inline bint _accept(const Planes* given, const Planes* dealt, Xoshiro* g) noexcept nogil:
    """One in the number of ways in which the cards given may be picked out of those dealt."""
    cdef int j, face, held, chosen, i
    cdef uint64_t ways, faces = 0
    for j in range(4):
        faces |= dealt.p[j] & ~given.p[j]
    faces &= given.p[0]
    while faces:
        face = lowest_bit(faces)
        faces &= faces - 1
        held = chosen = 0
        for j in range(4):
            held += dealt.p[j] >> face & 1
            chosen += given.p[j] >> face & 1
        ways = 1
        for i in range(chosen):
            ways = ways * (held - i) // (i + 1)
        if xoshiro_below(g, ways):
            return False
    return True
