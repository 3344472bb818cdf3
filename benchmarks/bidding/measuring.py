"""Measure what bids are worth, for docs/bidding.md."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from tractor_fast import BidTable, bid_value
from tractor_fast.errors import TractorFastError
from tractor_fast.evaluate.bid_cells import AXES, SUMS
from tractor_fast.evaluate.machine import this_machine

from . import DECLARERS, LEVELS

FIGURES = Path(__file__).parents[2] / "docs" / "bidding.json"

STRATEGY, RULES = "expert", "tractor"
SEED = 5
"""One of those that nothing is tuned on."""

BOARDS = 2_600_000
"""Of each level with each kind of declarer; two deals each: 52 million deals in all."""

KEPT = ("boards", "itself", "levels", "levels_sq", "next", "next_sq", "levels_next")
"""Of SUMS: what gains in value and levels are computed from."""

TABLES = ("draw", "jokers", "role")
"""By bid (suit or no trump) and trumps, and each of these."""

_BY = ("bid", *TABLES, "trumps")
_KEYS = (
    "level", "declarer", "h", "boards", "deals", "opportunities", "digest", "command", "seconds"
)  # fmt: skip


def measure(boards: int = BOARDS, say: Callable[[str], None] = print) -> dict[str, Any]:
    """All runs: every level with a declarer who is known, and with none.

    Keys: ``machine``, ``strategy``, ``rules``, ``seed``, ``stream_version``, ``seconds``, and
    ``runs``; each has its tables in ``cells``, rows of bid, value and trumps and then the sums that
    ``sums`` names.
    """
    started = time.perf_counter()
    runs = []
    for declarer in DECLARERS:
        for level in LEVELS:
            result = bid_value(
                STRATEGY, RULES, boards, SEED, by=_BY, level=level, declarer=declarer
            )
            say(f"level {level}, declarer {declarer}: {result.seconds:.0f} s, {result.digest}")
            figures = {key: getattr(result, key) for key in _KEYS}
            runs.append(figures | {"cells": {name: list(_rows(result, name)) for name in TABLES}})
    return {
        "machine": msgspec.to_builtins(this_machine()),
        "strategy": STRATEGY,
        "rules": RULES,
        "seed": SEED,
        "stream_version": result.stream_version,
        "seconds": time.perf_counter() - started,
        "sums": list(KEPT),
        "runs": runs,
    }


def _rows(result: BidTable, name: str) -> Iterator[list[Any]]:
    """The cells by bid, this property and trumps: what they are, and the sums kept."""
    others = tuple(place for place, axis in enumerate(_BY) if axis in TABLES and axis != name)
    sums = result.totals["cells"].sum(axis=others)
    kept = [SUMS.index(each) for each in KEPT]
    for (bid, value, trumps), numbers in _populated(sums):
        labels = [AXES["bid"].text(bid), AXES[name].text(value), trumps]
        yield [*labels, *(numbers[place] for place in kept)]


def _populated(sums: Any) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    for place in zip(*sums[..., 0].nonzero(), strict=True):
        yield tuple(map(int, place)), sums[place].tolist()


def as_text(figures: dict[str, Any]) -> str:
    """JSON with a line for each row of a table."""
    return json.dumps(figures, separators=(",", ":")).replace("],[", "],\n[") + "\n"


if __name__ == "__main__":
    try:
        found = measure(*map(int, sys.argv[1:2]))
        FIGURES.write_text(as_text(found), "utf-8")
    except (TractorFastError, ValueError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("error: interrupted; docs/bidding.json is as it was")
