"""Shards of one run, joined."""

from dataclasses import replace

import pytest
from tests.unit.stores import chunk, contents, fields, make, plan, totals

from tractor_fast.errors import DataError, StoreError
from tractor_fast.sim.store import Store, merge


@pytest.fixture
def shard(tmp_path):
    """Make a store of boards from ``first`` on; chunks are given by their boards' numbers."""

    def make_shard(name, first, boards, *chunks, machine="here", given=None):
        path = tmp_path / name
        with Store.create(path, given or plan(first_board=first, boards=boards)) as store:
            store.begin_session({"machine": machine})
            store.add([of_boards(*each, first=first) for each in chunks])
        return path

    return make_shard


def of_boards(start, stop, part=0, first=100, records=None):
    """What the boards from one number up to another come to, wherever a run of them begins."""
    made = chunk(start, stop - start, part, records)
    return replace(made, start=start - first)


def complaint(target, sources, error=DataError):
    with pytest.raises(error) as caught:
        merge(target, sources)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_shards_become_one_run(shard, tmp_path):
    shards = [
        shard("b.db", 200, 50, (200, 240), (240, 250), (200, 250, 1), machine="two"),
        shard("a.db", 100, 100, (100, 150), (160, 200), (100, 200, 1), machine="one"),
        shard("c.db", 300, 10, (300, 310), machine="three"),
    ]
    before = [path.read_bytes() for path in shards]
    target = tmp_path / "all.db"
    assert merge(target, shards) == 0
    found, state, stopped_by, failure, sessions, chunks = contents(target)
    assert found == plan(first_board=100, boards=210)
    assert (state, stopped_by, failure) == ("open", None, None)
    ranges = [(100, 150), (160, 200), (200, 240), (240, 250), (300, 310)]
    expected = [of_boards(*each) for each in ranges]
    expected += [of_boards(*each, 1) for each in [(100, 200), (200, 250)]]
    assert chunks == [fields(each) for each in expected]
    assert [each["machine"] for each in sessions] == ["two", "one", "three"]
    with Store.open(target) as store:
        store.check()
        assert [each.session for each in store.chunks(0)] == [2, 2, 1, 1, 3]
    assert [path.read_bytes() for path in shards] == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "all.db", "b.db", "c.db"]


def test_a_merged_run_goes_on(shard, tmp_path):
    target = tmp_path / "all.db"
    merge(target, [shard("a.db", 0, 10, (0, 10)), shard("b.db", 20, 10, (20, 30))])
    with Store.open(target, write=True) as store:
        store.extend(plan(first_board=0, boards=40))
        store.begin_session({})
        store.add([of_boards(10, 20, first=0), of_boards(30, 40, first=0)])
        assert store.ranges(0) == [(0, 10), (10, 10), (20, 10), (30, 10)]
    deals = sum(each[3]["deals"] for each in contents(target)[-1])
    assert deals == totals(0, 40)["deals"]


def test_merged_twice_and_with_itself_counts_once(shard, tmp_path):
    a = shard("a.db", 0, 10, (0, 5), (5, 10))
    assert merge(tmp_path / "twice.db", [a, a]) == 0
    assert contents(tmp_path / "twice.db")[-1] == contents(a)[-1]
    b = shard("b.db", 5, 10, (5, 10), (10, 15))
    assert merge(tmp_path / "ab.db", [a, b, tmp_path / "twice.db"]) == 0
    with Store.open(tmp_path / "ab.db") as store:
        assert store.ranges(0) == [(0, 5), (5, 5), (10, 5)]
        assert store.plan == plan(first_board=0, boards=15)


def test_chunks_that_overlap_in_part_are_left_out(shard, tmp_path):
    a = shard("a.db", 0, 100, (0, 50), (50, 60))
    b = shard("b.db", 40, 100, (40, 50), (55, 70), (60, 65, 1), (70, 80))
    target = tmp_path / "all.db"
    assert merge(target, [a, b]) == 2
    with Store.open(target) as store:
        assert store.ranges(0) == [(0, 50), (50, 10), (70, 10)]
        assert store.ranges(1) == [(60, 5)]
        assert store.plan == plan(first_board=0, boards=140)


