"""Stores of runs: what is put in comes out, once or not at all."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from tests.unit.stores import BIG, chunk, contents, fields, make, plan

from tractor_fast.errors import DataError, StoreError
from tractor_fast.sim.store import Store, StoredChunk
from tractor_fast.sim.store.lock import WriterLock, is_written


def complaint(call, *arguments, error=DataError, **options):
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


def files(path):
    return sorted(each.name for each in path.parent.iterdir())


def test_what_is_put_in_comes_out(path):
    given = [chunk(0, 10), chunk(10, 5, records=b"records"), chunk(0, 3, part=2)]
    make(path, given)
    with Store.open(path) as store:
        assert store.path == path
        assert store.plan == plan()
        assert (store.state, store.stopped_by, store.failure) == ("open", None, None)
        assert store.parts() == [0, 2]
        assert store.ranges(0) == [(0, 10), (10, 5)]
        assert store.ranges(1) == []
        assert store.ranges(2) == [(0, 3)]
        assert [fields(each) for each in store.chunks(0)] == [fields(each) for each in given[:2]]
        assert [fields(each) for each in store.chunks(2)] == [fields(given[2])]
        assert list(store.chunks(1)) == []
        store.check()
    assert files(path) == ["run.db"]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_ctrl_c_leaves_no_lock_behind(path, monkeypatch, moment):
    def interrupted(function):
        def press(*arguments):
            if moment == "before":
                os.kill(os.getpid(), signal.SIGINT)
            result = function(*arguments)
            if moment == "after":
                os.kill(os.getpid(), signal.SIGINT)
            return result

        return press

    make(path)
    store = Store.open(path, write=True)
    monkeypatch.setattr(WriterLock, "release", interrupted(WriterLock.release))
    with pytest.raises(KeyboardInterrupt):
        store.close()
    assert files(path) == ["run.db"]
    monkeypatch.undo()
    monkeypatch.setattr(WriterLock, "__init__", interrupted(WriterLock.__init__))
    with pytest.raises(KeyboardInterrupt):
        Store.open(path, write=True)
    assert files(path) == ["run.db"]


def test_counters_are_exact_and_keep_their_kind(path):
    counters = {
        "nothing": 0,
        "small": -(2**63),
        "big": BIG**5,
        "of numpy": np.int64(5),
        "list": [1, -BIG, 0],
        "empty list": [],
        "array": np.array([2**63 - 1, -(2**63)]),
        "cube": np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1),
        "empty array": np.zeros((3, 0, 2), np.int64),
        "scalar array": np.array(9),
        'odd "name"; --': 1,
    }
    make(path, [StoredChunk(0, 0, 1, counters, 2**128 - 1, 0.0)])
    with Store.open(path) as store:
        (found,) = store.chunks(0)
    assert found.digest == 2**128 - 1
    assert list(found.totals) == list(counters)
    for name, value in counters.items():
        if isinstance(value, np.ndarray):
            assert found.totals[name].dtype == np.int64
            assert found.totals[name].shape == value.shape
            assert found.totals[name].tolist() == value.tolist()
        else:
            assert found.totals[name] == value
    assert type(found.totals["of numpy"]) is int


def test_long_counters_are_compressed(path):
    lengths = {"short": 1_000, "long": 100_000}
    chunks = [
        StoredChunk(0, at, 1, {"values": [12345] * many}, 0, 0.0)
        for at, many in enumerate(lengths.values())
    ]
    make(path, chunks)
    rows = sqlite3.connect(path).execute("SELECT typeof(counters), length(counters) FROM chunk")
    (short, _), (long, size) = rows.fetchall()
    assert (short, long) == ("text", "blob")
    assert size < 6_000
    with Store.open(path) as store:
        assert [each.totals for each in store.chunks(0)] == [each.totals for each in chunks]


@pytest.mark.parametrize(
    "wrong", [np.zeros(2), np.zeros(2, np.uint64), "12", None, {"a": 1}, 1.0, [1.5]]
)
def test_what_is_no_counter_is_not_put_in(path, wrong):
    with Store.create(path, plan()) as store:
        store.begin_session({})
        with pytest.raises((TypeError, ValueError)):
            store.add([StoredChunk(0, 0, 1, {"deals": wrong}, 0, 0.0)])
        assert store.ranges(0) == []


def test_chunks_come_in_order_however_they_were_added(path):
    places = [(40, 10), (0, 20), (90, 5), (20, 20), (95, 1)]
    with Store.create(path, plan()) as store:
        store.begin_session({})
        for place in places:
            store.add([chunk(*place)])
        assert store.ranges(0) == sorted(places)
        assert [(each.start, each.count) for each in store.chunks(0)] == sorted(places)


@pytest.mark.parametrize("other", [(10, 10), (10, 1), (19, 1), (0, 11), (19, 50), (0, 100)])
def test_no_board_counts_twice(path, other):
    with Store.create(path, plan()) as store:
        store.begin_session({})
        store.add([chunk(10, 10)])
        said = complaint(store.add, [chunk(500, 5), chunk(*other)])
        first, last = 100 + other[0], 100 + sum(other) - 1
        assert said == f"{path} has some of part 0, boards {first} to {last} already"
        assert store.ranges(0) == [(10, 10)], "all chunks or none"
        store.add([chunk(*other, part=1), chunk(0, 10), chunk(20, 1)])
    assert len(contents(path)[-1]) == 4


def test_the_same_boards_twice_in_one_go_are_refused(path):
    with Store.create(path, plan()) as store:
        store.begin_session({})
        complaint(store.add, [chunk(0, 10), chunk(5, 1)])
        assert store.parts() == []


def test_a_chunk_may_begin_almost_anywhere_but_not_beyond(path):
    most = 2**63 - 1
    with Store.create(path, plan(boards=most, first_board=2**64 - 1 - most)) as store:
        store.begin_session({})
        store.add([chunk(most - 1, 1)])
        assert store.ranges(0) == [(most - 1, 1)]
        assert f"boards {2**64 - 2} to {2**64 - 2}" in complaint(store.add, [chunk(most - 1, 1)])
        for place in ((most, 1), (0, 0), (-1, 5), (most - 1, 2)):
            with pytest.raises(ValueError, match="no chunk has"):
                store.add([chunk(*place)])


@pytest.mark.parametrize("boards", [2**63, 2**64])
def test_runs_of_more_boards_than_sqlite_counts_are_refused(path, boards):
    said = complaint(Store.create, path, plan(boards=boards, first_board=0))
    assert said == f"{path}: a run that is kept has at most 9,223,372,036,854,775,807 boards"
    assert files(path) == []


def test_what_a_question_counts_is_named_as_it_names_it(path):
    given = plan("match", matches=20, first_match=6)
    given |= {"count_name": "matches", "first_name": "first_match"}
    given["parts"] = [{"unit": "matches", "first": 6, "count": 20, "judged": False}]
    with Store.create(path, given) as store:
        store.begin_session({})
        store.add([chunk(2, 4)])
        assert "part 0, matches 8 to 11 already" in complaint(store.add, [chunk(2, 4)])


def test_a_part_has_boards_of_its_own(path):
    given = plan("rules-diff")
    given["parts"][1] = {"unit": "matches", "first": 0, "count": 500, "judged": False}
    with Store.create(path, given) as store:
        store.begin_session({})
        store.add([chunk(2, 4), chunk(2, 4, part=1)])
        assert "part 0, boards 102 to 105 already" in complaint(store.add, [chunk(2, 4)])
        assert "part 1, matches 2 to 5 already" in complaint(store.add, [chunk(2, 4, part=1)])


def test_the_run_is_finished_and_extended(path):
    make(path, [chunk(0, 5)])
    with Store.open(path, write=True) as store:
        store.finish("failure", "seat S: it raised \x1b[31mValueError\udc80")
        assert (store.state, store.stopped_by) == ("finished", "failure")
    with Store.open(path, write=True) as store:
        assert (store.state, store.stopped_by) == ("finished", "failure")
        assert store.failure == "seat S: it raised \x1b[31mValueError\\udc80"
        store.extend(plan(boards=20_000))
        assert (store.state, store.stopped_by, store.failure) == ("open", None, None)
    found, state, stopped_by, failure, _, chunks = contents(path)
    assert found == plan(boards=20_000)
    assert (state, stopped_by, failure) == ("open", None, None)
    assert chunks == [fields(chunk(0, 5))]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (plan(seed=8), "seed is 7 there and 8 here"),
        (plan("compare"), 'question is "simulate" there and "compare" here'),
        (plan(level="5"), 'level is not given there and "5" here'),
        (plan() | {"core": "dd"}, 'core is "cc" there and "dd" here'),
        (plan() | {"stream_version": 4}, "stream_version is 3 there and 4 here"),
        (
            plan() | {"strategies": {"random": "aa", "mine.py:Mine": "xx"}},
            'strategies.mine.py:Mine is "bb" there and "xx" here',
        ),
        (plan() | {"strategies": {"random": "aa"}}, '"bb" there and not given here'),
    ],
)
def test_another_run_does_not_go_on_in_its_place(path, other, said):
    make(path, [chunk(0, 5)])
    before = contents(path)
    with Store.open(path, write=True) as store:
        found = complaint(store.extend, other)
    assert found.startswith(f"{path} is of another run: ")
    assert found.endswith("; name another file")
    assert said in found
    assert contents(path) == before


def test_a_run_that_begins_elsewhere_is_another_file(path):
    make(path, [chunk(0, 5)])
    with Store.open(path, write=True) as store:
        said = complaint(store.extend, plan(first_board=50))
    assert said == (
        f"{path} begins with first_board = 100, not 50; name another file, and merge the two"
    )


def test_plans_are_compared_as_json_has_them(path):
    make(path, [], rules={"decks": 2, "kitty": [1, 2]})
    with Store.open(path, write=True) as store:
        store.extend(plan(rules={"kitty": (1, 2), "decks": 2}))
        said = complaint(store.extend, plan(rules={"decks": 3, "kitty": [1, 2]}))
        assert "rules.decks is 2 there and 3 here" in said
        assert "rules.kitty is [1, 2] there and 5 here" in complaint(
            store.extend, plan(rules={"decks": 2, "kitty": 5})
        )
        assert "rules.decks is 2 there and true here" in complaint(
            store.extend, plan(rules={"decks": True, "kitty": [1, 2]})
        )


def test_sessions_are_kept_and_chunks_know_theirs(path):
    with Store.create(path, plan()) as store:
        with pytest.raises(ValueError, match="a session begins"):
            store.add([chunk(0, 1)])
        assert store.begin_session({"machine": "here", "load": 0.5}) == 1
        store.add([chunk(0, 1)])
        assert store.begin_session({"machine": "there"}) == 2
        store.add([chunk(1, 1), chunk(2, 1, session=1)])
    with Store.open(path, write=True) as store:
        assert store.begin_session({"machine": "again"}) == 3
        store.add([chunk(3, 1)])
        assert [each.session for each in store.chunks(0)] == [1, 2, 1, 3]
        assert store.sessions() == [
            {"machine": "here", "load": 0.5, "number": 1},
            {"machine": "there", "number": 2},
            {"machine": "again", "number": 3},
        ]
        said = complaint(store.add, [chunk(4, 1, session=9)])
        assert "FOREIGN KEY" in said


def test_a_file_that_is_there_is_never_written_over(path):
    path.write_text("mine")
    assert complaint(Store.create, path, plan()) == f"{path} is there already; name another file"
    assert path.read_text() == "mine"
    assert files(path) == ["run.db"]
    path.unlink()
    make(path, [chunk(0, 5)])
    before = path.read_bytes()
    complaint(Store.create, path, plan())
    assert path.read_bytes() == before


def test_what_a_killed_process_left_of_a_new_store_is_in_nobodys_way(path):
    for name in ("run.db.new", "run.db.new-journal", "run.db.lock", "run.db-wal", "run.db-shm"):
        (path.parent / name).write_bytes(b"left over" * 1000)
    make(path, [chunk(0, 5)])
    assert contents(path)[-1] == [fields(chunk(0, 5))]
    assert files(path) == ["run.db"]


def test_links_lead_to_one_file(path, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(path)
    make(link, [chunk(0, 5)])
    assert path.is_file()
    assert link.is_symlink()
    monkeypatch.chdir(tmp_path)
    with Store.open(link, write=True) as store:
        assert store.path == path
        assert "is being written by another process" in complaint(Store.open, "run.db", write=True)
        assert "is being written by another process" in complaint(Store.create, path, plan())
    assert files(path) == ["elsewhere", "run.db"]
    assert files(link) == ["link.db"]


@pytest.mark.parametrize(
    "name", ["a b.db", "a?mode=ro#x%20.db", "a'b\".db", "ä\x1b[31m.db", ":memory:"]
)
def test_any_name_is_the_name_of_a_file(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    make(name, [chunk(0, 5)])
    assert os.listdir() == [name]
    assert contents(name)[-1] == [fields(chunk(0, 5))]


def test_a_name_that_is_no_utf8_is_one_too(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/a\xff.db")
    make(path, [chunk(0, 5)])
    assert contents(path)[-1] == [fields(chunk(0, 5))]
    assert "is there already" in complaint(Store.create, path, plan())


def test_reading_while_another_writes(path):
    with Store.create(path, plan()) as writer, Store.open(path) as reader:
        writer.begin_session({})
        assert reader.ranges(0) == []
        writer.add([chunk(0, 5)])
        assert reader.ranges(0) == [(0, 5)]
        walk = reader.chunks(0)
        writer.add([chunk(5, 5)])
        assert [each.start for each in walk] == [0, 5]
        reader.check()
        with Store.open(path) as another:
            another.check()
        writer.finish("boards", None)
        assert reader.state == "open", "as it was when it was opened"
    assert files(path) == ["run.db"]


def test_adding_in_the_middle_of_reading(path):
    with Store.create(path, plan()) as store:
        store.begin_session({})
        store.add([chunk(0, 5), chunk(10, 5)])
        found = []
        for each in store.chunks(0):
            found.append(each.start)
            store.add([chunk(each.start + 5, 5)])
        assert found == [0, 10], "as they were at the beginning"
        assert store.ranges(0) == [(0, 5), (5, 5), (10, 5), (15, 5)]


def test_who_reads_cannot_write(path):
    make(path, [chunk(0, 5)])
    with Store.open(path) as store:
        assert "is read-only" in complaint(store.begin_session, {}, error=StoreError)


def other_process(code, *arguments):
    """Start Python on code with the package and this module's neighbours imported."""
    begin = "import os, sys, time\nfrom tests.unit.stores import *\n"
    return subprocess.Popen(
        [sys.executable, "-c", begin + textwrap.dedent(code), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


WRITER = """
    with Store.create(sys.argv[1], plan()) as store:
        store.begin_session({})
        store.add([chunk(0, 5)])
        print("written", flush=True)
        sys.stdin.read()
        time.sleep(60)
"""


def test_two_processes_do_not_write_to_one_file(path):
    with other_process(WRITER, path) as process:
        assert process.stdout.readline() == "written\n"
        busy = (
            f"{path} is being written by another process (pid {process.pid}); wait for it, or name"
            f" another file"
        )
        assert complaint(Store.open, path, write=True) == busy
        assert complaint(Store.create, path, plan()) == busy
        assert contents(path)[-1] == [fields(chunk(0, 5))], "readers may"
        assert is_written(path)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert "run.db.lock" in files(path)
        assert not is_written(path)
        with Store.open(path, write=True) as store:
            assert store.ranges(0) == [(0, 5)]
        assert files(path) == ["run.db"]


def test_a_killed_process_leaves_what_it_added_to_readers(path):
    with other_process(WRITER, path) as process:
        process.stdout.readline()
        process.kill()
        process.wait()
    assert "run.db-wal" in files(path)
    for _ in range(2):
        assert contents(path)[-1] == [fields(chunk(0, 5))]


def test_whole_chunks_survive_a_kill_at_any_moment(path):
    code = """
        with Store.open(sys.argv[1], write=True) as store:
            store.begin_session({})
            start = sum(store.ranges(0)[-1]) if store.ranges(0) else 0
            for at in range(start, 10**9, 10):
                store.add([chunk(at, 6), chunk(at + 6, 4)])
                print(at, flush=True)
    """
    make(path)
    known = 0
    for number in range(6):
        with other_process(code, path) as process:
            for _ in range(3 + 29 * number):
                known = int(process.stdout.readline()) + 10
            process.kill()
        with Store.open(path) as store:
            found = [fields(each) for each in store.chunks(0)]
            store.check()
        end = found[-1][1] + found[-1][2]
        assert end >= known
        assert end % 10 == 0, "both chunks of an addition, or none"
        starts = [at for ten in range(0, end, 10) for at in (ten, ten + 6)]
        assert found == [fields(chunk(at, 4 + 2 * (at % 10 == 0))) for at in starts]


def test_a_store_is_there_as_a_whole_or_not_at_all(path):
    code = """
        number = 0
        while True:
            Store.create(f"{sys.argv[1]}/{number}.db", plan()).close()
            number += 1
            print(number, flush=True)
    """
    for created in (1, 4, 9):
        with other_process(code, path.parent) as process:
            for _ in range(created):
                process.stdout.readline()
            process.kill()
        for each in path.parent.glob("*.db"):
            assert contents(each)[0] == plan()
            each.unlink()


def test_a_file_that_is_removed_in_the_middle_of_a_run_is_told(path):
    with Store.create(path, plan()) as store:
        store.begin_session({})
        path.unlink()
        said = complaint(store.add, [chunk(0, 5)], error=StoreError)
    assert said == f"{path} was removed or replaced while it was written"


def test_the_table_can_be_read_as_the_documents_say(path):
    make(path, [chunk(0, 10), chunk(10, 20)])
    database = sqlite3.connect(path)
    (text,) = database.execute("SELECT counters FROM chunk WHERE start = 0").fetchone()
    assert json.loads(text) == {
        "deals": 10,
        "sum": BIG * 10,
        "by_seat": [10, 100, 0, -10],
        "table": {"shape": [2, 3], "int64": [10, 0, -10, 100, 30, 0]},
    }
