"""Legal follows (R11 to R15) by one Python call each: build the position, then ask one question."""

import pytest

from tractor_fast._core.moves import Follows, Leads, UnitLeads, reading
from tractor_fast.evaluate.cases import units_of
from tractor_fast.reference.units import cards_of

from .cases import COMPILED, recorded


@pytest.fixture(scope="module")
def follows():
    return [
        (c.trump.trump, cards_of(units_of(c.lead_units)), c.hand, c.play)
        for c in recorded("follow")
    ]


def bench_position(benchmark, follows):
    def build():
        for trump, lead, hand, _ in follows:
            Follows(COMPILED, trump, lead, hand)

    benchmark(build)
    benchmark.extra_info["positions"] = len(follows)


@pytest.fixture(scope="module")
def positions(follows):
    return [Follows(COMPILED, trump, lead, hand) for trump, lead, hand, _ in follows]


def bench_is_legal(benchmark, follows, positions):
    asked = [(position, play) for position, (*_, play) in zip(positions, follows, strict=True)]

    def ask():
        for position, play in asked:
            position.is_legal(play)

    benchmark(ask)
    benchmark.extra_info["plays"] = len(asked)


def bench_count(benchmark, positions):
    def ask():
        for position in positions:
            position.count()

    benchmark(ask)
    benchmark.extra_info["positions"] = len(positions)


def bench_sample(benchmark, positions):
    def ask():
        for position in positions:
            next(position.sample())

    benchmark(ask)
    benchmark.extra_info["positions"] = len(positions)


def bench_reading(benchmark):
    leads = [(c.trump.trump, c.cards) for c in recorded("reading")]

    def read():
        for trump, cards in leads:
            reading(COMPILED, trump, cards)

    benchmark(read)
    benchmark.extra_info["leads"] = len(leads)


@pytest.mark.parametrize("kind", [UnitLeads, Leads])
def bench_count_leads(benchmark, follows, kind):
    positions = [kind(COMPILED, trump, hand) for trump, _, hand, _ in follows]

    def count():
        for position in positions:
            position.count()

    benchmark(count)
    benchmark.extra_info["hands"] = len(positions)
