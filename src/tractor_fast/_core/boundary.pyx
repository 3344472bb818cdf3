"""Checked conversions between Python values and the core's structs, shared by its doors.

Faces are numbers 0 to 53 in any iterable, equal numbers for copies.  A unit (R7) is a tuple
``(kind, width, faces)``: ``("single", 1, (face,))``, ``("tuple", 2, (face,))`` or
``("tractor", 2, (lowest, ..., highest))``; a group of one rank (R35) is ``("rainbow", 1, cards)``
with all its cards, copies too.
"""

from itertools import islice
from operator import index

from libc.stdint cimport uint64_t

from ..cards import FACE_NAMES, SUITS, Trump, format_faces
from ..errors import CardError, PlayError
from ..inputs import MOST, whole
from .bits cimport bit, lowest_bit
from .formats cimport lead_from_units, read_lead, unit_cards, unit_kind
from .general.reading cimport read_lead_general, read_rainbow
from .planes cimport add_cards, clear, contains, is_proper, remove_cards, restrict_to, suit_of
from .spec cimport CompiledRules
from .types cimport (
    BID, MAX_UNITS, NAME, NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, NO_TRUMP, NONE, RAINBOW, SINGLE, TRACTOR,
    Choice, Lead, Planes, TrumpTable, Unit,
)

_KINDS = ("single", "tuple", "tractor")  # in the order of types.UnitKind
_LONGEST = 16  # steps of a suit


cdef extern from "Python.h":
    bint PyLong_CheckExact(object value)
    long PyLong_AsLongAndOverflow(object value, int* overflow) except? -1


cdef const TrumpTable* read_trump(CompiledRules rules, object trump) except NULL:
    """The core's table of a cards.Trump."""
    if rules is None:
        raise TypeError("rules must be a CompiledRules object, not None")
    if not isinstance(trump, Trump):
        raise CardError(f"trump must be a Trump, not {type(trump).__name__}")
    cdef int level = trump.rank
    cdef int suit = NO_TRUMP if trump.suit is None else trump.suit
    # A Trump checks itself, but whoever wants to can get around that.
    if not (0 <= level < 13 and 0 <= suit <= NO_TRUMP):
        raise CardError("trump has no such rank or suit")
    return &rules.spec.tables[level][suit]


cdef int read_number(object value, str what, int least, int most) except? -1:
    """A whole number from `least` to `most`; PlayError if it is none."""
    return whole(what, value, least, most, PlayError)


cdef uint64_t read_uint64(object value, str what) except? 0:
    """A whole number of 64 bits; PlayError if it is none."""
    return whole(what, value, 0, MOST, PlayError)


cdef list one_a_seat(CompiledRules rules, object given, str what):
    """The elements of what must have one for each seat."""
    cdef list each
    cdef int players = rules.spec.players
    try:
        iterator = iter(given)
    except TypeError:
        raise PlayError(f"{what} must be a list, one a seat, not {type(given).__name__}") from None
    each = list(islice(iterator, players + 1))
    if len(each) != players:
        raise PlayError(f"{what} must be {players}, one a seat")
    return each


cdef list read_pairs(object given, int most, str what, str shape):
    """At most so many pairs of Python objects."""
    cdef list pairs = []
    try:
        for first, second in islice(given, most + 1):
            pairs.append((first, second))
    except (TypeError, ValueError):
        raise PlayError(f"{what} must be a list of pairs {shape}") from None
    if len(pairs) > most:
        raise PlayError(f"{what}: there are at most {most}")
    return pairs


cdef int _read_face(object value, str what) except -1:
    cdef int overflow = 0
    cdef long face
    if not PyLong_CheckExact(value):
        try:
            value = index(value)
        except TypeError:
            raise CardError(
                f"{what}: a card is a number from 0 to 53, not {type(value).__name__}"
            ) from None
    face = PyLong_AsLongAndOverflow(value, &overflow)
    if overflow or not 0 <= face < 54:
        raise CardError(f"{what}: no card has this number; faces are 0 to 53")
    return face


