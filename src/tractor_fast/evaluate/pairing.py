"""What two strategies of a tournament get against each other, and what they are rated by.

Counters of a pairing are integers that add, as all are; ``blocks`` has the levels of the boards in
1,000 blocks by their numbers, alike for all pairings, from which their common luck can be told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from ..sim import Outcome, Part, Setup, Totals, arms_part, level_scale
from ..stats import Interval, Means, WinRate, ratio_means, tally
from ..strategies import Seated
from .pair_values import PairValues

BLOCKS = 1000

_LEVELS, _NEXT, _WINS, _TIES, _DEALS = range(5)  # columns that are counted


@dataclass(frozen=True, eq=False)
class Pairing:
    """Two strategies by their places, the first of them A, and what their boards came to."""

    pair: tuple[int, int]
    outcome: Outcome

    @property
    def a(self) -> int:
        """The first strategy."""
        return self.pair[0]

    @property
    def b(self) -> int:
        """The other."""
        return self.pair[1]

    @property
    def totals(self) -> Totals:
        """Counters."""
        return self.outcome.totals

    def levels_per_deal(self, players: int) -> Interval:
        """Levels that A gains a deal beyond B's, as ``compare`` has them."""
        return ratio_means(self.totals, [_LEVELS], [_DEALS], level_scale(players)).interval(0)

    def value(self, players: int, h: float) -> Interval:
        """The same with h for who declares next."""
        columns, per = [_LEVELS, _NEXT], [_DEALS, _DEALS]
        return ratio_means(self.totals, columns, per, level_scale(players)).mixed(h).interval(0)

    @property
    def win_rate(self) -> WinRate:
        """How often A gains levels over the two deals of a board; ties count half."""
        wins, ties = (int(self.totals["sums"][column]) for column in (_WINS, _TIES))
        boards = int(self.totals["sums"][_DEALS]) // 2
        return WinRate(wins + ties // 2 + (0.5 if ties % 2 else 0), boards, ties)


def pairing_part(setup: Setup, strategies: Sequence[Seated], a: int, b: int) -> Part:
    """All boards of a pairing."""
    return arms_part(setup, [strategies[a]], strategies[b], partial(_count, setup=setup))


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """All pairings together: digests add, and what was dealt is the same for all."""
    dealt = {name: value for name, value in outcomes[0].totals.items() if name == "dealt"}
    return replace(
        outcomes[0],
        totals=dealt,
        digest=sum(each.digest for each in outcomes) % 2**128,
        seconds=sum(each.seconds for each in outcomes),
    )


def ratings(pairings: Sequence[Pairing], strategies: int, setup: Setup) -> Means:
    """Levels a deal of each strategy beyond the mean of all: the means are 0 together.

    That is what least squares make of a complete round robin: differences of ratings that are as
    near as may be to the levels per deal of the pairings.  How the ratings err together is seen
    from block to block, so what pairings on the same boards have in common is counted in.
    """
    first, boards = setup.boards.first, setup.boards.deals
    gains = np.zeros((BLOCKS, strategies + 1), np.int64)
    for pairing in pairings:
        gains[:, pairing.a] += pairing.totals["blocks"]
        gains[:, pairing.b] -= pairing.totals["blocks"]
    # Boards of a block, two deals each, against all and itself.
    many = [len(range((block - first) % BLOCKS, boards, BLOCKS)) for block in range(BLOCKS)]
    gains[:, -1] = 2 * strategies * np.array(many)
    return ratio_means(
        tally(gains),
        range(strategies),
        [strategies] * strategies,
        level_scale(setup.rules.players),
    )


def pairs_of(strategies: int) -> list[tuple[int, int]]:
    """The pairings of a round robin, in the order in which they are played."""
    return list(combinations(range(strategies), 2))


def _count(rows: np.ndarray, setup: Setup) -> Totals:
    values = PairValues(rows[0], setup.rules.players)
    levels = values.levels.sum(axis=-1)
    following = level_scale(setup.rules.players) * values.next_declarer.sum(axis=-1)
    columns = np.stack([levels, following, levels > 0, levels == 0, np.full_like(levels, 2)])
    blocks = np.zeros(BLOCKS, np.int64)
    if len(levels):
        number = rows[0]["first"]["board"] % np.uint64(BLOCKS)
        np.add.at(blocks, number.astype(np.intp), levels)
    return tally(columns.T) | {"blocks": blocks}
