"""Whole deals on one core, from dealing to scoring."""

import pytest

import tractor_fast

DEALS = 20_000


@pytest.mark.parametrize("seats", ["random", "random(lead.throws=0.25)", "normal"])
@pytest.mark.parametrize("trump", ["random", "bid"])
def bench_deals(benchmark, seats, trump):
    result = benchmark(
        tractor_fast.simulate,
        seats=seats,
        overrides={"trump": trump},
        deals=DEALS,
        seed=7,
        jobs=1,
    )
    benchmark.extra_info["deals_per_second"] = result.deals_per_second
