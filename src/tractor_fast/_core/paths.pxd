# The functions that the plain and the general path each have of their own, under one name.  `planes` is
# a literal in the callers, so the compiler keeps the one that is meant.
#
#   read_cards        cards as a lead (R8, R35); False if they may not be led together
#   open_lead         the lead is the best play so far
#   takes_trick       whether a play takes the lead of the trick (R16, R17)
#   ask_follow        what may follow (R11-R15)
#   follow_is_legal
#   draw_follow       a uniform follow
#   unit_leads        how many leads of one unit a hand has, single cards first
#   unit_lead         number k of them

from .formats cimport read_lead
from .general.counting cimport follow_sample_general
from .general.follows cimport follow_allows_general, follow_of_general
from .general cimport leads as general
from .general.reading cimport read_lead_general, read_rainbow
from .general.room cimport thread_room
from .general.tricks cimport beats_general, open_trick_general
from .moves cimport follow_allows, follow_of, follow_sample, unit_count, unit_unrank
from .planes cimport suit_of
from .trick cimport Best, beats, open_trick
from .types cimport Follow, Lead, Planes, Spec, TrumpTable
from libc.stdint cimport uint64_t


cdef inline bint read_cards(const Spec* spec, const TrumpTable* map, const Planes* cards, Lead* out,
                            int planes) noexcept nogil:
    if suit_of(map, cards.p[0]) < 0:
        return planes > 2 and read_rainbow(spec, map, cards, out)
    if planes > 2:
        read_lead_general(spec, map, cards, out)
    else:
        read_lead(map, cards, out)
    return True


cdef inline void open_lead(const Spec* spec, const TrumpTable* map, const Lead* lead, Best* best,
                           int planes) noexcept nogil:
    if planes > 2:
        open_trick_general(spec, map, lead, best)
    else:
        open_trick(map, lead, best)


cdef inline bint takes_trick(const Spec* spec, const TrumpTable* map, const Lead* lead,
                             const Planes* play, Best* best, int planes) noexcept nogil:
    if planes > 2:
        return beats_general(spec, map, lead, play, best)
    return beats(map, lead, play, best)


cdef inline void ask_follow(const Spec* spec, const TrumpTable* map, const Lead* lead,
                            const Planes* hand, Follow* out, int planes) noexcept nogil:
    if planes > 2:
        follow_of_general(spec, map, lead, hand, out)
    else:
        follow_of(spec, map, lead, hand, out)


cdef inline bint follow_is_legal(const Spec* spec, const TrumpTable* map, const Follow* follow,
                                 const Planes* hand, const Planes* play, int planes) noexcept nogil:
    if planes > 2:
        return follow_allows_general(spec, map, follow, hand, play)
    return follow_allows(spec, map, follow, hand, play)


cdef inline void draw_follow(const Spec* spec, const TrumpTable* map, const Follow* follow,
                             uint64_t* rng, Planes* out, int planes) noexcept nogil:
    if planes > 2:
        follow_sample_general(spec, map, follow, thread_room(), rng, out)
    else:
        follow_sample(spec, map, follow, rng, out)


cdef inline uint64_t unit_leads(const Spec* spec, const TrumpTable* map, const Planes* hand,
                                int planes) noexcept nogil:
    if planes > 2:
        return general.unit_count(spec, map, hand)
    return unit_count(map, hand)


cdef inline void unit_lead(const Spec* spec, const TrumpTable* map, const Planes* hand, uint64_t k,
                           Planes* out, int planes) noexcept nogil:
    if planes > 2:
        general.unit_unrank(spec, map, hand, k, out)
    else:
        unit_unrank(map, hand, k, out)
