"""Dealing: a board's level, declarer, hands and kitty from its seed and number."""

from tractor_fast._core.engine import Run
from tractor_fast._core.game import Game

from .cases import TRACTOR

BOARDS = 1000


def bench_deal_boards(benchmark):
    spec = Run(TRACTOR, [("random", (0.0, 0.0))] * 4, seed=7).spec

    def deal():
        for board in range(BOARDS):
            Game.of_board(spec, board)

    benchmark(deal)
    benchmark.extra_info["boards"] = BOARDS
