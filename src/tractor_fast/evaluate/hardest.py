"""The hardest checks of a follow: those that a search has found, and what they take.

A check is what a program has to do to judge a single play: read the lead (R8), find what the hand
owes it (R13, R14), and say whether the play is legal.  Long tractors, many triples and large throws
against hands that nearly meet them take longest; :mod:`.hardest_search` looks for such positions.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._core.moves import Follows
from .._core.spec import CompiledRules
from ..cards import SUITS, Trump, parse_faces, parse_rank
from ..rules import load_rules

SHORT = 12
"""Cards of a lead that is called short."""

SHORT_LIMIT = 20e-6
"""Seconds that a check may take whose lead is short."""

LIMIT = 5e-3
"""Seconds that any check may take."""


class Check(NamedTuple):
    """One play to be judged: ``rules`` are changes of the preset ``tractor``, the rest is text.

    ``trump`` is a level rank and a suit or NT, as in ``2s``.
    """

    rules: Mapping[str, Any]
    trump: str
    lead: str
    hand: str
    play: str

    @property
    def asks(self) -> Callable[[], bool]:
        """The whole check, lead and hand read anew, as a function that says whether it is legal."""
        rules = CompiledRules(load_rules("tractor", self.rules))
        suit = None if self.trump[1:] == "NT" else SUITS.index(self.trump[1:])
        trump = Trump(parse_rank(self.trump[0]), suit)
        lead, hand, play = (parse_faces(text) for text in (self.lead, self.hand, self.play))
        return lambda: Follows(rules, trump, lead, hand).is_legal(play)

    @property
    def is_short(self) -> bool:
        """Whether the lead has at most :data:`SHORT` cards."""
        return len(parse_faces(self.lead)) <= SHORT

    def seconds(self, rounds: int = 5, times: int = 20) -> float:
        """What the check takes: the median of some rounds, each the fastest of some times."""
        asks = self.asks
        return sorted(fastest(asks, times) for _ in range(rounds))[rounds // 2]


def fastest(asks: Callable[[], bool], times: int) -> float:
    """Seconds of the fastest of some calls."""
    least = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        asks()
        least = min(least, time.perf_counter() - start)
    return least


def hardest() -> list[Check]:
    """The hardest checks found: first those with short leads, then those with any."""
    return [Check(*given) for given in _FOUND]


_FOUND: tuple[tuple[Mapping[str, Any], str, str, str, str], ...] = (
    (
        {"decks": 4},
        "2s",
        "3s3s5s5s6s6s8s8s8s9s9s9s",
        "3s3s4s4s5s5s6s6s7s7s7s8s9sTsTsTsJsJsQsQsQsKsKsAsAs2h2h2d2d2d2c2c2c2s2sSJSJBJBJBJ",
        "2d2d2s3s4s7sTsJsKsAsAsSJ",
    ),
    (
        {"decks": 4, "throw_follow": "each_unit", "protect_longer_tuples": True},
        "2s",
        "3s3s4s4s5s5s6s6s7s7s8s8s",
        "3s3s4s4s6s6sJsJsJsJsQsQsQsQsKsKsAsAs2d2d2c2cBJBJBJBJ",
        "2d2d4s6sJsJsQsQsKsBJBJBJ",
    ),
    (
        {"decks": 4, "protect_longer_tuples": True},
        "2s",
        "3s3s4s4s6s6s6s6s7s7s7s7s",
        "3s3s4s4s5s5s5s8s8s8sTsTsTsJsJsJsKsKsKsAsAsAs2h2h2h2d2d2d2c2c2c2s2s2sSJSJSJ",
        "2c2d2s4s5s8sTsJsJsKsAsAs",
    ),
    (
        {"decks": 4, "protect_longer_tuples": True},
        "2s",
        "3s3s3s3s4s4s4s4s6s6s6s6s",
        "5s5s9s9sTsTsJsJsKsKsAsAs2h2h2d2d2c2c2s2sSJSJBJBJ",
        "2c2h2s2s5s5s9s9sTsAsBJBJ",
    ),
    (
        {"decks": 4, "protect_longer_tuples": True, "tractors_answer_only_tractors": True},
        "Tc",
        "2c2c2c3c3c4c4c5c5c6c6c7c7c8c8c9c9cJcJcQcQcKcKcKcAcAcThThTcTcSJSJBJBJ",
        "3c3c4c4c5c5c6c6c7c7c8c8c9c9cJcJcQcQcAcAcTsTsTsThThTdTdTdTdTcTcSJSJBJBJ",
        "3c3c4c4c5c5c6c7c7c8c8c9c9cJcJcQcQcAcAcTsTsTsThThTdTdTdTdTcTcSJSJBJBJ",
    ),
    (
        {
            "decks": 4,
            "bulldozer_ladder": "tractor_over_triple_pair",
            "tractors_answer_only_tractors": True,
            "tractor_width": 3,
        },
        "Qc",
        "2c2c2c3c3c3c4c4c4c5c5c5c6c6c6c7c7c7c8c8c8c8c9c9c9cJcQhQdSJ",
        "2c4c5c6c9cTcTcJcJcJcKcKcKcKcAcAcQsQsQsQhQhQdQdQcQcSJSJSJBJBJ",
        "2c4c5c6cTcTcJcJcJcKcKcKcKcAcAcQsQsQsQhQhQdQdQcQcSJSJSJBJBJ",
    ),
    (
        {
            "decks": 4,
            "bulldozer_ladder": "as_listed",
            "protect_longer_tuples": True,
            "throw_tractors": False,
            "bombs": "any_suit",
        },
        "3s",
        "2s2s4s4s5s5s6s6s7s7s8s8s9s9sTsTsJsJsQsQsKsKsAsAs3h3h3s3sSJSJBJBJ",
        "2s2s4s4s5s5s6s6s7s7s8s8s9s9sTsTsJsJsQsQsAsAs3d3d3c3c3c3c3s3sSJSJBJBJ",
        "2s2s4s4s5s5s7s7s8s8s9s9sTsTsJsJsQsQsAsAs3d3d3c3c3c3c3s3sSJSJBJBJ",
    ),
    (
        {"decks": 4, "bulldozer_ladder": "tractor_over_triples", "protect_longer_tuples": True},
        "7s",
        "2s2s3s3s4s4s5s5s6s6s8s8s9s9sTsTsJsJsQsQsKsKsAsAs7h7d7d7s7s7s7sSJSJBJBJ",
        "2s2s3s3s4s4s5s5s6s6s8s8s9s9sTsTsJsJsQsQsKsKsAsAs7h7h7d7d7c7c7c7cSJSJBJBJ",
        "2s2s3s3s4s4s5s5s6s6s8s8s9sTsTsJsJsQsQsKsKsAsAs7h7h7d7d7c7c7c7cSJSJBJBJ",
    ),
    (
        {"decks": 4, "throw_follow": "each_unit", "protect_longer_tuples": True},
        "9c",
        "2c2c3c3c4c4c5c5c6c6c7c7c8c8cTcTcJcJcQcQcKcKcAcAc9d9d9c9cSJSJBJBJBJ",
        "2c2c3c3c4c5c6c6c7c7c8c8cTcTcJcJcQcQcKcKcAcAc9s9s9s9s9h9h9h9h9d9d9c9cSJSJBJ",
        "2c2c3c3c6c6c7c7c8c8cTcTcJcJcQcKcKcAcAc9s9s9s9s9h9h9h9d9d9c9cSJSJBJ",
    ),
    (
        {
            "decks": 4,
            "throw_follow": "each_unit",
            "bulldozer_ladder": "tractor_over_triple_pair",
            "tractor_width": 3,
        },
        "6c",
        "2c3c4c4c4c5c5c5c7c7c7c8c8c8c8c9c9c9cTcTcTcJcJcJcQcQcQcKcKc6hBJ",
        "2c2c3c3c5c7cTcJcQcKcKcAcAcAcAc6s6s6h6h6h6d6d6d6d6c6c6c6cSJSJBJBJ",
        "2c2c3c3c5c7cTcJcQcKcKcAcAcAcAc6s6s6h6h6h6d6d6d6d6c6c6cSJSJBJBJ",
    ),
)
