"""Measure how strong the built-in strategies are, for docs/strategies.md."""

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tractor_fast import compare, match, preset_names
from tractor_fast.errors import TractorFastError
from tractor_fast.evaluate.machine import this_machine
from tractor_fast.evaluate.workloads import Workload
from tractor_fast.strategies import strategies

FIGURES = Path(__file__).parents[2] / "docs" / "strategies.json"

# Each kind of figure has a seed of its own among REPORTED_SEEDS.
PAIRS_SEED, PRESETS_SEED, MATCHES_SEED, SPEED_SEED = 1, 2, 3, 4

STRONGEST = "expert", "normal"
"""The two that meet on every preset, and in whole matches."""

_KEYS = (
    "a", "b", "boards", "seed", "levels_per_deal", "win_rate", "points", "hold_rate",
    "variance_ratio", "smallest_difference", "digest", "command", "seconds",
)  # fmt: skip
_MATCH_KEYS = (
    "a", "b", "matches", "seed", "a_wins", "length", "level_lead", "digest", "command", "seconds"
)  # fmt: skip


class Sizes(NamedTuple):
    """How much is played."""

    boards: int = 200_000
    matches: int = 2_000
    speed_deals: int = 20_000
    speed_passes: int = 5


PUBLISHED = Sizes()


def measure(
    names: Sequence[str], sizes: Sizes = PUBLISHED, say: Callable[[str], None] = print
) -> dict[str, Any]:
    """All figures of the strategies ``names``: every two on ``tractor``, the strongest elsewhere.

    Keys: ``machine``, ``pairs``, ``presets``, ``match``, ``speeds`` (deals a second of one core by
    name, all seats alike), ``stream_version`` and ``seconds``.
    """
    started = time.perf_counter()

    def compared(a: str, b: str, preset: str, seed: int) -> dict[str, Any]:
        result = compare(a, b, preset, sizes.boards, seed).to_dict()
        mean, low = (result["levels_per_deal"][end] for end in ("mean", "low"))
        say(f"{preset}: {a} - {b} {mean:+.4f} ± {mean - low:.4f}")
        return {"preset": preset} | {key: result[key] for key in _KEYS}

    pairs = [compared(a, b, "tractor", PAIRS_SEED) for b, a in combinations(names, 2)]
    presets = [compared(*STRONGEST, preset, PRESETS_SEED) for preset in preset_names()]
    matches = match(*STRONGEST, matches=sizes.matches, seed=MATCHES_SEED)
    say(f"matches: {matches.a_wins.rate}")
    return {
        "machine": msgspec.to_builtins(this_machine()),
        "stream_version": matches.stream_version,
        "pairs": pairs,
        "presets": presets,
        "match": {key: matches.to_dict()[key] for key in _MATCH_KEYS},
        "speeds": {name: _speed(name, sizes) for name in names},
        "seconds": time.perf_counter() - started,
    }


def _speed(name: str, sizes: Sizes) -> float:
    """Deals a second of processor time, the median of some passes; bids are live."""
    play = Workload(name).player(SPEED_SEED)
    play(0)  # binds
    speeds = []
    for _ in range(sizes.speed_passes):
        started = time.process_time()
        play(sizes.speed_deals)
        speeds.append(sizes.speed_deals / (time.process_time() - started))
    return statistics.median(speeds)


def by_strength() -> list[str]:
    """The built-in strategies, the weakest first."""
    order = ["random", "easy", "greedy", "normal", "expert"]
    return [name for name in order if name in strategies()]


if __name__ == "__main__":
    try:
        figures = measure(by_strength())
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    except TractorFastError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("error: interrupted; docs/strategies.json is as it was")
