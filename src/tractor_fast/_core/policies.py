"""The compiled strategies by name, with their parameters in the order in which C reads them."""

from typing import NamedTuple


class Parameter(NamedTuple):
    """One number that a strategy can be tuned by."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


POLICIES: dict[str, tuple[Parameter, ...]] = {
    "random": (
        Parameter(
            "lead.throws", 0.0, 0.0, 1.0, "probability of leading a throw instead of one unit"
        ),
    ),
    "normal": (
        Parameter("bid.share", 0.3, 0.0, 1.0, "trumps that a bid needs for each card drawn"),
        Parameter("bid.more", 2.0, -10.0, 20.0, "trumps that a bid needs on top of the share"),
        Parameter("bid.joker", 0.5, 0.0, 5.0, "trumps that a joker counts for besides itself"),
        Parameter("bid.pair", 0.5, 0.0, 5.0, "trumps that a pair of trumps counts for besides"),
        Parameter("bid.reinforce", 2.0, -10.0, 20.0, "trumps more to reinforce one's own bid"),
        Parameter("bury.points", 10.0, 0.0, 100.0, "points that it may bury to be void"),
        Parameter("lead.ruffed", 6.0, 0.0, 24.0, "unseen cards of a suit that make it safe"),
        Parameter("lead.draw", 0.5, 0.0, 5.0, "own trumps for each unseen one to draw trumps"),
        Parameter("follow.tempo", 3.0, 0.0, 50.0, "points that the next lead is worth"),
        Parameter("follow.to_come", 3.0, 0.0, 20.0, "points expected of each player to come"),
        Parameter("follow.trump", 4.0, 0.0, 50.0, "points that a trump is worth keeping for"),
        Parameter("follow.high", 5.0, 0.0, 50.0, "points more for an ace, level card or joker"),
        Parameter("follow.partner", 0.3, 0.0, 1.0, "chance that a partner to come wins"),
    ),
}
