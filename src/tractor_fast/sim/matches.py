"""Play whole matches on several threads and add up what they yield."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._core import engine
from ..errors import SpecError, StrategyError
from ..inputs import MOST, whole
from ..opening import NO_DECLARER
from ..strategies import Seated
from .boards import Boards
from .chunks import Chunk
from .guard import Guard, policies_of
from .runner import Outcome, empty_rows
from .setup import Basis
from .threads import in_chunks
from .totals import DIGEST_MODULUS, Totals, add_totals

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


def play_matches(
    basis: Basis,
    a: Seated,
    b: Seated,
    numbers: MatchNumbers,
    *,
    most_deals: int,
    rows: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play matches between two strategies.

    The outcome's totals are those of :func:`match_totals`; ``rows`` keeps one record of dtype
    ``engine.MATCH`` a match, in order.  ``progress`` is told how many matches are finished.

    Raises:
        SpecError: more rows than memory holds.
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is the
            outcome of the pairs of matches before.
        WorkerError: the system does not start so many threads.
    """
    rules, limit = basis.rules, basis.decision_timeout
    policies = policies_of((a, b), limit)
    guard = Guard([policy for policy, _ in policies], limit, boards_each=engine.MOST_DEALS)
    seats = [policies[seat % 2] for seat in range(rules.players)]
    run = engine.Run(rules, seats, numbers.seed, 0, NO_DECLARER)
    table = empty_rows(numbers.matches, engine.MATCH, "matches") if rows else None

    def play(pairs: Chunk) -> tuple[np.ndarray, int]:
        return run.play_matches(2 * pairs.first, 2 * pairs.deals, most_deals)

    started = time.perf_counter()
    totals, digest = match_totals(np.empty(0, engine.MATCH), rules.players), 0
    added = 0

    def add(part: tuple[np.ndarray, int]) -> None:
        nonlocal totals, digest, added
        played, part_digest = part
        totals = add_totals(totals, match_totals(played, rules.players))
        digest = (digest + part_digest) % DIGEST_MODULUS
        if table is not None:
            table[added : added + len(played)] = played
        added += len(played)

    def finished(pairs: int) -> None:
        if progress is not None:
            progress(2 * pairs)

    def outcome(failure: str | None = None) -> Outcome:
        rows = None if table is None else table[:added]
        stopped_by = "boards" if failure is None else "failure"
        seconds = time.perf_counter() - started
        return Outcome(totals, digest, rows, seconds, added, failure, stopped_by)

    try:
        in_chunks(numbers.pairs, play, add, jobs=basis.jobs, progress=finished, guard=guard)
    except StrategyError as error:
        error.result = outcome(str(error))
        raise
    return outcome()


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
