"""The settings of the game: of each its values, its default, its rule and what it means.

``Rules`` (rules.py) is made of them.  The defaults are the ``tractor`` preset.
"""

import json
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

import msgspec
from msgspec import Meta

# Where the rules name no largest number, this is it, so that a compiled engine can hold them all.
LARGEST_NUMBER = 1_000_000

# Stands for "not given": the value then follows from other settings, in ``Rules.__post_init__``.
DERIVED: Any = None


class Note(NamedTuple):
    """The rule that a setting belongs to, and its meaning in one line."""

    rule: str
    meaning: str


def _whole(least: int, most: int = LARGEST_NUMBER) -> Meta:
    return Meta(ge=least, le=most, description=f"a whole number from {least} to {most}")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a table, by their final names, in the order in which they are shown."""

    # The table (R19, R20)
    players: Annotated[int, _whole(4, 8), Note("R19", "players at the table")] = 4
    decks: Annotated[
        int, _whole(1, 4), Note("R19", "decks of 54 cards; not given: players // 2")
    ] = DERIVED
    """Not given: ``players // 2``."""
    kitty: Annotated[
        Annotated[int, _whole(0)] | None,
        Note("R20", "cards in the kitty; null: what is left when hands are equal, 5 or more"),
    ] = None
    """Its size; None for R20's formula (see ``kitty_size``)."""

    # Partners (R25, R26)
    partners: Annotated[
        Literal["fixed", "friends", "named"],
        Note("R19", "who plays together: fixed teams, called friends, a named partner"),
    ] = "fixed"
    friends: Annotated[
        Annotated[int, _whole(1)] | None,
        Note("R25", "friends that the declarer calls; null: players // 2 - 1"),
    ] = None
    """How many friends are called; None for ``players // 2 - 1`` (see ``n_friends``)."""
    friend_cards: Annotated[
        Literal["below_level", "non_trump", "any", "not_highest", "not_points"],
        Note("R25", "cards that may call a friend"),
    ] = "below_level"
    double_join: Annotated[
        bool, Note("R25", "false: a call that a team mate answers waits for an outsider")
    ] = True

    # Trump, bids, kitty exchange (R21 to R24)
    trump: Annotated[
        Literal["bid", "random"], Note("R21", "bid by the players, or a suit drawn for the deal")
    ] = "bid"
    bid_when: Annotated[
        Literal["drawing", "after_deal"],
        Note("R21", "while cards are drawn, or in turn after the deal"),
    ] = "drawing"
    bid_order: Annotated[
        Literal["joker_or_length", "joker_or_higher_suit", "length"],
        Note("R21", "which of two bids of as many cards is higher"),
    ] = "joker_or_length"
    joker_bids: Annotated[
        Literal["two_or_more", "all_decks", "small_all_big_all_but_one", "off"],
        Note("R21", "how many jokers make a no-trump bid"),
    ] = "two_or_more"
    reinforce: Annotated[
        Literal["same_card", "same_or_other", "equal_to_top"],
        Note("R21", "what the top bidder, or who was overbid, may add"),
    ] = "same_card"
    no_bid: Annotated[
        Literal[
            "reveal_first",
            "reveal_first_suit",
            "reveal_level_or_highest",
            "redeal",
            "declarer_side_names",
        ],
        Note("R22", "what is trump when nobody bids"),
    ] = "reveal_first"
    first_declarer: Annotated[
        Literal["winning_bid", "first_bid"],
        Note("R23", "whose bid makes the declarer of a first deal"),
    ] = "winning_bid"
    kitty_theft: Annotated[
        bool, Note("R24", "after an exchange others may overbid and exchange in turn")
    ] = False

    # Leads (R5, R7, R9, R10)
    throws: Annotated[bool, Note("R9", "leads of several units")] = True
    failed_throw: Annotated[
        Literal["first_challenger", "smallest", "next_names"],
        Note("R10", "which unit of a failed throw must be led"),
    ] = "first_challenger"
    throw_penalty: Annotated[
        int, _whole(0), Note("R10", "points that go to the other side for a failed throw")
    ] = 0
    tractor_width: Annotated[
        int, _whole(2), Note("R7", "copies of each card in the narrowest tractor")
    ] = 2
    tractor_length: Annotated[int, _whole(2), Note("R7", "steps in the shortest tractor")] = 2
    close_level_gap: Annotated[
        bool, Note("R5", "the ranks on both sides of the level rank are adjacent")
    ] = True
    trump_tractors: Annotated[
        Literal["all", "suit_cards", "none"], Note("R17", "which steps of trump are adjacent")
    ] = "all"

    # Follows and winners (R13, R14, R16, R17)
    partial_tractors: Annotated[
        bool, Note("R14", "false: a led tractor is never answered by a shorter one")
    ] = True
    throw_tractors: Annotated[
        bool, Note("R14", "false: a tractor inside a throw counts as its tuples")
    ] = True
    competes: Annotated[
        Literal["cut", "reading"],
        Note("R16", "what may win: any cutting into the lead's units, or its own reading"),
    ] = "cut"
    follow: Annotated[
        Literal["standard", "suit_only", "pairs_only"],
        Note("R13", "how far a follow must match the lead's format"),
    ] = "standard"
    protect_longer_tuples: Annotated[
        bool, Note("R14", "a longer tuple need not be broken to match a shorter")
    ] = False
    tractors_answer_only_tractors: Annotated[
        bool, Note("R14", "a led tuple never draws tractors")
    ] = False
    throw_follow: Annotated[
        Literal["chain", "each_unit"],
        Note("R13", "a throw is matched as one chain, or unit by unit"),
    ] = "chain"
    bulldozer_ladder: Annotated[
        Literal["standard", "as_listed", "tractor_over_triple_pair", "tractor_over_triples"],
        Note("R13", "what a led tractor of two triples draws, in which order"),
    ] = "standard"
    throw_eval: Annotated[
        Literal["all", "highest", "longest_units"],
        Note("R17", "how two plays on a throw are compared"),
    ] = "all"

    # House rules (R34, R35)
    bombs: Annotated[
        Literal["off", "any_suit", "suit_following"],
        Note("R34", "four identical cards beat everything else"),
    ] = "off"
    rainbows: Annotated[
        Annotated[int, _whole(4)] | None,
        Note("R35", "so many cards of one rank out of four suits may be led"),
    ] = None

    # Score, levels, match (R29 to R32)
    kitty_factor: Annotated[
        Literal["double_size", "power", "double_cards", "double", "bianfeng", "none"],
        Note("R29", "what the kitty counts when attackers win the last trick"),
    ] = "double_size"
    step_per_deck: Annotated[
        int,
        Meta(
            ge=5,
            le=LARGEST_NUMBER,
            multiple_of=5,
            description=f"a multiple of 5 from 5 to {LARGEST_NUMBER}",
        ),
        Note("R30", "points a deck between two rows of the level table"),
    ] = 20
    level_cap: Annotated[
        Annotated[int, _whole(1)] | None,
        Note("R30", "most levels gained in a deal; null: no limit"),
    ] = 3
    small_team_bonus: Annotated[
        bool, Note("R30", "one level more for a side smaller than planned")
    ] = False
    must_defend: Annotated[
        tuple[str, ...], Note("R31", "levels that can only be left by defending them")
    ] = DERIVED
    """Ranks, lowest first.  Not given: A, or none with ``match_end = "pass_top"`` (R32)."""
    hook: Annotated[
        bool, Note("R31", "attackers who take the last trick with a trump J send J back to 2")
    ] = False
    match_end: Annotated[
        Literal["defend_top", "pass_top"], Note("R32", "won by defending at A, or by passing it")
    ] = "defend_top"


NOTES: dict[str, Note] = {
    name: hint.__metadata__[-1]
    for name, hint in get_type_hints(Settings, include_extras=True).items()
}
"""The note of each setting."""


def setting_text(value: object) -> str:
    """A value of a setting as ``--set`` takes it: ``true``, ``null``, ``5,T,K,A``, ``drawing``."""
    if isinstance(value, list):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)
