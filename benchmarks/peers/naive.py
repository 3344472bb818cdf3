"""Random Tractor deals the naive way: lists, tuples and the plain-Python rules."""

from collections.abc import Callable, Iterator
from random import Random

from tractor_fast.cards import N_FACES, POINTS, Trump
from tractor_fast.reference.follow import follows, is_legal
from tractor_fast.reference.formats import reading
from tractor_fast.reference.lead import unit_leads
from tractor_fast.reference.order import order_of
from tractor_fast.reference.trick import largest_unit, trick_points, winner
from tractor_fast.rules import Rules, load_rules

SEATS = 4
TRIES = 30


def players(seed: int) -> Iterator[tuple[str, Callable[[int], None]]]:
    """Tractor with two decks, trump by lot."""
    rules = load_rules("tractor", {"trump": "random"})

    def play(deals: int) -> None:
        rng = Random(seed)
        for _ in range(deals):
            play_deal(rules, rng)

    yield "random, trump by lot", play


def play_deal(rules: Rules, rng: Random) -> int:
    """Deal, bury and play at random with a trump drawn by lot; the attackers' points."""
    deck = [*range(N_FACES)] * 2
    rng.shuffle(deck)
    hands = [deck[25 * seat : 25 * seat + 25] for seat in range(SEATS)]
    trump = Trump(rng.randrange(13), rng.randrange(4))
    leader = declarer = rng.randrange(SEATS)

    hands[declarer] += deck[100:]
    rng.shuffle(hands[declarer])
    kitty = [hands[declarer].pop() for _ in range(8)]

    points = 0
    while hands[leader]:
        lead = rng.choice(unit_leads(hands[leader], trump, rules))
        units = reading(lead, trump, rules)
        plays = [lead]
        for place in range(1, SEATS):
            hand = hands[(leader + place) % SEATS]
            plays.append(_follow(hand, units, trump, rules, rng))
        for place, play in enumerate(plays):
            for face in play:
                hands[(leader + place) % SEATS].remove(face)
        leader = winner(leader, units, plays, trump, rules)
        if (leader - declarer) % 2:
            points += trick_points(plays)
    if (leader - declarer) % 2:
        points += 2 * largest_unit(units) * sum(POINTS[face] for face in kitty)
    return points


def _follow(hand, units, trump, rules, rng):
    """A random legal play: draw cards until the rules allow them, then list all that they allow."""
    size = sum(unit.size for unit in units)
    order = order_of(trump, rules)
    own = order.of_suit(hand, order.suit[units[0].faces[0]])
    others = [face for face in hand if face not in own]
    for _ in range(TRIES):
        play = (
            rng.sample(own, size) if len(own) > size else own + rng.sample(others, size - len(own))
        )
        if is_legal(hand, units, play, trump, rules):
            return play
    return rng.choice(follows(hand, units, trump, rules))
