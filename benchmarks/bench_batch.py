"""Many questions in one call (dealing, R11 to R18) on rows of random deals; single calls beside."""

import numpy as np
import pytest

import tractor_fast
from tractor_fast import follows, to_faces
from tractor_fast.evaluate.played import Played, played

TABLES = {
    "2 decks": tractor_fast.load_rules("tractor", {"trump": "random"}),
    "3 decks, 6 players": tractor_fast.load_rules("tractor", {"players": 6, "trump": "random"}),
}
BOARDS = 400
ROWS = 100_000
SINGLE = 1000


@pytest.fixture(scope="module", params=TABLES)
def table(request):
    """Rules, and the rows that are timed: the follows and tricks of some boards, repeated."""
    rules = TABLES[request.param]
    few = played(rules, BOARDS, seed=7)
    return rules, Played(*(array[np.arange(ROWS) % len(array)] for array in few))


def time_rows(benchmark, call, *arguments, rows=ROWS, **named):
    benchmark.extra_info["rows"] = rows
    return benchmark(call, *arguments, **named)


def bench_legal(benchmark, table):
    rules, at = table
    asked = (at.hands, at.leads, at.plays, at.levels, at.trumps, rules)
    time_rows(benchmark, tractor_fast.legal_batch, *asked)


def bench_count(benchmark, table):
    rules, at = table
    asked = (at.hands, at.leads, at.levels, at.trumps, rules)
    time_rows(benchmark, tractor_fast.count_batch, *asked)


def bench_sample(benchmark, table):
    rules, at = table
    asked = (at.hands, at.leads, at.levels, at.trumps, rules)
    time_rows(benchmark, tractor_fast.sample_batch, *asked)


def bench_resolve(benchmark, table):
    rules, at = table
    tricks = (at.tricks, at.leaders, at.trick_levels, at.trick_trumps, rules)
    time_rows(benchmark, tractor_fast.resolve_batch, *tricks)


@pytest.mark.parametrize("name", TABLES)
def bench_deal(benchmark, name):
    rules = TABLES[name]
    out = tractor_fast.deal_batch(ROWS, 7, rules)
    time_rows(benchmark, tractor_fast.deal_batch, ROWS, 7, rules, out=out)


@pytest.fixture(scope="module")
def single(table):
    """Some of the rows as Python values: hand, lead, level, trump, rules, and a play."""
    rules, at = table
    return [
        (
            (to_faces(at.hands[i]), to_faces(at.leads[i]), at.levels[i], at.trumps[i], rules),
            to_faces(at.plays[i]),
        )
        for i in range(SINGLE)
    ]


def bench_single_calls(benchmark, single):
    """One play a call, of positions that were made beforehand."""
    asked = [(follows(*position), play) for position, play in single]

    def ask():
        for position, play in asked:
            position.is_legal(play)

    time_rows(benchmark, ask, rows=SINGLE)


def bench_single_positions(benchmark, single):
    """A position made, and one play asked about."""

    def ask():
        for position, play in single:
            follows(*position).is_legal(play)

    time_rows(benchmark, ask, rows=SINGLE)
