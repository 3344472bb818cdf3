"""Damaged, hostile, read-only and full: one line each, and never a wrong counter."""

import json
import os
import random
import shutil
import sqlite3
import zlib
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.unit.stores import chunk, contents, fields, make, plan

from tractor_fast.errors import DataError, StoreError, TractorFastError
from tractor_fast.sim.store import Store
from tractor_fast.sim.store.fields import checksum
from tractor_fast.sim.store.schema import TABLES


def complaint(call, *arguments, error=DataError, **options):
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    return str(caught.value)


def read_all(path):
    with Store.open(path) as store:
        store.check()
    return contents(path)


def found_or_told(path, whole):
    """What is said of a store that cannot be read; None if just this is read."""
    try:
        found = read_all(path)
    except DataError as error:
        return str(error)
    assert repr(found) == repr(whole)
    return None


def open_to_write(path):
    Store.open(path, write=True).close()


FIFTY = [
    chunk(10 * at, 10, part=at % 3 // 2, records=b"r" * (at % 5 * 300) if at % 2 else None)
    for at in range(50)
]


@pytest.fixture(scope="module")
def fifty(tmp_path_factory):
    """The bytes of a finished store of 50 chunks, and what is in it."""
    path = tmp_path_factory.mktemp("fifty") / "run.db"
    make(path, FIFTY)
    with Store.open(path, write=True) as store:
        store.finish("boards", None)
    return path.read_bytes(), contents(path)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


# ---- bits and bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_is_told_or_harmless(path, fifty, seed):
    data, whole = fifty
    told = 0
    chance = random.Random(seed)
    for number in range(60):
        at = chance.randrange(100 if number % 4 == 0 else len(data))  # the header, or anywhere
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
        said = found_or_told(path, whole)
        assert said is None or (str(path) in said and "\n" not in said)
        told += said is not None
    assert told > 10


def test_a_store_with_a_flipped_bit_is_never_added_to_wrongly(path, fifty):
    data, whole = fifty
    more = chunk(5000, 10)
    expected = sorted(map(repr, [*whole[-1], fields(more)]))
    chance = random.Random(9)
    for _ in range(60):
        at = chance.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
        try:
            with Store.open(path, write=True) as store:
                store.begin_session({})
                store.add([more])
            assert sorted(map(repr, contents(path)[-1])) == expected, f"byte {at}"
        except DataError:
            assert list(path.parent.iterdir()) == [path]


def test_a_flipped_bit_names_the_chunk(path, fifty):
    data, _ = fifty
    at = data.index(b'"deals":10') + len(b'"deals":1')
    path.write_bytes(data[:at] + b"1" + data[at + 1 :])
    said = complaint(read_all, path)
    part, first = next(
        (each.part, 100 + each.start)
        for each in FIFTY
        if f"part {each.part}, boards {100 + each.start} to {109 + each.start}:" in said
    )
    assert said == (
        f"{path} is damaged: part {part}, boards {first} to {first + 9}: its checksum does not"
        f" agree; take a copy of it, or play the run again into another file"
    )


def test_a_file_cut_short_is_told(path, fifty):
    data, _ = fifty
    chance = random.Random(1)
    lengths = [1, 15, 16, 99, 100, 4095, 4096, 4097, 8192, len(data) - 4096, len(data) - 1]
    for length in lengths + [chance.randrange(len(data)) for _ in range(30)]:
        path.write_bytes(data[:length])
        assert str(path) in complaint(read_all, path)
        if len(data) - length >= 4096:  # SQLite reads the rest of the last page as zeros
            assert str(path) in complaint(open_to_write, path)
        assert list(path.parent.iterdir()) == [path]


def test_bytes_at_the_end_are_harmless_or_told(path, fifty):
    data, whole = fifty
    for more in (b"x", b"\0" * 4096, os.urandom(10_000)):
        path.write_bytes(data + more)
        said = found_or_told(path, whole)
        assert said is None or str(path) in said


def test_a_damaged_log_of_a_killed_process_loses_chunks_and_makes_none_up(path, tmp_path):
    copy = tmp_path / "copy.db"
    with Store.create(path, plan()) as store:
        store.begin_session({})
        for at in range(20):
            store.add([chunk(10 * at, 10)])
        shutil.copy(path, copy)
        log = tmp_path.joinpath("run.db-wal").read_bytes()
    chance = random.Random(3)
    counts = set()
    for _ in range(40):
        at = chance.randrange(len(log))
        bad = log[:at] + bytes([log[at] ^ 1 << chance.randrange(8)]) + log[at + 1 :]
        (tmp_path / "torn.db").write_bytes(copy.read_bytes())
        (tmp_path / "torn.db-wal").write_bytes(bad[: chance.choice([len(bad), at])])
        (tmp_path / "torn.db-shm").unlink(missing_ok=True)
        found = read_all(tmp_path / "torn.db")[-1]
        assert found == [fields(chunk(10 * at, 10)) for at in range(len(found))]
        counts.add(len(found))
    assert min(counts) < 10 < max(counts)


# ---- what is no store ----------------------------------------------------------------------------


def test_another_version_says_which(path):
    make(path, [chunk(0, 5)])
    sqlite3.connect(path).execute("PRAGMA user_version = 2")
    newer = f"{path} was written by a newer tractor_fast: schema 2, this one reads 1"
    assert complaint(Store.open, path) == complaint(Store.open, path, write=True) == newer
    sqlite3.connect(path).execute("PRAGMA user_version = 0")
    other = f"{path} was written by another tractor_fast: schema 0, this one reads 1"
    assert complaint(Store.open, path) == complaint(Store.open, path, write=True) == other


def _other_database(path):
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE run (a)")
    database.commit()


NO_STORES = {
    "it is no SQLite database": lambda path: path.write_text("seed = 1\n" * 1000),
    "it is an empty file": lambda path: path.touch(),
    "it is another application's database": _other_database,
    "it is a directory": lambda path: path.mkdir(),
    "it is something else than a file": lambda path: os.mkfifo(path),
}


@pytest.mark.parametrize("said", NO_STORES)
@pytest.mark.parametrize("write", [False, True])
def test_what_is_no_store_is_told(path, said, write):
    NO_STORES[said](path)
    found = complaint(Store.open, path, write=write)
    assert found == f"{path} is no store of a run: {said}"
    assert list(path.parent.iterdir()) == [path]
    assert "is there already" in complaint(Store.create, path, plan())


@pytest.mark.parametrize("write", [False, True])
def test_what_is_not_there_is_told(path, write):
    assert complaint(Store.open, path, write=write) == f"there is no file {path}"
    assert "is no store" in complaint(Store.open, "/dev/null", write=write)
    assert complaint(Store.open, path / "below", write=write) == f"there is no file {path}/below"
    assert "is no name of a file" in complaint(Store.open, f"{path}\0", write=write)
    path.touch()
    assert "Not a directory" in complaint(Store.open, path / "below", write=write)
    (path.parent / "circle").symlink_to("circle")
    assert "circle" in complaint(Store.open, path.parent / "circle", write=write)


def test_no_store_can_be_made_where_there_is_no_directory(path):
    assert "cannot be written" in complaint(Store.create, path / "below", plan())
    path.touch()
    assert "cannot be written" in complaint(Store.create, path / "below", plan())
    assert "is no name of a file" in complaint(Store.create, "a\0b", plan())
    assert "is there already" in complaint(Store.create, path.parent, plan())


@pytest.mark.parametrize("kind", ["directory", "link", "pipe"])
def test_a_lock_that_is_no_lock_is_told(path, kind):
    make(path, [chunk(0, 5)])
    lock = path.parent / "run.db.lock"
    if kind == "directory":
        lock.mkdir()
    elif kind == "link":
        lock.symlink_to("run.db")
    else:
        os.mkfifo(lock)
    before = path.read_bytes()
    if kind == "pipe":
        open_to_write(path)  # it locks as well as a file
    else:
        said = complaint(open_to_write, path)
        assert f"{path} cannot be written: its lock {lock} cannot be taken" in said
    assert path.read_bytes() == before


# ---- hostile stores: all checksums are right -----------------------------------------------------


def rewrite(path, **columns):
    """Set columns of the first chunk, and make all checksums agree with that."""
    names = "part, start, count, digest, seconds, session, counters, records"
    with sqlite3.connect(path) as database:
        found = database.execute(f"SELECT {names} FROM chunk").fetchone()
        row = dict(zip(names.split(", "), found, strict=True)) | columns
        seal = checksum(*row.values())
        database.execute("DELETE FROM chunk")
        database.execute(
            f"INSERT INTO chunk ({names}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*row.values(), seal),
        )
        try:
            sums = int(checksum(row["part"], row["start"], row["count"], seal), 16)
            database.execute("UPDATE tally SET boards = ?", (row["count"],))
            database.execute("UPDATE tally SET part = ?", (row["part"],))
            database.execute("UPDATE tally SET seal = ?", (f"{sums:032x}",))
        except sqlite3.Error:  # a part that is no number
            database.execute("DELETE FROM tally")
    database.close()


def rewrite_plan(path, text, state="open", stopped_by=None, failure=None):
    row = text, state, stopped_by, failure
    with sqlite3.connect(path) as database:
        database.execute(
            "UPDATE run SET plan = ?, state = ?, stopped_by = ?, failure = ?, checksum = ?",
            (*row, checksum(*row)),
        )
    database.close()


def test_what_rewrites_a_store_makes_its_checksums_agree(path):
    make(path, [chunk(0, 5)])
    rewrite(path, counters='{"deals": 5}', start=7)
    with Store.open(path) as store:
        store.check()
        (found,) = store.chunks(0)
    assert (found.start, found.totals) == (7, {"deals": 5})


DEEP = "[" * 100_000 + "]" * 100_000

COUNTERS = {
    "nested too deeply": '{"a": ' + DEEP + "}",
    "is too long": '{"a": [' + "[]," * 200_000 + "1]}",
    "NaN is no number here": '{"a": NaN}',
    "-Infinity is no number here": '{"a": -Infinity}',
    "1.5 is no number here": '{"a": 1.5}',
    "Exceeds the limit": '{"a": ' + "9" * 5000 + "}",
    "Expecting value": "",
    "not whole numbers": "{\"a\": \"__import__('os').system('id')\"}",
    "are not whole numbers": '{"a": [1, [2]]}',
    "whole numbers": '{"a": true}',
    "have no names": "[1, 2]",
    "are no text": 5,
    "cannot be decompressed": b"\x80\x04\x95pickle.",
    "is no array": '{"a": {"int64": [1]}}',
    "is no array of whole": '{"a": {"int64": [1.0], "shape": [1]}}'.replace("1.0", "true"),
    "not of the shape": '{"a": {"int64": [1, 2], "shape": [3]}}',
    "of the shape that it says": '{"a": {"int64": [1, 2], "shape": [-1, -2]}}',
    "no array of whole numbers": '{"a": {"int64": [], "shape": [0,0,0,0,0,0,0,0,0]}}',
    "one of its counters is beyond 64 bits": '{"a": {"int64": [9223372036854775808], '
    '"shape": [1]}}',
    "beyond 64 bits": '{"a": {"int64": [], "shape": [0, 99999999999999999999999]}}',
    "at most 67,108,864 bytes": zlib.compress(b"[" * 2**27),
    "at most 67,108,864": zlib.compress(b'{"a": 1}')[:-1],
    "to at most 67,108,864": zlib.compress(b'{"a": 1}') + b"more",
    "utf-8": zlib.compress(b'{"a\xff": 1}'),
}


@pytest.mark.parametrize("said", COUNTERS)
def test_hostile_counters_are_told(path, said):
    make(path, [chunk(0, 5)])
    rewrite(path, counters=COUNTERS[said])
    found = complaint(read_all, path)
    assert found.startswith(f"{path} is damaged: part 0, boards 100 to 104: ")
    assert said in found


HUGE = zlib.compress(bytes(2**28 + 1), 1)

OTHERS = {
    "boards 100 to 104: its digest is not of 32 hex digits": {"digest": "'; DROP TABLE chunk; --"},
    "boards 100 to 104: its digest is": {"digest": "0x" + "1" * 30},
    "boards 100 to 104: its seconds are no time": {"seconds": float("inf")},
    "boards 100 to 104: its seconds": {"seconds": -1.0},
    "boards 100 to 104: its seconds are": {"seconds": "long"},
    "boards 100 to 104: its session is no number": {"session": "../../x"},
    "boards 100 to 104: its session 99 is not there": {"session": 99},
    "boards 100 to 104: its records are no bytes": {"records": "text"},
    "boards 100 to 104: it cannot be decompressed": {"records": b"\x80\x04pickle"},
    "boards 100 to 104: it does not decompress": {"records": HUGE},
    "part 0: a chunk's place is no number": {"count": 0},
    "part 0: a chunk's place": {"count": -5},
    "part 0: a chunk's place is": {"count": 2**63 - 1, "start": 2},
    "a chunk's place is no number": {"start": "five"},
    "part 0: a chunk's place is no": {"start": -1},
    "it has a part that has no number": {"part": "\x1b[31m"},
}


@pytest.mark.parametrize("said", OTHERS)
def test_hostile_columns_are_told(path, said):
    make(path, [chunk(0, 5)])
    rewrite(path, **OTHERS[said])
    assert f"{path} is damaged: " in complaint(read_all, path)
    assert said in complaint(read_all, path)


def test_chunks_that_overlap_are_told(path):
    make(path, [chunk(0, 5), chunk(5, 5)])
    with sqlite3.connect(path) as database:
        database.execute("UPDATE chunk SET count = 6 WHERE start = 0")
    said = complaint(read_all, path)
    assert "part 0, boards 105 to 109: some of its boards are in two chunks" in said
    complaint(open_to_write, path)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM chunk WHERE start = 5",
        "DELETE FROM tally",
        "UPDATE chunk SET part = 1 WHERE start = 5",
        "UPDATE tally SET chunks = 1",
        "UPDATE tally SET boards = 9",
        "UPDATE tally SET seal = '00'",
        "UPDATE tally SET seal = 'no number'",
        "UPDATE chunk SET start = 6 WHERE start = 5",
        "INSERT INTO chunk SELECT part, 50, 5, checksum, digest, seconds, session, counters,"
        " records FROM chunk WHERE start = 0",
    ],
)
def test_a_chunk_that_is_missing_or_slipped_in_is_told(path, sql):
    make(path, [chunk(0, 5), chunk(5, 5)])
    with sqlite3.connect(path) as database:
        database.execute(sql)
    assert "chunks of part" in complaint(read_all, path)
    assert "chunks of part" in complaint(open_to_write, path)


