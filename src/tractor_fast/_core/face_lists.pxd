from .types cimport Planes, Table, TrumpTable

cdef tuple faces_of(const TrumpTable* map, const Planes* cards)
cdef int face_of(object card) except -1
cdef int read_cards(const Table* t, object given, Planes* out) except -1
