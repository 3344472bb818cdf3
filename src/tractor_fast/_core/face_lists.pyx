"""Cards as Python has them, faces 0 to 53 in sorted tuples, and as the core does, in planes."""

from operator import index

from ..cards import FACE_NAMES, parse_face, parse_faces
from ..errors import CardError
from ..inputs import shown
from .bits cimport bit, lowest_bit
from .layout cimport to_natural
from .planes cimport clear
from .types cimport Planes, Table, TrumpTable
from libc.stdint cimport uint64_t

cdef extern from "Python.h":
    bint PyLong_CheckExact(object value)
    long PyLong_AsLongAndOverflow(object value, int* overflow) except? -1


cdef tuple faces_of(const TrumpTable* map, const Planes* cards):
    """Cards as a sorted tuple of faces."""
    cdef uint64_t natural[4]
    cdef uint64_t left
    cdef int j, face
    cdef list out = []
    for j in range(4):
        natural[j] = to_natural(cards.p[j], map.level, map.trump) if cards.p[j] else 0
    left = natural[0]
    while left:
        face = lowest_bit(left)
        out.append(face)
        for j in range(1, 4):
            if not natural[j] & bit(face):
                break
            out.append(face)
        left &= left - 1
    return tuple(out)


cdef int face_of(object card) except -1:
    """A face as a number; CardError for anything else."""
    cdef int overflow = 0
    cdef long face
    try:
        face = PyLong_AsLongAndOverflow(card if PyLong_CheckExact(card) else index(card), &overflow)
    except TypeError:
        overflow = 1
    if overflow or not 0 <= face < 54:
        raise CardError(f"{shown(card)} is no card; faces are 0 to 53")
    return face


cdef int read_cards(const Table* t, object given, Planes* out) except -1:
    """Cards as faces or text; fewer than a deck has of each, or CardError."""
    cdef const TrumpTable* map = t.map
    cdef int decks = t.decks, face, j
    cdef uint64_t b
    clear(out)
    if isinstance(given, str):
        given = parse_faces(given)
    try:
        cards = iter(given)
    except TypeError:
        raise CardError("cards are a list of faces, 0 to 53, or a text such as 'Th Th'") from None
    for card in cards:
        if isinstance(card, str):
            card = parse_face(card)
        face = face_of(card)
        b = bit(map.to_layout[face])
        for j in range(decks):
            if not out.p[j] & b:
                out.p[j] |= b
                break
        else:
            raise CardError(f"there are only {decks} {FACE_NAMES[face]} in {decks} decks")
    return 0
