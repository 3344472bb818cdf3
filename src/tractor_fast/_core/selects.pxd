# Small choices in no branch, for what can hardly be foreseen: a compiler left alone often branches.

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_SELECTS
    #define TRACTOR_FAST_SELECTS
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif

    static inline double tf_only_if(int holds, double x) {
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        bits &= (uint64_t)0 - (uint64_t)(holds != 0);
        memcpy(&x, &bits, sizeof bits);
        return x;
    }

    static inline double tf_either(int holds, double x, double y) {
        uint64_t a, b;
        memcpy(&a, &x, sizeof a);
        memcpy(&b, &y, sizeof b);
        b ^= (a ^ b) & ((uint64_t)0 - (uint64_t)(holds != 0));
        memcpy(&y, &b, sizeof y);
        return y;
    }

    static inline double tf_lesser(double x, double y) {
    #if defined(__SSE2__)
        return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(x), _mm_set_sd(y)));
    #else
        return x < y ? x : y;
    #endif
    }
    #endif
    """
    double only_if "tf_only_if"(bint holds, double x)  # x, or 0
    double either "tf_either"(bint holds, double x, double y)  # x, or y
    double lesser "tf_lesser"(double x, double y)
