# What the C function of a strategy written in Python finds in Seat.context.

from .base cimport Base
from libc.stdint cimport uint8_t

cdef struct Fallback:
    void* owner              # its PythonPolicy, in which this struct lies
    const Base* base         # the built-in strategy that answers what it does not
    uint8_t methods          # bit d: it answers decision d itself
