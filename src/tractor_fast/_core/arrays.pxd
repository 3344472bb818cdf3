# The caller's arrays as the batch functions see them: checked once a call, then read row by row.
#
# Without the GIL another thread may write into an array while it is read.  So each value is read just
# once, into memory of our own, and what was checked there is what is used.

from cpython.buffer cimport Py_buffer
from libc.stdint cimport uint8_t, uint64_t

from .types cimport Planes

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_READ_ONCE
    #define TRACTOR_FAST_READ_ONCE
    #include <stdint.h>
    static inline uint64_t tf_read_uint64(const char* p) { return *(const volatile uint64_t*)p; }
    static inline uint8_t tf_read_uint8(const char* p) { return *(const volatile uint8_t*)p; }
    #endif
    """
    uint64_t read_uint64_once "tf_read_uint64"(const char* p)
    uint8_t read_uint8_once "tf_read_uint8"(const char* p)

cdef struct Column:          # one array; steps in bytes
    const char* name
    char* data
    Py_ssize_t row_step      # 0: one row, which stands for all
    Py_ssize_t seat_step
    Py_ssize_t plane_step

cdef enum Flaw:              # why a row is no question that has an answer; texts in arrays.pyx
    NO_FLAW = 0
    NO_CARD = 1
    NOT_NESTED = 2
    NO_LEVEL = 3
    NO_TRUMP_NUMBER = 4
    NO_LEADER = 5
    EMPTY = 6
    MIXED = 7
    TOO_MANY = 8
    TOO_FEW = 9
    OVER_DECKS = 10
    WRONG_SIZE = 11

cdef struct Fault:           # the first such row
    Py_ssize_t row
    const char* name         # of the array
    int seat                 # place in the row, -1: the array has one only
    Flaw flaw

cdef class Arrays:
    """The arrays of one call; they stay in place as long as this object lives."""

    cdef readonly Py_ssize_t rows      # -1 until the first array that has rows of its own
    cdef const char* rows_of           # name of that array
    cdef int decks
    cdef int n
    cdef Py_buffer views[8]            # a call has six arrays at most
    cdef Column columns[8]
    cdef int n_numbers
    cdef uint8_t numbers[8]            # that were given in place of an array

    cdef int planes(self, const char* name, object array, int seats, Column* out) except -1
    cdef int bytes_or_one(self, const char* name, object given, int least, int most,
                          Column* out) except -1
    cdef object result(self, const char* name, object out, str kind, int seats, int planes,
                       Column* column)
    cdef int _take(self, const char* name, object array, str kind, int seats, int planes,
                   bint write) except -1

cdef object fault_to_error(const Fault* fault)


cdef inline bint flawed(Fault* fault, const Column* column, Py_ssize_t row, int seat,
                        Flaw flaw) noexcept nogil:
    """Note what is wrong with a row; always False, so that it can be returned."""
    fault.row, fault.name, fault.seat, fault.flaw = row, column.name, seat, flaw
    return False


cdef inline int read_byte(const Column* column, Py_ssize_t row) noexcept nogil:
    return read_uint8_once(column.data + row * column.row_step)


cdef inline void read_planes(const Column* column, Py_ssize_t row, int seat, int decks, Planes* out,
                             int planes) noexcept nogil:
    cdef const char* at = column.data + row * column.row_step + seat * column.seat_step
    cdef int j
    for j in range(planes):
        out.p[j] = read_uint64_once(at + j * column.plane_step) if j < decks else 0
    for j in range(planes, 4):
        out.p[j] = 0


cdef inline uint64_t misfits(const Planes* cards, int planes) noexcept nogil:
    """Not 0 if planes that were read are no cards, or not nested."""
    cdef int j
    cdef uint64_t bad = cards.p[0] >> 54
    for j in range(1, planes):
        bad |= cards.p[j] & ~cards.p[j - 1]
    return bad


cdef inline Flaw flaw_of(const Planes* cards) noexcept nogil:
    """What is wrong with planes that have misfits."""
    return NO_CARD if cards.p[0] >> 54 else NOT_NESTED


cdef inline void write_planes(const Column* column, Py_ssize_t row, int seat, int decks,
                              const Planes* cards) noexcept nogil:
    cdef char* at = column.data + row * column.row_step + seat * column.seat_step
    cdef int j
    for j in range(decks):
        (<uint64_t*>(at + j * column.plane_step))[0] = cards.p[j]
