"""The caller's arrays, numpy's or others, checked as the batch functions need them.

ArrayError, one line that names the array, for whatever has another type, shape or byte order, or
cannot be written to; nothing is copied.
"""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBUF_WRITABLE, Py_buffer, PyBuffer_Release, PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from libc.stdint cimport uintptr_t
import sys

import numpy as np

from ..errors import ArrayError, CardError, PlayError
from ..inputs import shown, whole
from .types cimport MAX_HAND

# Letters of the struct module; which of two stands for 64 bits depends on the platform.
_LETTERS = {"uint64": "QL", "uint8": "B", "bool": "?", "int16": "h"}
_SIZES = {"uint64": 8, "uint8": 1, "bool": 1, "int16": 2}
_NATIVE = "@=<" if sys.byteorder == "little" else "@=>!"


def _dtype(array):
    return f"dtype {array.dtype.str if array.dtype.isnative is False else array.dtype}"


cdef class Arrays:
    def __cinit__(self, int decks):
        self.decks = min(max(decks, 1), 4)
        self.rows = -1
        self.rows_of = ""
        self.n = self.n_numbers = 0

    def __dealloc__(self):
        cdef int i
        for i in range(self.n):
            PyBuffer_Release(&self.views[i])

    cdef int planes(self, const char* name, object array, int seats, Column* out) except -1:
        """Cards, shape (rows, planes), or with seats (rows, seats, planes); or one row for all."""
        self._take(name, array, "uint64", seats, self.decks, False)
        out[0] = self.columns[self.n - 1]
        return 0

    cdef int bytes_or_one(self, const char* name, object given, int least, int most,
                          Column* out) except -1:
        """Small numbers, uint8 of shape (rows,), or a number for all rows; only that is checked here."""
        cdef str text = name.decode()
        if PyObject_CheckBuffer(given) and getattr(given, "ndim", 1):
            self._take(name, given, "uint8", 0, 0, False)
            out[0] = self.columns[self.n - 1]
            return 0
        if not hasattr(given, "__index__"):
            raise ArrayError(f"{text} must be an array of uint8 or a whole number, "
                             f"not {type(given).__name__}")
        self.numbers[self.n_numbers] = whole(text, given, least, most, ArrayError)
        out.name = name
        out.data = <char*>&self.numbers[self.n_numbers]
        self.n_numbers += 1
        out.row_step = out.seat_step = out.plane_step = 0
        return 0

    cdef object result(self, const char* name, object out, str kind, int seats, int planes,
                       Column* column):
        """Where results go: `out`, or a new array; one row for each of the rows asked about."""
        cdef int i
        cdef Py_ssize_t rows = self.rows if self.rows >= 0 else 1
        shape = (rows, *((seats,) if seats else ()), *((planes,) if planes else ()))
        if out is None:
            try:
                out = np.empty(shape, kind)
            except (MemoryError, ValueError):
                raise ArrayError(f"{name.decode()}: no memory for {rows} rows") from None
        self._take(name, out, kind, seats, planes, True)
        column[0] = self.columns[self.n - 1]
        if self.rows != rows or self.views[self.n - 1].ndim != len(shape):
            raise ArrayError(f"{name.decode()}: it needs a row for each answer, shape {shape}")
        if _folded(&self.views[self.n - 1]):
            raise ArrayError(f"{name.decode()}: its elements share memory with each other")
        for i in range(self.n - 1):
            if _overlap(&self.views[i], &self.views[self.n - 1]):
                raise ArrayError(f"{name.decode()}: it shares memory with "
                                 f"{self.columns[i].name.decode()}; it needs memory of its own")
        return out

    cdef int _take(self, const char* name, object array, str kind, int seats, int planes,
                   bint write) except -1:
        cdef Py_buffer* view = &self.views[self.n]
        cdef Column* column = &self.columns[self.n]
        cdef str text = name.decode()
        cdef int axes = 1 + (seats > 0) + (planes > 0), axis, i
        cdef Py_ssize_t size = _SIZES[kind], unaligned
        need = f"it must be {kind}" if write else f"pass {kind}, such as {text}.astype('{kind}')"
        if not PyObject_CheckBuffer(array):
            raise ArrayError(f"{text} must be an array of {kind}, not {type(array).__name__}")
        try:
            PyObject_GetBuffer(array, view,
                               PyBUF_STRIDES | PyBUF_FORMAT | (PyBUF_WRITABLE if write else 0))
        except (BufferError, ValueError, TypeError):
            if write and _is_readable(array):
                raise ArrayError(f"{text}: it cannot be written to") from None
            raise ArrayError(f"{text}: {shown(array, _dtype)} cannot be used; {need}") from None
        self.n += 1  # from here on the view is released with the object
        letter = (view.format if view.format != NULL else b"B").decode()
        if view.itemsize != size or letter.lstrip(_NATIVE) not in tuple(_LETTERS[kind]):
            raise ArrayError(f"{text}: {shown(array, _dtype)} cannot be used; {need}")
        shape = tuple(view.shape[axis] for axis in range(view.ndim))
        wanted = (*((seats,) if seats else ()), *((planes,) if planes else ()))
        if view.ndim not in (axes - 1, axes) or not view.ndim or shape[view.ndim - axes + 1:] != wanted:
            raise ArrayError(f"{text}: shape {shape}; {_shapes(seats, planes)} is needed")
        unaligned = <uintptr_t>view.buf
        for axis in range(view.ndim):
            unaligned |= _step(view, axis)
        if unaligned & (size - 1):
            raise ArrayError(f"{text}: its elements are not aligned; those of a copy are")
        column.name = name
        column.data = <char*>view.buf
        i = view.ndim - 1
        column.plane_step = column.seat_step = column.row_step = 0
        if planes:
            column.plane_step = _step(view, i)
            i -= 1
        if seats:
            column.seat_step = _step(view, i)
            i -= 1
        if i < 0:
            return 0
        column.row_step = _step(view, 0)
        if self.rows < 0:
            self.rows, self.rows_of = view.shape[0], name
        elif self.rows != view.shape[0]:
            others = f"{self.rows_of.decode()} has" if self.rows_of[0] else "n ="
            raise ArrayError(f"{text}: {view.shape[0]} rows, but {others} {self.rows}")
        return 0


