"""Between Python's lists of faces and the planes of the core, with every check that a door needs."""

from operator import index

from libc.stdint cimport uint64_t

from ..cards import N_FACES, Trump, face_name
from ..errors import CardError
from .bits cimport bit, lowest_bit
from .planes cimport clear
from .spec cimport CompiledRules
from .types cimport NO_TRUMP, Planes, TrumpTable


cdef int to_planes(object faces, const TrumpTable* map, int decks, Planes* out) except -1:
    """Planes of some faces in the layout of `map`; CardError for what no deck of the table holds."""
    cdef int j, number
    cdef uint64_t mask
    clear(out)
    if isinstance(faces, (str, bytes)):
        raise CardError(f"cards are numbers from 0 to {N_FACES - 1} here, not the text {faces!r}")
    for face in faces:
        try:
            face = index(face)
        except TypeError:
            raise CardError(f"a card is a number from 0 to {N_FACES - 1}, not {face!r}") from None
        if not 0 <= face < N_FACES:
            raise CardError(f"no card has number {face}; faces are 0 to {N_FACES - 1}")
        number = face
        mask = bit(map.to_layout[number])
        for j in range(decks):
            if not out.p[j] & mask:
                out.p[j] |= mask
                break
        else:
            raise CardError(f"{face_name(face)} is there more than {decks} times, in {decks} decks")
    return 0


cdef list to_faces(const TrumpTable* map, const Planes* cards):
    """Sorted faces of some planes."""
    cdef int j
    cdef uint64_t mask
    cdef list out = []
    for j in range(4):
        mask = cards.p[j]
        while mask:
            out.append(map.to_natural[lowest_bit(mask)])
            mask &= mask - 1
    out.sort()
    return out


cdef const TrumpTable* table_of(CompiledRules compiled, object trump) except NULL:
    """The tables of a Trump; TypeError for anything else."""
    if compiled is None:
        raise TypeError("rules must be a CompiledRules object, not None")
    if not isinstance(trump, Trump):
        raise TypeError(f"trump must be a Trump object, not {type(trump).__name__}")
    return &compiled.spec.tables[<int>trump.rank][NO_TRUMP if trump.suit is None else <int>trump.suit]
