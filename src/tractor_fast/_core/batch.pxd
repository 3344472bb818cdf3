# Many questions at once, a row of the caller's arrays each: what the batch functions answer.
#
# Cards are in the natural layout there (bit = face, cards.py), and mapped row by row: each row has its
# own level and trump.  Every function answers rows first .. end - 1 and returns False at the first that
# is no question, told in `fault`.  `planes` is a literal in the callers: 2 on the plain path, 4 on the
# general one.

from .arrays cimport (
    EMPTY, MIXED, NO_LEADER, NO_LEVEL, NO_TRUMP_NUMBER, OVER_DECKS, TOO_FEW, TOO_MANY, WRONG_SIZE, Column,
    Fault, flaw_of, flawed, misfits, read_byte, read_planes, write_planes,
)
from .deal cimport deal_board
from .formats cimport read_lead
from .general.counting cimport follow_prepare
from .general.room cimport thread_room
from .layout cimport planes_to_layout, planes_to_natural
from .moves cimport follow_count
from .paths cimport ask_follow, draw_follow, follow_is_legal, open_lead, read_cards, takes_trick
from .planes cimport add_cards, count_cards, points_of, suit_of
from .rng cimport CONTEXT_STREAM, PROBE_STREAM, below, board_key, stream_key
from .trick cimport Best
from .types cimport MAX_HAND, NO_TRUMP, NONE, TRUMP_SUIT, Follow, Lead, Planes, Spec, TrumpTable
from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memset

cdef struct Batch:           # the arrays of a call; each function uses some of them
    const Spec* spec
    Column hands
    Column leads
    Column plays
    Column levels
    Column trumps
    Column leaders
    Column kitties
    Column out
    Column points
    uint64_t seed
    uint64_t first           # number of row 0's board or stream
    uint8_t level            # of all boards, or NONE
    TrumpTable flat[13][5]   # see lay_flat

ctypedef bint (*Rows)(const Batch*, Py_ssize_t, Py_ssize_t, Fault*) noexcept nogil


cdef inline void _map_cards(const TrumpTable* map, Planes* cards, int planes) noexcept nogil:
    planes_to_layout(cards, cards, map.level, map.trump, planes)


cdef inline bint _over_decks(const Planes* a, const Planes* b, int decks) noexcept nogil:
    """Whether two multisets together hold more of a face than so many decks."""
    cdef int j
    cdef uint64_t over = 0
    # Too many of a face: more than j copies here, and at least decks - j there.
    for j in range(decks):
        over |= a.p[j] & b.p[decks - 1 - j]
    return over != 0


cdef inline void lay_flat(TrumpTable[5]* flat) noexcept nogil:
    """Fill in, by level and trump, layouts that leave cards where they are.  In these nothing is adjacent."""
    cdef TrumpTable* map
    cdef int level, trump, suit, i
    for level in range(13):
        for trump in range(NO_TRUMP + 1):
            map = &flat[level][trump]
            memset(map, 0, sizeof(TrumpTable))
            map.steps = ~<uint64_t>0
            map.level, map.trump = level, trump
            map.suits[TRUMP_SUIT] = 15ULL << 4 * level | 3ULL << 52
            if trump != NO_TRUMP:
                map.suits[TRUMP_SUIT] |= 0x1111111111111ULL << trump
            for suit in range(4):
                map.suits[suit] = (0x1111111111111ULL << suit) & ~map.suits[TRUMP_SUIT]
            for i in range(54):
                map.to_layout[i] = map.to_natural[i] = i


cdef struct Position:
    const TrumpTable* map
    bint flat                # cards are as in the arrays
    Planes hand
    Follow follow


cdef inline bint _read_position(const Batch* b, Py_ssize_t row, Position* out, Fault* fault,
                                int planes) noexcept nogil:
    """A row's hand, and what may follow out of it."""
    cdef Planes led
    cdef Lead lead
    cdef int decks = b.spec.decks, held
    cdef int level = read_byte(&b.levels, row), trump = read_byte(&b.trumps, row)
    read_planes(&b.hands, row, 0, decks, &out.hand, planes)
    read_planes(&b.leads, row, 0, decks, &led, planes)
    if level > 12:
        return flawed(fault, &b.levels, row, -1, NO_LEVEL)
    if trump > NO_TRUMP:
        return flawed(fault, &b.trumps, row, -1, NO_TRUMP_NUMBER)
    if misfits(&out.hand, planes):
        return flawed(fault, &b.hands, row, -1, flaw_of(&out.hand))
    if misfits(&led, planes):
        return flawed(fault, &b.leads, row, -1, flaw_of(&led))
    held = count_cards(&out.hand, planes)
    if held > MAX_HAND:
        return flawed(fault, &b.hands, row, -1, TOO_MANY)
    if held < count_cards(&led, planes):
        return flawed(fault, &b.hands, row, -1, TOO_FEW)
    if _over_decks(&out.hand, &led, decks):
        return flawed(fault, &b.leads, row, -1, OVER_DECKS)
    # Nearly all leads ask for nothing that has to do with which faces are adjacent: single cards, and
    # on the plain path one pair.  Then all masks may stay in the natural layout.
    out.map = &b.flat[level][trump]
    out.flat = (not led.p[1] & (led.p[1] - 1) if planes == 2 else not led.p[1])
    out.flat = out.flat and suit_of(out.map, led.p[0]) >= 0
    if out.flat:
        read_lead(out.map, &led, &lead)
    else:
        out.map = &b.spec.tables[level][trump]
        _map_cards(out.map, &out.hand, planes)
        _map_cards(out.map, &led, planes)
        if not read_cards(b.spec, out.map, &led, &lead, planes):
            return flawed(fault, &b.leads, row, -1, MIXED if led.p[0] else EMPTY)
    ask_follow(b.spec, out.map, &lead, &out.hand, &out.follow, planes)
    return True


