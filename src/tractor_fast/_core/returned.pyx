"""What a strategy written in Python returns: read into its choice, and a choice as it would return it."""

from operator import index

from ..cards import SUITS, parse_face
from ..errors import PlayError
from .face_lists cimport faces_of, read_cards
from .types cimport BID, NAME, NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, NONE, Choice, Planes, Table


cdef object chosen(const Table* table, const Choice* choice):
    """The out part of a choice as a strategy would return it."""
    cdef int i
    if choice.decision == BID:
        if choice.bid >= choice.n_bids:
            return None
        return choice.bids[choice.bid].face, choice.bids[choice.bid].count
    if choice.decision != NAME:
        return faces_of(table.map, &choice.cards)
    if choice.name_kind == NAME_FRIENDS:
        return tuple([(choice.calls[i].face, choice.calls[i].ordinal)
                      for i in range(table.spec.n_friends)])
    return choice.named


cdef int choose(const Table* table, Choice* choice, object answer) except -1:
    """Write what a strategy has returned into its choice; CardError or PlayError if it is none.

    Whether the rules allow it is for the core to say.
    """
    cdef int kind = choice.decision
    cdef Planes cards
    if kind == BID:
        choice.bid = NONE if answer is None else _bid_number(choice, answer)
    elif kind != NAME:
        read_cards(table, answer, &cards)
        choice.cards = cards
    elif choice.name_kind == NAME_FRIENDS:
        _read_calls(table, choice, answer)
    else:
        choice.named = _read_name(choice, answer)
    return 0


cdef int _bid_number(const Choice* choice, object answer) except -1:
    cdef int i
    try:
        face, count = answer
        face = parse_face(face) if isinstance(face, str) else index(face)
        count = index(count)
    except (TypeError, ValueError):
        raise PlayError("a bid is None to pass, or a pair (face, count)") from None
    for i in range(choice.n_bids):
        if choice.bids[i].face == face and choice.bids[i].count == count:
            return i
    listed = ", ".join(f"({choice.bids[i].face}, {choice.bids[i].count})" for i in range(choice.n_bids))
    raise PlayError(f"open are None and {listed}")


cdef int _read_name(const Choice* choice, object answer) except -1:
    cdef int most
    if choice.name_kind == NAME_PARTNER:
        answer, most, what = (parse_face(answer) if isinstance(answer, str) else answer), 53, "a face"
    elif choice.name_kind == NAME_TRUMP:
        if isinstance(answer, str) and len(answer) == 1 and answer in SUITS:
            return SUITS.index(answer)
        most, what = 3, "a suit"
    else:
        most, what = choice.n_units - 1, "the number of a unit"
    try:
        number = index(answer)
    except TypeError:
        number = -1
    if not 0 <= number <= most:
        raise PlayError(f"asked for is {what}, 0 to {most}")
    return number


cdef int _read_calls(const Table* table, Choice* choice, object answer) except -1:
    cdef int i, friends = table.spec.n_friends
    try:
        pairs = [(parse_face(face) if isinstance(face, str) else index(face), index(ordinal))
                 for face, ordinal in answer[:friends + 1]]
    except (TypeError, ValueError):
        raise PlayError("friends are a list of pairs (face, ordinal)") from None
    if len(pairs) != friends:
        raise PlayError(f"{friends} friends are called at this table")
    for i, (face, ordinal) in enumerate(pairs):
        if not (0 <= face < 54 and 1 <= ordinal <= table.decks):
            raise PlayError(f"a friend is a face 0 to 53 and an ordinal 1 to {table.decks}")
        choice.calls[i].face = face
        choice.calls[i].ordinal = ordinal
    return 0
