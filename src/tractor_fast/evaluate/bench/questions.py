"""Single questions of the rules, in batches and one by one, about positions of random deals."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from ...batch import (
    count_batch,
    deal_batch,
    legal_batch,
    resolve_batch,
    sample_batch,
    to_faces,
    to_planes,
)
from ...position import follows
from ..played import Played, played
from ..workloads import RANDOM, SIX, Workload
from .rows import Line, Target, at_least, at_most
from .timing import Task

BOARDS = 100
"""Boards that the positions are of: some 8,000 follows with two decks."""

ONE_BY_ONE = 1000
"""Positions that are asked about in single calls."""

DEALS = 1000
"""Boards that are dealt in one call."""


def question_lines(seed: int) -> Iterator[Line]:
    """The batch functions and single calls, against the figures that they are to reach."""
    two, six = "questions, 2 decks", "questions, 3 decks, 6 players"
    at = positions_of(RANDOM, seed)
    yield from _batch_lines("two_decks", two, at, RANDOM, seed, targets=True)
    yield from _single_lines(two, at)
    yield from _batch_lines("six", six, positions_of(SIX, seed), SIX, seed, targets=False)


def positions_of(work: Workload, seed: int, boards: int = BOARDS) -> Played:
    """What was played on some boards, but half the plays are cards of the hand by chance."""
    at, rng = played(work.rules, boards, seed), random.Random(seed)
    for row in range(0, len(at.plays), 2):
        by_chance = rng.sample(to_faces(at.hands[row]), len(to_faces(at.leads[row])))
        at.plays[row] = to_planes(by_chance, work.rules.decks)
    return at


def _batch_lines(
    table: str, section: str, at: Played, work: Workload, seed: int, *, targets: bool
) -> Iterator[Line]:
    rules, n = work.rules, len(at.hands)
    context = (at.levels, at.trumps, rules)

    def line(
        name: str,
        unit: str,
        rows: int,
        ask: Callable[[], object],
        target: Target | None = None,
        to: str | None = None,
    ) -> Line:
        task, target = Task(_times(ask), rows), target if targets else None
        row = f"questions.{table}.{name}"
        return Line(row, section, f"{name}_batch", unit, task, to=to, target=target)

    legal = partial(legal_batch, at.hands, at.leads, at.plays, *context)
    yield line("legal", "plays/s", n, legal, at_least(20e6))
    count = line(
        "count", "positions/s", n, partial(count_batch, at.hands, at.leads, *context),
        at_least(10e6),
    )  # fmt: skip
    yield count
    yield line(
        "sample", "positions/s", n, partial(sample_batch, at.hands, at.leads, *context),
        at_most(3, "ratio"), count.id,
    )  # fmt: skip
    yield line("deal", "boards/s", DEALS, partial(deal_batch, DEALS, seed, rules))
    context = (at.trick_levels, at.trick_trumps, rules)
    resolve = partial(resolve_batch, at.tricks, at.leaders, *context)
    yield line("resolve", "tricks/s", len(at.tricks), resolve)


def _single_lines(section: str, at: Played) -> Iterator[Line]:
    """A position made by one Python call, and one play judged in it by another."""
    rules = RANDOM.rules
    hands, leads, plays = (
        list(map(to_faces, rows[:ONE_BY_ONE])) for rows in (at.hands, at.leads, at.plays)
    )
    numbers = at.levels[:ONE_BY_ONE].tolist(), at.trumps[:ONE_BY_ONE].tolist()
    asked = list(zip(hands, leads, *numbers, strict=True))
    made = [follows(*position, rules) for position in asked]

    def make() -> None:
        for hand, lead, level, trump in asked:
            follows(hand, lead, level, trump, rules)

    def judge() -> None:
        for position, play in zip(made, plays, strict=True):
            position.is_legal(play)

    task = Task(_times(make), len(asked))
    yield Line("questions.follows", section, "follows(), one call", "positions/s", task)
    task, label = Task(_times(judge), len(asked)), "follows().is_legal(), one call"
    target = at_least(1e6)
    yield Line("questions.is_legal", section, label, "plays/s", task, target=target)


def _times(ask: Callable[[], object]) -> Callable[[int], None]:
    def play(times: int) -> None:
        for _ in range(times):
            ask()

    return play
