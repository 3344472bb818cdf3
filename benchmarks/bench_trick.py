"""Judging by one Python call: who wins a trick (R16 to R18), whether a throw stands (R9, R10)."""

from tractor_fast._core import referee

from .cases import COMPILED, recorded


def bench_winner(benchmark):
    cases = [(c.trump.trump, c.leader, c.plays) for c in recorded("winner")]

    def judge():
        for trump, leader, plays in cases:
            referee.winner(COMPILED, trump, leader, plays)

    benchmark(judge)
    benchmark.extra_info["tricks"] = len(cases)


def bench_throw(benchmark):
    cases = [(c.trump.trump, c.leader, c.hands, c.throw) for c in recorded("throw")]

    def judge():
        for trump, leader, hands, cards in cases:
            referee.throw(COMPILED, trump, leader, hands, cards)

    benchmark(judge)
    benchmark.extra_info["throws"] = len(cases)
