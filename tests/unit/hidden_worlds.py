"""The cards that a seat does not see, dealt in every way and judged by the oracle."""

from collections import Counter
from itertools import product
from math import factorial, prod

from tractor_fast.errors import PlayError
from tractor_fast.reference.deal import ReferenceDeal
from tractor_fast.reference.friends import Call
from tractor_fast.reference.order import order_of
from tractor_fast.reference.units import cards_of


class TooMany(Exception):
    """There are more deals than a test can look at."""


def places_of(view):
    """Where hidden cards lie, with how many there are: hands by seat, "kitty"."""
    places = {seat: n for seat, n in enumerate(view.hand_sizes) if seat != view.seat and n}
    if view.kitty is None and view.kitty_size:
        places["kitty"] = view.kitty_size
    return places


def unseen(view):
    left = Counter(view.rules.deck(view.level))
    left.subtract(view.hand)
    left.subtract(view.kitty or ())
    for trick in view.tricks:
        for play in trick.plays:
            left.subtract(play)
    return +left


def all_deals(view, most=100_000):
    """Every deal of the unseen cards as {place: Counter}, with the ways to deal its copies."""
    places = places_of(view)
    names = list(places)
    cards = sorted(unseen(view).items())
    assert sum(n for _, n in cards) == sum(places.values())
    found = []

    def go(at, room, dealt, ways):
        if at == len(cards):
            hands = {name: Counter() for name in names}
            for face, split in dealt:
                for name, n in zip(names, split, strict=True):
                    if n:
                        hands[name][face] = n
            found.append((hands, ways))
            if len(found) > most:
                raise TooMany
            return
        face, copies = cards[at]
        for split in product(*(range(min(copies, n) + 1) for n in room)):
            if sum(split) == copies:
                left = [n - k for n, k in zip(room, split, strict=True)]
                more = factorial(copies) // prod(map(factorial, split))
                go(at + 1, left, [*dealt, (face, split)], ways * more)

    go(0, [places[name] for name in names], [], 1)
    return found


def hands_of(view, deal):
    """The hands of all seats in a deal, and its kitty."""
    hands = [Counter(deal.get(seat, ())) for seat in range(view.players)]
    hands[view.seat] = Counter(view.hand)
    kitty = Counter(view.kitty) if view.kitty is not None else deal.get("kitty", Counter())
    return hands, kitty


def played(view, seat, since=0):
    cards = Counter()
    for trick in view.tricks[since:]:
        for place, play in enumerate(trick.plays):
            if (trick.leader + place) % view.players == seat:
                cards.update(play)
    return cards


def agrees_by_counts(view, deal):
    """Sizes, voids, cards shown, the kitty turned up, the partner named."""
    hands, kitty = hands_of(view, deal)
    order = order_of(view.trump, view.rules)
    had = [hand + played(view, seat) for seat, hand in enumerate(hands)]
    opening = len(view.bids) - (len(view.exchangers) - 1)
    for number, (seat, face, count, _) in enumerate(view.bids):
        # Who exchanged after its bid may have buried the card, and later thieves have seen that.
        after = (
            [view.exchangers.index(seat)] if number < opening and seat in view.exchangers else []
        )
        if number >= opening:
            after = [number - opening + 1]
        copies = had[seat][face]
        if after:
            thieves = set(view.exchangers[after[0] + 1 :]) - {seat}
            copies += kitty[face] + sum(had[thief][face] for thief in thieves)
        if copies < count:
            return False
    if len(view.exchangers) == 1:
        had[view.declarer] += kitty
        if Counter(view.turned_up) - had[view.declarer]:
            return False
    if view.partner_card is not None:
        others = [(view.declarer + i) % view.players for i in range(1, view.players)]
        holder = next((seat for seat in others if had[seat][view.partner_card]), view.declarer)
        if {view.declarer, holder} != set(view.team):
            return False
    for number, trick in enumerate(view.tricks):
        if trick.thrown and Counter(trick.thrown) - (
            hands[trick.leader] + played(view, trick.leader, number)
        ):
            return False
        suit = order.suit[trick.plays[0][0]]
        if any(order.suit[face] != suit for face in trick.plays[0]):
            continue  # a rainbow binds nobody to a suit
        for place, play in enumerate(trick.plays[1:], start=1):
            seat = (trick.leader + place) % view.players
            bomb = view.rules.bombs != "off" and len(play) >= 4 and len(set(play)) == 1
            if (
                not bomb
                and any(order.suit[face] != suit for face in play)
                and any(order.suit[face] == suit for face in hands[seat])
            ):
                return False
    return True


def agrees_by_plays(view, deal):
    """Whether the oracle lets all that was played be played out of these hands, with its end."""
    hands, kitty = hands_of(view, deal)
    partner = next((seat for seat in view.team if seat != view.declarer), None)
    oracle = ReferenceDeal.from_play(
        view.rules,
        trump=view.trump,
        declarer=view.declarer,
        hands=[sorted((hand + played(view, seat)).elements()) for seat, hand in enumerate(hands)],
        kitty=sorted(kitty.elements()),
        calls=[Call(face, ordinal) for face, ordinal, _ in view.friends],
        partner=partner if view.rules.partners == "named" else None,
    )
    try:
        for trick in view.tricks:
            oracle.choose(trick.thrown or trick.plays[0])
            if oracle.decision() is not None and oracle.decision().kind == "name_unit":
                named = [
                    u for u in oracle.play.naming if sorted(cards_of([u])) == list(trick.plays[0])
                ]
                if not (named and trick.thrown):
                    return False
                oracle.choose(named[0])
            led = oracle.play.trick if oracle.play.trick.plays else oracle.play.tricks[-1]
            if led.plays[0] != tuple(sorted(trick.plays[0])):
                return False
            if (led.failed_throw is None) == bool(trick.thrown):
                return False
            for play in trick.plays[1:]:
                oracle.choose(play)
    except PlayError:
        return False
    return True
