"""Many questions in one call (dealing, R11 to R18) on rows of random deals; single calls beside."""

import numpy as np
import pytest

import tractor_fast
from tractor_fast import follows, to_faces
from tractor_fast.evaluate.played import Played, played

RULES = {
    "2 decks": tractor_fast.load_rules("tractor", {"trump": "random"}),
    "3 decks, 6 players": tractor_fast.load_rules("tractor", {"players": 6, "trump": "random"}),
    "classic-4": tractor_fast.load_rules("classic-4"),
}
BOARDS = 400
ROWS = 100_000


@pytest.fixture(scope="module", params=RULES)
def table(request):
    """Rules, and the rows that are timed: the follows and tricks of some boards, repeated."""
    rules = RULES[request.param]
    few = played(rules, BOARDS, seed=7)
    return rules, Played(*(array[np.arange(ROWS) % len(array)] for array in few))


def time_rows(benchmark, call, *arguments, rows=ROWS, **named):
    benchmark(call, *arguments, **named)
    benchmark.extra_info["rows"] = rows


def bench_legal(benchmark, table):
    rules, p = table
    out = np.zeros(ROWS, bool)
    time_rows(
        benchmark,
        tractor_fast.legal_batch,
        *(p.hands, p.leads, p.plays, p.levels, p.trumps, rules),
        out=out,
    )
    assert out.all()


def bench_count(benchmark, table):
    rules, p = table
    time_rows(benchmark, tractor_fast.count_batch, p.hands, p.leads, p.levels, p.trumps, rules)


def bench_sample(benchmark, table):
    rules, p = table
    time_rows(benchmark, tractor_fast.sample_batch, p.hands, p.leads, p.levels, p.trumps, rules)


def bench_resolve(benchmark, table):
    rules, p = table
    tricks = (p.tricks, p.leaders, p.trick_levels, p.trick_trumps)
    time_rows(benchmark, tractor_fast.resolve_batch, *tricks, rules)


@pytest.mark.parametrize("name", RULES)
def bench_deal(benchmark, name):
    out = tractor_fast.deal_batch(ROWS, 7, RULES[name])
    time_rows(benchmark, tractor_fast.deal_batch, ROWS, 7, RULES[name], out=out)


def bench_single_calls(benchmark, table):
    """One position and one play a call, the position made beforehand."""
    rules, p = table
    rows = range(1000)
    asked = [
        (
            follows(to_faces(p.hands[i]), to_faces(p.leads[i]), p.levels[i], p.trumps[i], rules),
            to_faces(p.plays[i]),
        )
        for i in rows
    ]

    def ask():
        for position, play in asked:
            position.is_legal(play)

    time_rows(benchmark, ask, rows=len(asked))


def bench_single_positions(benchmark, table):
    """A position made, and one play asked about."""
    rules, p = table
    asked = [
        (to_faces(p.hands[i]), to_faces(p.leads[i]), p.levels[i], p.trumps[i], to_faces(p.plays[i]))
        for i in range(1000)
    ]

    def ask():
        for hand, lead, level, trump, play in asked:
            follows(hand, lead, level, trump, rules).is_legal(play)

    time_rows(benchmark, ask, rows=len(asked))
