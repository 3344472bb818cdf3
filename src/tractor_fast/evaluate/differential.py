"""Compiled core against oracle on random cards: whole deals, and single follow decisions.

Every case is made from (seed, number) alone, so a mismatch can be looked at again, and any number
of processes share the work.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from .._core.engine import Run
from .._core.moves import Follows, reading
from .._core.spec import CompiledRules
from ..cards import RANKS, Trump, format_faces
from ..inputs import MOST, whole
from ..record import record_deal
from ..reference import follow as oracle_follow
from ..reference import formats as oracle_formats
from ..reference.order import order_of
from ..reference.units import Unit
from ..rules import Rules, load_rules
from .processes import spread
from .replay import replay
from .simulate import threads

CONTEXTS = (
    ("trump=bid", None),  # any declarer
    ("trump=bid", -1),  # a first deal
    ("trump=random", None),
    ("trump=random", -1),
)
"""The kinds of deals, taken in turn: who decides trump, and the run's declarer."""

ENUMERATE_BELOW = 400
"""Follows of at most so many choices of cards are also compared as whole sets."""

CHUNK = 50
"""Deals or positions that are checked in one go."""


@dataclass
class Tally:
    """What was compared and what differed; tallies of parts add up."""

    counts: Counter[str] = field(default_factory=Counter)
    mismatches: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in the tally of another part."""
        self.counts += other.counts
        self.mismatches += other.mismatches


def check_deals(seed: int, first: int, deals: int) -> Tally:
    """Play boards with random choices, a quarter of the leads throws; the oracle replays each."""
    tally = Tally()
    runs: list[tuple[Run, Rules]] = []
    for override, declarer in CONTEXTS:
        rules = load_rules("tractor", [override])
        runs.append(
            (Run(rules, [("random", (0.25,))] * rules.players, seed, declarer=declarer), rules)
        )
    for board in range(first, first + deals):
        run, rules = runs[board % len(runs)]
        record = record_deal(run.spec, board)
        differences = replay(record, rules)
        tally.counts["deals"] += 1
        tally.counts["decisions in deals"] += len(record["choices"])
        tally.mismatches += [f"seed {seed} board {board}: {what}" for what in differences]
    return tally


def check_follows(seed: int, first: int, positions: int) -> Tally:
    """Put random follows, legal ones and others, to both; small sets are compared whole."""
    tally = Tally()
    rules = load_rules("tractor")
    compiled = CompiledRules(rules)
    for number in range(first, first + positions):
        _check_position(random.Random(f"follow {seed} {number}"), rules, compiled, tally)
    return tally


def _check_position(
    rng: random.Random, rules: Rules, compiled: CompiledRules, tally: Tally
) -> None:
    trump, lead, hand = random_position(rng, rules)
    units = oracle_formats.reading(lead, trump, rules)
    core_units = reading(compiled, trump, lead)
    where = f"trump {trump}, lead {format_faces(lead)}, hand {format_faces(sorted(hand))}"
    tally.counts["readings"] += 1
    if [_as_tuple(unit) for unit in units] != core_units:
        tally.mismatches.append(f"{where}: oracle reads {units}, core {core_units}")
    follows = Follows(compiled, trump, lead, hand)
    for play in _candidates(rng, trump, rules, follows, lead, hand):
        expected = oracle_follow.is_legal(hand, units, play, trump, rules)
        got = follows.is_legal(play)
        tally.counts["follow decisions"] += 1
        tally.counts["of them legal"] += expected
        if got != expected:
            said = "legal" if expected else "not legal"
            tally.mismatches.append(f"{where}, play {format_faces(play)}: oracle says {said}")
    if follows.count() <= ENUMERATE_BELOW and _choices(hand, len(lead)) <= 20 * ENUMERATE_BELOW:
        expected_set = {tuple(p) for p in oracle_follow.follows(hand, units, trump, rules)}
        core_set = {tuple(p) for p in follows.enumerate()}
        tally.counts["sets of follows"] += 1
        if core_set != expected_set or follows.count() != len(expected_set):
            tally.mismatches.append(
                f"{where}: {len(expected_set)} follows by the oracle, core counts {follows.count()}"
                f" and lists {len(core_set)}"
            )


def _as_tuple(unit: Unit) -> tuple[str, int, tuple[int, ...]]:
    """A unit of the oracle as the core's doors give it."""
    return (unit.kind, unit.width, unit.faces)


