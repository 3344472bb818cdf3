"""What is finished of a part, kept every two seconds."""

import itertools

import numpy as np
import pytest
from tests.unit.stores import LIKE, chunk, digest, fields, make, plain, plan, totals

from tractor_fast.errors import DataError, SpecError, StoreError
from tractor_fast.sim.store import Ledger, Store, ledger


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when the test says so."""

    class Clock:
        now = 1000.0

        def monotonic(self):
            return self.now

    stopped = Clock()
    monkeypatch.setattr(ledger, "time", stopped)
    return stopped


@pytest.fixture
def store(tmp_path):
    with Store.create(tmp_path / "run.db", plan()) as store:
        store.begin_session({})
        yield store


def add(kept, start, count, records=None):
    kept.add(start, count, totals(start, count), digest(start, count), count / 1024, records)


def test_chunks_that_touch_become_one(store):
    kept = Ledger(store, 0, 10_000, LIKE)
    for start in (0, 10, 20, 50, 40, 90, 30):
        add(kept, start, 10)
    kept.flush()
    assert store.ranges(0) == [(0, 60), (90, 10)]
    assert [fields(each) for each in store.chunks(0)] == [
        fields(chunk(0, 60)),
        fields(chunk(90, 10)),
    ]


def test_chunks_become_one_in_any_order(store):
    for part, order in enumerate(itertools.permutations(range(4))):
        kept = Ledger(store, part, 10_000, LIKE)
        for each in order:
            add(kept, 7 * each, 7, b"%d" % each)
        kept.flush()
        (found,) = store.chunks(part)
        assert fields(found) == fields(chunk(0, 28, part, records=b"0123"))


def test_nothing_waits_longer_than_two_seconds(store, clock):
    kept = Ledger(store, 0, 10_000, LIKE)
    add(kept, 0, 10)
    clock.now += 1.9
    add(kept, 10, 10)
    assert store.ranges(0) == []
    clock.now += 0.1
    add(kept, 20, 10)
    assert store.ranges(0) == [(0, 30)]
    clock.now += 1
    add(kept, 30, 10)
    kept.tick()
    assert store.ranges(0) == [(0, 30)]
    clock.now += 1
    kept.tick()
    assert store.ranges(0) == [(0, 30), (30, 10)]
    clock.now += 5
    kept.tick()
    add(kept, 40, 10)
    assert store.ranges(0) == [(0, 30), (30, 10)], "counted from the last look"


def test_a_slow_disk_is_written_to_less_often(store, clock, monkeypatch):
    def slow(chunks, add=store.add):
        add(chunks)
        clock.now += 0.5

    monkeypatch.setattr(store, "add", slow)
    kept = Ledger(store, 0, 10_000, LIKE)
    add(kept, 0, 10)
    clock.now += 2
    add(kept, 10, 10)
    assert store.ranges(0) == [(0, 20)]
    clock.now += 19
    add(kept, 20, 10)
    assert store.ranges(0) == [(0, 20)]
    clock.now += 1
    kept.tick()
    assert store.ranges(0) == [(0, 20), (20, 10)]


def test_many_records_do_not_wait(store, clock, monkeypatch):
    monkeypatch.setattr(ledger, "_MOST_RECORDS", 100)
    kept = Ledger(store, 0, 10_000, LIKE)
    add(kept, 0, 10, bytes(60))
    assert store.ranges(0) == []
    add(kept, 10, 10, bytes(60))
    assert store.ranges(0) == [(0, 20)]
    add(kept, 20, 10, bytes(60))
    assert store.ranges(0) == [(0, 20)]


def test_no_boards_are_no_chunk(store):
    kept = Ledger(store, 0, 100, LIKE)
    add(kept, 5, 0)
    kept.flush()
    assert store.ranges(0) == []
    assert kept.gaps() == [(0, 100)]


def test_no_chunk_crosses_an_end(store):
    kept = Ledger(store, 0, 10_000, LIKE, itertools.count(100, 100))
    for start in (50, 0, 90, 100, 190, 110, 200):
        add(kept, start, {0: 50, 50: 40, 110: 80}.get(start, 10))
    kept.flush()
    assert store.ranges(0) == [(0, 100), (100, 100), (200, 10)]


def test_gaps_are_what_is_still_to_be_played(tmp_path):
    path = make(tmp_path / "run.db", [chunk(10, 10), chunk(20, 5), chunk(90, 10), chunk(0, 50, 1)])
    with Store.open(path, write=True) as store:
        assert Ledger(store, 0, 100, LIKE).gaps() == [(0, 10), (25, 65)]
        assert Ledger(store, 0, 150, LIKE).gaps() == [(0, 10), (25, 65), (100, 50)]
        assert Ledger(store, 1, 50, LIKE).gaps() == []
        assert Ledger(store, 2, 50, LIKE).gaps() == [(0, 50)]
        assert Ledger(store, 2, 0, LIKE).gaps() == []


def test_what_was_kept_is_read_while_more_is_added(tmp_path):
    path = make(tmp_path / "run.db", [chunk(0, 10), chunk(20, 10, records=b"r"), chunk(40, 10)])
    with Store.open(path, write=True) as store:
        store.begin_session({})
        kept = Ledger(store, 0, 100, LIKE)
        add(kept, 10, 10)
        kept.flush()
        found = []
        for each in kept.stored():
            found.append(fields(each))
            add(kept, each.start + 50, 10)
            kept.flush()
        assert found == [
            fields(chunk(0, 10)),
            fields(chunk(20, 10, records=b"r")),
            fields(chunk(40, 10)),
        ]
        assert len(store.ranges(0)) == 7


def test_an_interrupted_run_comes_to_the_same(tmp_path):
    def all_of(store):
        chunks = list(store.chunks(0))
        deals = sum(each.totals["deals"] for each in chunks)
        table = sum(each.totals["table"] for each in chunks)
        return deals, table.tolist(), sum(each.digest for each in chunks) % 2**128

    with Store.create(tmp_path / "whole.db", plan()) as store:
        store.begin_session({})
        kept = Ledger(store, 0, 1000, LIKE)
        add(kept, 0, 1000)
        kept.flush()
        whole = all_of(store)
    path = make(tmp_path / "run.db")
    for sitting in range(30):
        with Store.open(path, write=True) as store:
            store.begin_session({})
            kept = Ledger(store, 0, 1000, LIKE)
            for start, count in kept.gaps()[:1]:
                add(kept, start + sitting % 3 * (count // 4), count - sitting % 3 * (count // 4))
            if sitting % 5:
                kept.flush()
            if not kept.gaps():
                break
    with Store.open(path) as store:
        assert all_of(store) == whole


def broken(path, like=LIKE, boards=100, ends=()):
    with Store.open(path) as store, pytest.raises(DataError) as caught:
        list(Ledger(store, 0, boards, like, ends).stored())
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_chunks_beyond_the_boards_or_across_an_end_are_told(tmp_path):
    path = make(tmp_path / "run.db", [chunk(0, 10), chunk(40, 20)])
    said = (
        f"{path}: part 0, boards 140 to 159 go beyond the boards that are asked for, or across a"
        f" look at them"
    )
    assert broken(path, boards=59) == said
    assert broken(path, ends=(10, 41)) == said
    with Store.open(path) as store:
        assert len(list(Ledger(store, 0, 60, LIKE, (5 * at for at in (2, 8, 12))).stored())) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"more": 0},
        {"deals": [0]},
        {"by_seat": [0, 0, 0]},
        {"by_seat": 0},
        {"table": np.zeros((3, 2), np.int64)},
        {"table": [0] * 6},
    ],
)
def test_counters_of_something_else_are_told(tmp_path, change):
    path = make(tmp_path / "run.db", [chunk(0, 10)])
    said = broken(path, LIKE | change)
    assert said == (
        f"{path}: part 0, boards 100 to 109 have counters of something else: they are no part of"
        f" this run"
    )
    fewer = {name: value for name, value in LIKE.items() if name != "deals"}
    assert broken(path, fewer) == said


def test_boards_that_are_kept_already_are_told(store):
    kept = Ledger(store, 0, 100, LIKE)
    add(kept, 0, 10)
    kept.flush()
    add(kept, 5, 10)
    with pytest.raises(DataError, match="has some of part 0, boards 105 to 114 already"):
        kept.flush()


def test_what_could_not_be_written_still_waits(store):
    kept = Ledger(store, 0, 10_000, LIKE)
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    for start in range(0, 1000, 20):
        add(kept, start, 10)
    with pytest.raises(StoreError, match="the disk is full"):
        kept.flush()
    assert store.ranges(0) == []
    store._connection.execute("PRAGMA max_page_count = 1000000")
    kept.flush()
    assert store.ranges(0) == [(start, 10) for start in range(0, 1000, 20)]


def test_more_boards_than_can_be_kept_are_refused(store):
    with pytest.raises(SpecError, match="at most 9,223,372,036,854,775,807 boards"):
        Ledger(store, 0, 2**63, LIKE)


def test_counters_of_the_tests_add_up():
    assert plain(LIKE) == plain(totals(5, 0))
    both = [totals(3, 4), totals(7, 9)]
    assert both[0]["by_seat"][1] + both[1]["by_seat"][1] == totals(3, 13)["by_seat"][1]
