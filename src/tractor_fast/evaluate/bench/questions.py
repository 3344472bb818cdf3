"""Single questions of the rules, in batches and one by one, about positions of random deals."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ..._core.game import Game
from ...batch import count_batch, deal_batch, legal_batch, resolve_batch, sample_batch
from ...cards import N_FACES
from ...position import NO_TRUMP, follows
from ..workloads import RANDOM, SIX, Workload
from .rows import Line, Target, at_least, at_most
from .timing import Task

BOARDS = 100
"""Boards that the positions are of: some 8,000 follows with two decks."""

DEALS = 1000
"""Boards that are dealt in one call."""


class Positions(NamedTuple):
    """Every follow of some deals, a row each, and every trick; cards as in :mod:`...batch`.

    ``plays`` are half the follows that were made, half as many other cards of the hand by chance.
    """

    hands: np.ndarray
    leads: np.ndarray
    plays: np.ndarray
    levels: np.ndarray
    trumps: np.ndarray
    tricks: np.ndarray
    leaders: np.ndarray
    trick_levels: np.ndarray
    trick_trumps: np.ndarray


def positions_of(work: Workload, seed: int, boards: int = BOARDS) -> Positions:
    """The positions of some boards."""
    rules, rng = work.rules, random.Random(seed)
    players, decks = rules.players, rules.decks
    spec = work.run(seed).spec
    asked: list[tuple[list[int], list[int], list[int], int, int]] = []
    tricks: list[tuple[list[list[int]], int, int, int]] = []
    for board in range(boards):
        game = Game.of_board(spec, board)
        while game.decision is not None:
            decision, seat = game.decision, game.seat
            if decision not in ("lead", "follow"):
                game.step()
                continue
            suit = game.trump.suit if game.trump else None
            trump = NO_TRUMP if suit is None else suit
            hand = game.hand(seat)
            cards = game.step()
            if decision == "lead":
                leader, plays = seat, [game.trick[1][0]]
                continue
            other = rng.sample(hand, len(cards))
            play = cards if len(asked) % 2 else other
            asked.append((hand, plays[0], play, game.level, trump))
            plays.append(cards)
            if len(plays) == players:
                tricks.append((plays, leader, game.level, trump))
    hands, leads, played, levels, trumps = zip(*asked, strict=True)
    laid, leaders, trick_levels, trick_trumps = zip(*tricks, strict=True)
    return Positions(
        hands=_planes(hands, decks),
        leads=_planes(leads, decks),
        plays=_planes(played, decks),
        levels=np.array(levels, np.uint8),
        trumps=np.array(trumps, np.uint8),
        tricks=_planes([p for plays in laid for p in plays], decks).reshape(-1, players, decks),
        leaders=np.array(leaders, np.uint8),
        trick_levels=np.array(trick_levels, np.uint8),
        trick_trumps=np.array(trick_trumps, np.uint8),
    )


def _planes(rows: Sequence[Sequence[int]], decks: int) -> np.ndarray:
    planes = np.zeros((len(rows), decks), np.uint64)
    for row, faces in enumerate(rows):
        for face, copies in Counter(faces).items():
            planes[row, :copies] |= np.uint64(1 << face)
    return planes


def question_lines(seed: int) -> Iterator[Line]:
    """The batch functions and single calls, against the figures that they are to reach."""
    yield from _batch_lines("two_decks", "questions, 2 decks", RANDOM, seed, targets=True)
    yield from _single_lines(seed)
    yield from _batch_lines("six", "questions, 3 decks, 6 players", SIX, seed, targets=False)


def _batch_lines(
    table: str, section: str, work: Workload, seed: int, *, targets: bool
) -> Iterator[Line]:
    rules, at = work.rules, positions_of(work, seed)
    context = (at.levels, at.trumps, rules)
    asked = (at.hands, at.leads, *context)

    def line(
        name: str,
        unit: str,
        n: int,
        ask: Callable[[], object],
        to: str | None = None,
        target: Target | None = None,
    ) -> Line:
        return Line(
            f"questions.{table}.{name}", section, f"{name}_batch", unit, Task(_times(ask), n),
            to=to, target=target if targets else None,
        )  # fmt: skip

    n = len(at.hands)
    legal = partial(legal_batch, at.hands, at.leads, at.plays, *context)
    yield line("legal", "plays/s", n, legal, target=at_least(20e6))
    yield line("count", "positions/s", n, partial(count_batch, *asked), target=at_least(10e6))
    count, most = f"questions.{table}.count", at_most(3, "ratio")
    yield line("sample", "positions/s", n, partial(sample_batch, *asked), count, most)
    yield line("deal", "boards/s", DEALS, partial(deal_batch, DEALS, seed, rules))
    tricks = (at.tricks, at.leaders, at.trick_levels, at.trick_trumps, rules)
    yield line("resolve", "tricks/s", len(at.tricks), partial(resolve_batch, *tricks))


def _single_lines(seed: int) -> Iterator[Line]:
    """A position made by one Python call, and one play judged in it by another."""
    rules = RANDOM.rules
    at = positions_of(RANDOM, seed, BOARDS // 10)
    hands, leads, plays = ([_faces(row) for row in rows] for rows in (at.hands, at.leads, at.plays))
    asked = list(zip(hands, leads, map(int, at.levels), map(int, at.trumps), strict=True))
    made = [follows(*position, rules) for position in asked]

    def make() -> None:
        for hand, lead, level, trump in asked:
            follows(hand, lead, level, trump, rules)

    def judge() -> None:
        for position, play in zip(made, plays, strict=True):
            position.is_legal(play)

    section, n = "questions, 2 decks", len(asked)
    yield Line("questions.follows", section, "follows(), one call", "positions/s",
               Task(_times(make), n))  # fmt: skip
    yield Line("questions.is_legal", section, "follows().is_legal(), one call", "plays/s",
               Task(_times(judge), n), target=at_least(1e6))  # fmt: skip


def _faces(planes: np.ndarray) -> list[int]:
    return [face for face in range(N_FACES) for plane in planes if int(plane) >> face & 1]


def _times(ask: Callable[[], object]) -> Callable[[int], None]:
    def play(times: int) -> None:
        for _ in range(times):
            ask()

    return play
