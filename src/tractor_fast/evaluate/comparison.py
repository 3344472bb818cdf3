"""The figures of a comparison, each computed from integer counters.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`Comparison` and keys of its JSON.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..sim import level_scale
from ..stats import Moments, Pairs, Rate, WinRate
from ..strategies import Seated
from .command import boards_command
from .result import BoardsResult

SETUP = (
    "a",
    "b",
    "boards",
    "first_board",
    "seed",
    "rules",
    "level",
    "declarer",
    "jobs",
    "kernel",
    "version",
    "stream_version",
    "command",
    "seconds",
    "deals",
    "deals_per_second",
    "digest",
    "stopped_by",
    "failure",
)
"""What was played, how fast, and the digest of every play."""

FIGURES = (
    "levels_per_deal",
    "win_rate",
    "points",
    "hold_rate",
    "declares",
    "declares_next",
    "variance_ratio",
    "smallest_difference",
)
"""What came out."""

_A, _B = 0, 1  # places in the counters


@dataclass(frozen=True, eq=False)
class Comparison(BoardsResult):
    """Result of :func:`tractor_fast.compare`.

    The two deals of a board are one value of ``levels_per_deal``, ``win_rate`` and
    ``declares_next``.  The other means and rates take deals as if they were independent; unless
    bids decide who declares, each of A's and B's is of one deal a board, so that they are.

    ``rows`` has one record a board, in order: ``seats_of_a`` (bits, in the first deal; in the
    exchanged one they are B's), and the outcomes ``first`` and ``exchanged``.
    """

    KEYS: ClassVar = SETUP + FIGURES

    strategies: tuple[Seated, Seated]

    # ---- what was played -----------------------------------------------------------------------

    @property
    def a(self) -> str:
        """The first strategy, whose levels count as gained."""
        return str(self.strategies[_A])

    @property
    def b(self) -> str:
        """The other strategy."""
        return str(self.strategies[_B])

    @property
    def boards(self) -> int:
        """Boards played."""
        return self.setup.boards.deals

    @property
    def deals(self) -> int:
        """Deals played: two a board."""
        return 2 * self.boards

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        return boards_command("compare", self.setup, [self.a, self.b])

    # ---- what came out -------------------------------------------------------------------------

    @property
    def levels_per_deal(self) -> Moments:
        """Levels gained by A's side minus those gained by B's (R30), the mean of a board's deals.

        Without fixed partners: the mean gain of A's seats minus that of B's.
        """
        return self._pairs.mean

    @property
    def win_rate(self) -> WinRate:
        """How often A's level change over the two deals of a board is positive; ties count half."""
        ties = self.totals["ties"]
        half = 0.5 if ties % 2 else 0
        return WinRate(self.totals["wins"] + ties // 2 + half, self.boards, ties)

    @property
    def points(self) -> dict[str, Moments]:
        """Points that A, and that B, get as attackers: in the deals that the other declares (R28).

        Without fixed partners the declarer's seat decides whose deal it is.
        """
        return {"a": self._points(_B), "b": self._points(_A)}

    @property
    def hold_rate(self) -> dict[str, Rate]:
        """How often the declarer's side holds in the deals that A, and that B, declares."""
        declares, holds = self.totals["declares"], self.totals["holds"]
        return {name: Rate(holds[i], declares[i]) for i, name in enumerate("ab")}

    @property
    def declares(self) -> Rate:
        """How often A declares; half of the deals unless bids decide (``declarer = none``)."""
        return Rate(self.totals["declares"][_A], self.deals)

    @property
    def declares_next(self) -> Moments:
        """The share of deals after which a seat of A's declares (R33), one value a board."""
        return Moments(self.boards, self.totals["next_sum"], self.totals["next_sq"], 2)

    @property
    def variance_ratio(self) -> float | None:
        """Variance of ``levels_per_deal`` if all deals were on boards of their own, to what it is.

        None where it has no variance, as for A against A.
        """
        return self._pairs.variance_ratio

    @property
    def smallest_difference(self) -> float | None:
        """The difference in levels per deal that so many boards find four times out of five.

        That is 2.80 standard errors: a two-sided test at 5 % with a power of 80 %.
        """
        return self._pairs.smallest_difference

    @property
    def _pairs(self) -> Pairs:
        totals = self.totals
        return Pairs(
            totals["pairs"],
            totals["first_sum"],
            totals["first_sq"],
            totals["exchanged_sum"],
            totals["exchanged_sq"],
            totals["product_sum"],
            level_scale(self.rules.players),
        )

    def _points(self, declarer: int) -> Moments:
        sums = (self.totals[name][declarer] for name in ("declares", "points_sum", "points_sq"))
        return Moments(*sums)
