"""What each setting means, in a line, with the number of its rule (docs/rules.md)."""

import json
from typing import NamedTuple


def setting_text(value: object) -> str:
    """A value of a setting as ``--set`` takes it: ``true``, ``null``, ``5,T,K,A``, ``drawing``."""
    if isinstance(value, list):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)


class Note(NamedTuple):
    """The rule that a setting belongs to, and its meaning in one line."""

    rule: str
    meaning: str


NOTES: dict[str, Note] = {
    "players": Note("R19", "players at the table"),
    "decks": Note("R19", "decks of 54 cards; not given: players // 2"),
    "kitty": Note("R20", "cards in the kitty; null: what is left when hands are equal, 5 or more"),
    "partners": Note("R19", "who plays together: fixed teams, called friends, a named partner"),
    "friends": Note("R25", "friends that the declarer calls; null: players // 2 - 1"),
    "friend_cards": Note("R25", "cards that may call a friend"),
    "double_join": Note("R25", "false: a call that a team mate answers waits for an outsider"),
    "trump": Note("R21", "bid by the players, or a suit drawn for the deal"),
    "bid_when": Note("R21", "while cards are drawn, or in turn after the deal"),
    "bid_order": Note("R21", "which of two bids of as many cards is higher"),
    "joker_bids": Note("R21", "how many jokers make a no-trump bid"),
    "reinforce": Note("R21", "what the top bidder, or who was overbid, may add"),
    "no_bid": Note("R22", "what is trump when nobody bids"),
    "first_declarer": Note("R23", "whose bid makes the declarer of a first deal"),
    "kitty_theft": Note("R24", "after an exchange others may overbid and exchange in turn"),
    "throws": Note("R9", "leads of several units"),
    "failed_throw": Note("R10", "which unit of a failed throw must be led"),
    "throw_penalty": Note("R10", "points that go to the other side for a failed throw"),
    "tractor_width": Note("R7", "copies of each card in the narrowest tractor"),
    "tractor_length": Note("R7", "steps in the shortest tractor"),
    "close_level_gap": Note("R5", "the ranks on both sides of the level rank are adjacent"),
    "trump_tractors": Note("R17", "which steps of trump are adjacent"),
    "partial_tractors": Note("R14", "false: a led tractor is never answered by a shorter one"),
    "throw_tractors": Note("R14", "false: a tractor inside a throw counts as its tuples"),
    "competes": Note("R16", "what may win: any cutting into the lead's units, or its own reading"),
    "follow": Note("R13", "how far a follow must match the lead's format"),
    "protect_longer_tuples": Note("R14", "a longer tuple need not be broken to match a shorter"),
    "tractors_answer_only_tractors": Note("R14", "a led tuple never draws tractors"),
    "throw_follow": Note("R13", "a throw is matched as one chain, or unit by unit"),
    "bulldozer_ladder": Note("R13", "what a led tractor of two triples draws, in which order"),
    "throw_eval": Note("R17", "how two plays on a throw are compared"),
    "bombs": Note("R34", "four identical cards beat everything else"),
    "rainbows": Note("R35", "so many cards of one rank out of four suits may be led"),
    "kitty_factor": Note("R29", "what the kitty counts when attackers win the last trick"),
    "step_per_deck": Note("R30", "points a deck between two rows of the level table"),
    "level_cap": Note("R30", "most levels gained in a deal; null: no limit"),
    "small_team_bonus": Note("R30", "one level more for a side smaller than planned"),
    "must_defend": Note("R31", "levels that can only be left by defending them"),
    "hook": Note("R31", "attackers who take the last trick with a trump J send J back to 2"),
    "match_end": Note("R32", "won by defending at A, or by passing it"),
}
