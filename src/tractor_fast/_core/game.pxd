from .run cimport RunSpec
from .spec cimport CompiledRules
from .state cimport State
from .types cimport Choice, Planes

cdef class Game:
    cdef State state
    cdef Choice choice
    cdef RunSpec run               # keeps the rules, policies and parameters alive
    cdef CompiledRules compiled
    cdef bint over
    cdef bint midway               # the draws of cards that a seat holds came first

    cdef void _advance(self)
    cdef list _faces(self, const Planes* cards)
    cdef int _seat(self, seat) except -1
    cdef int _started(self) except -1
    cdef int _expect(self, int decision) except -1
    cdef int _names(self)
    cdef list _read_calls(self, object what)
    cdef int _expect_cards(self) except -1
    cdef int _carry_out(self)
    cdef int _apply(self) except -1
    cdef object _chosen(self)
    cdef list _natural_faces(self, const Planes* cards)
