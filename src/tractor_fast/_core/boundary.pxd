# How Python values cross into the core and back: shared by the doors, never called by the loop.
# Whatever Python passes, these either fill in a proper value or raise one clear line.

from libc.stdint cimport uint64_t

from .spec cimport CompiledRules
from .types cimport Choice, Lead, Planes, TrumpTable, Unit

cdef const TrumpTable* read_trump(CompiledRules rules, object trump) except NULL
cdef int read_number(object value, str what, int least, int most) except? -1
cdef uint64_t read_uint64(object value, str what) except? 0
cdef list one_a_seat(CompiledRules rules, object given, str what)
cdef list read_pairs(object given, int most, str what, str shape)
cdef int read_cards(CompiledRules rules, const TrumpTable* map, object faces, str what,
                    Planes* out) except -1
cdef int gather(CompiledRules rules, const TrumpTable* map, const Planes* cards, str what,
                Planes* total) except -1
cdef int read_units(CompiledRules rules, const TrumpTable* map, object faces, object units,
                    str what, Planes* cards, Lead* out) except -1
cdef list faces_of(const TrumpTable* map, const Planes* cards)
cdef tuple unit_of(const TrumpTable* map, const Unit* unit)
cdef list units_of(const TrumpTable* map, const Lead* lead, const Planes* cards)
cdef str choice_text(const TrumpTable* map, const Choice* choice, int friends)
