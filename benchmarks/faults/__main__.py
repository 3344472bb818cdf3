"""Break real runs in every way, and see that each promise is kept."""

import argparse
import random
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import clocks, damage, disks, kills, schedulers, strategies, writers
from .field import Field
from .program import Broken, Program

FAULTS: dict[str, Callable[[Field], str]] = {
    "kill -9, threads": kills.of_threads,
    "kill -9, processes": kills.of_processes,
    "kill -9 of a worker": kills.of_a_worker,
    "Ctrl-C, SIGTERM": kills.by_signals,
    "no scheduler": schedulers.unreachable,
    "a scheduler dies": schedulers.dies,
    "disk full": disks.full,
    "disk full at first": disks.no_room_at_all,
    "read-only": disks.read_only,
    "newer version": damage.newer,
    "truncated": damage.truncated,
    "bits flipped": damage.flipped,
    "two writers": writers.one_after_the_other,
    "two writers at once": writers.at_once,
    "clock jumps": clocks.jumps,
    "a strategy fails": strategies.fails,
    "a store from elsewhere": strategies.are_not_run,
    "strange names": strategies.have_strange_names,
}

_AT_ONCE = 4


def main() -> int:
    """Play all faults, a line each; 1 if a promise is broken."""
    parser = argparse.ArgumentParser(prog="scripts/faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how often a run is killed")
    parser.add_argument("--quick", action="store_true", help="few kills, and each fault once")
    parser.add_argument(
        "--seed", type=int, help="of the random moments; default: another each time"
    )
    parser.add_argument("--only", default="", metavar="WORDS", help="faults that have these words")
    parser.add_argument(
        "--program", default="tractor-fast", help="the command that is broken, with its arguments"
    )
    options = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        parser.error("the processes of a run are looked up in /proc, which only Linux has")
    command = shlex.split(options.program)
    found = shutil.which(command[0])
    if found is None:
        parser.error(f"there is no program {command[0]}")
    command[0] = str(Path(found).absolute())
    faults = {name: play for name, play in FAULTS.items() if options.only in name}
    if not faults:
        parser.error(f"faults are {', '.join(FAULTS)}")
    if subprocess.run([*command, "--version"], stdout=subprocess.DEVNULL).returncode:
        parser.error(f"{options.program} is not the program")
    # What a background shell starts ignores Ctrl-C, and so would all that is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    seed = random.randrange(10**6) if options.seed is None else options.seed
    count = 6 if options.quick else options.kills
    print(f"{options.program}, {count} kills, seed {seed}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults-") as scratch:

        def played(name: str) -> bool:
            """Play a fault and print what was seen; whether all promises were kept."""
            place = Path(scratch, name.replace(" ", "-"))
            place.mkdir()
            draw = random.Random(f"{seed} {name}")
            field = Field(Program(command, place), place, draw, count, options.quick)
            began = time.monotonic()
            try:
                kept, seen = True, faults[name](field)
            except (Broken, OSError, ValueError, sqlite3.Error) as error:
                kept, seen = False, f"BROKEN: {_words(error)}"
            seen = seen.replace(f"{place}/", "")
            print(f"  {name:<22} {seen}  ({time.monotonic() - began:.0f} s)", flush=True)
            return kept

        # Most of the time is spent waiting, so several are played at once.
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            kept = dict(zip(faults, pool.map(played, faults), strict=True))
    broken = [name for name in faults if not kept[name]]
    print(f"{time.monotonic() - started:.0f} s; broken: {', '.join(broken) or 'none'}")
    return 1 if broken else 0


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, Broken) else repr(error)


if __name__ == "__main__":
    sys.exit(main())
