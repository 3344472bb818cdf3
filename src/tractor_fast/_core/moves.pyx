"""Legal moves for Python: what a lead is read as, what may be led, and what may follow.

Sets of plays are objects that answer in four ways that agree: ``is_legal(play)``, ``count()``,
``enumerate(limit)`` with ``unrank(k)`` for one of them, and ``sample(seed, n)``.  None of them lists
the set to answer.  Faces are numbers 0 to 53 in any iterable, a play is a sorted list of faces, a
unit (R7) is a tuple ``(kind, width, faces)`` as in ``("tractor", 2, (lowest, ..., highest))``.
CardError or PlayError, one line, for whatever is no hand, lead or number.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport malloc

from ..errors import CardError, PlayError
from ..inputs import whole
from .boundary cimport (
    faces_of, read_cards, read_number, read_trump, read_uint64, read_units, units_of,
)
from .general cimport leads as general
from .general.choices cimport choose_count_general, choose_sample_general, choose_unrank_general
from .general.counting cimport PlaySet, follow_at, follow_by_trial, follow_draw, follow_prepare
from .general.follows cimport follow_allows_general, follow_of_general
from .general.wide cimport below_wide, uint128
from .planes cimport contains, count_cards, suit_of
from .rng cimport PROBE_STREAM, board_key, stream_key
from .spec cimport CompiledRules
from .types cimport MAX_HAND, Follow, Lead, Planes, TrumpTable


def reading(CompiledRules rules not None, trump, cards):
    """The units that a lead is read as (R8), smallest first; of a rainbow its groups (R35)."""
    cdef const TrumpTable* map = read_trump(rules, trump)
    cdef Planes planes
    cdef Lead lead
    read_units(rules, map, cards, None, "lead", &planes, &lead)
    return units_of(map, &lead, &planes)


cdef int _read_hand(CompiledRules rules, const TrumpTable* map, object cards, str what,
                    Planes* out) except -1:
    """A hand of at most MAX_HAND cards, so that every count of plays fits into 64 bits."""
    cdef int n = read_cards(rules, map, cards, what, out)
    if n > MAX_HAND:
        raise CardError(f"{what}: {n} cards, at most {MAX_HAND} are possible")
    return n


cdef uint128 _read_wide(value, str what) except? 0:
    """A number of a play; 54 faces of four copies each make fewer than 2^126 plays."""
    number = whole(what, value, 0, 2**126, PlayError)
    cdef uint128 high = <uint64_t>(number >> 64)
    return high << 64 | <uint64_t>(number & 0xffffffffffffffff)


cdef object _as_int(uint128 number):
    cdef object high = <uint64_t>(number >> 64)
    return high << 64 | <object><uint64_t>number


cdef uint64_t _stream(seed) except? 0:
    """State of the generator that a seed names."""
    return stream_key(board_key(read_uint64(seed, "seed"), 0), PROBE_STREAM, 0, 0)


# Room for the tables of the general path (counting.pxd): all sets of follows share it, and the one
# that is asked something while another has it fills it again.
cdef PlaySet* _room = <PlaySet*>malloc(sizeof(PlaySet))
cdef uint64_t _room_of = 0         # number of the set that has it
cdef uint64_t _sets = 0            # that have been numbered

if _room == NULL:
    raise MemoryError


cdef class Plays:
    """A set of plays in a fixed order.  Use one of its kinds: Follows, Leads, UnitLeads, Choices."""

    cdef CompiledRules rules       # owns the map
    cdef const TrumpTable* map
    cdef Planes hand
    cdef int hand_size
    cdef uint128 total

    def __cinit__(self, CompiledRules rules not None, trump, *_, **__):
        self.rules = rules
        self.map = read_trump(rules, trump)

    cdef uint128 size(self):
        return self.total

    cdef bint is_empty(self):
        return not self.total

    cdef void at(self, uint128 k, Planes* out):
        pass

    cdef void draw(self, uint64_t* rng, Planes* out):
        self.at(below_wide(rng, self.size()), out)

    cdef bint allows(self, const Planes* play):
        return False

    def is_legal(self, play):
        """Whether some cards are one of these plays."""
        cdef Planes planes
        read_cards(self.rules, self.map, play, "play", &planes)
        return self.allows(&planes)

    def count(self):
        """How many different plays there are, as multisets of faces."""
        return _as_int(self.size())

    def unrank(self, k):
        """Play number ``k``, from 0 to ``count() - 1``."""
        cdef Planes planes
        cdef uint128 number = _read_wide(k, "k")
        if number >= self.size():
            raise PlayError(f"k: there are {_as_int(self.size())} plays, numbered from 0")
        self.at(number, &planes)
        return faces_of(self.map, &planes)

    def enumerate(self, limit=None):
        """An iterator over the plays in order, at most ``limit`` of them; made one at a time."""
        cdef uint128 n = self.size(), most
        if limit is not None:
            most = _read_wide(limit, "limit")
            if most < n:
                n = most
        return _Listing(self, _as_int(n))

    def sample(self, seed=0, n=1):
        """An iterator over ``n`` plays, each drawn uniformly and independently.

        The same seed gives the same plays.  PlayError if there is none to draw.
        """
        cdef uint64_t length = read_uint64(n, "n")
        if self.is_empty():
            raise PlayError("there is no play to draw")
        return _Draws(self, _stream(seed), length)


cdef class _Listing:
    cdef Plays plays
    cdef uint128 k
    cdef uint128 end

    def __cinit__(self, Plays plays not None, end):
        self.plays = plays
        self.k = 0
        self.end = _read_wide(end, "end")
        if self.end > plays.size():
            self.end = plays.size()

    def __iter__(self):
        return self

    def __next__(self):
        cdef Planes planes
        if self.k == self.end:
            raise StopIteration
        self.plays.at(self.k, &planes)
        self.k += 1
        return faces_of(self.plays.map, &planes)


cdef class _Draws:
    cdef Plays plays
    cdef uint64_t rng
    cdef uint64_t left

    def __cinit__(self, Plays plays not None, uint64_t rng, uint64_t n):
        self.plays = plays
        self.rng = rng
        self.left = 0 if plays.is_empty() else n

    def __iter__(self):
        return self

    def __next__(self):
        cdef Planes planes
        if not self.left:
            raise StopIteration
        self.left -= 1
        self.draw(&planes)
        return faces_of(self.plays.map, &planes)

    cdef void draw(self, Planes* out):
        self.plays.draw(&self.rng, out)


cdef class Follows(Plays):
    """The plays that may follow a lead out of a hand (R11 to R15, R34, R35).

    ``Follows(rules, trump, lead, hand, lead_units=None)``: the lead is read by R8 unless its units
    are given.  PlayError for a hand of fewer cards than the lead.
    """

    cdef Follow follow
    cdef uint64_t number           # of this set, once it has had the room

    def __cinit__(self, CompiledRules rules not None, trump, lead, hand, lead_units=None):
        cdef Planes cards
        cdef Lead read
        cdef int led = read_units(rules, self.map, lead, lead_units, "lead", &cards, &read)
        cdef int n = _read_hand(rules, self.map, hand, "hand", &self.hand)
        if n < led:
            raise PlayError(f"hand: {n} cards cannot follow a lead of {led}")
        if rules.spec.general:
            follow_of_general(&rules.spec, self.map, &read, &self.hand, &self.follow)
        else:
            follow_of(&rules.spec, self.map, &read, &self.hand, &self.follow)

    cdef uint128 size(self):
        """Counted when somebody asks: whether a play is legal can be said without."""
        if not self.total:
            if self.rules.spec.general:
                self.prepare()
            else:
                self.total = follow_count(&self.rules.spec, self.map, &self.follow)
        return self.total

    cdef bint is_empty(self):
        return False

    cdef void prepare(self):
        """Let the room be this set's."""
        global _room_of, _sets
        if not self.number:
            _sets += 1
            self.number = _sets
        if self.number != _room_of:
            self.total = follow_prepare(&self.rules.spec, self.map, &self.follow, _room)
            _room_of = self.number

    cdef void at(self, uint128 k, Planes* out):
        if self.rules.spec.general:
            self.prepare()
            follow_at(&self.rules.spec, self.map, &self.follow, _room, <uint64_t>k, out)
        else:
            follow_unrank(&self.rules.spec, self.map, &self.follow, <uint64_t>k, out)

    cdef void draw(self, uint64_t* rng, Planes* out):
        if self.rules.spec.general:
            if not follow_by_trial(&self.rules.spec, self.map, &self.follow, rng, out):
                self.prepare()
                follow_draw(&self.rules.spec, self.map, &self.follow, _room, rng, out)
        else:
            follow_sample(&self.rules.spec, self.map, &self.follow, rng, out)

    cdef bint allows(self, const Planes* play):
        if self.rules.spec.general:
            return follow_allows_general(
                &self.rules.spec, self.map, &self.follow, &self.hand, play
            )
        return follow_allows(&self.rules.spec, self.map, &self.follow, &self.hand, play)