def random_position(rng: random.Random, rules: Rules) -> tuple[Trump, list[int], list[int]]:
    """Trump, a lead of one suit, and a hand to follow it, rich in pairs and in that suit."""
    trump = Trump(rng.randrange(len(RANKS)), rng.choice((None, 0, 1, 2, 3)))
    order = order_of(trump, rules)
    deck = rules.deck(trump.rank)
    # Few ranks make pairs and tractors common.
    kept = {face for face in range(54) if rng.random() < rng.choice((0.3, 0.6, 1.0))}
    pool = [face for face in deck if face in kept]
    suits: dict[object, list[int]] = {}
    for face in pool:
        suits.setdefault(order.suit[face], []).append(face)
    if not suits:
        return random_position(rng, rules)
    suit = rng.choice(sorted(suits, key=str))
    in_suit = suits[suit]
    rng.shuffle(in_suit)
    others = [face for face in deck if order.suit[face] != suit]
    size = min(len(in_suit), rng.choice((1, 2, 2, 3, 4, 4, 5, 6, 6, 8, 10)))
    lead = sorted(in_suit, key=lambda face: face if rng.random() < 0.6 else rng.random() * 54)[
        :size
    ]
    left = Counter(in_suit) - Counter(lead)
    held = list(left.elements())
    rng.shuffle(held)
    hand = held[: rng.choice((len(held), size + 2, size + 5, size, size - 1))][:27]
    hand += rng.sample(others, min(len(others), max(size - len(hand), rng.randrange(4))))
    return trump, sorted(lead), hand


def _choices(hand: list[int], size: int) -> int:
    """Upper bound of the choices of `size` cards that a hand offers, up to what matters here."""
    ways = [1] + [0] * size
    for copies in Counter(hand).values():
        for n in range(size, 0, -1):
            ways[n] += sum(ways[n - k] for k in range(1, min(copies, n) + 1))
    return ways[size]


def _candidates(
    rng: random.Random,
    trump: Trump,
    rules: Rules,
    follows: Follows,
    lead: list[int],
    hand: list[int],
) -> Iterator[list[int]]:
    """Plays to judge: random ones, random ones of the suit, legal ones and near misses of these."""
    order = order_of(trump, rules)
    suit = order.suit[lead[0]]
    in_suit = [face for face in hand if order.suit[face] == suit]
    size = len(lead)
    yield sorted(rng.sample(hand, size))
    for _ in range(3):
        yield sorted(rng.sample(in_suit, size) if len(in_suit) >= size else rng.sample(hand, size))
    for play in follows.sample(rng.getrandbits(63), 3):
        yield play
        kept = Counter(hand) - Counter(play)
        if kept:
            changed = list(play)
            changed[rng.randrange(size)] = rng.choice(sorted(kept))
            yield sorted(changed)


def run_checks(
    seed: int, deals: int, positions: int, jobs: int | None = None
) -> Iterator[tuple[int, int, Tally]]:
    """Spread both kinds of checks over processes; yields (parts done, parts, tally of one).

    Raises:
        SpecError: a number that is not allowed.
        WorkerError: a process cannot be started, or died.
    """
    seed = whole("seed", seed, 0, MOST)
    deals = whole("deals", deals, 0, MOST)
    positions = whole("positions", positions, 0, MOST)
    ranges = ((check_deals, deals), (check_follows, positions))
    parts = sum(-(-count // CHUNK) for _, count in ranges)
    calls = (
        (check, (seed, at, min(CHUNK, count - at)))
        for check, count in ranges
        for at in range(0, count, CHUNK)
    )
    jobs = min(threads(jobs), max(parts, 1))
    for done, tally in enumerate(spread(calls, jobs), start=1):
        yield done, parts, tally
