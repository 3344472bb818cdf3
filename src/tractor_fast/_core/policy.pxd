from .types cimport Policy

cdef class ForeignPolicy:
    """A strategy from outside the core, as a C function; see policy.pyx."""

    cdef Policy function
    cdef const void* context
    cdef readonly str name
    cdef readonly tuple parameters     # of Parameter (policies.py)
    cdef readonly object explain       # code -> words, or None
    cdef readonly object owner
    cdef readonly bint looks_back      # at the tricks before, which the engine then writes down
