"""The compilers that built the core, as they name themselves."""

cdef extern from *:
    """
    #if defined(__clang__)
    #define TF_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define TF_COMPILER "gcc " __VERSION__
    #else
    #define TF_COMPILER "unknown"
    #endif
    """
    const char* TF_COMPILER
    unsigned int CYTHON_HEX_VERSION


COMPILER = TF_COMPILER.decode()
CYTHON = ".".join(str(CYTHON_HEX_VERSION >> shift & 0xff) for shift in (24, 16, 8))
