"""One random position put to the compiled core and to the oracle: leads, follows, the trick."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb, prod

from .._core import referee
from .._core.moves import Follows, Leads, UnitLeads, reading
from .._core.spec import CompiledRules
from ..cards import Trump, format_faces
from ..errors import TractorFastError, UnsupportedRulesError
from ..reference import follow as oracle_follow
from ..reference import formats, lead, score, throws, trick
from ..reference.order import order_of
from ..reference.units import Unit
from ..rules import Rules
from .positions import Position, candidates

LISTED = 400
"""Leads and follows are also compared as whole sets where they are so many choices at most."""

POSITIONS_GIVEN_UP = "positions that the oracle gives up"
"""Their leads have more rungs than it walks (R13)."""

Compared = tuple[str, object, object]
"""What was compared, the oracle's answer, the core's."""


def compare_position(
    rng: random.Random, position: Position, rules: Rules, compiled: CompiledRules
) -> tuple[Counter[str], list[str]]:
    """How much was compared of each kind, and what differs, in words."""
    counts = Counter({"positions": 1, POSITIONS_GIVEN_UP: 0})
    differences = []
    trump, led, hands, _ = position
    where = f"trump {trump}, lead {format_faces(led)}, hands {' | '.join(map(format_faces, hands))}"
    try:
        for what, oracle, core in _answers(rng, position, rules, compiled):
            kind = what.partition(":")[0]
            counts[kind] += 1
            if oracle != core:
                differences.append(f"{where}; {what}: oracle {oracle}, core {core}")
    except UnsupportedRulesError:
        counts[POSITIONS_GIVEN_UP] += 1
    except TractorFastError as error:
        differences.append(f"{where}; one of both fails: {error}")
    return counts, differences


def _answers(
    rng: random.Random, position: Position, rules: Rules, compiled: CompiledRules
) -> Iterator[Compared]:
    trump, led, _, plays = position
    units = formats.reading(led, trump, rules)
    yield "readings", _as_tuples(units), reading(compiled, trump, led)
    yield from _leads((led + plays[0])[:12], trump, rules, compiled)
    yield _throw(position, units, rules, compiled)
    yield from _trick(rng, position, units, rules, compiled)
    yield from _follows(rng, position, units, rules, compiled)


def _leads(
    held: list[int], trump: Trump, rules: Rules, compiled: CompiledRules
) -> Iterator[Compared]:
    core = UnitLeads(compiled, trump, held)
    yield "sets of one-unit leads", lead.unit_leads(held, trump, rules), _sorted(core.enumerate())
    if prod(n + 1 for n in Counter(held).values()) <= LISTED:
        core = Leads(compiled, trump, held)
        yield "sets of leads", _sorted(lead.leads(held, trump, rules)), _sorted(core.enumerate())


def _throw(
    position: Position, units: Sequence[Unit], rules: Rules, compiled: CompiledRules
) -> Compared:
    hands = [position.lead, *position.hands]
    judged = throws.judge(0, units, hands, position.trump, rules)
    found = referee.throw(compiled, position.trump, 0, hands, position.lead)
    choices = [] if judged.stands else _as_tuples(judged.choices)
    return (
        "leads judged",
        (judged.stands, judged.beaten_by, choices),
        (found.stands, found.stopped_by, found.choices),
    )


def _trick(
    rng: random.Random,
    position: Position,
    units: Sequence[Unit],
    rules: Rules,
    compiled: CompiledRules,
) -> Iterator[Compared]:
    plays = [position.lead, *position.plays]
    leader = rng.randrange(rules.players)
    winner = trick.winner(leader, units, plays, position.trump, rules)
    shown = f"seat {leader} leads, {' | '.join(map(format_faces, plays))}"
    yield (
        f"tricks: {shown}",
        (winner, trick.trick_points(plays), trick.largest_unit(units)),
        tuple(referee.winner(compiled, position.trump, leader, plays)),
    )
    won = plays[(winner - leader) % rules.players]
    yield (
        f"kitty factors: taken by {format_faces(won)}",
        score.kitty_factor(units, won, position.trump, rules),
        referee.kitty_factor(compiled, position.trump, position.lead, None, won),
    )


def _follows(
    rng: random.Random,
    position: Position,
    units: Sequence[Unit],
    rules: Rules,
    compiled: CompiledRules,
) -> Iterator[Compared]:
    trump, led, (hand, *_), _ = position
    order = order_of(trump, rules)
    core = Follows(compiled, trump, led, hand)
    legal = list(core.sample(rng.getrandbits(63), 3))
    for play in candidates(rng, position, order, legal):
        oracle = oracle_follow.is_legal(hand, units, play, trump, rules)
        yield f"follows judged: {format_faces(play)}", oracle, core.is_legal(play)
    mine = order.of_suit(hand, order.suit[led[0]])
    if len({order.suit[face] for face in led}) > 1:
        mine = hand
    size = len(led)
    choices = comb(len(mine), size) or comb(len(hand) - len(mine), size - len(mine))
    if choices <= LISTED:
        expected = oracle_follow.follows(hand, units, trump, rules)
        found = _sorted(core.enumerate())
        yield "sets of follows", (len(expected), expected), (core.count(), found)


def _as_tuples(units: Iterable[Unit]) -> list[tuple[str, int, tuple[int, ...]]]:
    """Units of the oracle as the core's doors give them."""
    return [(unit.kind, unit.width, unit.faces) for unit in units]


def _sorted(plays: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    return sorted(map(tuple, plays))
