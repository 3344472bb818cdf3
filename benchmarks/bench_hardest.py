"""The hardest checks of a follow that a search has found."""

import pytest

from tractor_fast.cards import parse_faces
from tractor_fast.evaluate.hardest import hardest


@pytest.mark.parametrize("number", range(len(hardest())))
def bench_hardest_check(benchmark, number):
    check = hardest()[number]
    benchmark(check.asks)
    benchmark.extra_info["cards led"] = len(parse_faces(check.lead))
