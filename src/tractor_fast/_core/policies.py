"""The compiled strategies by name, with their parameters in the order in which C reads them."""

import math
from typing import Any, NamedTuple

from ..errors import SpecError
from ..inputs import shown


class Parameter(NamedTuple):
    """One number that a strategy can be tuned by."""

    name: str
    default: float
    low: float
    high: float
    meaning: str

    def read(self, value: Any) -> float:
        """A number or its text as a float; SpecError if it is none from ``low`` to ``high``."""
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not self.low <= number <= self.high:  # NaN is in no range
            raise SpecError(
                f"{self.name} = {shown(value, str)}: allowed: a number"
                f" from {self.low:g} to {self.high:g}"
            )
        return number


_WEIGHTS = (
    Parameter("bid.share", 0.2, 0.0, 1.0, "trumps that a bid needs for each card drawn"),
    Parameter("bid.more", 2.0, -10.0, 20.0, "trumps that a bid needs on top of the share"),
    Parameter("bid.joker", 0.5, 0.0, 5.0, "trumps that a joker counts for besides itself"),
    Parameter("bid.pair", 0.5, 0.0, 5.0, "trumps that a pair of trumps counts for besides"),
    Parameter("bid.reinforce", 2.0, -10.0, 20.0, "trumps more to reinforce one's own bid"),
    Parameter("bid.steal", 8.0, -20.0, 20.0, "trumps that a kitty to be stolen is worth"),
    Parameter("bury.points", 15.0, 0.0, 100.0, "points that it buries to be void, at most"),
    Parameter("lead.stake", 3.5, 0.0, 20.0, "points expected for each card led"),
    Parameter("lead.partner", 0.3, 0.0, 1.0, "chance that the partner wins a low card led"),
    Parameter("lead.pair_beaten", 0.25, 0.0, 1.0, "chance that an unseen pair beats one led"),
    Parameter("lead.void_ruffs", 0.9, 0.0, 1.0, "chance that a void opponent trumps a single"),
    Parameter("lead.partner_ruffs", 0.7, 0.0, 1.0, "chance that a void partner wins by it"),
    Parameter("lead.draw", 2.0, 0.0, 10.0, "points for each trump beyond half of the unseen"),
    Parameter("lead.throws", 1.0, 0.0, 1.0, "1: leads all sure cards of a suit at once"),
    Parameter("follow.tempo", 3.5, 0.0, 50.0, "points that the next lead is worth"),
    Parameter("follow.to_come", 0.5, 0.0, 20.0, "points expected of each player to come"),
    Parameter("follow.trump", 4.5, 0.0, 50.0, "points that a trump is worth keeping for"),
    Parameter("follow.high", 9.0, 0.0, 50.0, "points more for a level card or joker"),
    Parameter("follow.pair_ruffed", 0.5, 0.0, 1.0, "chance that a void seat has a trump pair"),
    Parameter("follow.partner", 0.5, 0.0, 1.0, "weight of a partner's chance to win later"),
)

POLICIES: dict[str, tuple[Parameter, ...]] = {
    "random": (
        Parameter(
            "lead.throws", 0.0, 0.0, 1.0, "probability of leading a throw instead of one unit"
        ),
        Parameter("bid.passes", 0.0, 0.0, 1.0, "probability of passing whatever may be bid"),
    ),
    "easy": (
        Parameter("bid.trumps", 3.0, 0.0, 50.0, "cards of a suit for which it bids that suit"),
        Parameter("careless", 0.2, 0.0, 1.0, "probability of following with anything"),
    ),
    "normal": (
        Parameter("bid.trumps", 1.5, 0.0, 60.0, "bids if it holds more trumps than that"),
        Parameter("bid.reinforce", 2.0, -10.0, 20.0, "trumps more to reinforce its own bid"),
        Parameter("bid.steal", 8.0, -20.0, 20.0, "trumps that a kitty to be stolen is worth"),
        Parameter("bury.points", 15.0, 0.0, 100.0, "points that it buries to be void, at most"),
        Parameter("follow.trump", 5.0, 0.0, 100.0, "points of a trick for which it trumps in"),
        Parameter("follow.high", 10.0, 0.0, 100.0, "points for a level card or joker"),
    ),
    "expert": _WEIGHTS,
    "greedy": (),
}

SUMMARIES: dict[str, str] = {
    "random": "every legal choice is as likely as any other",
    "easy": "a beginner: takes what it can, counts nothing, feeds nobody",
    "normal": "plain rules: takes points, feeds a partner who wins, leads what is sure",
    "expert": "weighs the points of a trick against the cards that it costs",
    "greedy": "takes whatever it can: an example to read before writing a strategy",
}
"""What each of them does, in one line."""
