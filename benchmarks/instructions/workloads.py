"""What is counted: ``python -m benchmarks.instructions.workloads NAME DEALS`` plays it.

Which kernel plays is for TRACTOR_FAST_KERNEL to say.
"""

import sys

from tractor_fast.evaluate.workloads import EXPERT, NORMAL, RANDOM, RANDOM_BIDS, SIX

WORKLOADS = {
    "random": RANDOM,
    "random, live bids": RANDOM_BIDS,
    "normal, live bids": NORMAL,
    "expert, live bids": EXPERT,
    "random, 3 decks, 6 players": SIX,
}
"""The rows of ``tractor-fast bench`` by which the speed of whole deals is judged."""

SEED = 7

if __name__ == "__main__":
    WORKLOADS[sys.argv[1]].player(SEED)(int(sys.argv[2]))
