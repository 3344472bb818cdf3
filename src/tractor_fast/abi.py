"""What a strategy sees and writes, as numpy record dtypes of the C structs (types.pxd).

A strategy is a C function ``int f(const Table*, const Seat*, Memo*, Choice*)``.  FIELDS has all
fields and what they say.  Structs are aligned as C compilers do by themselves.  VERSION, which is
in ``Table.abi_version``, changes whenever a field moves, changes its type or its meaning; a field
added at the end of Table only changes ``Table.size``.

Cards are *planes*, four 64-bit masks: plane j has a face's bit where more than j copies are held.
Masks are level-major (docs/architecture.md) unless said otherwise; ``TrumpTable.to_natural`` and
``to_layout`` translate.  255 stands for "none" and "not yet" in bytes.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

VERSION = 1
"""Version of these structs."""

NONE = 255
NO_TRUMP = 4
TRUMP_SUIT = 4

BID, NAME, BURY, LEAD, FOLLOW = range(5)
"""Decisions, in ``Choice.decision``."""

NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP, NAME_UNIT = range(4)
"""What a name decision is about, in ``Choice.name_kind``."""

SINGLE, TUPLE, TRACTOR, THROW, RAINBOW = range(5)
"""Kinds of leads, in ``Lead.kind``."""

ANY_CARDS, BY_RUNG, UNBROKEN, GROUPS = range(4)
"""What binds the cards that a follow takes from its pool, in ``Follow.by_format``."""


class Field(NamedTuple):
    """One field of a struct: its numpy type and shape, and what it says."""

    name: str
    type: npt.DTypeLike
    shape: tuple[int, ...]
    meaning: str


FIELDS: dict[str, tuple[Field, ...]] = {}
"""The fields of each struct, in order."""

STRUCTS: dict[str, np.dtype] = {}
"""The dtype of each struct, by its name in C."""

_PLANES = (4,)


def _struct(name: str, *fields: tuple) -> np.dtype:
    """The dtype of some fields (name, type, shape or nothing, meaning), noted by its name."""
    FIELDS[name] = tuple(
        Field(field[0], field[1], field[2] if len(field) == 4 else (), field[-1])
        for field in fields
    )
    STRUCTS[name] = np.dtype([(f.name, f.type, f.shape) for f in FIELDS[name]], align=True)
    return STRUCTS[name]


UNIT = _struct(
    "Unit",
    ("width", "u1", "copies of each face: 1 single, 2 pair, ... (R7)"),
    ("length", "u1", "adjacent steps: 1 for singles and tuples"),
    ("top", "u1", "bit of the face in its highest step"),
    ("joint", "u1", "tractor: bit of the off-suit level face that fills that step, else 255"),
)
LEAD_FORMAT = _struct(
    "Lead",
    ("kind", "u1", "kind of the only unit, or THROW (R8)"),
    ("suit", "u1", "0..3 columns, 4 trump; 255 a rainbow"),
    ("cards", "u1", "cards in the lead"),
    ("n_units", "u1", "units in the lead"),
    ("largest", "u1", "cards in the largest unit (R29)"),
    ("pairs", "u1", "pairs in its units, those in tractors included"),
    ("units", UNIT, (54,), "smallest first, then lowest card"),
)
RUNG = _struct(
    "Rung",
    ("pairs", "u1", "at least so many pairs in all (R13)"),
    ("runs", "u8", "disjoint runs of l adjacent pairs are counted in nibble l - 1, l >= 2"),
)
SLOTS = _struct(
    "Slots",
    ("n_runs", "u1", "runs"),
    ("tuples", "u1", (5,), "[w]: loose slots of w cards, w = 2..4; [1]: single cards"),
    ("runs", "u8", (18,), "runs of adjacent steps: widths, a nibble a step, lowest step first"),
)
SHAPE = _struct(
    "Shape",
    ("width", "u1", "copies of each face"),
    ("length", "u1", "adjacent steps"),
)
FOLLOW_FORMAT = _struct(
    "Follow",
    ("need", "u1", "cards to choose from the pool"),
    ("in_suit", "u1", "cards of the led suit that the hand holds"),
    ("by_format", "u1", "what binds the cards from the pool: ANY_CARDS, BY_RUNG, ..."),
    ("forced", "u8", _PLANES, "cards of the led suit that must all go (R12)"),
    ("pool", "u8", _PLANES, "the other cards are chosen from these"),
    ("rung", RUNG, "what they have to reach: two decks, default formats"),
    ("slots", SLOTS, "the same for every other table"),
    ("bombs", "u8", "faces of which four may be played whatever else is held (R34)"),
    ("n_asked", "u1", "UNBROKEN: units of two cards and more that the lead asks for"),
    ("asked", SHAPE, (27,), "in the order in which they step down (R13)"),
)
BID_MADE = _struct(
    "Bid",
    ("seat", "u1", "who bid (R21)"),
    ("face", "u1", "natural face"),
    ("count", "u1", "cards shown"),
    ("draw", "u1", "cards that this seat had drawn"),
)
CALL = _struct(
    "Call",
    ("face", "u1", "natural face (R25)"),
    ("ordinal", "u1", "which copy played makes a friend, from 1"),
)
BID_OPTION = _struct(
    "BidOption",
    ("face", "u1", "natural face"),
    ("count", "u1", "cards shown"),
)
ORDER = _struct(
    "Order",
    ("tiers", "u8", (5,), "masks of faces; a face belongs to the first tier that has it, if any"),
)
TRUMP_TABLE = _struct(
    "TrumpTable",
    ("level", "u1", "rank 0..12"),
    ("trump", "u1", "0..3, 4 no trump"),
    ("step_bit", "u1", "bit of the step of the off-suit level cards in folded masks"),
    ("suits", "u8", (5,), "faces of columns 0..3 and of trump; the trump suit's column is empty"),
    ("equal", "u8", "the off-suit level faces, in no trump all four level faces (R6)"),
    ("carry", "u8", "what, added to any of these faces, sets step_bit"),
    ("steps", "u8", "the bits of folded masks"),
    ("linked", "u8", "folded: bits whose step is adjacent to the step four bits up (R5)"),
    ("fives", "u8", "faces worth 5"),
    ("tens", "u8", "faces worth 10"),
    ("points", "u1", (64,), "bit -> points of the face (R1)"),
    ("suit_at", "u1", (64,), "bit -> suit of the face, 0..3 or 4 trump"),
    ("cheap", ORDER, "what the built-in strategies give to a trick that opponents win"),
    ("feed", ORDER, (2,), "to one that their partner wins; [1]: trumps are led"),
    ("to_layout", "u1", (54,), "natural face -> bit"),
    ("to_natural", "u1", (64,), "bit -> natural face, 255 where no face is"),
    ("claims", "u2", (5, 64), "by suit led, bit: the lowest wins; its low seven bits are points"),
)
RULES = _struct(
    "Spec",
    ("abi_version", "u4", "as in Table"),
    ("size", "u4", "bytes of the C struct Spec, of which these fields are the head"),
    ("players", "u1", "seats"),
    ("decks", "u1", "decks"),
    ("hand_size", "u1", "cards of a hand before the kitty is taken up"),
    ("kitty_size", "u1", "cards of the kitty"),
    ("bids_decide_trump", "u1", "1 `trump = bid`, 0 `trump = random`"),
    ("level_cap", "i8", "most levels gained, 2^63 - 1 no cap"),
    ("level_step", "i4", "points a level (R30)"),
    ("general", "u1", "1: the general path plays these rules (docs/architecture.md)"),
    ("partners", "u1", "fixed, friends, named"),
    ("n_friends", "u1", "friends that are called"),
    ("friend_cards", "u1", "below_level, non_trump, any, not_highest, not_points"),
    ("double_join", "u1", "1: one seat may answer two calls"),
    ("after_deal", "u1", "1 `bid_when = after_deal`"),
    ("bid_order", "u1", "joker_or_length, joker_or_higher_suit, length"),
    ("joker_bids", "u1", "two_or_more, all_decks, small_all_big_all_but_one, none"),
    ("reinforce", "u1", "same_card, same_or_other, equal_to_top"),
    ("no_bid", "u1", "in the order of docs/rules.md"),
    ("first_bid_declares", "u1", "1 `first_declarer = first_bid`"),
    ("kitty_theft", "u1", "1: on"),
    ("throws", "u1", "1: throws may be led"),
    ("failed_throw", "u1", "first_challenger, smallest, next_names"),
    ("tractor_width", "u1", "smallest"),
    ("tractor_length", "u1", "smallest"),
    ("partial_tractors", "u1", "1: on"),
    ("throw_tractors", "u1", "1: on"),
    ("competes_by_reading", "u1", "1 `competes = reading`"),
    ("follow", "u1", "standard, suit_only, pairs_only"),
    ("protect_longer_tuples", "u1", "1: on"),
    ("tractors_answer_only_tractors", "u1", "1: on"),
    ("each_unit", "u1", "1 `throw_follow = each_unit`"),
    ("bulldozer_ladder", "u1", "in the order of docs/rules.md"),
    ("throw_eval", "u1", "all_units, highest_unit, longest_units"),
    ("bombs", "u1", "none, any_suit, suit_following"),
    ("rainbows", "u1", "0 none"),
    ("kitty_factor", "u1", "in the order of docs/rules.md"),
    ("small_team_bonus", "u1", "1: on"),
    ("hook", "u1", "1: on"),
    ("pass_top", "u1", "1 `match_end = pass_top`"),
    ("must_defend", "u2", "bit r = rank r is listed"),
    ("throw_penalty", "i4", "points (R10)"),
    ("deck", "u8", (13, 4), "natural layout, by level: faces that deck j has (R20)"),
)
TABLE = _struct(
    "Table",
    ("abi_version", "u4", "VERSION"),
    ("size", "u4", "bytes of this struct"),
    ("spec", "u8", "address of the rules, Spec"),
    ("map", "u8", "address of the TrumpTable in force: no trump's until trump is known"),
    ("board", "u8", "number of the board"),
    ("players", "u1", "seats"),
    ("decks", "u1", "decks"),
    ("hand_size", "u1", "cards of a hand before the kitty is taken up"),
    ("kitty_size", "u1", "cards of the kitty"),
    ("level", "u1", "level rank 0..12"),
    ("declarer", "u1", "seat; 255 until a first deal's bidding is over"),
    ("first_drawer", "u1", "seat"),
    ("trump", "u1", "0..3, 4 no trump; 255 while unknown"),
    ("drawn", "u1", "cards drawn so far, all seats together"),
    ("n_bids", "u1", "bids made"),
    ("bids", BID_MADE, (64,), "in the order in which they were made"),
    ("trick", "u1", "tricks finished"),
    ("leader", "u1", "seat that led the trick on the table"),
    ("turn", "u1", "seat to play"),
    ("n_plays", "u1", "plays on the table"),
    ("winner", "u1", "seat that leads the trick so far"),
    ("trick_points", "i2", "points on the table"),
    ("beating", "u8", "lead of one unit: faces that beat the play that leads; throw: 0"),
    ("lead", LEAD_FORMAT, "the format of the lead"),
    ("plays", "u8", (8, 4), "in playing order: play i is of seat (leader + i) % players"),
    ("played", "u8", (8, 4), "by seat: cards played"),
    ("unplayed", "u8", _PLANES, "all cards of the decks but those played"),
    ("shown", "u8", (8, 4), "by seat: shown in bids and failed throws, and not played since"),
    ("void_in", "u1", (5,), "by suit: bit i = seat i has shown that it holds none"),
    ("points", "i2", (8,), "by seat: points won in tricks"),
    ("failed_by", "u1", (8,), "by seat: throws that failed (R10)"),
    ("team", "u1", "bit i = seat i is known to be on the declarer's side"),
    ("n_calls", "u1", "friends called (R25)"),
    ("answered", "u1", "bit i = call i has been answered"),
    ("calls", CALL, (3,), "friends called"),
    ("named", "u1", "face named for a partner (R26); 255 before"),
    ("exchanger", "u1", "seat that takes or took the kitty up last (R24); 255 before"),
    ("throws", "u1", "throws led"),
    ("failed", "u1", "of these, how many failed"),
)
SEAT = _struct(
    "Seat",
    ("seat", "u1", "its number"),
    ("declares", "u1", "1: this seat is the declarer"),
    ("sees_kitty", "u1", "1: `kitty` is what it buried"),
    ("hand", "u8", _PLANES, "its cards; while drawing: those drawn so far"),
    ("kitty", "u8", _PLANES, "what it buried"),
    ("parameters", "u8", "address of its strategy's parameters, doubles in their order"),
    ("context", "u8", "address that is the strategy's own"),
)
MEMO = _struct(
    "Memo",
    ("rng", "u8", "generator of this seat and kind of decision"),
    ("slots", "u8", (16,), "the seat's own, zero before each deal"),
)
CHOICE = _struct(
    "Choice",
    ("decision", "u1", "in: BID, NAME, BURY, LEAD or FOLLOW"),
    ("n_bids", "u1", "in, BID: how many bids are open, at least one"),
    ("must_bid", "u1", "in, BID: 1 the best of them is asked for, passing is not open; else 0"),
    ("bids", BID_OPTION, (24,), "in, BID: these"),
    ("name_kind", "u1", "in, NAME: NAME_FRIENDS, NAME_PARTNER, NAME_TRUMP or NAME_UNIT"),
    ("n_units", "u1", "in, NAME_UNIT: the units of which one is named"),
    ("units", UNIT, (54,), "in, NAME_UNIT: these"),
    ("follow", FOLLOW_FORMAT, "in, FOLLOW: what may be played"),
    ("named", "u1", "out, NAME: face of the partner, suit of trump, or index into `units`"),
    ("calls", CALL, (3,), "out, NAME_FRIENDS: as many as `Spec.n_friends`"),
    ("bid", "u1", "out, BID: index into `bids`, or 255 to pass"),
    ("cards", "u8", _PLANES, "out, BURY, LEAD, FOLLOW: the cards chosen"),
)
PLANES = np.dtype(("u8", _PLANES))
"""Cards: four masks."""