def test_records_are_kept(shard, tmp_path):
    path = tmp_path / "a.db"
    make(path, [chunk(0, 5, records=b"first"), chunk(5, 5, records=b"second")])
    merge(tmp_path / "all.db", [path, path])
    assert [each[-1] for each in contents(tmp_path / "all.db")[-1]] == [b"first", b"second"]


def test_many_chunks(tmp_path):
    a = make(tmp_path / "a.db", [chunk(2 * at, 1) for at in range(150)])
    b = make(tmp_path / "b.db", [chunk(2 * at + 1, 1) for at in range(150)])
    assert merge(tmp_path / "all.db", [a, b]) == 0
    expected = [fields(chunk(at, 1)) for at in range(300)]
    assert contents(tmp_path / "all.db")[-1] == expected


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"digest": 5}, "boards 105 to 109"),
        ({"totals": totals(0, 5) | {"deals": 6}}, "boards 105 to 109"),
    ],
)
def test_the_same_boards_must_come_to_the_same(shard, tmp_path, change, said):
    a = shard("a.db", 100, 10, (105, 110))
    b = tmp_path / "b.db"
    make(b, [replace(of_boards(105, 110), **change)])
    target = tmp_path / "all.db"
    assert complaint(target, [a, b]) == (
        f"{b} and {a} do not agree on part 0, {said}: one of them is not what this version plays;"
        f" verify them"
    )
    assert not list(tmp_path.glob("all*"))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (plan(seed=8), "seed is 7 there and 8 here"),
        (plan("compare"), 'question is "simulate" there and "compare" here'),
        (plan() | {"version": "0.2.0"}, 'version is "0.1.0" there and "0.2.0" here'),
        (plan() | {"strategies": {}}, 'strategies.random is "aa" there and not given here'),
        (plan() | {"parts": plan()["parts"][:2]}, "parts is"),
    ],
)
def test_another_run_is_refused(shard, tmp_path, other, said):
    a = shard("a.db", 100, 10, (100, 110))
    b = shard("b.db", 100, 10, (100, 110), given=other)
    found = complaint(tmp_path / "all.db", [a, b])
    assert found.startswith(f"{b} is of another run than {a}: ")
    assert said in found
    assert not list(tmp_path.glob("all*"))


def test_a_target_is_never_written_over(shard, tmp_path):
    a = shard("a.db", 0, 10, (0, 10))
    b = shard("b.db", 10, 10, (10, 20))
    before = a.read_bytes()
    assert complaint(a, [a, b]) == f"{a} is there already; name another file"
    assert a.read_bytes() == before


def test_there_must_be_sources(tmp_path):
    target = tmp_path / "all.db"
    assert complaint(target, []) == f"{target}: there is nothing to merge; name the shards"
    missing = tmp_path / "missing.db"
    assert complaint(target, [missing]) == f"there is no file {missing}"
    assert not list(tmp_path.iterdir())


def test_a_damaged_source_leaves_no_target(shard, tmp_path):
    a = shard("a.db", 0, 10, (0, 10))
    b = shard("b.db", 10, 10, (10, 20))
    data = b.read_bytes()
    at = data.index(b'"deals":10')
    b.write_bytes(data[:at] + b'"deals":11' + data[at + 10 :])
    assert "part 0, boards 10 to 19: its checksum" in complaint(tmp_path / "all.db", [a, b])
    assert not list(tmp_path.glob("all*"))


def test_a_full_disk_leaves_no_target(shard, tmp_path, monkeypatch):
    def full(store, chunks):
        raise StoreError("the disk is full")

    a = shard("a.db", 0, 10, (0, 10))
    monkeypatch.setattr(Store, "add", full)
    assert complaint(tmp_path / "all.db", [a], error=StoreError) == "the disk is full"
    assert not list(tmp_path.glob("all*"))


def test_chunks_of_no_board_or_part_of_their_run_are_told(shard, tmp_path):
    a = shard("a.db", 0, 10, (0, 11))
    assert "part 0, boards 0 to 10 are none of its run" in complaint(tmp_path / "all.db", [a])
    b = shard("b.db", 0, 10, (0, 1, 7))
    assert "part 7, boards 0 to 0 are none of its run" in complaint(tmp_path / "all.db", [b])


