"""Built-in strategies as a C struct, for strategies from outside that fall back on one."""

from libc.stdint cimport uintptr_t

from . import engine
from ..errors import SpecError
from .policies import POLICIES
from .types cimport Choice, Memo, Policy, Seat, Table


cdef int _call(const Base* base, const Table* table, const Seat* seat, Memo* memo,
               Choice* choice) noexcept nogil:
    return call_base(base, table, seat, memo, choice)


CALL = <uintptr_t>_call
"""Address of `int call(const Base*, const Table*, const Seat*, Memo*, Choice*)`."""


cdef class BasePolicy:
    """A built-in strategy with values for its parameters, in their order.

    `address` is that of the struct Base, which lives as long as this object.
    Raises SpecError for an unknown name, or other values than its parameters allow.
    """

    def __cinit__(self, str name not None, values):
        cdef int i
        cdef uintptr_t address
        if name not in POLICIES:
            raise SpecError(f"no compiled strategy {name!r}; there are {', '.join(POLICIES)}")
        values = tuple(values)
        if len(values) != len(POLICIES[name]):
            raise SpecError(f"strategy {name!r} has {len(POLICIES[name])} parameters")
        for i, (parameter, value) in enumerate(zip(POLICIES[name], values)):
            self.base.parameters[i] = parameter.read(value)
        for i, known in enumerate(engine.policy_addresses(name)):
            address = known
            self.base.policies[i] = <Policy>address

    @property
    def address(self):
        """Address of the struct Base."""
        return <uintptr_t>&self.base
