from .types cimport Choice, Memo, Seat, Table

cdef class Stream:
    cdef View view
    cdef readonly object random

cdef class View:
    cdef const Table* _table       # all NULL once the decision is over
    cdef const Seat* _seat
    cdef Memo* _memo
    cdef Choice* _choice
    cdef Stream _stream
    cdef const Table* table(self) except NULL
    cdef bint _names(self, int kind)

cdef View open_view(const Table* table, const Seat* seat, Memo* memo, Choice* choice, Stream stream)
cdef void close_view(View view) noexcept
