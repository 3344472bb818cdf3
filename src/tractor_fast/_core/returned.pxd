from .types cimport Choice, Table

cdef object chosen(const Table* table, const Choice* choice)
cdef int choose(const Table* table, Choice* choice, object answer) except -1
