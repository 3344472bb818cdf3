# The cards that a seat may choose when it is asked to bury, lead or follow: how many plays, number k of
# them, a uniform one, and whether cards are one, on the plain path and the general one.
#
# Leads are all that may be tried, failing throws among them; with `throws = false` those of one unit.

from .general cimport leads as general
from .general.choices cimport choose_count_general, choose_sample_general, choose_unrank_general
from .general.counting cimport follow_at, follow_prepare, follow_sample_general
from .general.follows cimport follow_allows_general
from .general.room cimport thread_room
from .general.wide cimport below_wide, uint128
from .moves cimport (choose_count, choose_sample, choose_unrank, follow_allows, follow_count, follow_sample,
                     follow_unrank, is_one_unit, lead_count, lead_unrank, unit_count, unit_unrank)
from .planes cimport contains, count_cards, suit_of
from .types cimport BURY, FOLLOW, MAX_HAND, Choice, Planes, Seat, Table
from libc.stdint cimport uint64_t


cdef inline bint _buries_widely(const Table* t) noexcept nogil:
    """Whether 64 bits are too few to number what may be buried."""
    return t.spec.general or t.hand_size + t.kitty_size > MAX_HAND


cdef inline uint64_t _lead_count(const Table* t, const Planes* hand) noexcept nogil:
    if t.spec.general:
        if t.spec.throws:
            return general.lead_count(t.spec, t.map, hand)
        return general.unit_count(t.spec, t.map, hand)
    return lead_count(t.map, hand) if t.spec.throws else unit_count(t.map, hand)


cdef inline void _lead_at(const Table* t, const Planes* hand, uint64_t k, Planes* out) noexcept nogil:
    if t.spec.general:
        if t.spec.throws:
            general.lead_unrank(t.spec, t.map, hand, k, out)
        else:
            general.unit_unrank(t.spec, t.map, hand, k, out)
    elif t.spec.throws:
        lead_unrank(t.map, hand, k, out)
    else:
        unit_unrank(t.map, hand, k, out)


cdef inline uint128 plays_count(const Table* t, const Planes* hand, const Choice* choice) noexcept nogil:
    if choice.decision == FOLLOW:
        if t.spec.general:
            return follow_prepare(t.spec, t.map, &choice.follow, thread_room())
        return follow_count(t.spec, t.map, &choice.follow)
    if choice.decision == BURY:
        if _buries_widely(t):
            return choose_count_general(t.spec, hand, t.kitty_size)
        return choose_count(t.spec, hand, t.kitty_size)
    return _lead_count(t, hand)


cdef inline void play_at(const Table* t, const Planes* hand, const Choice* choice, uint128 k,
                         Planes* out) noexcept nogil:
    """Number k, from 0 to the count - 1, right after the count, which has prepared the thread's room."""
    if choice.decision == FOLLOW:
        if t.spec.general:
            follow_at(t.spec, t.map, &choice.follow, thread_room(), <uint64_t>k, out)
        else:
            follow_unrank(t.spec, t.map, &choice.follow, <uint64_t>k, out)
    elif choice.decision == BURY:
        if _buries_widely(t):
            choose_unrank_general(t.spec, hand, t.kitty_size, k, out)
        else:
            choose_unrank(t.spec, hand, t.kitty_size, <uint64_t>k, out)
    else:
        _lead_at(t, hand, <uint64_t>k, out)


cdef inline void play_drawn(const Table* t, const Planes* hand, const Choice* choice, uint64_t* rng,
                            Planes* out) noexcept nogil:
    """Uniform over all."""
    if choice.decision == FOLLOW:
        if t.spec.general:
            follow_sample_general(t.spec, t.map, &choice.follow, thread_room(), rng, out)
        else:
            follow_sample(t.spec, t.map, &choice.follow, rng, out)
    elif choice.decision == BURY:
        if _buries_widely(t):
            choose_sample_general(t.spec, hand, t.kitty_size, rng, out)
        else:
            choose_sample(t.spec, hand, t.kitty_size, rng, out)
    else:
        _lead_at(t, hand, <uint64_t>below_wide(rng, _lead_count(t, hand)), out)


cdef inline bint play_allowed(const Table* t, const Planes* hand, const Choice* choice,
                              const Planes* play) noexcept nogil:
    if choice.decision == FOLLOW:
        if t.spec.general:
            return follow_allows_general(t.spec, t.map, &choice.follow, hand, play)
        return follow_allows(t.spec, t.map, &choice.follow, hand, play)
    if not contains(hand, play, 4):
        return False
    if choice.decision == BURY:
        return count_cards(play, 4) == t.kitty_size
    if t.spec.general:
        return (general.may_lead(t.spec, t.map, play)
                and (t.spec.throws or general.is_one_unit(t.spec, t.map, play)))
    return suit_of(t.map, play.p[0]) >= 0 and (t.spec.throws or is_one_unit(t.map, play))