cdef inline bint legal_rows(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault,
                            int planes) noexcept nogil:
    """Whether each play may follow (R11 to R15, R34, R35)."""
    cdef Position position
    cdef Planes play
    cdef Py_ssize_t row
    for row in range(first, end):
        if not _read_position(b, row, &position, fault, planes):
            return False
        read_planes(&b.plays, row, 0, b.spec.decks, &play, planes)
        if misfits(&play, planes):
            return flawed(fault, &b.plays, row, -1, flaw_of(&play))
        if not position.flat:
            _map_cards(position.map, &play, planes)
        b.out.data[row * b.out.row_step] = follow_is_legal(
            b.spec, position.map, &position.follow, &position.hand, &play, planes)
    return True


cdef inline bint count_rows(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault,
                            int planes) noexcept nogil:
    """How many plays may follow."""
    cdef Position position
    cdef Py_ssize_t row
    cdef uint64_t n
    for row in range(first, end):
        if not _read_position(b, row, &position, fault, planes):
            return False
        if planes > 2:
            n = follow_prepare(b.spec, position.map, &position.follow, thread_room())
        else:
            n = follow_count(b.spec, position.map, &position.follow)
        (<uint64_t*>(b.out.data + row * b.out.row_step))[0] = n
    return True


cdef inline bint sample_rows(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault,
                             int planes) noexcept nogil:
    """A uniform play that may follow, from the stream of the seed and the row's number."""
    cdef Position position
    cdef Planes play
    cdef Py_ssize_t row
    cdef uint64_t rng
    for row in range(first, end):
        if not _read_position(b, row, &position, fault, planes):
            return False
        rng = stream_key(board_key(b.seed, b.first + row), PROBE_STREAM, 0, 0)
        draw_follow(b.spec, position.map, &position.follow, &rng, &play, planes)
        if not position.flat:
            planes_to_natural(&play, &play, position.map.level, position.map.trump, planes)
        write_planes(&b.out, row, 0, b.spec.decks, &play)
    return True


cdef inline bint resolve_rows(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault,
                              int planes) noexcept nogil:
    """Who wins each trick (R16 to R18) and how many points are in it."""
    cdef const TrumpTable* map
    cdef Planes play, total
    cdef Lead lead
    cdef Best best
    cdef Py_ssize_t row
    cdef int decks = b.spec.decks, players = b.spec.players
    cdef int level, trump, leader, winner, size, i
    cdef bint takes
    for row in range(first, end):
        level = read_byte(&b.levels, row)
        if level > 12:
            return flawed(fault, &b.levels, row, -1, NO_LEVEL)
        trump = read_byte(&b.trumps, row)
        if trump > NO_TRUMP:
            return flawed(fault, &b.trumps, row, -1, NO_TRUMP_NUMBER)
        leader = read_byte(&b.leaders, row)
        if leader >= players:
            return flawed(fault, &b.leaders, row, -1, NO_LEADER)
        map = &b.spec.tables[level][trump]
        read_planes(&b.plays, row, 0, decks, &total, planes)
        if misfits(&total, planes):
            return flawed(fault, &b.plays, row, 0, flaw_of(&total))
        size = count_cards(&total, planes)
        if size > MAX_HAND:
            return flawed(fault, &b.plays, row, 0, TOO_MANY)
        _map_cards(map, &total, planes)
        if not read_cards(b.spec, map, &total, &lead, planes):
            return flawed(fault, &b.plays, row, 0, MIXED if size else EMPTY)
        open_lead(b.spec, map, &lead, &best, planes)
        winner = 0
        for i in range(1, players):
            read_planes(&b.plays, row, i, decks, &play, planes)
            if misfits(&play, planes):
                return flawed(fault, &b.plays, row, i, flaw_of(&play))
            if count_cards(&play, planes) != size:
                return flawed(fault, &b.plays, row, i, WRONG_SIZE)
            _map_cards(map, &play, planes)
            if _over_decks(&total, &play, decks):
                return flawed(fault, &b.plays, row, i, OVER_DECKS)
            add_cards(&total, &play, planes)
            takes = takes_trick(b.spec, map, &lead, &play, &best, planes)
            if takes:
                winner = i
        winner += leader
        b.out.data[row * b.out.row_step] = winner if winner < players else winner - players
        (<int16_t*>(b.points.data + row * b.points.row_step))[0] = points_of(map, &total, planes)
    return True


cdef inline bint deal_rows(const Batch* b, Py_ssize_t first, Py_ssize_t end, Fault* fault,
                           int _) noexcept nogil:
    """Level, first seat, hands and kitty of each board, as a run plays them (R19, R20)."""
    cdef Planes hands[8]
    cdef Planes kitty
    cdef Py_ssize_t row
    cdef uint64_t key, rng
    cdef int level, declarer, i, decks = b.spec.decks, players = b.spec.players
    for row in range(first, end):
        key = board_key(b.seed, b.first + row)
        rng = stream_key(key, CONTEXT_STREAM, 0, 0)
        level = <int>below(&rng, 13)
        declarer = <int>below(&rng, players)
        if b.level != NONE:
            level = b.level
        deal_board(b.spec, level, key, 0, hands, &kitty)
        for i in range(players):
            write_planes(&b.out, row, i, decks, &hands[i])
        write_planes(&b.kitties, row, 0, decks, &kitty)
        b.levels.data[row * b.levels.row_step] = level
        b.leaders.data[row * b.leaders.row_step] = declarer
    return True
