"""Cutting cards into the runs of a rung (R13).

A slot of width w takes w cards of one face, a face may fill several slots, and a run takes
adjacent steps.  Slots for one card are never looked at: any card fills them, and a rung asks for no
more cards than there are.
"""

from collections import Counter
from functools import lru_cache

from .ladder import Run, Rung
from .order import Order
from .units import runs_in


def can_be_cut(cards: Counter[int], rung: Rung, order: Order) -> bool:
    """Whether cards of one suit can be cut into a rung of as many cards or fewer."""
    runs = sorted((run for run in rung if len(run) > 1), key=len, reverse=True)
    widths = tuple(sorted((run[0] for run in rung if len(run) == 1 and run[0] > 1), reverse=True))
    return _fill(cards, runs, widths, order)


def _fill(cards: Counter[int], runs: list[Run], widths: tuple[int, ...], order: Order) -> bool:
    """Place the first run in every way, the others after it, the loose tuples last."""
    if not runs:
        return _tuples_fit(tuple(sorted(held for held in cards.values() if held > 1)), widths)
    for faces in runs_in(cards, runs[0], order):
        used = Counter(dict(zip(faces, runs[0], strict=True)))
        if _fill(cards - used, runs[1:], widths, order):
            return True
    return False


@lru_cache(maxsize=100_000)
def _tuples_fit(held: tuple[int, ...], widths: tuple[int, ...]) -> bool:
    """Whether faces held so many times can give tuples of these widths, the widest first."""
    if not widths:
        return True
    width = widths[0]
    for i, copies in enumerate(held):
        if copies >= width and copies not in held[:i]:
            left = tuple(sorted((*held[:i], *held[i + 1 :], copies - width)))
            if _tuples_fit(left, widths[1:]):
                return True
    return False


def can_be_cut_unbroken(cards: Counter[int], rung: Rung, order: Order) -> bool:
    """The same with ``protect_longer_tuples`` (R14).

    Each slot, singles too, takes a face of which there are exactly as many cards, one slot a face.
    """
    runs = sorted((run for run in rung if len(run) > 1), key=len, reverse=True)
    widths = Counter(run[0] for run in rung if len(run) == 1)
    return _fill_unbroken(cards, runs, widths, order)


def _fill_unbroken(
    cards: Counter[int], runs: list[Run], widths: Counter[int], order: Order
) -> bool:
    if not runs:
        return widths <= Counter(cards.values())
    for faces in runs_in(cards, runs[0], order):
        if all(cards[face] == width for face, width in zip(faces, runs[0], strict=True)):
            left = Counter({face: held for face, held in cards.items() if face not in faces})
            if _fill_unbroken(left, runs[1:], widths, order):
                return True
    return False
