from .loop cimport Failure, Job
from .spec cimport CompiledRules

cdef class RunSpec:
    """Rules, seats and context of a run, resolved for a kernel."""

    cdef Job job
    cdef readonly CompiledRules compiled
    cdef readonly tuple seats          # (policy name or ForeignPolicy, parameter values) of each
    cdef double parameters[8][64]

cdef object failure_to_error(RunSpec run, const Failure* failure)
