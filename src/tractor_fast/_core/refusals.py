"""Texts for the codes with which the core refuses a choice (enum Refusal in state.pxd)."""

REFUSALS = {
    0: "which is fine",
    1: "which is not one of the bids open to it",
    2: "which are no planes: each must lie within the one before it, and within the decks",
    3: "which are not all in its hand",
    4: "which are not as many cards as asked for",
    5: "which is an empty lead: at least one card must be led",
    6: "which are not all of one suit, as a lead must be",
    7: "which do not follow the lead as far as the hand can",
    8: "which are more than one unit, and the rules have no throws",
    9: "which is not one of the four suits",
    10: "which is no card",
    11: "which may not call a friend, or not by that copy",
    12: "which calls one copy of a card twice",
    13: "which is not one of the units to choose from",
    14: "though its best bid is asked for (must_bid)",
}

DECISIONS = {0: "bid", 1: "name", 2: "bury", 3: "lead", 4: "follow"}

NAMES = {0: "friends", 1: "partner", 2: "trump", 3: "unit"}
"""What a name decision is about (enum NameKind in types.pxd)."""