def plan_with(text, by):
    """The JSON of a plan with something in it replaced."""
    given = json.dumps(plan())
    assert text in given
    return given.replace(text, by)


PLANS = {
    "its plan is no JSON: its JSON is nested too deeply": DEEP,
    "its plan is no JSON object": "[1]",
    "its plan is no JSON: Expecting": "{",
    "NaN is no number here": plan_with("10000", "NaN"),
    "its plan says question = None": "{}",
    "its plan says stream_version = 'three'": plan_with(": 3", ': "three"'),
    "its plan says stream_version = True": plan_with(": 3", ": true"),
    "its plan says strategies = {'random': 5": plan_with('"aa"', "5"),
    "its plan says boards = -5": plan_with("10000", "-5"),
    "its plan says boards = 5.0": plan_with("10000", "5.0"),
    "its plan says first_board = '../x'": plan_with("100,", '"../x",'),
    "its plan says first_board = 18446744073709551616": plan_with("100,", f"{2**64},"),
}


@pytest.mark.parametrize("said", PLANS)
def test_hostile_plans_are_told(path, said):
    make(path, [chunk(0, 5)])
    rewrite_plan(path, PLANS[said])
    found = complaint(Store.open, path)
    assert found.startswith(f"{path} is damaged: ")
    assert said in found
    assert complaint(open_to_write, path) == found


