"""Runs that are kept: whatever ends them, they go on to what they would have come to at once."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tractor_fast import compare, match, rules_diff, simulate, tournament
from tractor_fast.errors import DataError, SpecError, StrategyError, WorkerError
from tractor_fast.sim import workers
from tractor_fast.sim.store import Store
from tractor_fast.sim.store import ledger as ledgers

RANDOM = {"seats": "random", "seed": 5}
MINE = """
class Mine:
    base = "easy"

    def lead(self, view):
        if view.board >= {fails}:
            raise ValueError("enough")
        return view.base()
"""


@pytest.fixture
def every_chunk_is_written(monkeypatch):
    monkeypatch.setattr(ledgers, "SECONDS", 0.0)
    monkeypatch.setattr(workers.Workers, "chunk_seconds", 0.002)


class Stopped(Exception):
    pass


def stop_at(share):
    def stop(progress):
        if progress.done > share * progress.of:
            raise Stopped

    return stop


def kept_boards(path):
    with Store.open(path) as store:
        return [sum(count for _, count in store.ranges(part)) for part in store.parts()]


def outcome(result):
    return result.digest, result.command, repr(result.totals)


@pytest.mark.parametrize(
    ("ask", "arguments"),
    [
        (simulate, {**RANDOM, "deals": 40_000}),
        (compare, {"a": "easy", "b": "random", "boards": 9_000, "seed": 3}),
        (compare, {"a": "easy", "b": "random", "ci": 0.012, "seed": 3}),
        (tournament, {"strategies": ["easy", "random", "greedy"], "boards": 3_000}),
        (rules_diff, {"a": "tractor", "b": "competition", "seats": "easy", "boards": 4_000,
                      "matches": 60}),
        (match, {"a": "easy", "b": "random", "matches": 1_200, "first_match": 4}),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("every_chunk_is_written")
def test_a_run_goes_on_where_it_was(tmp_path, ask, arguments):
    path = tmp_path / "run.db"
    before = []
    # A rule to stop is not foreseen: its run is stopped early in what it may take.
    for share in (0.0, 0.00005) if "ci" in arguments else (0.2, 0.6):
        with pytest.raises(Stopped):
            ask(**arguments, jobs=2, out=path, progress=stop_at(share))
        before.append(sum(kept_boards(path)))
    assert 0 < before[0] < before[1]
    told = []
    result = ask(**arguments, jobs=2, out=path, progress=told.append)
    assert told[-1].done >= before[1]
    assert outcome(result) == outcome(ask(**arguments, jobs=1))
    with Store.open(path) as store:
        assert (store.state, store.stopped_by) == ("finished", result.stopped_by)
        assert len(store.sessions()) == 3
        chunks = [chunk for part in store.parts() for chunk in store.chunks(part)]
    assert sum(chunk.digest for chunk in chunks) % 2**128 == int(result.digest, 16) or (
        "ci" in arguments  # whose last chunks may be beyond the look that stopped it
    )
    # Nothing is left to be played.
    again = ask(**arguments, jobs=2, out=path, progress=told.append)
    assert outcome(again) == outcome(result)
    assert again.deals_per_second == 0


def test_a_run_is_extended(tmp_path):
    path = tmp_path / "run.db"
    simulate(**RANDOM, deals=2_000, out=path)
    more = simulate(**RANDOM, deals=5_000, out=path)
    assert outcome(more) == outcome(simulate(**RANDOM, deals=5_000))
    assert kept_boards(path) == [5_000]
    with pytest.raises(DataError, match=r"is a run of 5,000 deals, not 4,999; ask for as many"):
        simulate(**RANDOM, deals=4_999, out=path)
    with pytest.raises(DataError, match="is of another run: seed is 5 there and 6 here"):
        simulate(**{**RANDOM, "seed": 6}, deals=5_000, out=path)
    with pytest.raises(DataError, match="begins with first_board = 0, not 7"):
        simulate(**RANDOM, deals=5_000, first_board=7, out=path)
    assert outcome(simulate(**RANDOM, deals=5_000, out=path)) == outcome(more)


def test_a_small_tournament_is_extended(tmp_path):
    names = ["easy", "random", "greedy"]
    tournament(names, boards=30, out=tmp_path / "run.db")
    found = tournament(names, boards=1_500, out=tmp_path / "run.db")
    assert found.to_dict()["ratings"] == tournament(names, boards=1_500).to_dict()["ratings"]


@pytest.mark.usefixtures("every_chunk_is_written")
def test_rows_are_kept_too(tmp_path):
    path = tmp_path / "run.db"
    whole = simulate(**RANDOM, deals=3_000, rows=True)
    with pytest.raises(Stopped):
        simulate(**RANDOM, deals=3_000, keep_rows=True, out=path, progress=stop_at(0.3))
    found = simulate(**RANDOM, deals=3_000, rows=True, out=path)
    assert np.array_equal(found.rows, whole.rows)
    with Store.open(path) as store:
        records = b"".join(chunk.records for chunk in store.chunks(0))
    assert records == whole.rows.tobytes()
    with pytest.raises(DataError, match="keep_rows is true there and false here"):
        simulate(**RANDOM, deals=3_000, out=path)
    pairs = match("easy", "random", matches=40, rows=True, out=tmp_path / "match.db", jobs=2)
    again = match("easy", "random", matches=40, rows=True, out=tmp_path / "match.db", jobs=2)
    assert len(pairs.rows) == 40
    assert np.array_equal(pairs.rows, again.rows)


@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_a_failure_keeps_what_was_before_it(tmp_path, monkeypatch, executor):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE.format(fails=1_234))
    how = {"seats": "NS=./mine.py:Mine,EW=easy", "out": "run.db", "executor": executor, "jobs": 2}
    with pytest.raises(StrategyError, match="board 1234") as caught:
        simulate(**how, deals=100_000)
    result = caught.value.result
    assert (result.deals, result.stopped_by) == (1_234, "failure")
    assert "board 1234" in result.failure
    with Store.open("run.db") as store:
        assert (store.state, store.stopped_by, store.failure) == (
            "finished", "failure", result.failure
        )  # fmt: skip
        assert store.ranges(0)[0][0] == 0
        assert sum(chunk.count for chunk in store.chunks(0) if chunk.start < 1_234) == 1_234
    (tmp_path / "mine.py").write_text(MINE.format(fails=10**9))
    with pytest.raises(DataError, match=r"is of another run: strategies\.\./mine\.py:Mine is"):
        simulate(**how, deals=100_000)


def test_who_plays_makes_no_difference(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE.format(fails=10**9))
    asked = {"a": "./mine.py:Mine", "b": "random", "boards": 700}
    one = compare(**asked, jobs=1)
    assert outcome(compare(**asked, jobs=2, executor="threads")) == outcome(one)
    assert outcome(compare(**asked, jobs=2, executor="processes", out="run.db")) == outcome(one)
    with ThreadPoolExecutor(2) as executor:
        assert outcome(compare(**asked, executor=executor)) == outcome(one)
    rows = simulate("tractor", "easy", 500, executor="processes", jobs=2, rows=True).rows
    assert np.array_equal(rows, simulate("tractor", "easy", 500, rows=True).rows)


def test_long_runs_of_python_strategies_are_played_by_processes(tmp_path, monkeypatch):
    from tractor_fast.evaluate import players

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(players, "LONG", 300)
    (tmp_path / "mine.py").write_text(MINE.format(fails=10**9))

    def executor(**asked):
        path = tmp_path / f"{len(os.listdir(tmp_path))}.db"
        simulate(out=path, **asked)
        with Store.open(path) as store:
            return store.sessions()[0]["executor"]

    mine = {"seats": "NS=./mine.py:Mine,EW=easy"}
    assert executor(**mine, deals=300, jobs=2) == "processes"
    assert executor(**mine, deals=299, jobs=2) == "threads"
    assert executor(**mine, deals=300, jobs=1) == "threads"
    assert executor(seats="easy", deals=300, jobs=2) == "threads"


class Local:
    def lead(self, view):
        return view.base()


def test_what_no_text_finds_again_is_played_here_alone(tmp_path):
    for how in ({"out": tmp_path / "run.db"}, {"executor": "processes"}):
        with pytest.raises(SpecError, match=r"is an object; runs that are kept or shared need"):
            simulate(seats=Local(), deals=5, **how)
    assert not os.listdir(tmp_path)
    assert simulate(seats=Local(), deals=5).to_dict()["plan"]["strategies"] == {
        f"{__name__}:Local": None
    }


@pytest.mark.parametrize("how", [{"executor": "thread"}, {"scheduler": "nowhere"}, {"out": 5}])
def test_wrong_ways_to_run_are_told(how):
    with pytest.raises(SpecError, match=next(iter(how))):
        simulate(**RANDOM, deals=5, **how)


def test_no_scheduler_is_told_before_a_store_is_made(tmp_path):
    with pytest.raises(WorkerError, match=r"127\.0\.0\.1:1"):
        simulate(**RANDOM, deals=5, scheduler="tcp://127.0.0.1:1", out=tmp_path / "run.db")
    assert not os.listdir(tmp_path)


def test_counters_of_something_else_are_refused(tmp_path):
    path = tmp_path / "run.db"
    simulate(**RANDOM, deals=50, out=path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE chunk SET counters = '{}'")
    connection.close()
    with pytest.raises(DataError, match="checksum does not agree"):
        simulate(**RANDOM, deals=50, out=path)


@pytest.mark.parametrize("progress", [5, "often"])
def test_what_cannot_be_told_how_far_a_run_is_is_refused(tmp_path, progress):
    with pytest.raises(SpecError, match=f"progress = {progress!r}: allowed: a function"):
        simulate(**RANDOM, deals=10, out=tmp_path / "run.db", progress=progress)
    assert not list(tmp_path.iterdir())
