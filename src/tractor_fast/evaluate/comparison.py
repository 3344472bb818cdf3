"""The figures of a comparison, each computed from integer counters.

Names in ``SETUP`` and ``FIGURES`` are attributes of :class:`Comparison` and keys of its JSON.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ..stats import Mean, Moments, Rate, Reduced, WinRate, sign_test
from ..strategies import Seated
from .command import boards_command
from .pair_means import LOWEST_BIN, levels_mean, pairs_of, value_mean
from .result import ASKED, MADE, BoardsResult
from .stopping import Rule
from .value import Holding, holding_value

SETUP = ("a", "b", *ASKED, "stratify", "control_variates", *MADE, "ci", "sprt")
"""What was played, how fast, the digest of every play, and what ended it."""

FIGURES = (
    "levels_per_deal",
    "levels_distribution",
    "value",
    "holding",
    "win_rate",
    "sign_test",
    "points",
    "hold_rate",
    "declares",
    "declares_next",
    "variance_ratio",
    "variance_gains",
    "smallest_difference",
)
"""What came out."""

_A, _B = 0, 1  # places in the counters


@dataclass(frozen=True, eq=False)
class Comparison(BoardsResult):
    """Result of :func:`tractor_fast.compare`.

    The two deals of a board are one value of ``levels_per_deal``, ``value``, ``win_rate`` and
    ``declares_next``; strata and control variates are at work in the first two.  The other means
    and rates take deals as if they were independent; unless bids decide who declares, each of A's
    and B's is of one deal a board, so that they are.

    ``rows`` has one record a board, in order: ``seats_of_a`` (bits, in the first deal; in the
    exchanged one they are B's), and the outcomes ``first`` and ``exchanged``.
    """

    KEYS: ClassVar = SETUP + FIGURES

    strategies: tuple[Seated, Seated]
    rule: Rule | None
    most: int
    control_variates: bool

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
    def stratify(self) -> bool:
        """Whether levels and declarers came in turn instead of being drawn."""
        return self.setup.context.in_turn

    @property
    def command(self) -> str:
        """The command line that gives the same figures again."""
        words = ["--stratify"] if self.stratify else []
        words += ["--control-variates"] if self.control_variates else []
        words += self.rule.words() if self.rule else []
        # What failed goes no further than it did; any other run is given as many boards as it had.
        setup = self.setup if self.failure else self.setup.of_boards(self.most)
        return boards_command("compare", setup, [self.a, self.b], options=words)

    @property
    def ci(self) -> dict[str, Any] | None:
        """The precision that was asked for and what was reached; None without one."""
        return self._ruled("ci")

    @property
    def sprt(self) -> dict[str, Any] | None:
        """The test that was asked for and what it says; None without one."""
        return self._ruled("sprt")

    # ---- what came out -------------------------------------------------------------------------

    @property
    def levels_per_deal(self) -> Mean:
        """Levels gained by A's side minus those gained by B's (R30), the mean of a board's deals.

        Without fixed partners: the mean gain of A's seats minus that of B's.
        """
        return levels_mean(self.totals, self.rules.players)

    @property
    def levels_distribution(self) -> dict[float, Rate]:
        """How often the two deals of a board have each mean, from the lowest to the highest seen.

        A number stands for what is from it up to half a level more; with fixed partners that is the
        number alone.  Where -8 and 8 are reached, they have all boards beyond.
        """
        counts: list[int] = self.totals["boards_by_levels"]
        seen = [place for place, count in enumerate(counts) if count]
        return {
            LOWEST_BIN + place / 2: Rate(counts[place], self.boards)
            for place in (range(seen[0], seen[-1] + 1) if seen else ())
        }

    @cached_property
    def holding(self) -> Holding:
        """What it is worth to declare next: of self-play of B, on boards that this run has not."""
        return holding_value(self.setup, self.strategies[_B])

    @property
    def value(self) -> Mean:
        """The same with what it is worth to declare next: ``holding.h`` added to A's or to B's."""
        return value_mean(self.totals, self.rules.players, self.holding.h)

    @property
    def win_rate(self) -> WinRate:
        """How often A's level change over the two deals of a board is positive; ties count half."""
        ties = self.totals["ties"]
        half = 0.5 if ties % 2 else 0
        return WinRate(self.totals["wins"] + ties // 2 + half, self.boards, ties)

    @property
    def sign_test(self) -> dict[str, Any]:
        """Boards that A wins and loses, ties, and p: how often equals differ by so much or more."""
        wins, ties = self.totals["wins"], self.totals["ties"]
        losses = self.boards - wins - ties
        return {"wins": wins, "losses": losses, "ties": ties, "p": sign_test(wins, losses)}

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
        return pairs_of(self.totals, self.rules.players).variance_ratio

    @property
    def variance_gains(self) -> dict[str, float | None]:
        """How many times smaller the variance of ``levels_per_deal`` is by what is switched on.

        ``strata`` and ``control_variates``, each on top of what stands before it; None where it is
        not on, or nothing varies.
        """
        reduced = self.levels_per_deal
        if not isinstance(reduced, Reduced):
            return {"strata": None, "control_variates": None}
        by_strata = reduced.without_controls
        return {
            "strata": _ratio(reduced.plain, by_strata) if self.stratify else None,
            "control_variates": _ratio(by_strata, reduced) if self.control_variates else None,
        }

    @property
    def smallest_difference(self) -> float | None:
        """The difference in levels per deal that so many boards find four times out of five.

        That is 2.80 standard errors: a two-sided test at 5 % with a power of 80 %.
        """
        return self.levels_per_deal.smallest_difference

    def _ruled(self, name: str) -> dict[str, Any] | None:
        if self.rule is None or self.rule.name != name:
            return None
        return self.rule.to_dict(self.levels_per_deal)

    def _points(self, declarer: int) -> Moments:
        sums = (self.totals[name][declarer] for name in ("declares", "points_sum", "points_sq"))
        return Moments(*sums)


def _ratio(before: Mean, after: Mean) -> float | None:
    """Of two variances."""
    return (before.sd / after.sd) ** 2 if before.sd and after.sd else None