def test_shards_too_far_apart_are_refused(shard, tmp_path):
    a = shard("a.db", 0, 10, (0, 10))
    b = shard("b.db", 2**63, 10, (2**63, 2**63 + 10))
    said = complaint(tmp_path / "all.db", [a, b])
    assert said.endswith("a run that is kept has at most 9,223,372,036,854,775,807 boards")


@pytest.mark.parametrize(("judged", "state"), [(False, "finished"), (True, "open")])
def test_shards_that_make_a_whole_run_finish_it_unless_a_rule_is_to_be_asked(
    shard, tmp_path, judged, state
):
    def of_one_part(first, boards):
        given = plan(first_board=first, boards=boards, judged=judged)
        return given | {"parts": given["parts"][:1]}

    a = shard("a.db", 0, 600, (0, 600), given=of_one_part(0, 600))
    b = shard("b.db", 600, 300, (600, 900), given=of_one_part(600, 300))
    assert merge(tmp_path / "all.db", [a, b]) == 0
    assert contents(tmp_path / "all.db")[1:3] == (state, None if judged else "boards")


def test_boards_up_to_the_last_that_there_is(shard, tmp_path):
    top = 2**64
    a = shard("a.db", top - 20, 10, (top - 20, top - 10))
    b = shard("b.db", top - 10, 10, (top - 10, top))
    assert merge(tmp_path / "all.db", [b, a]) == 0
    with Store.open(tmp_path / "all.db") as store:
        assert store.plan == plan(first_board=top - 20, boards=20)
        assert store.ranges(0) == [(0, 10), (10, 10)]


def test_chunks_go_across_no_look_of_the_whole_run(tmp_path):
    def sharded(name, first, *chunks):
        given = plan("compare", first_board=first, boards=10_000, judged=True)
        with Store.create(tmp_path / name, given) as store:
            store.begin_session({})
            store.add([of_boards(*each, first=first) for each in chunks])
        return tmp_path / name

    a = sharded("a.db", 0, (0, 1000), (1000, 1500))
    b = sharded("b.db", 1500, (1500, 2500), (2500, 3000), (3000, 3100), (4990, 5000), (5500, 6900))
    c = sharded("c.db", 6900, (6900, 7000), (7000, 7900))
    # Looks are at 1,000, 2,000, 3,000, 4,000, 5,000, 7,000, 9,000 boards.
    assert merge(tmp_path / "all.db", [a, b, c]) == 1
    with Store.open(tmp_path / "all.db") as store:
        found = [(start, start + count) for start, count in store.ranges(0)]
    assert found == [
        (0, 1000),
        (1000, 1500),
        (2500, 3000),
        (3000, 3100),
        (4990, 5000),
        (5500, 6900),
        (6900, 7000),
        (7000, 7900),
    ]


def test_parts_move_each_by_its_own_first_board(tmp_path):
    """As the matches of a question about boards do, which are the same in all its shards."""

    def sharded(name, first, start):
        parts = [
            {"unit": "boards", "first": first, "count": 10, "judged": False},
            {"unit": "matches", "first": 0, "count": 20, "judged": False},
        ]
        given = plan("rules-diff", first_board=first, boards=10) | {"parts": parts}
        with Store.create(tmp_path / name, given) as store:
            store.begin_session({})
            store.add([of_boards(first, first + 10, first=first)])
            store.add([of_boards(start, start + 10, part=1, first=0)])
        return tmp_path / name

    shards = [sharded("a.db", 0, 0), sharded("b.db", 10, 10), sharded("c.db", 20, 0)]
    assert merge(tmp_path / "all.db", shards) == 0
    with Store.open(tmp_path / "all.db") as store:
        assert store.ranges(0) == [(0, 10), (10, 10), (20, 10)]
        assert store.ranges(1) == [(0, 10), (10, 10)]
        assert [part["count"] for part in store.plan["parts"]] == [30, 20]
