import json
import math
import os

import msgspec
import pytest

from tractor_fast.errors import DataError, SpecError
from tractor_fast.evaluate.bench import Bench, Effort, compare, load_run, saving, starting
from tractor_fast.evaluate.bench.rows import Line, at_least, at_most, rows_of
from tractor_fast.evaluate.bench.timing import Task, measure, spread
from tractor_fast.report.bench import to_bench_table


def nothing(times):
    pass


def line(name, unit="deals/s", **more):
    return Line(name, "section", f"label of {name}", unit, Task(nothing), **more)


def saved_run(lines=lambda seed: [line("a"), line("b", "us")], **change):
    run = Bench(effort=Effort(3, 0.0), lines=lines).run()
    return msgspec.structs.replace(run, **change)


def with_figures(run, **figures):
    """The run with other figures: (median, low, high) by row."""
    rows = [
        msgspec.structs.replace(row, figure=type(row.figure)(*figures[row.id])) for row in run.rows
    ]
    return msgspec.structs.replace(run, rows=tuple(rows))


def test_median_and_quartiles_of_known_values():
    assert spread([5, 1, 4, 2, 3]) == (3, 2, 4)
    assert spread([1, 2, 3, 4]) == (2.5, 1.75, 3.25)
    assert spread([7]) == (7, 7, 7)


def test_every_task_is_timed_in_every_pass_with_its_units():
    calls = []
    tasks = {"a": Task(calls.append, units=10), "b": Task(nothing, clock="wall")}
    told = []
    passes = measure(tasks, Effort(4, 0.0), told.append)
    assert [sorted(rates) for rates in passes] == [["a", "b"]] * 4
    assert calls == [1] * 6  # one to warm up, one to see how often it fits, then one a pass
    assert told == list(range(1, 11))
    assert all(rate > 0 for rates in passes for rate in rates.values())


def test_a_task_is_repeated_until_its_time_is_filled(monkeypatch):
    now = [0.0]
    clocks = {"processor": lambda: now[0]}
    monkeypatch.setattr("tractor_fast.evaluate.bench.timing.CLOCKS", clocks)

    def play(times):
        now[0] += times / 1000

    passes = measure({"a": Task(play, units=3)}, Effort(2, 0.5))
    assert [rates["a"] for rates in passes] == pytest.approx([3000.0, 3000.0])
    fitting = 1 + sum(4**k for k in range(5))  # until a quarter of the time is filled
    assert now[0] == pytest.approx(fitting / 1000 + 2 * 0.5)


def test_figures_ratios_and_targets_from_known_rates():
    lines = [
        line("one", target=at_least(150.0)),
        line("other", to="one", weight=2.0, target=at_most(2.0, "ratio")),
        line("slow", "ms", target=at_most(150)),
    ]
    passes = [
        {"one": 100.0, "other": 25.0, "slow": 8.0},
        {"one": 200.0, "other": 50.0, "slow": 10.0},
        {"one": 300.0, "other": 50.0, "slow": 5.0},
    ]
    one, other, slow = rows_of(lines, passes)
    assert (one.figure.median, one.figure.low, one.figure.high) == (200, 150, 250)
    assert (one.ratio, one.met) == (None, True)
    # A unit of the other is twice as large: half of the times 4, 4 and 6.
    assert (other.ratio.median, other.ratio.low, other.ratio.high) == (2, 2, 2.5)
    assert (other.to, other.met) == ("one", True)
    assert (slow.figure.median, slow.met) == (125, True)


@pytest.mark.parametrize(
    ("now", "then", "times", "verdict"),
    [
        ((130, 120, 140), (100, 90, 110), 1.3, "better"),
        ((100, 90, 110), (130, 120, 140), 0.769, "worse"),
        ((115, 105, 125), (100, 90, 110), 1.15, "same"),  # quartiles overlap
        ((101, 100.9, 101.1), (100, 99.9, 100.1), 1.01, "same"),  # a change too small to count
    ],
)
def test_a_change_counts_only_beyond_the_spread(now, then, times, verdict):
    run = saved_run()
    after = with_figures(run, a=now, b=now)
    before = with_figures(run, a=then, b=then)
    changes = compare(after, before, "file").changes
    assert changes["a"].times == pytest.approx(times, abs=1e-3)
    assert changes["a"].then == then[0]
    assert changes["a"].verdict == verdict
    opposite = {"better": "worse", "worse": "better", "same": "same"}
    assert changes["b"].verdict == opposite[verdict]  # b is a time


def test_what_is_not_alike_is_named():
    run = saved_run()
    machine = msgspec.structs.replace(run.machine, kernel="other", tractor_fast="0.0.1")
    other = msgspec.structs.replace(run, machine=machine, seed=8)
    kernel = run.machine.kernel
    expected = (f"kernel: {kernel}, then other", "seed: 7, then 8")
    assert compare(run, other, "file").unlike == expected


