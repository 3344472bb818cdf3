"""What this processor can do, asked of the processor itself."""

cdef extern from *:
    """
    static int tf_has_bmi2(void) {
    #if defined(__x86_64__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            && __builtin_cpu_supports("popcnt");
    #else
        return 0;
    #endif
    }
    """
    int tf_has_bmi2()


def has_bmi2():
    """Whether the processor has BMI1, BMI2 and POPCNT (all that do also have LZCNT)."""
    return bool(tf_has_bmi2())