cdef class UnitLeads(Plays):
    """The leads of one unit: singles, tuples, tractors of every width and length (R7), and groups
    of one rank where these may be led (R35).

    ``UnitLeads(rules, trump, hand)``.
    """

    def __cinit__(self, CompiledRules rules not None, trump, hand):
        _read_hand(rules, self.map, hand, "hand", &self.hand)
        if rules.spec.general:
            self.total = general.unit_count(&rules.spec, self.map, &self.hand)
        else:
            self.total = unit_count(self.map, &self.hand)

    cdef void at(self, uint128 k, Planes* out):
        if self.rules.spec.general:
            general.unit_unrank(&self.rules.spec, self.map, &self.hand, k, out)
        else:
            unit_unrank(self.map, &self.hand, k, out)

    cdef bint allows(self, const Planes* play):
        if not contains(&self.hand, play, 4):
            return False
        if self.rules.spec.general:
            return (general.may_lead(&self.rules.spec, self.map, play)
                    and general.is_one_unit(&self.rules.spec, self.map, play))
        return suit_of(self.map, play.p[0]) >= 0 and is_one_unit(self.map, play)


cdef class Leads(UnitLeads):
    """The leads that may be tried from a hand (R8, R9): all choices of cards of one suit, and
    rainbows (R35); with ``throws = false`` those of one unit alone.

    ``Leads(rules, trump, hand)``.
    """

    def __cinit__(self, CompiledRules rules not None, trump, hand):
        if not rules.spec.throws:
            return
        if rules.spec.general:
            self.total = general.lead_count(&rules.spec, self.map, &self.hand)
        else:
            self.total = lead_count(self.map, &self.hand)

    cdef void at(self, uint128 k, Planes* out):
        if not self.rules.spec.throws:
            UnitLeads.at(self, k, out)
        elif self.rules.spec.general:
            general.lead_unrank(&self.rules.spec, self.map, &self.hand, k, out)
        else:
            lead_unrank(self.map, &self.hand, k, out)

    cdef bint allows(self, const Planes* play):
        if not self.rules.spec.throws:
            return UnitLeads.allows(self, play)
        if not contains(&self.hand, play, 4):
            return False
        if self.rules.spec.general:
            return general.may_lead(&self.rules.spec, self.map, play)
        return suit_of(self.map, play.p[0]) >= 0

    cdef bint sample_throw(self, uint64_t* rng, Planes* out):
        """A uniform throw; False if there is none."""
        if not self.rules.spec.throws:
            return False
        if self.rules.spec.general:
            return general.throw_sample(&self.rules.spec, self.map, &self.hand, rng, out)
        return throw_sample(self.map, &self.hand, rng, out)

    def sample_throws(self, seed=0, n=1):
        """As ``sample``, but uniform over the leads of more than one unit (R9)."""
        return _ThrowDraws(self, _stream(seed), read_uint64(n, "n"))


