"""The recorded cases of this folder on both engines."""

from pathlib import Path

import pytest

from tractor_fast.evaluate.cases import kind_of, read_rows
from tractor_fast.evaluate.conform import conform
from tractor_fast.evaluate.engines import ENGINES

FILES = sorted(Path(__file__).parent.glob("*.jsonl.gz"))


def test_the_files_are_small_and_hold_every_kind():
    assert sum(file.stat().st_size for file in FILES) <= 2_000_000
    kinds = {kind_of(row.case) for file in FILES for row in read_rows(file)}
    assert " ".join(sorted(kinds)) == (
        "advance bids deal follow kitty moves reading round score throw winner"
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_agrees_with_every_case(engine):
    result = conform(FILES, engine)
    assert result.mismatches == []
    assert result.missing == {}
    assert result.total.agree == sum(1 for file in FILES for _ in read_rows(file))
