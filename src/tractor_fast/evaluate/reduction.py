"""How a comparison's variance is made smaller beyond its pairs: by strata and by control variates.

*Strata*: levels and declarers, where they would be drawn, come in turn by the board's number, so
that what they do to the outcome is no spread any more.  *Control variates*: how many more trumps,
jokers and points the declarer's side is dealt than the other; they are 0 in the mean, as all hands
are dealt alike, and do not depend on who plays.
"""

from dataclasses import dataclass

import numpy as np

from ..batch import deal_batch
from ..cards import N_FACES, POINTS, RANKS, SUITS
from ..errors import SpecError
from ..sim import NO_DECLARER, Setup, Totals
from ..stats import products_of
from .pair_values import PairValues

_PLAIN = N_FACES - 2  # faces that are no jokers


@dataclass(frozen=True, slots=True)
class Reduction:
    """What is switched on beside pairs: strata by the context, control variates by ``controls``.

    Raises:
        SpecError: strata without anything to come in turn, control variates without a declarer or
            of deals that are picked, or too few boards for either.
    """

    setup: Setup
    controls: bool

    def __post_init__(self) -> None:
        if self.setup.context.in_turn and self.strata == 1:
            raise SpecError("stratify: neither level nor declarer is drawn; leave one of them any")
        if self.controls and self.setup.context.declarer == NO_DECLARER:
            raise SpecError("control_variates: who declares is not known before the deal")
        if self.controls and (self.setup.context.given or self.setup.context.where):
            raise SpecError("control_variates: with given or where the sides are not dealt alike")
        if self.setup.boards.deals < self.least:
            what = "stratify" if self.setup.context.in_turn else "control_variates"
            raise SpecError(
                f"boards = {self.setup.boards.deals}: {what} needs {self.least} boards or more, so"
                " that there are two of each kind"
            )

    @property
    def folds(self) -> int:
        """Parts of the boards that are kept apart, see :class:`tractor_fast.stats.Reduced`."""
        return 2 if self.controls else 1

    @property
    def strata(self) -> int:
        """Levels times declarers that come in turn; 1: none."""
        return self._levels * self._declarers

    @property
    def least(self) -> int:
        """Boards that surely have two of each stratum in each fold."""
        turn = len(RANKS) * self.setup.rules.players if self.strata > 1 else 1
        return 2 * turn * self.folds

    def tally(self, rows: np.ndarray) -> Totals:
        """``products`` (folds, strata, k, k) of pairs: 1, levels, next deals, control variates.

        Levels are of both deals together, as in ``engine.PAIR_TOTALS``.
        """
        pairs = PairValues(rows, self.setup.rules.players)
        next_deals = (pairs.next_declarer > 0).sum(axis=1)
        numbers = np.stack([np.ones_like(next_deals), pairs.levels.sum(axis=1), next_deals], axis=1)
        if self.controls:
            numbers = np.hstack([numbers, self._controls(rows["first"])])
        k = numbers.shape[1]
        cells = self._cells(rows["first"]["board"])
        products = products_of(numbers, cells, self.folds * self.strata)
        return {"products": products.reshape(self.folds, self.strata, k, k)}

    @property
    def _levels(self) -> int:
        return len(RANKS) if self.setup.context.in_turn and self.setup.context.level is None else 1

    @property
    def _declarers(self) -> int:
        drawn = self.setup.context.in_turn and self.setup.context.declarer is None
        return self.setup.rules.players if drawn else 1

    def _cells(self, boards: np.ndarray) -> np.ndarray:
        """Fold and stratum of each board; a fold is every other round through all strata."""
        turns, level = np.divmod(boards, len(RANKS))
        rounds, declarer = np.divmod(turns, self.setup.rules.players)
        stratum = declarer % self._declarers * self._levels + level % self._levels
        if self.strata == 1:
            rounds = boards
        return (rounds % self.folds * self.strata + stratum).astype(np.int64)

    def _controls(self, rows: np.ndarray) -> np.ndarray:
        """Trumps under its best suit, jokers and points of the declarer's side (boards, 3).

        Less the mean of all sides, and times their number, which makes it whole: of the two, or of
        all hands where sides are not fixed.  From the cards as first dealt, R22 or not.
        """
        rules, n = self.setup.rules, len(rows)
        deals = deal_batch(
            n, self.setup.boards.seed, rules,
            first_board=int(rows["board"][0]) if n else 0, level=self.setup.context.level,
        )  # fmt: skip
        bits = np.unpackbits(deals.hands.view(np.uint8), axis=-1, bitorder="little")
        bits = bits.reshape(n, rules.players, rules.decks, 64)[..., :N_FACES]
        cards = bits.sum(axis=2, dtype=np.int64)
        if rules.partners == "fixed":
            cards = cards.reshape(n, rules.players // 2, 2, N_FACES).sum(axis=1)
        count = cards.shape[1]
        by_rank = cards[..., :_PLAIN].reshape(n, count, len(RANKS), len(SUITS))
        of_level = by_rank[np.arange(n), :, rows["level"]]
        jokers = cards[..., _PLAIN:].sum(axis=2)
        best_suit = (by_rank.sum(axis=2) - of_level).max(axis=2)
        trumps = best_suit + of_level.sum(axis=2) + jokers
        sides = np.stack([trumps, jokers, cards @ np.array(POINTS)], axis=2)
        return count * sides[np.arange(n), rows["declarer"] % count] - sides.sum(axis=1)