cdef class _ThrowDraws(_Draws):
    def __cinit__(self, Leads plays not None, uint64_t rng, uint64_t n):
        cdef Planes planes
        cdef uint64_t unused = rng
        if not plays.sample_throw(&unused, &planes):
            raise PlayError("there is no throw to draw")

    cdef void draw(self, Planes* out):
        (<Leads>self.plays).sample_throw(&self.rng, out)


cdef class Choices(Plays):
    """Any ``need`` cards of a hand, such as those to bury (R24).

    ``Choices(rules, trump, hand, need)``: a hand of any size, with the kitty in it.  PlayError for a
    hand of fewer cards than ``need``.
    """

    cdef int need
    cdef bint wide                 # whether the plain path, of two decks and 64 bits, is too narrow

    def __cinit__(self, CompiledRules rules not None, trump, hand, need):
        cdef int n = read_cards(rules, self.map, hand, "hand", &self.hand)
        self.need = read_number(need, "need", 0, n)
        self.wide = rules.spec.general or n > MAX_HAND
        if self.wide:
            self.total = choose_count_general(&rules.spec, &self.hand, self.need)
        else:
            self.total = choose_count(&rules.spec, &self.hand, self.need)

    cdef void at(self, uint128 k, Planes* out):
        if self.wide:
            choose_unrank_general(&self.rules.spec, &self.hand, self.need, k, out)
        else:
            choose_unrank(&self.rules.spec, &self.hand, self.need, <uint64_t>k, out)

    cdef void draw(self, uint64_t* rng, Planes* out):
        if self.wide:
            choose_sample_general(&self.rules.spec, &self.hand, self.need, rng, out)
        else:
            choose_sample(&self.rules.spec, &self.hand, self.need, rng, out)

    cdef bint allows(self, const Planes* play):
        return contains(&self.hand, play, 4) and count_cards(play, 4) == self.need
