from .deal cimport Given
from .loop cimport Failure, Job
from .spec cimport CompiledRules
from libc.stdint cimport uint64_t

cdef class RunSpec:
    """Rules, seats and context of a run, resolved for a kernel."""

    cdef Job job
    cdef readonly CompiledRules compiled
    cdef readonly tuple seats          # (policy name or ForeignPolicy, parameter values) of each
    cdef double parameters[8][64]
    cdef Given given                   # what job.context.given points to

cdef int vary(Job* job, uint64_t first, uint64_t boards, object variants) except -1
cdef object failure_to_error(RunSpec run, const Failure* failure)
