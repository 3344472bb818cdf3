# A built-in strategy that one from outside falls back on.

from .types cimport Choice, Memo, Policy, Seat, Table

cdef struct Base:
    Policy policies[2]       # of the plain and the general path
    double parameters[64]    # MAX_PARAMETERS of run.pyx

cdef class BasePolicy:
    """A built-in strategy with values for its parameters; see base.pyx."""

    cdef Base base


cdef inline int call_base(const Base* base, const Table* table, const Seat* seat, Memo* memo,
                          Choice* choice) noexcept nogil:
    """Let the base choose for the seat: it sees its own parameters."""
    cdef Seat own = seat[0]
    own.parameters = base.parameters
    own.context = NULL
    return base.policies[table.spec.general](table, &own, memo, choice)