cdef int read_cards(CompiledRules rules, const TrumpTable* map, object faces, str what,
                    Planes* out) except -1:
    """Planes of some faces, level-major under `map`; returns how many cards.  `what` names them."""
    cdef int decks = rules.spec.decks
    cdef int face, j, n = 0
    cdef uint64_t b
    clear(out)
    try:
        iterator = iter(faces)
    except TypeError:
        raise CardError(
            f"{what} must be a list of card numbers, not {type(faces).__name__}"
        ) from None
    for value in iterator:
        face = _read_face(value, what)
        b = bit(map.to_layout[face])
        for j in range(decks):
            if not out.p[j] & b:
                out.p[j] |= b
                break
        else:
            raise CardError(f"{what}: there are only {decks} {FACE_NAMES[face]} in {decks} decks")
        n += 1
    return n


cdef int gather(CompiledRules rules, const TrumpTable* map, const Planes* cards, str what,
                Planes* total) except -1:
    """Add `cards` to all those seen before; CardError if the decks hold fewer of a face."""
    cdef int j, decks = rules.spec.decks
    cdef uint64_t over = 0
    # Too many of a face: more than j copies before, and at least decks - j now.
    for j in range(decks):
        over |= total.p[j] & cards.p[decks - 1 - j]
    if over:
        name = FACE_NAMES[map.to_natural[lowest_bit(over)]]
        raise CardError(f"{what}: there are only {decks} {name} in {decks} decks")
    add_cards(total, cards, decks)
    return 0


cdef int _read_unit(CompiledRules rules, const TrumpTable* map, object given, str what,
                    Unit* out) except -1:
    cdef int kind, b, step, below = 0, i = 0
    try:
        name, width, members = given
        members = tuple(islice(members, _LONGEST + 1))
    except (TypeError, ValueError):
        raise PlayError(f"{what}: a unit is a tuple (kind, width, faces)") from None
    try:
        kind = _KINDS.index(name)
    except ValueError:
        raise PlayError(f"{what}: the kind of a unit is one of {', '.join(_KINDS)}") from None
    out.width = read_number(
        width, f"{what}: the width of a {_KINDS[kind]}",
        1 if kind == SINGLE else 2, 1 if kind == SINGLE else rules.spec.decks,
    )
    out.length = read_number(
        len(members), f"{what}: the number of faces of a {_KINDS[kind]}",
        2 if kind == TRACTOR else 1, _LONGEST if kind == TRACTOR else 1,
    )
    if out.length > 1 and (
        out.width < rules.spec.tractor_width or out.length < rules.spec.tractor_length
    ):
        raise PlayError(
            f"{what}: a tractor has a width from {rules.rules.tractor_width}"
            f" and a length from {rules.rules.tractor_length} here"
        )
    out.joint = NONE
    for member in members:
        b = step = map.to_layout[_read_face(member, what)]
        if bit(b) & map.equal:
            step = map.step_bit
            if kind == TRACTOR:
                out.joint = b
        if i and not (step == below + 4 and map.linked & bit(below)):
            raise PlayError(f"{what}: the faces of a tractor are adjacent, the lowest first")
        out.top = b
        below = step
        i += 1
    return 0


cdef bint _are_units(object given, list units):
    """Whether what was given are these units, in any order."""
    try:
        read = [(kind, width, tuple(sorted(islice(faces, MAX_UNITS))))
                for kind, width, faces in islice(given, MAX_UNITS)]
    except (TypeError, ValueError):
        return False
    return len(read) == len(units) and all(unit in read for unit in units)


