# Finding Friends (R25): which cards may call, and who answers.

from .bits cimport bit
from .types cimport (ANY_CARD, BELOW_LEVEL, NOT_HIGHEST, NOT_POINTS, TRUMP_SUIT, Planes, Spec, Table,
                     TrumpTable)
from libc.stdint cimport uint8_t, uint64_t


cdef inline uint64_t callable_faces(const Spec* spec, const TrumpTable* map) noexcept nogil:
    """Faces that may call a friend, level-major (R25 `friend_cards`)."""
    cdef uint64_t plain = map.suits[0] | map.suits[1] | map.suits[2] | map.suits[3]
    # The trump suit's own cards below the level: column 3, where its plain mask is empty.
    cdef uint64_t all_below = plain | (map.suits[TRUMP_SUIT] & 0xffffffffffffULL & ~map.equal)
    if spec.friend_cards == ANY_CARD:
        return plain | map.suits[TRUMP_SUIT]
    if spec.friend_cards == BELOW_LEVEL:
        return all_below
    if spec.friend_cards == NOT_POINTS:
        return plain & ~(map.fives | map.tens)
    if spec.friend_cards == NOT_HIGHEST:
        return plain & 0xfffffffffffULL
    return plain


cdef inline void note_play(Table* t, uint8_t* seen, int seat, const Planes* play,
                           int planes) noexcept nogil:
    """A play of a complete trick: whoever played the copy called, in playing order, joins.

    `seen`: copies played of each friend's card.  Without `double_join` a call waits, from the copy
    named on, for one of an outsider.
    """
    cdef uint64_t face
    cdef int i, j
    for i in range(t.n_calls):
        if (t.answered >> i) & 1:
            continue
        face = bit(t.map.to_layout[t.calls[i].face])
        for j in range(planes):
            if not play.p[j] & face:
                break
            seen[i] += 1
            if seen[i] < t.calls[i].ordinal or (not t.spec.double_join and (t.team >> seat) & 1):
                continue
            t.answered |= 1 << i
            t.team |= 1 << seat
            break
