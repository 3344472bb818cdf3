"""Whole matches, from the first deal until somebody has won."""

from dataclasses import dataclass

import numpy as np

from .._core import engine
from ..errors import SpecError, StrategyError
from ..inputs import MOST, whole
from ..opening import NO_DECLARER
from ..strategies import Seated
from .boards import Boards
from .guard import Guard, policies_of
from .part import Part
from .setup import Basis
from .totals import Totals

WHOLE_WIN = 840
"""A won match; winners who are A's and B's share it, and any number of up to 8 divides it."""

_LOWEST_LEVEL = 2  # the number on the cards of rank 0


@dataclass(frozen=True, slots=True)
class MatchNumbers:
    """``matches`` matches of one seed, numbered from ``first`` on.

    Matches 2k and 2k + 1 are a pair: the same boards, the seats of A and B exchanged.

    Raises:
        SpecError: a number out of its range, or an odd one.
    """

    seed: int
    first: int
    matches: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", whole("seed", self.seed, 0, MOST))
        most = engine.MOST_MATCHES
        object.__setattr__(self, "first", whole("first_match", self.first, 0, most - 2))
        object.__setattr__(self, "matches", whole("matches", self.matches, 0, most - self.first))
        for name, value in (("first_match", self.first), ("matches", self.matches)):
            if value % 2:
                raise SpecError(f"{name} = {value}: allowed: an even number, as matches are paired")

    @property
    def pairs(self) -> Boards:
        """The pairs by number, to be cut into chunks."""
        return Boards(self.seed, self.first // 2, self.matches // 2)


def matches_part(
    basis: Basis, a: Seated, b: Seated, numbers: MatchNumbers, *, most_deals: int
) -> Part:
    """Matches between two strategies, a pair of them in place of a board.

    Counters are those of :func:`match_totals`, records of dtype ``engine.MATCH``, one a match.
    """
    policies = policies_of((a, b), basis.decision_timeout)
    limit = basis.decision_timeout
    guard = Guard([policy for policy, _ in policies], limit, boards_each=engine.MOST_DEALS)
    seats = [policies[seat % 2] for seat in range(basis.rules.players)]
    run = engine.Run(basis.rules, seats, numbers.seed, 0, NO_DECLARER)

    def play_range(first: int, pairs: int, into: np.ndarray | None) -> tuple[Totals, int]:
        try:
            rows, digest = run.play_matches(2 * first, 2 * pairs, most_deals)
        except StrategyError as error:
            rows, digest = error.played
            error.played = match_totals(rows, basis.rules.players), digest
            if into is not None:
                into[: len(rows)] = rows
            raise
        if into is not None:
            into[:] = rows
        return match_totals(rows, basis.rules.players), digest

    return Part(numbers.pairs, play_range, guard, dtype=engine.MATCH, each=2, unit="matches")


def match_totals(rows: np.ndarray, players: int) -> Totals:
    """Integer counters over whole pairs of matches; they add.

    ``deals`` and ``unfinished`` count all matches, the others the pairs of which both matches are
    finished: ``wins`` of A in units of 1 / WHOLE_WIN of a match, and the sums and sums of squares,
    a value a pair, of ``length`` (deals, both matches together) and of the levels at the end (2 to
    14 = A), the mean of A's seats, of B's, and A's lead, each both matches together and times
    :func:`tractor_fast.sim.pairs.level_scale`.
    """
    pairs = rows.reshape(-1, 2)
    seats = np.arange(players)
    of_a = pairs["seats_of_a"][..., None] >> seats & 1
    won = pairs["winners"][..., None] >> seats & 1
    finished = (pairs["winners"] != 0).all(axis=1)
    winners = np.maximum(won.sum(axis=2), 1)
    wins = (WHOLE_WIN * (won & of_a).sum(axis=2) // winners).sum(axis=1)
    levels = pairs["levels"][..., :players].astype(np.int64) + _LOWEST_LEVEL
    seats_of_a = of_a.sum(axis=2)
    level_a = ((levels * of_a).sum(axis=2) * (players - seats_of_a)).sum(axis=1)
    level_b = ((levels * (1 - of_a)).sum(axis=2) * seats_of_a).sum(axis=1)
    values = {
        "length": pairs["deals"].astype(np.int64).sum(axis=1),
        "level_a": level_a,
        "level_b": level_b,
        "level_lead": level_a - level_b,
    }
    totals = {
        "deals": int(rows["deals"].sum(dtype=np.int64)),
        "unfinished": int((rows["winners"] == 0).sum()),
        "pairs": int(finished.sum()),
        "wins": int(wins[finished].sum()),
    }
    for name, value in values.items():
        totals[f"{name}_sum"] = int(value[finished].sum())
        totals[f"{name}_sq"] = int((value[finished] ** 2).sum())
    return totals
