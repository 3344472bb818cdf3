"""Conditions on deals as a question states them: ``S=AsAs BJ`` and ``trumps(S) >= 9``."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from math import comb, prod

from ..cards import RANKS, face_name, format_faces, parse_faces
from ..errors import CardError, SpecError, did_you_mean
from ..inputs import listed, shown
from ..opening import NO_DECLARER
from ..rules import Rules
from ..strategies import parse_seat, seat_names
from .conditions import Given, Where
from .context import Context
from .features import deal_condition

GivenLike = str | Iterable[str] | Mapping[str, str | Iterable[str]]
"""Cards by owner: texts such as ``S=AsAs BJ``, or a mapping from owners to cards."""

KITTY = "kitty"
_LEAST_KEPT = 1e-4  # of the deals dealt with cards given, so that a board takes no seconds

_REDEALS = ("redeal", "declarer_side_names")  # R22: what redeals in a first deal


def conditioned(context: Context, rules: Rules, given: GivenLike, where: str | None) -> Context:
    """The context with conditions on its deals.

    Raises:
        CardError: cards that the decks, a hand or the kitty do not hold.
        SpecError: an owner or condition that is not understood, a condition that cannot hold, or
            cards that the decks have more often at one level than at another where none is named.
    """
    context = replace(context, given=parse_given(given, rules, context))
    if where is None:
        return context
    condition = deal_condition(where, rules, context)
    first_deal = context.declarer == NO_DECLARER
    if first_deal and rules.trump == "bid" and rules.no_bid in _REDEALS:
        raise SpecError(
            f"condition {shown(where)} does not go with no_bid = {rules.no_bid} in a first deal:"
            " what is dealt again would not meet it"
        )
    return replace(context, where=Where(condition))


def parse_given(given: GivenLike, rules: Rules, context: Context) -> Given | None:
    """Cards by owner; None if none are given.  Raises as :func:`conditioned` does."""
    owners = (*seat_names(rules.players), KITTY)
    cards: dict[str, list[int]] = {owner: [] for owner in owners}
    for owner, faces in _pairs(given):
        cards[_owner(owner, owners, rules.players)] += parse_faces(faces)
    if not any(cards.values()):
        return None
    for owner, held in cards.items():
        room = rules.kitty_size if owner == KITTY else rules.hand_size
        if len(held) > room:
            raise CardError(f"given: {owner} gets {len(held)} cards, and has room for {room}")
    wanted = Counter(face for held in cards.values() for face in held)
    for level in range(len(RANKS)) if context.level is None else (context.level,):
        deck = Counter(rules.deck(level))
        for face, copies in wanted.items():
            if copies > deck[face]:
                where = f" at level {RANKS[level]} (R20)" if deck[face] < rules.decks else ""
                raise CardError(
                    f"given: {copies} {face_name(face)}, and the decks hold {deck[face]}{where}"
                )
    _check_levels(wanted, rules, context)
    kept = _share_kept(list(cards.values()), wanted, rules, context)
    if kept < _LEAST_KEPT:
        raise CardError(
            "given: owners of so many cards may get more copies of them in so many ways that only"
            f" one in {1 / kept:.1g} deals would be kept; give fewer cards, or more of their copies"
        )
    *hands, kitty = (tuple(sorted(held)) for held in cards.values())
    return Given(tuple(hands), kitty)


def _check_levels(wanted: Iterable[int], rules: Rules, context: Context) -> None:
    """SpecError where levels are drawn, and some give a card given more often than others.

    The levels of all deals that hold it are then not those that boards draw (R20).
    """
    if context.level is not None:
        return
    decks = [Counter(rules.deck(level)) for level in range(len(RANKS))]
    for face in wanted:
        copies = [deck[face] for deck in decks]
        if min(copies) < max(copies):
            fewer, more = (RANKS[copies.index(n)] for n in (min(copies), max(copies)))
            raise SpecError(
                f"given: {face_name(face)} is in the decks {max(copies)} times at level {more} and"
                f" {min(copies)} at level {fewer} (R20), so it says something of the level;"
                " name a level"
            )


def _share_kept(
    given: list[list[int]], wanted: Counter[int], rules: Rules, context: Context
) -> float:
    """About the share of deals that are kept of those dealt (deal_portions in deal.pxd).

    A deal is kept with one chance in the number of ways to pick the cards given out of those
    dealt.  Here each copy that is left goes its own way.
    """
    *_, kitty = given
    free = [rules.hand_size - len(held) for held in given]
    free[-1] = rules.kitty_size - len(kitty)
    deck = Counter(rules.deck(context.level or 0))
    share = 1.0
    for face in wanted:
        owners = [owner for owner, held in enumerate(given) if face in held]
        chances = [free[owner] / max(sum(free), 1) for owner in owners]
        chances.append(1 - sum(chances))  # to anybody else
        kept = 0.0
        for ways in product(range(len(chances)), repeat=deck[face] - wanted[face]):
            picks = prod(
                comb(given[owner].count(face) + ways.count(i), ways.count(i))
                for i, owner in enumerate(owners)
            )
            kept += prod(chances[way] for way in ways) / picks
        share *= kept
    return share


def given_texts(given: Given | None) -> list[str]:
    """Texts that :func:`parse_given` reads back."""
    if given is None:
        return []
    owners = (*seat_names(len(given.hands)), KITTY)
    held = zip(owners, (*given.hands, given.kitty), strict=True)
    return [f"{owner}={format_faces(faces)}" for owner, faces in held if faces]


def _pairs(given: GivenLike) -> list[tuple[str, str | Iterable[str]]]:
    if isinstance(given, Mapping):
        return list(given.items())
    several = None if isinstance(given, str) else listed(given)
    texts = [given] if several is None else several
    pairs: list[tuple[str, str | Iterable[str]]] = []
    for text in texts:
        owner, equals, faces = text.partition("=") if isinstance(text, str) else ("", "", "")
        if not equals:
            raise SpecError(
                f"given = {shown(text)}: allowed: a seat or kitty and its cards: S=AsAs BJ"
            )
        pairs.append((owner, faces))
    return pairs


def _owner(name: str, owners: tuple[str, ...], players: int) -> str:
    text = shown(name, str).strip()
    if text.lower() == KITTY:
        return KITTY
    seat = parse_seat(text, players)
    if seat is None:
        raise SpecError(
            f"given: nobody is called {shown(text)}{did_you_mean(text, owners)};"
            f" allowed: {', '.join(owners)}"
        )
    return owners[seat]
