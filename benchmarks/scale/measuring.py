"""Take the figures of docs/scale.md: all but the run of a thousand million deals, or that alone."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tractor_fast.errors import TractorFastError
from tractor_fast.evaluate.machine import this_machine

from . import chunks, keeping, memory, rows, shards

FIGURES = Path(__file__).parents[2] / "docs" / "scale.json"

BILLION = 10**9

QUESTIONS: dict[str, dict[str, Any]] = {
    "simulate": {"seats": "random"},
    "compare": {"a": "expert", "b": "normal"},
    "sweep": {"strategy": "expert", "params": ["lead.stake=1:6:0.25"]},
    "tournament": {"strategies": ["random", "easy", "normal", "expert"]},
    "rules-diff": {"a": "tractor", "b": "tractor", "overrides_b": ["kitty=12"]},
    "hand": {"cards": "5h5h"},
    "match": {"a": "expert", "b": "normal"},
    "bid-value": {"strategy": "expert"},
}
"""One of each kind; of the sweep, 21 values."""

KEPT: dict[str, dict[str, Any]] = {
    "simulate": {"seats": "random", "deals": 8_000_000},
    "compare": {"a": "expert", "b": "normal", "boards": 400_000},
    "sweep": {"strategy": "expert", "params": ["lead.stake=1:6:0.25"], "boards": 30_000},
}
"""Runs of some seconds, for the ratio of time with ``--out`` and without."""


def measure(say: Callable[[str], None], *, small: bool) -> dict[str, Any]:
    """All figures but those of the longest run; ``small``: to see whether it works."""
    part = 40 if small else 1
    found: dict[str, Any] = {"machine": msgspec.to_builtins(this_machine()), "small": small}

    def take(name: str, figure: Callable[[Path], Any]) -> None:
        with tempfile.TemporaryDirectory(prefix="scale-") as scratch:
            found[name] = figure(Path(scratch))
        say(f"{name}: {json.dumps(found[name])}")

    take("chunks", lambda place: chunks.of_executors(place, 4000 // part, 1 if small else 5))
    take("questions", lambda place: _questions(place, part))
    take("kept", lambda place: _kept(place, part))
    take("rows_a_writing", lambda place: rows.rows_a_writing(200 // part))
    take("merging", lambda place: shards.merging(place, 400 // part))
    take("runs", lambda place: [memory.run(place, 10**n // part) for n in (6, 7, 8)])
    return found


def _questions(place: Path, part: int) -> dict[str, Any]:
    found = {}
    for name, about in QUESTIONS.items():
        count = "matches" if name == "match" else "deals" if name == "simulate" else "boards"
        few = keeping.of_row(place, name, about | {count: 64}, 1000 // part)
        found[name] = few | chunks.of_question(place, name, about, 1000 // part)
    return found


def _kept(place: Path, part: int) -> dict[str, Any]:
    found = {}
    for name, arguments in KEPT.items():
        less = {
            key: value // part if key in ("deals", "boards") else value
            for key, value in arguments.items()
        }
        found[name] = keeping.ratio(place, name, less, 3 if part > 1 else 9)
    return found


def main() -> None:
    """Write docs/scale.json."""
    parser = argparse.ArgumentParser(prog="scripts/scale_page --measure", description=__doc__)
    parser.add_argument("--billion", action="store_true", help="the run of 1,000 million deals")
    parser.add_argument("--small", action="store_true", help="a fortieth of everything, to try it")
    options = parser.parse_args()
    known = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    if options.billion:
        with tempfile.TemporaryDirectory(prefix="scale-") as scratch:
            found = memory.run(Path(scratch), BILLION // (40 if options.small else 1))
        known["billion"] = found | {"machine": msgspec.to_builtins(this_machine())}
    else:
        billion = {"billion": known["billion"]} if "billion" in known else {}
        known = measure(lambda line: print(line, flush=True), small=options.small) | billion
    FIGURES.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    try:
        main()
    except (TractorFastError, RuntimeError, OSError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit("error: interrupted; docs/scale.json is as it was")