cdef Py_ssize_t _step(const Py_buffer* view, int axis):
    """Bytes from one element of an axis to the next; who gives none, as ctypes, has them in C order."""
    cdef Py_ssize_t step = view.itemsize
    cdef int after
    if view.strides != NULL:
        return view.strides[axis]
    for after in range(axis + 1, view.ndim):
        step *= view.shape[after]
    return step


cdef bint _folded(const Py_buffer* view):
    """Whether elements of an array may lie over each other: a step is shorter than what it steps over."""
    cdef Py_ssize_t reach = view.itemsize, step, length
    for step, length in sorted((abs(_step(view, axis)), view.shape[axis]) for axis in range(view.ndim)):
        if length > 1:
            if step < reach:
                return True
            reach += step * (length - 1)
    return False


cdef bint _overlap(const Py_buffer* a, const Py_buffer* b):
    """Whether the memory between the first and the last byte of one is also of the other."""
    cdef const char* low[2]
    cdef const char* high[2]
    cdef const Py_buffer* view
    cdef Py_ssize_t reach
    cdef int i, axis
    for i in range(2):
        view = b if i else a
        low[i] = <const char*>view.buf
        high[i] = low[i] + view.itemsize
        for axis in range(view.ndim):
            if not view.shape[axis]:
                return False
            reach = _step(view, axis) * (view.shape[axis] - 1)
            if reach < 0:
                low[i] += reach
            else:
                high[i] += reach
    return low[0] < high[1] and low[1] < high[0]


cdef bint _is_readable(object array):
    """Whether it would be an array but for writing."""
    cdef Py_buffer view
    try:
        PyObject_GetBuffer(array, &view, PyBUF_STRIDES | PyBUF_FORMAT)
    except (BufferError, ValueError, TypeError):
        return False
    PyBuffer_Release(&view)
    return True


cdef str _shapes(int seats, int planes):
    if seats:
        return f"(rows, {seats}, {planes}), a seat a place and a plane a deck,"
    if planes:
        return f"(rows, {planes}) or ({planes},), a plane a deck,"
    return "(rows,)"


_FLAWS = {
    NO_CARD: (CardError, "bits 54 to 63 stand for no card"),
    NOT_NESTED: (CardError, "plane j has the faces held more than j times, so each plane lies within"
                            " the one before"),
    NO_LEVEL: (ArrayError, "a level rank is a number from 0 (2) to 12 (A)"),
    NO_TRUMP_NUMBER: (ArrayError, "a trump is a suit 0 to 3 (c d h s), or 4 for no trump"),
    NO_LEADER: (ArrayError, "a leader is a seat, a number below the number of players"),
    EMPTY: (PlayError, "no card is led"),
    MIXED: (PlayError, "cards of more than one suit are led"),
    TOO_MANY: (CardError, f"no hand has more than {MAX_HAND} cards"),
    TOO_FEW: (PlayError, "the hand has fewer cards than the lead"),
    OVER_DECKS: (CardError, "together with the row's other cards there are more of a face than the decks"
                            " have"),
    WRONG_SIZE: (PlayError, "as many cards as the first play of the row has must be played"),
}


cdef object fault_to_error(const Fault* fault):
    """The error that tells which row is no question, and why."""
    kind, text = _FLAWS[fault.flaw]
    place = f", play {fault.seat}" if fault.seat >= 0 else ""
    return kind(f"{fault.name.decode()}, row {fault.row}{place}: {text}")
