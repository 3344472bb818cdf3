"""The long form: 20,000 experiments of each kind; the suite has a short one."""

import argparse
import sys
import time

from tractor_fast import compare
from tractor_fast.evaluate.stopping import parse_test

from .intervals import coverage, runs
from .sequential import Levels, coverage_of_precision, decisions

WAYS = {
    "boards as drawn": {},
    "stratified": {"stratify": True},
    "control variates": {"control_variates": True},
    "both": {"stratify": True, "control_variates": True},
}
TESTS = (("0,0.005", 0.05, 0.05), ("0,0.02", 0.05, 0.1), ("0,0.05", 0.01, 0.05))


def main() -> int:
    """Print all shares; 1 if any is not what it should be."""
    parser = argparse.ArgumentParser(prog="scripts/trust", description=__doc__)
    parser.add_argument("--experiments", type=int, default=20_000, help="of each kind")
    parser.add_argument("--boards", type=int, default=208, help="of each small run")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("a", nargs="?", default="normal")
    parser.add_argument("b", nargs="?", default="easy")
    options = parser.parse_args()
    # 94 to 96 %, or what chance (three standard errors) makes of 95 % in so few experiments.
    off = max(0.01, 3 * (0.95 * 0.05 / options.experiments) ** 0.5)
    allowed = 0.95 - off, 0.95 + off
    a, b, count, seed = options.a, options.b, options.experiments, options.seed
    started, wrong = time.monotonic(), 0

    def judged(what: str, share: float, low: float, high: float) -> None:
        nonlocal wrong
        fine = low <= share <= high
        wrong += not fine
        print(f"  {what:<44} {share:8.2%}{'' if fine else '  WRONG'}", flush=True)

    print(f"{a} against {b}, {count:,} experiments of each kind, seed {seed}")
    h = compare(a, b, boards=0, seed=seed).holding.h
    for way, how in WAYS.items():
        print(f"95 % intervals of {options.boards} boards that hold the truth: {way}")
        found = list(runs(a, b, count, options.boards, seed, h, **how))
        shares = coverage(found)
        for name in shares if not how else ("levels_per_deal", "value"):
            judged(name, shares[name], *allowed)
    levels = Levels.played(a, b, 200_000, seed + 1)
    print("95 % intervals of runs that --ci stops, that hold the truth")
    for half_width in (0.03, 0.02, 0.01):
        share = coverage_of_precision(levels, half_width, count, seed)
        judged(f"--ci {half_width:g}", share, *allowed)
    for sprt, alpha, beta in TESTS:
        test = parse_test(sprt, alpha, beta)
        print(f"--sprt {sprt} --alpha {alpha:g} --beta {beta:g}: tests that decide wrongly")
        # A little more than what is stated may be chance: three standard errors.
        for name, mean, stated in (("low", test.sprt.low, alpha), ("high", test.sprt.high, beta)):
            made = decisions(levels, test, mean, count, seed)
            share = made.high if name == "low" else 1 - made.high
            most = stated + 3 * (stated * (1 - stated) / count) ** 0.5
            judged(f"{mean:g} is true, {made.boards:,.0f} boards on average", share, 0, most)
    print(f"{time.monotonic() - started:.0f} s; {wrong} shares are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
