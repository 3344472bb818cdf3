"""Strategies from outside the core: C functions that whoever made them keeps alive."""

from libc.stdint cimport uintptr_t

from .policies import Parameter
from .types cimport Policy


cdef class ForeignPolicy:
    """A C function `int f(const Table*, const Seat*, Memo*, Choice*)` that can sit in a seat of a run.

    name: as errors call it.  address: of the function, called on any thread, without the GIL.
    parameters: what `Seat.parameters` has in this order.  context: a pointer that the function finds in
    `Seat.context`.  owner: whatever must not be freed while runs call the function.  explain: a function
    of a code that the C function gave up with, called on the same thread right after; its words end the
    sentence "strategy asked to lead ...".  looks_back: the tricks before are written down for
    it (upkeep in state.pxd).  Native code is trusted: nothing guards a wrong address.
    """

    def __cinit__(self, str name not None, address, parameters=(), *, context=0, owner=None, explain=None,
                  looks_back=False):
        cdef uintptr_t function = address
        cdef uintptr_t data = context
        if not function:
            raise ValueError(f"strategy {name!r} has the address 0")
        self.parameters = tuple(parameters)
        if not all(isinstance(parameter, Parameter) for parameter in self.parameters):
            raise TypeError(f"strategy {name!r}: parameters must be of class Parameter")
        self.name = name
        self.function = <Policy>function
        self.context = <const void*>data
        self.owner = owner
        self.explain = explain
        self.looks_back = looks_back

    def __repr__(self):
        return f"ForeignPolicy({self.name!r})"
