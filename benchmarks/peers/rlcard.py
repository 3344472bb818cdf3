"""Random deals of RLCard's doudizhu and bridge: the games alone, without states for learning."""

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
from rlcard.games.bridge import Game as Bridge
from rlcard.games.doudizhu import Game as Doudizhu


def players(seed: int) -> Iterator[tuple[str, Callable[[int], None]]]:
    """Both games."""
    yield "doudizhu, random", lambda deals: _play_doudizhu(deals, seed)
    yield "bridge, random", lambda deals: _play_bridge(deals, seed)


def _play_doudizhu(deals: int, seed: int) -> None:
    game, rng = Doudizhu(), Random(seed)
    game.np_random = np.random.RandomState(seed % 2**32)
    for _ in range(deals):
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(rng.choice(state["actions"]))


def _play_bridge(deals: int, seed: int) -> None:
    game, rng = Bridge(), Random(seed)
    game.np_random = np.random.RandomState(seed % 2**32)
    for _ in range(deals):
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.judger.get_legal_actions()))
