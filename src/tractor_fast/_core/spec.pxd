from .types cimport Spec

cdef class CompiledRules:
    """A rule set resolved for the core: owns the Spec that everything else points to."""

    cdef Spec spec
    cdef readonly object rules

cdef object rules_of(const Spec* spec)
