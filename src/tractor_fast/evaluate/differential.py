"""Compiled core against oracle on random rules and random cards: whole deals, single positions.

Every case, its rules among it, is made from (seed, number) alone, so a mismatch can be looked at
again, and any number of processes share the work.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .._core.spec import CompiledRules
from ..errors import TractorFastError, UnsupportedRulesError
from ..inputs import MOST, whole
from ..record import record_deal
from ..rules import Rules
from ..sim import Setup, bound_run, parse_seats, threads
from .around_deals import compare_around
from .command import differential_command, replay_command
from .judging import compare_position
from .positions import random_position
from .random_rules import card_values_in_use, random_rules, values_in_use
from .replay import replay
from .spread import spread

SEATS = (
    "random(lead.throws=0.25)",
    "random(lead.throws=0.25, bid.passes=0.5)",
    "random(lead.throws=0.1, bid.passes=0.9)",
    "random(lead.throws=0.1, bid.passes=1)",
    "expert",
    "normal",
    "random",
)
"""Who plays, taken in turn.

Where every bid is as likely as passing, somebody always bids, and too high for anybody to steal the
kitty; throws of random cards hardly ever stand, those of `expert` do.  Without throws
the loop plays single cards on a way of its own.
"""

DECLARERS = ("any", "none")
"""Of later deals and of first deals, by turns."""

ONE_RULE_SET = 10
"""So many positions in a row have the same rules."""

CHUNK = 20
"""Deals or positions that are checked in one go."""

DEALS_GIVEN_UP = "deals that the oracle gives up"
"""They hold a lead with more rungs than it walks (R13)."""

Value = tuple[str, str]
"""A setting and one of its values (random_rules.py)."""


class Mismatch(NamedTuple):
    """Where core and oracle differ, in what, and the command that shows it again."""

    case: str
    difference: str
    command: str


@dataclass
class Tally:
    """What was compared, under which settings, and what differed; tallies of parts add up."""

    counts: Counter[str] = field(default_factory=Counter)
    deals: Counter[Value] = field(default_factory=Counter)
    decisions: Counter[Value] = field(default_factory=Counter)
    mismatches: list[Mismatch] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in the tally of another part."""
        self.counts.update(other.counts)  # which keeps what was counted no times
        self.deals.update(other.deals)
        self.decisions.update(other.decisions)
        self.mismatches += other.mismatches

    def note(self, what: str, decisions: int, values: Iterable[Value]) -> None:
        """Count decisions, and for each of the values that they were made under."""
        self.counts[what] += decisions
        self.counts["decisions"] += decisions
        for value in values:
            self.decisions[value] += decisions


def check_deals(seed: int, first: int, deals: int, rules: Rules | None = None) -> Tally:
    """Play boards with random choices; the oracle replays each.  No rules: others a board."""
    tally = Tally(Counter({"deals": 0, DEALS_GIVEN_UP: 0}))
    for board in range(first, first + deals):
        _check_deal(seed, board, rules, tally)
    return tally


def _check_deal(seed: int, board: int, given: Rules | None, tally: Tally) -> None:
    rules = given or random_rules(_stream("rules of board", seed, board))
    seats = parse_seats(SEATS[board % len(SEATS)], rules.players)
    setup = Setup.read(
        rules, 1, seed, 1, first_board=board, declarer=DECLARERS[board // len(SEATS) % 2]
    )
    again = differential_command(given, seed, board, deals=1)
    decisions, found = 0, []
    try:
        run, _ = bound_run(setup, seats)
        record = record_deal(run.spec, board)
        decisions = len(record["choices"])
        differences = replay(record, rules)
        replayed = replay_command(setup, seats)
        found += [(str(difference), replayed) for difference in differences]
        around = compare_around(_stream("around board", seed, board), run, board, record)
        found += [(difference, again) for difference in around]
    except UnsupportedRulesError:
        tally.counts[DEALS_GIVEN_UP] += 1
        return
    except TractorFastError as error:
        found.append((f"one of both fails: {error}", again))
    values = values_in_use(rules)
    tally.counts["deals"] += 1
    for value in values:
        tally.deals[value] += 1
    tally.note("decisions in deals", decisions, values)
    tally.mismatches += [Mismatch(f"board {board}", what, command) for what, command in found]


def check_positions(seed: int, first: int, positions: int, rules: Rules | None = None) -> Tally:
    """Put random leads, follows and tricks to both; no rules: others every ten positions."""
    tally = Tally()
    drawn: Rules | None = None
    for number in range(first, first + positions):
        if drawn is None or (rules is None and number % ONE_RULE_SET == 0):
            drawn = rules or random_rules(_stream("rules", seed, number // ONE_RULE_SET))
            compiled = CompiledRules(drawn)
            values = card_values_in_use(drawn)
        rng = _stream("position", seed, number)
        counts, differences = compare_position(rng, random_position(rng, drawn), drawn, compiled)
        tally.counts.update(counts)
        judged = counts["follows judged"] + counts["leads judged"]
        tally.note("decisions in positions", judged, values)
        if differences:
            command = differential_command(rules, seed, number, positions=1)
            tally.mismatches += [
                Mismatch(f"position {number}, {drawn.changed()}", what, command)
                for what in differences
            ]
    return tally


def _stream(what: str, seed: int, number: int) -> random.Random:
    return random.Random(f"{what} {seed} {number}")


def run_checks(
    seed: int,
    deals: int,
    positions: int,
    jobs: int | None = None,
    first: int = 0,
    rules: Rules | None = None,
) -> Iterator[tuple[int, int, Tally]]:
    """Spread both kinds of checks over processes; yields (parts done, parts, tally of one).

    Deals and positions are numbered from ``first`` on; their rules are random unless given.

    Raises:
        SpecError: a number that is not allowed.
        WorkerError: a process cannot be started, or died.
    """
    seed = whole("seed", seed, 0, MOST)
    first = whole("first", first, 0, MOST)
    deals = whole("deals", deals, 0, MOST - first)
    positions = whole("positions", positions, 0, MOST - first)
    ranges = ((check_deals, deals), (check_positions, positions))
    parts = sum(-(-count // CHUNK) for _, count in ranges)
    calls = (
        (check, (seed, first + at, min(CHUNK, count - at), rules))
        for check, count in ranges
        for at in range(0, count, CHUNK)
    )
    jobs = min(threads(jobs), max(parts, 1))
    for done, tally in enumerate(spread(calls, jobs), start=1):
        yield done, parts, tally
