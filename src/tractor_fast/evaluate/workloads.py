"""Deals to measure: which rules, and who plays."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from .._core.engine import KERNEL, Run
from ..rules import Rules, load_rules
from ..strategies import parse_strategy

LOT = {"trump": "random"}
"""Trump by lot: no bids."""


class Workload(NamedTuple):
    """Deals of one strategy in all seats, under a preset with changes."""

    seats: str
    changes: Mapping[str, Any] = {}
    preset: str = "tractor"

    @property
    def rules(self) -> Rules:
        """Its rules."""
        return load_rules(self.preset, self.changes)

    def run(self, seed: int, kernel: str = KERNEL) -> Run:
        """Its rules and seats, bound to a kernel."""
        rules, seated = self.rules, parse_strategy(self.seats)
        seats = [(seated.strategy.policy, seated.values)] * rules.players
        return Run(rules, seats, seed, kernel=kernel)

    def player(self, seed: int, kernel: str = KERNEL) -> Callable[[int], object]:
        """A function that plays so many boards of a seed, on one core; binds when first called."""
        bound = cache(lambda: self.run(seed, kernel))
        return lambda deals: bound().play(0, deals)


RANDOM = Workload("random", LOT)
RANDOM_BIDS = Workload("random")
NORMAL = Workload("normal")
EXPERT = Workload("expert")
PYTHON = Workload("tractor_fast.strategies.example:Example")
SIX = Workload("random", LOT | {"players": 6})