@pytest.mark.parametrize(
    "row",
    [
        {"state": "rm -rf \x1b[31m"},
        {"stopped_by": b"\x80\x04pickle"},
        {"failure": b"\x80\x04pickle"},
    ],
)
def test_a_state_that_there_is_not_is_told(path, row):
    make(path, [chunk(0, 5)])
    rewrite_plan(path, json.dumps(plan()), **row)
    assert f"{path} is damaged: its state is " in complaint(Store.open, path)


def test_strange_names_in_a_plan_are_inert(path):
    strange = "'; DROP TABLE chunk; -- \x1b[31m <script> $(id) `id` ../../etc/passwd:X"
    given = plan(seats=strange) | {"strategies": {strange: strange}, strange: strange}
    with Store.create(path, given) as store:
        store.begin_session({strange: strange})
        store.add([chunk(0, 5)])
        store.finish(strange, strange)
    found, _, stopped_by, failure, sessions, chunks = read_all(path)
    assert (found, stopped_by, failure) == (given, strange, strange)
    assert sessions == [{strange: strange, "number": 1}]
    assert chunks == [fields(chunk(0, 5))]
    said = complaint(_extend, path, plan())
    assert "seats is" in said
    assert "\\u001b" in said


def _extend(path, other):
    with Store.open(path, write=True) as store:
        store.extend(other)