cdef int read_units(CompiledRules rules, const TrumpTable* map, object faces, object units,
                    str what, Planes* cards, Lead* out) except -1:
    """A lead of some faces, read as `units`, or by R8 if that is None; returns how many cards.

    PlayError if it is empty, neither of one suit nor a rainbow, or not what the units make up.
    """
    cdef Unit read[54]
    cdef Planes unit, left
    cdef int n_cards = read_cards(rules, map, faces, what, cards)
    cdef int n = 0
    if suit_of(map, cards.p[0]) < 0:
        if not read_rainbow(&rules.spec, map, cards, out):
            raise PlayError(f"{what}: " + ("cards of more than one suit" if n_cards else "no card"))
        if units is not None and not _are_units(units, units_of(map, out, cards)):
            raise PlayError(f"{what}: the units of a rainbow are its groups of one rank")
        return n_cards
    if units is None:
        if rules.spec.general:
            read_lead_general(&rules.spec, map, cards, out)
        else:
            read_lead(map, cards, out)
        return n_cards
    left = cards[0]
    try:
        iterator = iter(units)
    except TypeError:
        raise PlayError(f"{what}: the units must be a list, not {type(units).__name__}") from None
    for given in iterator:
        if n == MAX_UNITS:
            raise PlayError(f"{what}: a lead has at most {MAX_UNITS} units")
        _read_unit(rules, map, given, what, &read[n])
        unit_cards(map, &read[n], &unit)
        if not contains(&left, &unit, 4):
            raise PlayError(f"{what}: its units hold other cards than it has")
        remove_cards(&left, &unit, 4)
        n += 1
    if left.p[0]:
        raise PlayError(f"{what}: its units hold fewer cards than it has")
    lead_from_units(map, read, n, out)
    return n_cards


cdef list faces_of(const TrumpTable* map, const Planes* cards):
    """The faces of some cards, lowest number first."""
    cdef int j
    cdef uint64_t faces
    cdef list out = []
    for j in range(4):
        faces = cards.p[j]
        while faces:
            out.append(map.to_natural[lowest_bit(faces)])
            faces &= faces - 1
    out.sort()
    return out


cdef tuple unit_of(const TrumpTable* map, const Unit* unit):
    """A unit as the tuple (kind, width, faces)."""
    cdef Planes cards
    cdef uint64_t faces
    cdef list members = []
    unit_cards(map, unit, &cards)
    faces = cards.p[0]
    while faces:
        # The off-suit level face is between its neighbours in every tractor, as a bit too:
        # 47 < 48..50 < 55, and 52..55 < 59.
        members.append(map.to_natural[lowest_bit(faces)])
        faces &= faces - 1
    return (_KINDS[unit_kind(unit)], unit.width, tuple(members))


cdef list units_of(const TrumpTable* map, const Lead* lead, const Planes* cards):
    """The units of a lead of these cards as tuples, in their order."""
    cdef Planes group
    cdef int i
    if lead.kind != RAINBOW:
        return [unit_of(map, &lead.units[i]) for i in range(lead.n_units)]
    units = []
    for i in range(lead.n_units):
        restrict_to(cards, 15ULL << (lead.units[i].top & ~3), &group, 4)
        units.append(("rainbow", 1, tuple(faces_of(map, &group))))
    return units


cdef str _cards_text(const TrumpTable* map, const Planes* cards):
    """Names of the cards; masks that are none, as a strategy may choose them, in hexadecimal."""
    cdef uint64_t faces = 0
    cdef int suit
    for suit in range(5):
        faces |= map.suits[suit]
    if not is_proper(cards, 4) or cards.p[0] & ~faces:
        return "the planes " + " ".join(f"{cards.p[j]:#x}" for j in range(4))
    return format_faces(faces_of(map, cards)) or "no cards"


cdef str _card_text(int face):
    return FACE_NAMES[face] if face < len(FACE_NAMES) else f"card number {face}"


cdef str choice_text(const TrumpTable* map, const Choice* choice, int friends):
    """The out part of any choice in words, whatever is in it; `map` is that of its cards."""
    cdef int i
    if choice.decision == BID:
        if choice.bid == NONE:
            return "to pass"
        if choice.bid >= choice.n_bids:
            return f"bid number {choice.bid} of {choice.n_bids}"
        return f"a bid of {choice.bids[choice.bid].count} {_card_text(choice.bids[choice.bid].face)}"
    if choice.decision != NAME:
        return _cards_text(map, &choice.cards)
    if choice.name_kind == NAME_FRIENDS:
        return ", ".join(f"{_card_text(choice.calls[i].face)} (copy {choice.calls[i].ordinal})"
                         for i in range(friends))
    if choice.name_kind == NAME_PARTNER:
        return _card_text(choice.named)
    if choice.name_kind == NAME_TRUMP:
        return SUITS[choice.named] if choice.named < len(SUITS) else f"suit number {choice.named}"
    return f"unit number {choice.named} of {choice.n_units}"
