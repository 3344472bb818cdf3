"""The figures of a run, each computed from integer counters, each with its 95 % interval.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`Simulation` and keys of its JSON.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..sim import format_seats, seat_names
from ..stats import Moments, Rate
from ..strategies import Seated
from .command import boards_command
from .result import MADE, BoardsResult

SETUP = ("first_board", "seed", "rules", "seats", "level", "declarer", "conditions", *MADE)
"""What was played, how fast, and the digest of every play."""

FIGURES = (
    "defenders_win",
    "attackers_points",
    "level_change",
    "level_distribution",
    "side_levels",
    "tricks",
    "trump",
    "winning_bid",
    "bids_per_deal",
    "cards_drawn_at_bid",
    "throws_per_deal",
    "failed_throws",
    "attackers_take_last_trick",
    "kitty_points",
    "kitty_points_won",
)
"""What came out."""

POINTS_STEP = 5
"""Points come in fives."""

_TRUMPS = ("c", "d", "h", "s", "NT")
_BID_CLASSES = ("level", "small", "big")  # what is shown: level cards, small jokers, big jokers
_BID_SIZES = 5  # a winning bid has 0 to 4 cards
_LEVEL_ZERO = 32  # index of "no change" in the counter of level changes


@dataclass(frozen=True, eq=False)
class Simulation(BoardsResult):
    """Result of :func:`tractor_fast.simulate`.

    Rates have ``rate, low, high, count, of``; means have ``mean, sd, low, high``.  ``rows`` has one
    record a deal, in board order.
    """

    KEYS: ClassVar = SETUP + FIGURES

    seated: tuple[Seated, ...]

    # ---- what was played -----------------------------------------------------------------------

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.setup.boards.deals

    @property
    def seats(self) -> dict[str, str]:
        """Strategy of each seat, by the seat's name."""
        names = seat_names(self.rules.players)
        return dict(zip(names, map(str, self.seated), strict=True))

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        seats = ["--seats", format_seats(self.seated)]
        return boards_command("simulate", self.setup, options=seats, count="--deals")

    # ---- what came out -------------------------------------------------------------------------

    @property
    def defenders_win(self) -> Rate:
        """How often the declarer's side holds: the attackers stay below two steps (R30)."""
        return self._rate("holds")

    @property
    def attackers_points(self) -> Moments:
        """The attackers' points, kitty and penalties in (R28, R29)."""
        return self._moments("points")

    @property
    def points_distribution(self) -> list[int]:
        """Deals in which the attackers get 0 to 4 points, 5 to 9, ...; the last bin is open."""
        counts: list[int] = self.totals["points_hist"]
        return counts[: max((place + 1 for place, n in enumerate(counts) if n), default=0)]

    @property
    def level_change(self) -> Moments:
        """Levels gained by the declarer's side minus the attackers' gain (R30)."""
        return self._moments("levels")

    @property
    def level_distribution(self) -> dict[int, Rate]:
        """How often each level change comes out, from the lowest to the highest that did."""
        counts: list[int] = self.totals["levels"]
        seen = [index for index, count in enumerate(counts) if count]
        return {
            index - _LEVEL_ZERO: Rate(counts[index], self.deals)
            for index in (range(seen[0], seen[-1] + 1) if seen else ())
        }

    @property
    def side_levels(self) -> Moments:
        """Levels gained by the even seats' side (NS) minus the other side's gain (R30).

        Defined with fixed partners only: called friends and named partners sit anywhere.
        """
        if self.rules.partners != "fixed":
            return Moments(0, 0, 0)
        return self._moments("side_levels")

    @property
    def tricks(self) -> Moments:
        """Tricks in a deal."""
        return self._moments("tricks")

    @property
    def trump(self) -> dict[str, Rate]:
        """How often each suit, or no trump, is trump."""
        return {
            name: Rate(count, self.deals)
            for name, count in zip(_TRUMPS, self.totals["trumps"], strict=True)
        }

    @property
    def winning_bid(self) -> dict[str, Rate]:
        """How often a deal's winning bid is of each kind: ``none``, ``level_1``, ``small_2`` ...

        The number is that of the cards shown; the kinds are those that the decks allow.  Without
        bids (``trump = random``) the rates are not defined.
        """
        of = self._bid_deals
        counts: list[int] = self.totals["winning_bids"]
        kinds = {"none": Rate(self.totals["nobody_bid"] if of else 0, of)}
        for number, kind in enumerate(_BID_CLASSES):
            for cards in range(1 if kind == "level" else 2, self.rules.decks + 1):
                kinds[f"{kind}_{cards}"] = Rate(counts[number * _BID_SIZES + cards], of)
        return kinds

    @property
    def bids_per_deal(self) -> float | None:
        """Bids made in a deal, the mean."""
        return _ratio(self.totals["bids_sum"], self._bid_deals)

    @property
    def cards_drawn_at_bid(self) -> float | None:
        """Cards that the bidder of the winning bid had drawn when he made it, the mean."""
        return _ratio(self.totals["draw_sum"], self._bid_deals - self.winning_bid["none"].count)

    @property
    def throws_per_deal(self) -> float | None:
        """Throws led in a deal (R9), the mean."""
        return _ratio(self.totals["throws"], self.deals)

    @property
    def failed_throws(self) -> Rate:
        """How often a throw fails (R10)."""
        return Rate(self.totals["failed"], self.totals["throws"])

    @property
    def attackers_take_last_trick(self) -> Rate:
        """How often the attackers win the last trick, and with it the kitty (R29)."""
        return self._rate("last_trick_attackers")

    @property
    def kitty_points(self) -> float | None:
        """Points buried in the kitty, before any factor, the mean."""
        return _ratio(self.totals["kitty_points_sum"], self.deals)

    @property
    def kitty_points_won(self) -> float | None:
        """Points that the attackers get for the kitty, factor included (R29), the mean."""
        return _ratio(self.totals["kitty_points_won_sum"], self.deals)

    @property
    def _bid_deals(self) -> int:
        return self.deals if self.rules.trump == "bid" else 0

    def _rate(self, name: str) -> Rate:
        return Rate(self.totals[name], self.deals)

    def _moments(self, name: str) -> Moments:
        return Moments(self.deals, self.totals[f"{name}_sum"], self.totals[f"{name}_sq"])


def _ratio(total: int, of: float) -> float | None:
    return total / of if of else None
