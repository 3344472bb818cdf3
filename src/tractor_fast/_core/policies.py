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
        try:
            fits = self.low <= number <= self.high  # NaN is in no range
        except TypeError:
            raise SpecError(
                f"{self.name}: from {shown(self.low)} to {shown(self.high)} is no range of numbers"
            ) from None
        if not fits:
            raise SpecError(
                f"{self.name} = {shown(value, str)}: allowed: a number"
                f" from {self.low:g} to {self.high:g}"
            )
        return number


_WEIGHTS = (
    Parameter(
        "bid.min_trumps",
        7.0,
        0.0,
        30.0,
        "a hand as strong as so many trumps bids at the end of the draw",
    ),
    Parameter(
        "bid.early", 0.2, 0.0, 1.0, "share of that strength which the first card drawn needs"
    ),
    Parameter("bid.joker", 0.9, 0.0, 5.0, "trumps that a joker counts for besides itself"),
    Parameter("bid.pair", 0.5, 0.0, 5.0, "trumps that a pair of trumps counts for besides"),
    Parameter("bid.ace", 0.2, -2.0, 5.0, "trumps that an ace of another suit counts for"),
    Parameter(
        "bid.no_trump",
        0.0,
        -10.0,
        10.0,
        "trumps that a hand counts for besides where there is no trump suit",
    ),
    Parameter(
        "bid.attacker", 0.0, -10.0, 10.0, "trumps more that a seat against the declarer needs"
    ),
    Parameter("bid.over_partner", 0.0, -10.0, 20.0, "trumps more to overbid a partner"),
    Parameter("bid.over_opponent", 0.0, -10.0, 20.0, "trumps more to overbid an opponent"),
    Parameter("bid.reinforce", 2.0, -10.0, 20.0, "trumps more to reinforce one's own bid"),
    Parameter("bid.steal", 8.0, -20.0, 20.0, "trumps that a kitty to be stolen is worth"),
    Parameter("bury.points", 7.0, 0.0, 100.0, "points that it buries to be void, at most"),
    Parameter("bury.point", 0.24, -2.0, 2.0, "cards that a point buried counts for"),
    Parameter("bury.pair", 0.0, -2.0, 4.0, "cards that a pair buried counts for besides"),
    Parameter(
        "price.trump", 7.0, -50.0, 50.0, "points that a trump is worth keeping for at the start"
    ),
    Parameter("price.trump_end", 0.0, -20.0, 20.0, "the same at the end"),
    Parameter("price.middle", 1.0, -20.0, 20.0, "points more of an upper trump below the ace"),
    Parameter("price.high", 1.0, -20.0, 20.0, "points more of an ace of trumps or level card"),
    Parameter("price.joker", 12.0, -20.0, 20.0, "points more of a joker"),
    Parameter("price.ace", 4.9, -20.0, 20.0, "points that a plain ace is worth at the start"),
    Parameter(
        "price.upper",
        3.5,
        -20.0,
        20.0,
        "points that an upper plain card below is worth at the start",
    ),
    Parameter("price.break", 15.0, -20.0, 20.0, "points that breaking a plain pair costs"),
    Parameter("price.break_trump", 2.0, -20.0, 20.0, "points that breaking a trump pair costs"),
    Parameter("price.void", 3.0, -20.0, 20.0, "points that getting rid of a plain suit is worth"),
    Parameter("lead.stake", 4.55, 0.0, 20.0, "points expected for each card led"),
    Parameter("lead.tempo", 6.0, 0.0, 50.0, "points that the next lead is worth at the start"),
    Parameter(
        "lead.throw_risk",
        0.34,
        0.0,
        1.0,
        "chance that a throw fails, at most; 0: throws that cannot fail",
    ),
    Parameter("lead.partner", 0.19, 0.0, 1.0, "chance that the partner wins a low card led"),
    Parameter("lead.partner_ruffs", 0.35, 0.0, 1.0, "chance that a void partner wins by it"),
    Parameter("lead.pair_beaten", 0.17, 0.0, 1.0, "chance that an unseen pair beats one led"),
    Parameter("lead.ruff_more", 0.9, 0.0, 1.0, "share of ruffs that another single card leaves"),
    Parameter("lead.ruff_pair", 0.5, 0.0, 1.0, "share of ruffs that a pair leaves"),
    Parameter(
        "lead.draw",
        1.4,
        -5.0,
        10.0,
        "points for leading trumps, each of its own beyond half of the unseen",
    ),
    Parameter("lead.draw_attacker", 1.3, -5.0, 10.0, "the same, of attackers"),
    Parameter("lead.pair", 0.0, -20.0, 20.0, "points more for a plain pair"),
    Parameter("lead.trump_pair", 2.0, -20.0, 20.0, "points more for a trump pair"),
    Parameter(
        "lead.short", 0.2, -5.0, 5.0, "points less for each card of the suit of a low card led"
    ),
    Parameter(
        "lead.exposed", 1.0, -20.0, 20.0, "points less where ten points of the suit are beatable"
    ),
    Parameter("follow.tempo", 6.0, 0.0, 50.0, "points that the next lead is worth at the start"),
    Parameter("follow.tempo_end", -0.2, -20.0, 20.0, "points that it is worth at the end"),
    Parameter("follow.to_come", 2.9, 0.0, 20.0, "points expected of each player to come"),
    Parameter(
        "follow.line",
        2.0,
        -20.0,
        20.0,
        "points more for a trick that takes the attackers over a line of R30",
    ),
    Parameter("follow.own", 0.63, 0.0, 2.0, "weight of the points of a card played"),
    Parameter("follow.feed", 0.425, 0.0, 1.0, "chance to win from which points are given"),
    Parameter(
        "follow.discard", 0.5, -5.0, 5.0, "points for each face of its suit that a discard leaves"
    ),
    Parameter("follow.partner", 0.82, 0.0, 1.0, "weight of a partner's chance to win later"),
    Parameter("follow.retake", 0.5, 0.0, 1.0, "share of a partner's chance left once it is beaten"),
    Parameter("follow.ruffs", 0.72, 0.0, 1.0, "chance that a void opponent trumps"),
    Parameter("follow.pair_ruffed", 0.35, 0.0, 1.0, "chance that a void seat has a trump pair"),
    Parameter("guess.void", 0.2, 0.0, 1.0, "chance that who buried has emptied a plain suit"),
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
    "expert": "counts cards and weighs each trick against what its cards are still worth",
    "greedy": "takes whatever it can: an example to read before writing a strategy",
}
"""What each of them does, in one line."""
