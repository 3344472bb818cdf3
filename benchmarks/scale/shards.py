"""What joining the stores of a run costs that was played in parts, without a coordinator."""

import time
from pathlib import Path
from typing import Any

from tractor_fast import simulate
from tractor_fast.runs import merge

_DEALS = 200


def merging(place: Path, shards: int) -> dict[str, Any]:
    """Seconds and bytes a shard."""
    sources = [place / f"{number}.db" for number in range(shards)]
    for number, path in enumerate(sources):
        simulate(seats="random", deals=_DEALS, first_board=number * _DEALS, jobs=1, out=path)
    began = time.perf_counter()
    merge(place / "merged.db", *sources)
    seconds = time.perf_counter() - began
    return {
        "shards": shards,
        "seconds": seconds,
        "shard_bytes": sources[0].stat().st_size,
        "merged_bytes": (place / "merged.db").stat().st_size,
    }
