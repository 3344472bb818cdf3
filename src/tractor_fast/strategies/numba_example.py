"""``greedy`` once more, with numba: it plays as the built-in strategy of this name does."""

from .. import abi
from .numba import (
    bury_by,
    callable_faces,
    ctz,
    follow_by,
    highest,
    lay,
    lowest,
    rules,
    strategy,
    trump_table,
)


@strategy
def greedy(table, seat, memo, choice):
    """Takes whatever it can: an example to read before writing a strategy."""
    trump = trump_table(table)
    plain = ~trump.suits[abi.TRUMP_SUIT]
    worthless = plain & ~(trump.fives | trump.tens)
    if choice.decision == abi.BID:
        choice.bid = 0
    elif choice.decision == abi.NAME and choice.name_kind == abi.NAME_FRIENDS:
        # The highest cards that may be called, in this order; the first copy of each (R25).
        faces = callable_faces(table)
        for i in range(rules(table).n_friends):
            choice.calls[i].face = trump.to_natural[ctz(highest(faces))]
            choice.calls[i].ordinal = 1
            faces ^= highest(faces)
    elif choice.decision == abi.NAME:
        # The big joker's holder, clubs for trump (R22), the smallest unit of a failed throw (R10).
        choice.named = 53 if choice.name_kind == abi.NAME_PARTNER else 0
    elif choice.decision == abi.BURY:
        bury_by(table, seat, choice, worthless, plain)
    elif choice.decision == abi.LEAD:
        faces = seat.hand[0] & plain
        if not faces:
            faces = seat.hand[0]
        copies = 1
        while copies < 4 and seat.hand[copies] & highest(faces):
            copies += 1
        lay(choice, highest(faces), copies)
    else:
        follow, width = choice.follow, table.lead.units[0].width
        takes = follow.pool[width - 1] & table.beating
        # Who must give cards of the led suit and others besides takes nothing (R16).
        if follow.forced[0] or follow.by_format == abi.UNBROKEN or table.lead.kind > abi.TUPLE:
            takes = lowest(0)
        if takes:
            lay(choice, lowest(takes), width)
        else:
            follow_by(table, memo, choice, worthless, plain)
