"""Write what was measured into docs/scale.md, and what follows from it for a thousand cores."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.scale.rows import CHUNK_SECONDS, EVERY, SPREAD, WORKERS
from tractor_fast.errors import DataError
from tractor_fast.sim.pool import chunk_seconds

from . import DOCS, Grid, between_marks, table

PAGE, FIGURES = DOCS / "scale.md", DOCS / "scale.json"
SCRIPT = "scale_page"

MOST_MEMORY, MOST_STORE, MOST_RATIO = 300e6, 50e6, 1.03
"""What is promised: bytes of a run of any length, of its store, and the price of ``--out``."""

_DAY = 86_400
_NODE = 32  # cores, of a cluster's machine
_NETWORK = 125e6  # bytes a second: a gigabit

Figures = Mapping[str, Any]


def with_scale(page: str, figures: Figures) -> str:
    """The page with its tables and its sums written anew."""
    page = between_marks(page, "runs", SCRIPT, _runs(figures))
    page = between_marks(page, "chunks", SCRIPT, _chunks(figures))
    page = between_marks(page, "kept", SCRIPT, _kept(figures))
    page = between_marks(page, "rows", SCRIPT, [table(_rows(figures))])
    page = between_marks(page, "coordinator", SCRIPT, _coordinator(figures))
    return between_marks(page, "shards", SCRIPT, _shards(figures))


def _runs(figures: Figures) -> Iterator[str]:
    machine = figures["machine"]
    yield f"{machine['processor']}, {machine['cores']} cores, {machine['system']}.\n"
    if figures["small"]:
        yield "These figures are of a short try, not of a measurement.\n"
    runs = [*figures["runs"], *([figures["billion"]] if "billion" in figures else [])]
    yield table(
        (
            ("deals", "seconds", "deals a second", "peak memory, MB", "store, kB", "digest"),
            [
                (
                    f"{run['deals']:,}",
                    f"{run['seconds']:,.0f}",
                    f"{run['deals'] / run['seconds']:,.0f}",
                    f"{run['peak_bytes'] / 1e6:.0f}",
                    f"{run['store_bytes'] / 1e3:,.0f}",
                    f"`{run['digest']}`",
                )
                for run in runs
            ],
        )
    )
    kept = all(r["peak_bytes"] <= MOST_MEMORY and r["store_bytes"] <= MOST_STORE for r in runs)
    yield (
        f"At most {MOST_MEMORY / 1e6:.0f} MB of memory and {MOST_STORE / 1e6:.0f} MB of store are"
        f" promised: {'kept' if kept else 'not kept'}.\n"
    )


def _chunks(figures: Figures) -> Iterator[str]:
    executors = figures["chunks"]
    rows = []
    for name, cost in executors.items():
        hands_out = cost["main_thread" if name == "threads" else "process"]
        scheduler = _milli(cost["scheduler"]) if "scheduler" in cost else ""
        rows.append((name, _milli(cost["beyond"]), _milli(hands_out), scheduler))
    columns = "milliseconds a chunk", "of the worker", "of the coordinator", "of the scheduler"
    yield table((columns, rows))
    shortest = chunk_seconds(1)
    lost = max(cost["beyond"] for cost in executors.values()) / shortest
    yield f"Of chunks of {shortest:g} s a worker loses {lost:.2%} at most.\n"


def _kept(figures: Figures) -> Iterator[str]:
    rows = [
        (
            name,
            f"{found['seconds']:.1f}",
            f"{found['ratio']:.3f}",
            f"{found['least']:.3f} to {found['most']:.3f}",
        )
        for name, found in figures["kept"].items()
    ]
    yield table((("", "seconds without", "ratio", "of single pairs"), rows))
    pairs = next(iter(figures["kept"].values()))["pairs"]
    met = all(found["ratio"] < MOST_RATIO for found in figures["kept"].values())
    yield (
        f"Medians of {pairs} interleaved pairs of runs. At most {MOST_RATIO:g} is promised:"
        f" {'kept' if met else 'not kept'}.\n"
    )


def _rows(figures: Figures) -> Grid:
    columns = (
        "", "bytes a row", "ms to write one alone", "ms a further one", "ms of the coordinator",
        "bytes sent", "bytes sent back", "boards a second and core",
    )  # fmt: skip
    return columns, [
        (
            name,
            f"{found['bytes']:,.0f}",
            _milli(found["alone_seconds"]),
            _milli(found["more_seconds"]),
            _milli(found["coordinator"]),
            f"{found['call_bytes']:,}",
            f"{found['result_bytes']:,}",
            f"{found['boards_per_second']:,.0f}",
        )
        for name, found in figures["questions"].items()
    ]


def _coordinator(figures: Figures) -> Iterator[str]:
    a_second = WORKERS / CHUNK_SECONDS
    dask, few = figures["chunks"]["dask"], figures["questions"]["simulate"]
    questions = figures["questions"].values()
    largest = max(found["bytes"] for found in questions)
    rows_a_writing = figures["rows_a_writing"]
    writing = few["alone_seconds"] + (rows_a_writing - 1) * few["more_seconds"]
    sent = [a_second * (each["call_bytes"] + each["result_bytes"]) for each in questions]
    a_day = rows_a_writing * _DAY / EVERY
    shares = {
        "the scheduler of dask": a_second * dask["scheduler"],
        "the coordinator": a_second * dask["process"] + writing / EVERY,
        "a gigabit network": max(sent) / _NETWORK,
    }
    first = max(shares, key=lambda name: shares[name])
    rows = [
        ("chunks a second", f"{a_second:,.0f}"),
        ("random deals a day", f"{WORKERS * few['boards_per_second'] * _DAY / 1e12:,.1f} × 10¹²"),
        ("busy: the scheduler of dask", f"{shares['the scheduler of dask']:.0%} of a core"),
        ("busy: the coordinator", f"{shares['the coordinator']:.0%} of a core"),
        ("of that, writing", f"{writing / EVERY:.1%}"),
        ("network, by question", f"{min(sent) / 1e6:,.1f} to {max(sent) / 1e6:,.1f} MB a second"),
        ("rows a writing", f"{rows_a_writing:,.0f} for {a_second * EVERY:,.0f} chunks"),
        ("rows a day", f"{a_day / 1e6:,.1f} million"),
        ("store a day, simulate", f"{a_day * few['bytes'] / 1e9:,.1f} GB"),
        ("store a day, at most", f"{a_day * largest / 1e9:,.1f} GB"),
    ]
    yield table(
        ((f"{WORKERS:,} cores, dask, chunks of {CHUNK_SECONDS:g} s ± {SPREAD:.0%}", ""), rows)
    )
    shortest = chunk_seconds(1)
    reach = shortest / dask["scheduler"]
    yield (
        f"Busiest is {first}. With chunks of {shortest:g} s, whatever the number of workers, the"
        f" scheduler of dask would be full with {reach:,.0f} cores; on one machine, where"
        f" `processes` need no scheduler, a coordinator would feed"
        f" {shortest / figures['chunks']['processes']['process']:,.0f}.\n"
    )


def _shards(figures: Figures) -> Iterator[str]:
    merging, few = figures["merging"], figures["questions"]["simulate"]
    each = merging["seconds"] / merging["shards"]
    nodes = -(-WORKERS // _NODE)
    a_day = _DAY / EVERY * few["bytes"]
    yield (
        f"{WORKERS:,} cores are {nodes} machines of {_NODE}: {nodes} stores, which grow by"
        f" {a_day / 1e6:,.0f} MB a day each, {nodes * a_day / 1e9:,.1f} GB in all, and by"
        f" nothing else: a row each {EVERY:g} s has all that a machine has played since. Joining"
        f" {merging['shards']:,} stores of {merging['shard_bytes'] / 1e3:,.0f} kB took"
        f" {merging['seconds']:.1f} s, {_milli(each)} ms each.\n"
    )


def _milli(seconds: float) -> str:
    return f"{1e3 * seconds:.2f}"


def main() -> None:
    """Write the page."""
    figures = json.loads(FIGURES.read_text("utf-8"))
    PAGE.write_text(with_scale(PAGE.read_text("utf-8"), figures), "utf-8")


if __name__ == "__main__":
    try:
        main()
    except DataError as error:
        sys.exit(f"error: {error}")
