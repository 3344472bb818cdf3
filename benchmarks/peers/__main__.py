"""Deals a second of processor time, and how many times as many as each peer plays."""

import argparse
import platform
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from random import Random

import tractor_fast
from tractor_fast._core.engine import KERNEL

from .naive import play_deal


def deals_per_second(play: Callable[[int], object], first: int, seconds: float) -> float:
    """Rate of ``play(deals)``: twice as many deals each time until one call takes long enough.

    Seconds are the processor's for this process, so that other work on the machine counts little.
    """
    deals = first
    while True:
        start = time.process_time()
        play(deals)
        elapsed = time.process_time() - start
        if elapsed >= seconds:
            return deals / elapsed
        deals *= 2


def cpu_name() -> str:
    """The processor as the system names it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def main() -> None:
    """Measure the engine and its peers one after the other and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="least time for each line")
    options = parser.parse_args()
    seed = options.seed

    def engine(**settings) -> Callable[[int], object]:
        return lambda deals: tractor_fast.simulate(deals=deals, seed=seed, jobs=1, **settings)

    def naive(deals: int) -> None:
        rules, rng = tractor_fast.load_rules("tractor", {"trump": "random"}), Random(seed)
        for _ in range(deals):
            play_deal(rules, rng)

    rows = [
        (
            "tractor_fast, random, trump by lot",
            engine(seats="random", overrides={"trump": "random"}),
        ),
        ("tractor_fast, random, live bids", engine(seats="random")),
        ("tractor_fast, normal, live bids", engine(seats="normal")),
        ("naive Python, random, trump by lot", naive),
    ]
    versions = [f"tractor_fast {version('tractor_fast')} ({KERNEL} kernel)"]
    try:
        versions.append(f"open_spiel {version('open_spiel')}")
        from . import openspiel

        rows += [
            (
                "OpenSpiel bridge, random, from Python",
                lambda n: openspiel.play_deals_from_python(n, seed),
            ),
            (
                "OpenSpiel bridge, random, C++ rollouts",
                lambda n: openspiel.play_rollouts_in_cpp(n, seed),
            ),
        ]
    except PackageNotFoundError:
        versions.append("open_spiel missing")

    print(f"{cpu_name()}, {platform.system()} {platform.release()}, one core")
    print(f"Python {platform.python_version()}, {', '.join(versions)}, seed {seed}")
    print(f"{'':40}{'deals/s':>12}{'first line is':>16}")
    fastest = 0.0
    for name, play in rows:
        rate = deals_per_second(play, 32, options.seconds)
        fastest = fastest or rate
        print(f"{name:40}{rate:>12,.0f}{fastest / rate:>13,.1f} x", flush=True)


if __name__ == "__main__":
    main()
