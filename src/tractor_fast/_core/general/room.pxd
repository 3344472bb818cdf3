# Room of a thread for the tables that count follows (counting.pxd): large, but touched only where runs,
# rainbows or `protect_longer_tuples` need it.  A strategy has nowhere else to put it, and a position must
# stay cheap to copy.

from .counting cimport PlaySet

cdef extern from * nogil:
    """
    #ifndef TRACTOR_FAST_ROOM
    #define TRACTOR_FAST_ROOM
    #if defined(_MSC_VER)
    #define TF_THREAD_LOCAL __declspec(thread)
    #else
    #define TF_THREAD_LOCAL __thread
    #endif
    static TF_THREAD_LOCAL unsigned long long tf_room[3 << 17];
    /* Does not compile for a type that is too large. */
    #define TF_ROOM_FOR(pointer) \
        ((void)sizeof(char[sizeof(*(pointer)) <= sizeof(tf_room) ? 1 : -1]), (void*)tf_room)
    #endif
    """
    void* _room_for "TF_ROOM_FOR"(PlaySet* of_this_type)

cdef inline PlaySet* thread_room() noexcept nogil:
    """The calling thread's own; whatever it was prepared for may have been overwritten by the next call."""
    cdef PlaySet* plays = NULL
    return <PlaySet*>_room_for(plays)
