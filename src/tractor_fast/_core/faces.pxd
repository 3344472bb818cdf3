# Between Python's lists of faces and planes: what every door needs.

from .spec cimport CompiledRules
from .types cimport Planes, TrumpTable

cdef int to_planes(object faces, const TrumpTable* map, int decks, Planes* out) except -1
cdef list to_faces(const TrumpTable* map, const Planes* cards)
cdef const TrumpTable* table_of(CompiledRules compiled, object trump) except NULL
