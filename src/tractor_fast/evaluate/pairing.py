"""What two strategies of a tournament get against each other, and what they are rated by.

Counters of a pairing are integers that add, as all are; ``blocks`` has the levels of the boards cut
into up to 1,000 blocks, alike for all pairings, from which their common luck can be told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from ..sim import Outcome, Setup, Totals, level_scale, play_arms
from ..stats import Interval, Means, WinRate, ratio_means, tally
from ..strategies import Seated
from .pair_values import PairValues

MOST_BLOCKS = 1000

_LEVELS, _NEXT, _WINS, _TIES, _DEALS = range(5)  # columns that are counted
COLUMNS = 5


@dataclass(frozen=True, eq=False)
class Pairing:
    """Two strategies by their places, the first of them A, and their counters and digest."""

    a: int
    b: int
    totals: Totals
    digest: int
    seconds: float
    dealt: int  # deals tried for the boards played

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

    def fits(self, boards: int) -> bool:
        """Whether these can be the counters of so many boards, each of which has two deals."""
        sums, products = self.totals["sums"], self.totals["products"]
        wins, ties = sums[_WINS], sums[_TIES]
        return bool(
            sums[_DEALS] == 2 * boards
            and self.totals["nonzero"][_DEALS] == boards
            and (products == products.T).all()
            and (products[_DEALS] == 2 * sums).all()
            and min(wins, ties) >= 0
            and wins + ties <= boards
            and (products[_WINS, _WINS], products[_TIES, _TIES]) == (wins, ties)
            and self.totals["blocks"].sum() == sums[_LEVELS]
            and self.seconds >= 0
            and self.dealt >= boards
        )


def play_pairing(
    setup: Setup,
    strategies: Sequence[Seated],
    a: int,
    b: int,
    progress: Callable[[int], None],
) -> Pairing:
    """Play all boards of a pairing; raises what :func:`tractor_fast.sim.play_pairs` does."""
    count = partial(_count, setup=setup)
    played = play_arms(setup, [strategies[a]], strategies[b], count, progress=progress)
    totals = dict(played.totals)
    dealt = totals.pop("dealt", setup.boards.deals)
    return Pairing(a, b, totals, played.digest, played.seconds, dealt)


def outcome_of(pairings: Sequence[Pairing], boards: int) -> Outcome:
    """All pairings together: digests add."""
    digest = sum(pairing.digest for pairing in pairings) % 2**128
    dealt = {"dealt": pairings[0].dealt} if pairings else {}
    return Outcome(dealt, digest, None, sum(pairing.seconds for pairing in pairings), boards)


def blocks_of(boards: int) -> int:
    """How many blocks so many boards are cut into."""
    return min(MOST_BLOCKS, boards)


def ratings(pairings: Sequence[Pairing], strategies: int, setup: Setup) -> Means:
    """Levels a deal of each strategy beyond the mean of all: the means are 0 together.

    That is what least squares make of a complete round robin: differences of ratings that are as
    near as may be to the levels per deal of the pairings.  How the ratings err together is seen
    from block to block, so what pairings on the same boards have in common is counted in.
    """
    boards = setup.boards.deals
    blocks = blocks_of(boards)
    gains = np.zeros((blocks, strategies + 1), np.int64)
    for pairing in pairings:
        gains[:, pairing.a] += pairing.totals["blocks"]
        gains[:, pairing.b] -= pairing.totals["blocks"]
    if blocks:  # boards of a block, two deals each, against all and itself
        gains[:, -1] = 2 * strategies * np.bincount(np.arange(boards) % blocks)
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
    blocks = np.zeros(blocks_of(setup.boards.deals), np.int64)
    if len(levels):
        number = rows[0]["first"]["board"] - np.uint64(setup.boards.first)
        np.add.at(blocks, (number % np.uint64(len(blocks))).astype(np.intp), levels)
    return tally(columns.T) | {"blocks": blocks}
