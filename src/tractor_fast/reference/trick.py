"""Who wins a trick (R16 to R18, R34)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..cards import POINTS, Trump
from ..rules import Rules
from .follow import is_bomb
from .formats import reading
from .order import TRUMP, Order, order_of
from .rainbow import is_rainbow, rainbow_winner
from .units import Unit, runs_in, single

Cut = tuple[Unit, ...]
"""A play cut into units of the lead's shapes, the smallest shape first, the highest unit first."""


def winner(
    leader: int,
    lead_units: Sequence[Unit],
    plays: Sequence[Sequence[int]],
    trump: Trump,
    rules: Rules,
) -> int:
    """Seat that wins the trick; ``plays`` are in playing order, the leader's first (R16, R17)."""
    order = order_of(trump, rules)
    if is_rainbow(lead_units):
        bombs = [play for play in plays if rules.bombs != "off" and is_bomb(play)]
        if not bombs:
            return rainbow_winner(leader, lead_units, plays, trump)
        highest = bombs[0]
        for play in bombs:
            if _bomb_beats(play, highest, order):
                highest = play
        return (leader + list(plays).index(highest)) % len(plays)
    best, best_cut = 0, _in_line(lead_units, order)
    for place in range(1, len(plays)):
        if rules.bombs != "off" and (is_bomb(plays[place]) or is_bomb(plays[best])):
            if _bomb_beats(plays[place], plays[best], order):
                best = place
            continue
        cut = _winning_cut(plays[place], best_cut, trump, rules)
        if cut is not None:
            best, best_cut = place, cut
    return (leader + best) % len(plays)


def trick_points(plays: Sequence[Sequence[int]]) -> int:
    """Points of all cards of a trick (R1, R18)."""
    return sum(POINTS[face] for play in plays for face in play)


def largest_unit(lead_units: Sequence[Unit]) -> int:
    """Cards in the largest unit of the lead's format (R29)."""
    return max(unit.size for unit in lead_units)


def _winning_cut(play: Sequence[int], leading: Cut, trump: Trump, rules: Rules) -> Cut | None:
    """The highest cut of a play that beats the leading play; None when it does not win (R17)."""
    order = order_of(trump, rules)
    suits = {order.suit[face] for face in play}
    if len(suits) > 1:
        return None
    (suit,) = suits
    leading_suit = order.suit[leading[0].faces[0]]
    if suit not in (leading_suit, TRUMP):
        return None
    shapes = [unit.shape for unit in leading]
    if rules.competes == "reading":
        own = sorted(unit.shape for unit in reading(play, trump, rules))
        if own != sorted(shapes):
            return None
    winning = [
        cut
        for cut in cuts(play, shapes, order)
        if suit != leading_suit or _beats(cut, leading, order, rules)
    ]
    return max(winning, key=lambda cut: _height(cut, order, rules), default=None)


def cuts(play: Sequence[int], shapes: Sequence[tuple[int, int]], order: Order) -> Iterator[Cut]:
    """Every way to cut cards of one suit into units of these shapes (R16)."""
    largest_first = sorted(shapes, key=lambda shape: (shape[0] * shape[1], shape), reverse=True)
    for units in _cuts(Counter(play), largest_first, None, order):
        yield _in_line(units, order)


def _cuts(
    cards: Counter[int], shapes: list[tuple[int, int]], before: Unit | None, order: Order
) -> Iterator[list[Unit]]:
    """Cut the first shape in every way, then the rest; units of one shape in rising order."""
    if not shapes or shapes[0] == (1, 1):
        yield [single(face) for face in cards.elements()]
        return
    width, length = shapes[0]
    for faces in runs_in(cards, (width,) * length, order):
        unit = Unit(width, faces)
        if before is not None and before.shape == unit.shape and before.faces > unit.faces:
            continue
        left = cards - Counter(unit.cards)
        for rest in _cuts(left, shapes[1:], unit, order):
            yield [unit, *rest]


def _in_line(units: Sequence[Unit], order: Order) -> Cut:
    """Units by rising size and shape, those of one shape from the highest to the lowest (R17)."""
    return tuple(sorted(units, key=lambda unit: (*_size(unit), unit.width, -_top(unit, order))))


def _size(unit: Unit) -> tuple[int, bool]:
    """Larger first by cards; a tractor counts as longer than a tuple of as many."""
    return unit.size, unit.length > 1


def _top(unit: Unit, order: Order) -> int:
    return order.step[unit.faces[-1]]


def _beats(cut: Cut, leading: Cut, order: Order, rules: Rules) -> bool:
    """Whether one cut beats another of the same suit and shapes under ``throw_eval`` (R17)."""
    if rules.throw_eval == "all":
        return all(_top(a, order) > _top(b, order) for a, b in zip(cut, leading, strict=True))
    return _height(cut, order, rules) > _height(leading, order, rules)


def _height(cut: Cut, order: Order, rules: Rules) -> list[int]:
    """What cuts of one play are compared by, and plays unless every unit counts (R17).

    ``all`` compares from the smallest unit up; ``longest_units`` from the longest down, singles
    left out when there is a longer one; ``highest`` the largest unit alone.
    """
    if rules.throw_eval == "all":
        return [_top(unit, order) for unit in cut]
    longest_first = sorted(cut, key=lambda unit: (_size(unit), _top(unit, order)), reverse=True)
    if rules.throw_eval == "highest":
        return [_top(longest_first[0], order)]
    if longest_first[0].size > 1:
        longest_first = [unit for unit in longest_first if unit.size > 1]
    return [_top(unit, order) for unit in longest_first]


def _bomb_beats(play: Sequence[int], leading: Sequence[int], order: Order) -> bool:
    """A bomb beats every other play; of two, trump beats plain, else the higher rank (R34)."""
    if not (is_bomb(play) and is_bomb(leading)):
        return is_bomb(play)
    mine, theirs = play[0], leading[0]
    return (order.suit[mine] == TRUMP, order.step[mine]) > (
        order.suit[theirs] == TRUMP,
        order.step[theirs],
    )
