"""Units: a single, some identical cards, or a tractor (R7)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from ..cards import format_faces
from ..rules import Rules
from .order import Order


class Unit(NamedTuple):
    """``width`` identical cards of each of ``faces``, one face a step, lowest first (R7)."""

    width: int
    faces: tuple[int, ...]

    @property
    def length(self) -> int:
        """Number of steps: 1 but for a tractor."""
        return len(self.faces)

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.width * len(self.faces)

    @property
    def shape(self) -> tuple[int, int]:
        """Width and length."""
        return self.width, len(self.faces)

    @property
    def cards(self) -> tuple[int, ...]:
        """All the cards, lowest first."""
        return tuple(face for face in self.faces for _ in range(self.width))

    @property
    def kind(self) -> str:
        """``single``, ``tuple`` or ``tractor``; ``rainbow`` for a group of that (R35)."""
        if self.width == 1 and self.length > 1:
            return "rainbow"
        return "tractor" if self.length > 1 else "tuple" if self.width > 1 else "single"

    def __str__(self) -> str:
        """The cards in text, as ``8s 8s 9s 9s``."""
        return format_faces(self.cards)


def single(face: int) -> Unit:
    """One card as a unit."""
    return Unit(1, (face,))


def in_order(units: Iterable[Unit], order: Order) -> tuple[Unit, ...]:
    """Units from the smallest on, then by their lowest card."""
    return tuple(
        sorted(units, key=lambda unit: (unit.size, order.sort_key(unit.faces[0]), unit.width))
    )


def cards_of(units: Iterable[Unit]) -> list[int]:
    """All cards of some units."""
    return [face for unit in units for face in unit.cards]


def of_one_suit(faces: Iterable[int], suit: int, order: Order) -> Counter[int]:
    """How many copies of each face of a suit there are."""
    return Counter(order.of_suit(faces, suit))


def is_tractor_shape(width: int, length: int, rules: Rules) -> bool:
    """Whether so many adjacent steps of this width make a tractor at this table (R7)."""
    return length >= rules.tractor_length and width >= rules.tractor_width


def tuples_in(counts: Counter[int]) -> Iterator[Unit]:
    """All single cards, pairs, triples ... that can be taken from some cards."""
    for face, held in counts.items():
        for width in range(1, held + 1):
            yield Unit(width, (face,))


def runs_in(
    counts: Counter[int], widths: tuple[int, ...], order: Order
) -> Iterator[tuple[int, ...]]:
    """All choices of faces for a run of adjacent steps with these widths, lowest step first.

    The cards are of one suit; a step of several equal faces gives a choice for each (R5, R6).
    """
    steps = order.by_step(counts)
    for low in steps:
        span = range(low, low + len(widths))
        if not all(step in steps for step in span):
            continue
        suit = order.suit[steps[low][0]]
        if not all((suit, step) in order.linked for step in span[:-1]):
            continue
        choices = [
            [face for face in steps[step] if counts[face] >= width]
            for step, width in zip(span, widths, strict=True)
        ]
        yield from product(*choices)


def tractors_in(counts: Counter[int], rules: Rules, order: Order) -> Iterator[Unit]:
    """All tractors of every width and length that can be taken from cards of one suit (R7)."""
    widest = max(counts.values(), default=0)
    for width in range(rules.tractor_width, widest + 1):
        for length in range(rules.tractor_length, len(counts) + 1):
            for faces in runs_in(counts, (width,) * length, order):
                yield Unit(width, faces)
