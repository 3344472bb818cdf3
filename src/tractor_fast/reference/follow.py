"""Which plays may follow a lead (R11 to R15, R34)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ..cards import Trump, format_faces
from ..rules import Rules
from .cutting import can_be_cut, can_be_cut_unbroken
from .ladder import Rung, chain, ladder
from .order import TRUMP, Order, order_of
from .rainbow import best_ranks, can_give, is_rainbow
from .units import Unit, in_order, of_one_suit


def is_legal(
    hand: Iterable[int], lead_units: Sequence[Unit], play: Iterable[int], trump: Trump, rules: Rules
) -> bool:
    """Whether the play may follow the lead out of this hand (R11 to R15, R34)."""
    return why_illegal(hand, lead_units, play, trump, rules) is None


def why_illegal(
    hand: Iterable[int], lead_units: Sequence[Unit], play: Iterable[int], trump: Trump, rules: Rules
) -> str | None:
    """Why the play may not follow the lead, with the rule; None when it may."""
    hand, play = Counter(hand), Counter(play)
    order = order_of(trump, rules)
    size = sum(unit.size for unit in lead_units)
    if play.total() != size:
        return f"the lead has {size} cards, this play has {play.total()} (R11)"
    if not play <= hand:
        return f"the hand does not hold {format_faces(sorted((play - hand).elements()))}"
    if is_rainbow(lead_units):
        return _why_not_in_groups(hand, lead_units, play, order, trump, rules)
    led = order.suit[lead_units[0].faces[0]]
    mine = of_one_suit(hand.elements(), led, order)
    played = of_one_suit(play.elements(), led, order)
    if rules.bombs != "off" and _free_bomb(play, led, not mine, order, rules):
        return None
    if played.total() < min(mine.total(), size):
        return "cards of the led suit are held back (R12)"
    if mine.total() <= size or rules.follow == "suit_only":
        return None
    return _why_not_in_format(mine, lead_units, played, order, rules)


def follows(
    hand: Iterable[int], lead_units: Sequence[Unit], trump: Trump, rules: Rules
) -> list[tuple[int, ...]]:
    """All distinct legal plays, sorted, found by trying every choice of cards."""
    hand = sorted(hand)
    size = sum(unit.size for unit in lead_units)
    return [
        play
        for play in sorted(set(_choices(hand, lead_units, trump, rules)))
        if len(play) == size and is_legal(hand, lead_units, play, trump, rules)
    ]


def _choices(
    hand: list[int], lead_units: Sequence[Unit], trump: Trump, rules: Rules
) -> Iterator[tuple[int, ...]]:
    """Choices of cards among which all legal plays are: R12 says how many are of the led suit."""
    order = order_of(trump, rules)
    size = sum(unit.size for unit in lead_units)
    if is_rainbow(lead_units):
        yield from combinations(hand, size)
        return
    led = order.suit[lead_units[0].faces[0]]
    mine = order.of_suit(hand, led)
    if rules.bombs != "off" and size >= BOMB_SIZE:
        yield from ((face,) * size for face in set(hand) if hand.count(face) >= size)
    if len(mine) >= size:
        yield from combinations(mine, size)
        return
    others = [face for face in hand if order.suit[face] != led]
    for fill in combinations(others, size - len(mine)):
        yield tuple(sorted((*mine, *fill)))


BOMB_SIZE = 4
"""Cards of the smallest bomb (R34)."""


def is_bomb(play: Iterable[int]) -> bool:
    """Four or more identical cards that are the whole play (R34)."""
    cards = list(play)
    return len(cards) >= BOMB_SIZE and len(set(cards)) == 1


def _free_bomb(play: Counter[int], led: int, void: bool, order: Order, rules: Rules) -> bool:
    """Whether the play is a bomb that may be played whatever else is held (R34)."""
    if not is_bomb(play.elements()):
        return False
    (face,) = play
    return rules.bombs == "any_suit" or void or order.suit[face] in (led, TRUMP)


def _why_not_in_format(
    mine: Counter[int], lead_units: Sequence[Unit], played: Counter[int], order: Order, rules: Rules
) -> str | None:
    """Why the play does not match the lead's format as far as the hand can (R13)."""
    units = _asked_units(lead_units, order, rules)
    if rules.throw_follow == "chain":
        rung = _decisive(
            chain(tuple(unit.shape for unit in units), rules), mine, played, order, rules
        )
    else:
        rung = ()
        for unit in sorted(
            units, key=lambda unit: (unit.size, unit.length > 1, unit.width), reverse=True
        ):
            own = ladder(unit.shape, len(units) > 1, rules)
            rung = _decisive(((*rung, *step) for step in own), mine, played, order, rules)
            if not can_be_cut(played, rung, order):
                # No rung need be met from here on: the play is not, the hand may have too few cards
                # that it may use unbroken.
                break
    if not can_be_cut(played, rung, order):
        return f"the hand can match the lead better, with {describe(rung)} (R13)"
    if rules.protect_longer_tuples and _unbroken_kept_back(mine, played, rung):
        return f"tuples that need not be broken for {describe(rung)} are kept back (R14)"
    return None


def _why_not_in_groups(
    hand: Counter[int],
    groups: Sequence[Unit],
    play: Counter[int],
    order: Order,
    trump: Trump,
    rules: Rules,
) -> str | None:
    """Why the play may not follow a rainbow (R35): who can give every group must.

    No suit is led, so of bombs those of trumps may be played whatever else is held, and with
    ``any_suit`` all (R34).
    """
    if rules.bombs != "off" and is_bomb(play.elements()):
        (face,) = play
        if rules.bombs == "any_suit" or order.suit[face] == TRUMP:
            return None
    if not can_give(hand.elements(), groups):
        return None
    if best_ranks(list(play.elements()), groups, trump) is None:
        return "the hand can give as many cards of one rank for each group of the rainbow (R35)"
    return None


def _asked_units(lead_units: Sequence[Unit], order: Order, rules: Rules) -> tuple[Unit, ...]:
    """The units to be matched; with ``pairs_only`` a tractor counts as its tuples (R14)."""
    units = lead_units
    if rules.follow == "pairs_only":
        units = [Unit(unit.width, (face,)) for unit in lead_units for face in unit.faces]
    return in_order(units, order)


def _decisive(
    rungs: Iterable[Rung], mine: Counter[int], played: Counter[int], order: Order, rules: Rules
) -> Rung:
    """The first rung that the play or the hand meets (R13); the last, all singles, always is."""
    for rung in rungs:
        if rules.protect_longer_tuples:
            met = can_be_cut_unbroken(mine, rung, order) or can_be_cut(played, rung, order)
        else:
            met = can_be_cut(mine, rung, order)
        if met:
            return rung
    raise AssertionError("a ladder ends in singles")


def _unbroken_kept_back(mine: Counter[int], played: Counter[int], rung: Rung) -> bool:
    """Whether the hand keeps back what could fill the slots that broken tuples fill (R14)."""
    slots = Counter(run[0] for run in rung if len(run) == 1 and run[0] > 1)
    unfilled = slots - Counter(played.values())
    return bool(unfilled) and unfilled <= Counter((mine - played).values())


def describe(rung: Rung) -> str:
    """A rung in words: ``tractor 22 + pair + 2 singles`` is written ``2-2 + 2 + 1 + 1``."""
    return " + ".join("-".join(map(str, run)) for run in rung)