def test_figures_in_other_units_are_not_compared():
    run = saved_run()
    other = msgspec.structs.replace(
        run, rows=tuple(msgspec.structs.replace(row, unit="ms") for row in run.rows)
    )
    comparison = compare(run, other, "file")
    units = {row.id: row.unit for row in run.rows if row.unit != "ms"}
    assert units
    assert comparison.changes.keys().isdisjoint(units)
    assert comparison.unlike == tuple(f"unit of {r}: {u}, then ms" for r, u in units.items())


def test_a_saved_run_is_read_back(tmp_path):
    file = tmp_path / "run.json"
    run = saved_run()
    with saving(str(file)) as save:
        save(run)
    assert load_run(file, ["a", "b"]) == run
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_run_that_is_broken_off_leaves_the_file_alone(tmp_path):
    file = tmp_path / "run.json"
    file.write_text("before")
    with pytest.raises(KeyboardInterrupt), saving(str(file)):
        raise KeyboardInterrupt
    assert file.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    for path in (tmp_path, tmp_path / "no" / "run.json", "/dev/null", "a\0b"):
        with pytest.raises(DataError, match="cannot be written"), saving(str(path)):
            pass
    with pytest.raises(DataError, match=r"^a file without a name cannot be written"), saving(""):
        pass
    (tmp_path / "run.json.part").mkdir()  # where it is written until it is whole
    file = str(tmp_path / "run.json")
    with pytest.raises(DataError, match=r"run\.json\.part is something else"), saving(file):
        pass
    assert (tmp_path / "run.json.part").is_dir()


def saved(**change):
    return json.loads(saved_run().to_json()) | change


def rows_with(**change):
    return [saved()["rows"][0] | change]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is no saved run: no JSON"),
        ("[" * 100_000, "is no saved run: no JSON"),
        ("[]", "its schema is None"),
        (json.dumps(saved(schema="tractor_fast bench 0")), "its schema is 'tractor_fast bench 0'"),
        (json.dumps({"schema": "tractor_fast bench 1"}), "missing required field `command`"),
        (json.dumps(saved(seed="7")), r"Expected `int`, got `str` - at `\$.seed`"),
        (json.dumps(saved(rows=rows_with(figure=[1]))), r"at `\$.rows\[0\].figure`"),
        (
            json.dumps(saved(rows=rows_with(figure={"median": 0, "low": 1, "high": 2}))),
            r"at `\$.rows\[0\].figure.median`",
        ),
        *(
            (
                json.dumps(saved(rows=rows_with(figure={"median": 1, "low": 1, "high": high}))),
                r"at `\$.rows\[0\].figure.high`",
            )
            for high in (math.inf, math.nan, 1e300, 5e-324)
        ),
        (json.dumps(saved(rows=saved()["rows"][:1])), "lacks rows of this run: b"),
        ("\xff", "cannot be read: not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_saved_run_says_what_is_wrong(tmp_path, content, words):
    file = tmp_path / "run.json"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(DataError, match=words):
        load_run(file, ["a", "b"])


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"no\.json cannot be read: No such file"):
        load_run(tmp_path / "no.json")
    with pytest.raises(DataError, match=r"^a file without a name cannot be read"):
        load_run("")


def test_programs_that_are_started_do_not_hear_ctrl_c(tmp_path, monkeypatch):
    """A terminal sends it to all; they would say so, too."""
    told = tmp_path / "session"
    code = f"import os; open({str(told)!r}, 'w').write(str(os.getsid(0)))"
    monkeypatch.setattr(starting, "_STARTS", [("row", "label", ("-c", code), None)])
    (row,) = starting.starting_lines()
    row.task.play(1)
    assert int(told.read_text()) != os.getsid(0)


def test_wrong_arguments_are_told_before_anything_is_measured(tmp_path, monkeypatch):
    with pytest.raises(SpecError, match="seed = -1"):
        Bench(seed=-1)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SpecError, match=r"peers are in benchmarks.peers of the source tree"):
        Bench(against=["naive"], lines=lambda seed: [])


def test_the_table_shows_figures_targets_and_changes():
    lines = [
        line("a", target=at_least(1000)),
        line("b", to="a", target=at_most(2, "ratio")),
        line("c", "us"),
    ]
    run = saved_run(lambda seed: lines, absent={"one": "two is not installed"}, command="words")
    rows = rows_of(lines, [{"a": 1234560.0, "b": 411520.0, "c": 1e5}])
    run = msgspec.structs.replace(run, rows=tuple(rows))
    table = to_bench_table(run, compare(run, run, "file.json"))
    lines = [" ".join(line.split()) for line in table.splitlines()]
    a = "label of a 1,234,560 1,234,560 – 1,234,560 deals/s ≥ 1,000 yes 1,234,560 1.000 same"
    b = "label of b 411,520 411,520 – 411,520 deals/s 3 x ≤ 2 x no 411,520 1.000 same"
    assert a in lines
    assert b in lines
    assert "label of c 10 10 – 10 us 10 1.000 same" in lines
    assert "1 of 2 targets met" in lines
    assert "peer one is left out: two is not installed" in lines
    assert "against file.json: 0 rows better, 0 worse, 3 the same within their spread" in lines
    assert lines[-1] == "words"