def test_hostile_sessions_are_told(path):
    for facts, said in {
        DEEP: "session 1: its JSON is nested too deeply",
        "[]": "session 1 is no JSON object",
        "{": "session 1: Expecting",
    }.items():
        make(path, [chunk(0, 5)])
        with sqlite3.connect(path) as database:
            database.execute("UPDATE session SET facts = ?", (facts,))
        assert "the checksum of session 1 does not agree" in complaint(read_all, path)
        with sqlite3.connect(path) as database:
            database.execute("UPDATE session SET checksum = ?", (checksum(1, facts),))
        database.close()
        assert said in complaint(read_all, path)
        path.unlink()


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER t AFTER INSERT ON chunk BEGIN DELETE FROM chunk; END",
        "CREATE VIEW v AS SELECT load_extension('x.so')",
        "CREATE INDEX i ON chunk (hex(zeroblob(1000000000)))",
        "CREATE TABLE more (a)",
        "DROP TABLE tally",
        "ALTER TABLE tally ADD COLUMN more GENERATED ALWAYS AS (1)",
    ],
)
def test_a_store_with_other_tables_triggers_or_views_is_told(path, sql):
    make(path, [])
    database = sqlite3.connect(path)
    database.execute(sql)
    database.commit()
    database.close()
    said = complaint(Store.open, path)
    assert f"{path} is damaged: its tables are not those of a store" in said
    assert complaint(open_to_write, path) == said


