"""The peers of the benchmark play the game that they are said to play."""

from pathlib import Path

import numpy as np
import pytest

import tractor_fast
from tractor_fast.errors import SpecError
from tractor_fast.evaluate.bench import Bench, Effort

ROOT = Path(__file__).parents[2]


@pytest.fixture
def peers(monkeypatch):
    """``benchmarks.peers``, found as the command finds it."""
    monkeypatch.chdir(ROOT)
    from benchmarks import peers

    return peers


def against(*names):
    return Bench(against=names, effort=Effort(2, 0.0), lines=engine_alone).run()


def engine_alone(seed):
    from tractor_fast.evaluate.bench.deals import speed_lines

    return [next(speed_lines(seed))]


def test_a_peer_stands_beside_the_engine(peers):
    run = against("naive", "naive")
    engine, naive = run.rows
    assert (naive.id, naive.to) == ("peers.naive.random_trump_by_lot", engine.id)
    assert naive.ratio.median > 1
    assert run.command == "tractor-fast bench --seed 7 --against naive --against naive"


def test_a_peer_whose_package_is_missing_is_left_out_with_a_word(peers, monkeypatch):
    monkeypatch.setattr(peers, "PEERS", {"naive": "no-such-package"})
    run = against("naive")
    assert run.absent == {"naive": "no-such-package is not installed"}
    assert [row.section for row in run.rows] == ["whole deals"]


def test_a_peer_that_cannot_be_imported_is_left_out_with_a_word(peers, monkeypatch):
    monkeypatch.setattr(peers, "PEERS", {"absent": None, "naive": None})
    run = against("absent")
    assert "cannot be imported: No module named" in run.absent["absent"]


def test_an_unknown_peer_is_named_with_all_there_are(peers):
    with pytest.raises(SpecError, match=r"against = 'numbr': allowed: naive, numba, .* mean numba"):
        against("numbr")


def test_the_naive_peer_plays_the_engines_game(peers):
    from random import Random

    from benchmarks.peers.naive import play_deal

    rules, rng = tractor_fast.load_rules("tractor", {"trump": "random"}), Random(1)
    points = [play_deal(rules, rng) for _ in range(400)]
    assert abs(np.mean(points) - engine_points().mean) < 4 * np.std(points) / 20


def test_the_numba_peer_plays_the_engines_game(peers):
    pytest.importorskip("numba", reason="a peer's package, which scripts/bench installs")
    from benchmarks.peers.numba import play_deals

    deals = 100_000
    engine = engine_points()
    points = play_deals(deals, np.uint64(1)) / deals
    assert abs(points - engine.mean) < 6 * engine.sd / np.sqrt(deals)


def engine_points():
    """Points of the attackers: about 106.5, spread 39.6."""
    played = tractor_fast.simulate(
        seats="random", overrides={"trump": "random"}, deals=100_000, seed=5
    )
    return played.attackers_points
