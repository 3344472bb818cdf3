"""Positions and tricks of deals that were played, as arrays: what batch functions are timed on."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._core.engine import POLICIES, Run
from .._core.game import Game
from ..batch import to_planes
from ..cards import Trump
from ..rules import Rules


class Played(NamedTuple):
    """Follows in the order in which they were made, then whole tricks.

    ``hands``, ``leads`` and ``plays`` are uint64 (follows, decks), ``levels`` and ``trumps`` uint8
    (follows,); ``tricks`` is uint64 (tricks, players, decks) in playing order, the last three are
    uint8 (tricks,).
    """

    hands: NDArray[np.uint64]
    leads: NDArray[np.uint64]
    plays: NDArray[np.uint64]
    levels: NDArray[np.uint8]
    trumps: NDArray[np.uint8]
    tricks: NDArray[np.uint64]
    leaders: NDArray[np.uint8]
    trick_levels: NDArray[np.uint8]
    trick_trumps: NDArray[np.uint8]


def played(rules: Rules, boards: int, seed: int = 0, strategy: str = "random") -> Played:
    """Play boards 0 to ``boards - 1`` of a seed, the same compiled strategy in every seat."""
    parameters = tuple(parameter.default for parameter in POLICIES[strategy])
    run = Run(rules, [(strategy, parameters)] * rules.players, seed).spec
    follows: list[tuple] = []
    tricks: list[tuple] = []
    for board in range(boards):
        game = Game.of_board(run, board)
        while game.decision is not None:
            if game.decision != "follow":
                game.step()
                continue
            leader, plays, _ = game.trick
            trump = game.trump
            hand = game.hand(game.seat)
            plays.append(game.step())
            follows.append((hand, plays[0], plays[-1], *_numbers(trump)))
            if len(plays) == rules.players:
                tricks.append((plays, leader, *_numbers(trump)))
    hands, leads, answers, levels, trumps = zip(*follows, strict=True)
    all_plays, leaders, trick_levels, trick_trumps = zip(*tricks, strict=True)
    return Played(
        _planes(hands, rules.decks),
        _planes(leads, rules.decks),
        _planes(answers, rules.decks),
        _small(levels),
        _small(trumps),
        np.array([_planes(plays, rules.decks) for plays in all_plays]),
        _small(leaders),
        _small(trick_levels),
        _small(trick_trumps),
    )


def _numbers(trump: Trump | None) -> tuple[int, int]:
    assert trump is not None, "cards are played when trump is known"
    return trump.rank, 4 if trump.suit is None else trump.suit


def _planes(cards: tuple, decks: int) -> NDArray[np.uint64]:
    return np.array([to_planes(faces, decks) for faces in cards])


def _small(numbers: tuple) -> NDArray[np.uint8]:
    return np.array(numbers, np.uint8)
