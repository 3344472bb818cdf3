# What one seat knows of a deal, and the choices of it that are to be tried (arms.pxd plays them).

from .deal cimport Given
from .spec cimport CompiledRules
from .state cimport Context
from .types cimport Bid, BidOption, Planes
from libc.stdint cimport uint8_t

cdef struct Held:
    uint8_t seat
    uint8_t drawn            # cards that the seat has drawn
    uint8_t trump            # what is trump, and the seat declares; NONE: bids, or the board, decide
    uint8_t n_bids
    Bid bids[64]             # made so far; their `draw` is not known
    Given given              # what each is known to have drawn; to have been dealt, where nobody is to bid

cdef struct Arm:             # one choice of the seat
    uint8_t decision         # Decision: BID or BURY; NONE: nothing is chosen
    uint8_t silent           # BID: 1 if the seat makes no other bid in this deal
    BidOption bid            # BID; 0 cards: it passes
    Planes cards             # BURY, natural layout

cdef class HeldCards:
    cdef Held held
    cdef Arm* arms
    cdef readonly int n_arms
    cdef readonly CompiledRules compiled
    cdef int _read_arm(self, Arm* arm, object kind, list chosen) except -1

cdef int read_given(CompiledRules rules, object hands, object kitty, Given* out) except -1
cdef int check_held(CompiledRules rules, const Context* context, HeldCards held) except -1
cdef int check_given(CompiledRules rules, const Given* given, int level) except -1
