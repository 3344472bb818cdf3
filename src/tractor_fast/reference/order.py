"""The suits of a deal, the strength of its cards, and which steps are neighbours (R2 to R6)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ..cards import BIG_JOKER, N_FACES, SMALL_JOKER, Trump
from ..rules import Rules

TRUMP = 4
"""The one suit of all trumps (R2); the printed suits c d h s are 0 to 3."""

_TIE_ORDER = (3, 2, 1, 0)
"""Place of c d h s among equal off-suit level cards: s < h < d < c (R10)."""


@dataclass(frozen=True, eq=False)
class Order:
    """The order of all cards in one deal.

    ``suit[face]`` is 0 to 3 or TRUMP.  ``step[face]`` is the strength inside that suit: higher
    beats lower, equal off-suit level cards share a step (R6).  ``linked`` holds the pairs (suit,
    step) whose step is adjacent to the next higher step of that suit (R5).
    """

    suit: tuple[int, ...]
    step: tuple[int, ...]
    linked: frozenset[tuple[int, int]]

    def sort_key(self, face: int) -> tuple[int, int]:
        """Strength first; equal cards of different suits count s < h < d < c (R10)."""
        return self.step[face], 0 if face >= SMALL_JOKER else _TIE_ORDER[face % 4]

    def of_suit(self, faces: Iterable[int], suit: int) -> list[int]:
        """Those of the cards that belong to a suit, in the order given."""
        return [face for face in faces if self.suit[face] == suit]

    def by_step(self, counts: Counter[int]) -> dict[int, list[int]]:
        """The faces held of each step, for cards of one suit."""
        steps: dict[int, list[int]] = {}
        for face in sorted(counts, key=self.sort_key):
            if counts[face]:
                steps.setdefault(self.step[face], []).append(face)
        return steps


def order_of(trump: Trump, rules: Rules) -> Order:
    """The order of a deal (R2 to R5)."""
    return _order(trump, rules.close_level_gap, rules.trump_tractors)


@lru_cache(maxsize=1024)
def _order(trump: Trump, close_level_gap: bool, trump_tractors: str) -> Order:
    suit_of = [TRUMP] * N_FACES
    step_of = [0] * N_FACES
    linked = set()
    for suit in (0, 1, 2, 3, TRUMP):
        steps = _steps(suit, trump)
        for step, faces in enumerate(steps):
            for face in faces:
                suit_of[face] = suit
                step_of[face] = step
        for step, (low, high) in enumerate(pairwise(steps)):
            if _adjacent(low[0], high[0], suit, trump, close_level_gap, trump_tractors):
                linked.add((suit, step))
    return Order(tuple(suit_of), tuple(step_of), frozenset(linked))


def _steps(suit: int, trump: Trump) -> list[list[int]]:
    """Steps of a suit from lowest to highest, each with its equal faces (R3, R4)."""
    printed = trump.suit if suit == TRUMP else suit
    steps = []
    if suit == TRUMP or suit != trump.suit:
        steps += [
            [4 * rank + printed] for rank in range(13) if printed is not None and rank != trump.rank
        ]
    if suit == TRUMP:
        steps.append([4 * trump.rank + other for other in range(4) if other != trump.suit])
        if trump.suit is not None:
            steps.append([4 * trump.rank + trump.suit])
        steps += [[SMALL_JOKER], [BIG_JOKER]]
    return steps


def _adjacent(
    low: int, high: int, suit: int, trump: Trump, close_level_gap: bool, trump_tractors: str
) -> bool:
    """Whether two steps that follow one another may stand in one tractor (R5, R17)."""
    top_trumps = [face for face in (low, high) if face >= SMALL_JOKER or face // 4 == trump.rank]
    if suit == TRUMP and trump_tractors == "none":
        return False
    if suit == TRUMP and trump_tractors == "suit_cards" and top_trumps:
        return False
    over_the_gap = not top_trumps and low // 4 < trump.rank < high // 4
    return close_level_gap or not over_the_gap
