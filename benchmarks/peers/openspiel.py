"""Random deals of OpenSpiel's bridge, from Python and inside its own C++ rollouts."""

from collections.abc import Callable, Iterator
from random import Random

import pyspiel

BRIDGE = "bridge(use_double_dummy_result=false)"


def players(seed: int) -> Iterator[tuple[str, Callable[[int], None]]]:
    """Both loops.  Dealing is not part of the rollouts."""
    yield "bridge, random, from Python", lambda deals: play_deals_from_python(deals, seed)
    yield "bridge, random, C++ rollouts", lambda deals: play_rollouts_in_cpp(deals, seed)


def play_deals_from_python(deals: int, seed: int) -> None:
    """Dealing, auction and play, each action drawn by a Python loop over the bindings."""
    game = pyspiel.load_game(BRIDGE)
    rng = Random(seed)
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def play_rollouts_in_cpp(deals: int, seed: int) -> None:
    """Auction and play of one dealt board at random, in C++; dealing is not part of it.

    The bindings offer rollouts inside a tree search alone: two simulations of half of them each,
    one from the root and one from its first child, are the smallest search that does nothing else.
    """
    game = pyspiel.load_game(BRIDGE)
    rng = Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    rollouts = pyspiel.RandomRolloutEvaluator(max(1, deals // 2), seed % 2**31)
    search = pyspiel.MCTSBot(game, rollouts, 1.0, 2, 100, False, seed % 2**31, False)
    search.mcts_search(state)