def test_tables_are_those_that_the_file_has(path):
    make(path, [])
    found = sqlite3.connect(path).execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")
    assert sorted(sql for (sql,) in found) == sorted(TABLES)


# ---- places where nothing can be written ---------------------------------------------------------


@contextmanager
def nobody():
    """File modes bind everybody but root, so root becomes nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed():
    """A directory that everybody may read, to be closed to those who would write."""
    with TemporaryDirectory() as name:
        place = Path(os.path.realpath(name))
        place.chmod(0o755)
        yield place
        place.chmod(0o755)


def test_reading_in_a_directory_that_cannot_be_written(closed):
    path = make(closed / "run.db", [chunk(0, 5)])
    closed.chmod(0o555)
    with nobody():
        assert read_all(path)[-1] == [fields(chunk(0, 5))]
        said = complaint(open_to_write, path)
        assert f"{path} cannot be written: its lock {path}.lock cannot be taken: " in said
        said = complaint(Store.create, closed / "new.db", plan())
        assert f"{closed / 'new.db'} cannot be written: " in said
    assert list(closed.iterdir()) == [path]


def test_reading_a_file_that_cannot_be_written(closed):
    path = make(closed / "run.db", [chunk(0, 5)])
    path.chmod(0o444)
    closed.chmod(0o777)
    with nobody():
        assert read_all(path)[-1] == [fields(chunk(0, 5))]
        said = complaint(open_to_write, path)
        assert said == f"{path} cannot be written: the file or its directory is read-only"
    assert list(closed.iterdir()) == [path]


def test_reading_a_file_that_may_not_be_read(closed):
    path = make(closed / "run.db", [chunk(0, 5)])
    path.chmod(0)
    with nobody():
        assert f"{path} cannot be read or written: " in complaint(Store.open, path)


def test_last_chunks_that_are_in_a_log_are_not_overlooked(closed):
    path = closed / "run.db"
    pid = os.fork()
    if not pid:
        store = Store.create(path, plan())
        store.begin_session({})
        store.add([chunk(0, 5)])
        os._exit(0)
    os.waitpid(pid, 0)
    (closed / "run.db-shm").unlink()
    closed.chmod(0o555)
    with nobody():
        said = complaint(Store.open, path)
    assert said == (
        f"{path} cannot be read where nothing can be written, for its last chunks are in"
        f" {path}-wal: copy both files to another directory"
    )
    closed.chmod(0o755)
    assert read_all(path)[-1] == [fields(chunk(0, 5))]


# ---- full disks ----------------------------------------------------------------------------------


def test_a_full_disk_keeps_what_is_finished(path):
    with Store.create(path, plan()) as store:
        store.begin_session({})
        store.add([chunk(0, 5)])
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        said = complaint(store.add, [chunk(10 * at, 10) for at in range(1, 500)], error=StoreError)
        assert said == (
            f"{path} cannot be written: the disk is full; chunks stored before are kept: make room"
            f" and give the same command again"
        )
        assert StoreError.exit_code == 1
        assert store.ranges(0) == [(0, 5)]
        store._connection.execute("PRAGMA max_page_count = 1000000")
        store.add([chunk(10, 10)])
    assert read_all(path)[-1] == [fields(chunk(0, 5)), fields(chunk(10, 10))]
    assert list(path.parent.iterdir()) == [path]


def test_a_store_that_another_program_locks_is_told(path, monkeypatch):
    monkeypatch.setattr("tractor_fast.sim.store.schema._PATIENCE", 0.05)
    with Store.create(path, plan()) as store:
        store.begin_session({})
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        said = complaint(store.add, [chunk(0, 5)], error=StoreError)
        assert said == f"{path} is locked by another program; end that, and try again"
        other.execute("ROLLBACK")
        other.close()
        store.add([chunk(0, 5)])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "is locked by another program" in complaint(open_to_write, path)
    other.close()
    assert read_all(path)[-1] == [fields(chunk(0, 5))]


def test_records_and_counters_that_are_too_large_are_told(path, monkeypatch):
    monkeypatch.setattr("tractor_fast.sim.store.fields.MOST_RECORDS", 1000)
    with Store.create(path, plan()) as store:
        store.begin_session({})
        said = complaint(store.add, [chunk(0, 5, records=bytes(1001))], error=StoreError)
        assert said == (
            f"{path} cannot take boards 100 to 104: their records are 1,001 bytes, more than 1,000"
        )
        store.add([chunk(0, 5, records=bytes(1000))])
        monkeypatch.setattr("tractor_fast.sim.store.fields.MOST_TEXT", 10)
        said = complaint(store.add, [chunk(5, 5)], error=StoreError)
        assert "cannot take boards 105 to 109: their counters are" in said
        assert store.ranges(0) == [(0, 5)]


def test_errors_are_those_of_the_package():
    assert issubclass(StoreError, TractorFastError)
    assert not issubclass(StoreError, DataError)
