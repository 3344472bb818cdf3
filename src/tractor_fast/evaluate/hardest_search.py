"""A search for hard checks of a follow: from random positions up, change by change.

The guide is time, so what is found differs from run to run even with one seed; positions worth
keeping are kept in :mod:`.hardest`.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any

from .._core.moves import Follows
from .._core.spec import CompiledRules
from ..cards import Trump, format_faces
from ..reference.order import TRUMP, order_of
from ..rules import load_rules
from .hardest import Check, fastest

MOST_CARDS = 54
"""Cards that a hand may have."""

_SETTINGS: Mapping[str, tuple[Any, ...]] = {
    "decks": (4, 4, 4, 4, 3),
    "throw_follow": ("chain", "chain", "each_unit"),
    "bulldozer_ladder": (
        "standard", "standard", "as_listed", "tractor_over_triple_pair", "tractor_over_triples",
    ),
    "protect_longer_tuples": (False, True),
    "tractors_answer_only_tractors": (False, False, False, True),
    "partial_tractors": (True, True, True, False),
    "throw_tractors": (True, True, True, False),
    "tractor_width": (2, 2, 2, 2, 3),
    "tractor_length": (2, 2, 2, 2, 3),
    "bombs": ("off", "off", "off", "any_suit"),
}  # fmt: skip

_PALETTES = ((0, 1, 2, 2, 3, 4), (0, 2, 2, 2), (0, 0, 2, 3), (3, 3, 2), (4, 4, 0, 3), (2, 3))
"""Copies of a face that a lead begins with, one of these for each face."""

_STARTS = 12
_PATIENCE = 150  # changes without a harder check, then the climb ends


class _Position:
    """Copies of each face of one suit in the lead, in the hand and in the play."""

    def __init__(self, lead: list[int], hand: list[int], play: list[int]) -> None:
        self.lead = lead
        self.hand = hand
        self.play = play

    def changed(self, rng: random.Random, decks: int) -> "_Position":
        new = _Position(self.lead[:], self.hand[:], self.play[:])
        for _ in range(rng.choice((1, 1, 2, 3))):
            which, i, j = rng.random(), rng.randrange(len(new.lead)), rng.randrange(len(new.lead))
            if which < 0.35:
                new.lead[i] = rng.randint(0, decks)
            elif which < 0.7:
                new.hand[i] = rng.randint(0, decks)
            elif which < 0.85:
                new.play[i] = rng.randint(0, decks)
            else:
                for copies in (new.lead, new.hand):
                    copies[i], copies[j] = copies[j], copies[i]
        return new

    def cards(self, faces: list[int]) -> tuple[list[int], ...]:
        """Lead, hand and play as cards, the copies being of these faces."""
        return tuple(
            [face for face, n in zip(faces, copies, strict=True) for _ in range(n)]
            for copies in (self.lead, self.hand, self.play)
        )

    def mend(self, rng: random.Random, decks: int, most_led: int) -> bool:
        """Make it one that can be: no more cards than there are, and a play out of the hand."""
        _shrink(rng, self.lead, most_led)
        self.hand = [min(h, decks - n) for h, n in zip(self.hand, self.lead, strict=True)]
        _shrink(rng, self.hand, MOST_CARDS)
        _shrink(rng, self.lead, sum(self.hand) - 1)
        self.play = [min(p, h) for p, h in zip(self.play, self.hand, strict=True)]
        _shrink(rng, self.play, sum(self.lead))
        while sum(self.play) < sum(self.lead):
            i = rng.randrange(len(self.play))
            self.play[i] += self.play[i] < self.hand[i]
        return sum(self.lead) > 0


def _shrink(rng: random.Random, copies: list[int], most: int) -> None:
    for _ in range(sum(copies) - max(most, 0)):
        place = rng.randrange(sum(copies))
        copies[next(i for i, up_to in enumerate(accumulate(copies)) if up_to > place)] -= 1


def climbs(seed: int, most_led: int = MOST_CARDS) -> Iterator[tuple[float, Check]]:
    """Hard checks without end, each the top of a climb, with the seconds of its fastest call.

    Leads have at most ``most_led`` cards.  What is found depends on the machine: time is the guide.
    """
    rng = random.Random(seed)
    while True:
        changes = {name: rng.choice(values) for name, values in _SETTINGS.items()}
        rules = CompiledRules(load_rules("tractor", changes))
        trump = Trump(rng.randrange(13), rng.choice((0, 3, None)))
        order = order_of(trump, rules.rules)
        suit = TRUMP if rng.random() < 0.7 else 1
        faces = sorted(
            {f for f in rules.rules.deck(trump.rank) if order.suit[f] == suit}, key=order.sort_key
        )

        def seconds(
            position: _Position,
            times: int,
            rules: CompiledRules = rules,
            trump: Trump = trump,
            faces: list[int] = faces,
        ) -> float:
            lead, hand, play = position.cards(faces)
            return fastest(lambda: Follows(rules, trump, lead, hand).is_legal(play), times)

        top, most = _climb(rng, changes["decks"], len(faces), most_led, seconds)
        lead, hand, play = (format_faces(cards) for cards in top.cards(faces))
        usual = load_rules("tractor")
        unusual = {name: v for name, v in changes.items() if v != getattr(usual, name)}
        yield most, Check(unusual, str(trump), lead, hand, play)


def _climb(
    rng: random.Random,
    decks: int,
    n_faces: int,
    most_led: int,
    seconds: Callable[[_Position, int], float],
) -> tuple[_Position, float]:
    """The best of some random positions, changed for as long as that makes it harder."""
    starts = [_start(rng, decks, n_faces, most_led) for _ in range(_STARTS)]
    most, _, top = max((seconds(one, 4), i, one) for i, one in enumerate(starts))
    waited = 0
    while waited < _PATIENCE:
        waited += 1
        new = top.changed(rng, decks)
        # A single call may be slow by chance; whoever is to be the new top is asked again.
        if new.mend(rng, decks, most_led) and seconds(new, 1) > most:
            taken = seconds(new, 8)
            if taken > most:
                top, most, waited = new, taken, 0
    return top, most


def _start(rng: random.Random, decks: int, n_faces: int, most_led: int) -> _Position:
    while True:
        lead = (
            _units(rng, decks, n_faces, most_led)
            if rng.random() < 0.5
            else _copies(rng, decks, n_faces)
        )
        hand = [decks - n if rng.random() < 0.7 else rng.randint(0, decks - n) for n in lead]
        position = _Position(lead, hand, [rng.randint(0, n) for n in hand])
        if position.mend(rng, decks, most_led):
            return position


def _copies(rng: random.Random, decks: int, n_faces: int) -> list[int]:
    palette = rng.choice(_PALETTES)
    return [min(decks, rng.choice(palette)) for _ in range(n_faces)]


def _units(rng: random.Random, decks: int, n_faces: int, most_led: int) -> list[int]:
    """Tuples and tractors with a face between two, as many as there is room for."""
    lead = [0] * n_faces
    at = rng.randrange(3)
    while True:
        width, length = rng.randint(2, decks), rng.choice((1, 1, 2, 2, 3, 4, 5, 6))
        if at + length > n_faces or sum(lead) + width * length > most_led:
            return lead
        lead[at : at + length] = [width] * length
        at += length + 1
