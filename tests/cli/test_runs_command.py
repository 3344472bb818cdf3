"""``runs``: what files of runs hold, and going on with them, to the same figures and digest."""

import csv
import json
import os
import re
import shlex
import sqlite3
from dataclasses import replace

import numpy as np
import pyarrow.parquet
import pytest
from click.testing import CliRunner

import tractor_fast
from tractor_fast import runs
from tractor_fast._core import engine
from tractor_fast.cli import main, progress
from tractor_fast.sim import Estimate, Progress
from tractor_fast.sim.store import Store

TIMING = {"seconds", "deals_per_second", "jobs", "executor"}
QUESTIONS = {
    "simulate": ("simulate", "--deals", "600", "--seats", "random"),
    "compare": ("compare", "expert", "easy", "--boards", "300", "--set", "kitty=12"),
    "rule": ("compare", "expert", "random", "--sprt", "0,0.1"),
    "sweep": ("sweep", "expert", "--param", "bid.min_trumps=8:9", "--boards", "100"),
    "tournament": ("tournament", "normal", "random", "easy", "--boards", "100"),
    "rules-diff": ("rules-diff", "tractor", "tractor", "--set-b", "kitty=12", "--boards", "200",
                   "--matches", "4"),
    "hand": ("hand", "5h5h", "--boards", "100"),
    "bury": ("hand", "--bury", "--trump", "h", "--level", "5", "--boards", "50",
             "5h5h5s BJSJ AhAhKhQhQh9h7h3h AcKcTc8c4c2c AdQdJd9d9d8d AsKsKsTs9s6s4s3s"),
    "match": ("match", "normal", "easy", "--matches", "40", "--first-match", "6"),
    "bid-value": ("bid-value", "expert", "--boards", "200"),
}  # fmt: skip
SIMULATE = ("simulate", "--deals", "600", "--seats", "random")


def command(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def fine(*words):
    result = command(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def figures(*words):
    printed = json.loads(fine(*words, "--format", "json"))
    return {key: value for key, value in printed.items() if key not in TIMING}


def refused(*words, code=2):
    result = command(*words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)
    assert result.stderr.startswith("error: ")
    assert result.stderr.rstrip("\n").isprintable()
    return result.stderr


@pytest.fixture
def file(tmp_path):
    return tmp_path / "run.db"


@pytest.fixture
def interrupts(monkeypatch):
    """A function that has the run interrupted when it says for the n-th time how far it is."""

    def interrupt(after):
        left = after

        def in_words(now):
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt
            return ""

        monkeypatch.setattr(progress, "in_words", in_words)

    return interrupt


# ---- keeping, resuming, extending ---------------------------------------------------------------


@pytest.mark.parametrize("words", QUESTIONS.values(), ids=QUESTIONS)
def test_a_run_that_is_kept_prints_what_it_always_does(words, file):
    usual = figures(*words)
    assert figures(*words, "--out", file) == usual
    assert figures("runs", "resume", file) == usual
    assert figures(*words, "--out", file) == usual


@pytest.mark.parametrize("words", QUESTIONS.values(), ids=QUESTIONS)
def test_an_interrupted_run_is_resumed_to_the_same_figures(words, file, interrupts, monkeypatch):
    interrupts(after=1)
    result = command(*words, "--out", file)
    assert (result.exit_code, result.stdout) == (130, "")
    kept = re.fullmatch(
        rf"error: interrupted; ([\d,]+) of ([\d,]+) \w+ are kept in {re.escape(str(file))}; go on"
        rf" with: tractor-fast (runs resume {re.escape(str(file))})\n",
        result.stderr,
    )
    done, of = (int(number.replace(",", "")) for number in kept.groups()[:2])
    assert 0 < done <= of
    monkeypatch.undo()
    assert figures(*shlex.split(kept[3])) == figures(*words)


def test_a_finished_run_is_printed_and_left_as_it_is(file):
    fine(*QUESTIONS["rule"], "--out", file)
    before = file.read_bytes()
    file.chmod(0o444)
    usual = figures(*QUESTIONS["rule"])
    assert figures("runs", "resume", file) == usual
    assert figures(*QUESTIONS["rule"], "--out", file) == usual
    assert file.read_bytes() == before


def test_tables_csv_and_pictures_are_those_of_the_command(file, tmp_path):
    words = QUESTIONS["tournament"]
    fine(*words, "--out", file)
    assert fine("runs", "resume", file, "--format", "csv") == fine(*words, "--format", "csv")
    assert "the best is normal" in fine("runs", "resume", file)
    picture = tmp_path / "cross.svg"
    fine("runs", "resume", file, "--plot", picture)
    assert ">easy<" in picture.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "option", "number"),
    [
        ("simulate", "--deals", 900),
        ("compare", "--boards", 500),
        ("tournament", "--boards", 150),
        ("rules-diff", "--boards", 300),
        ("match", "--matches", 60),
    ],
)
def test_more_boards_extend_a_run(name, option, number, file):
    words = QUESTIONS[name]
    fine(*words, "--out", file)
    longer = figures(*words, option, number)
    assert figures("runs", "resume", file, option, number) == longer
    assert figures("runs", "resume", file) == longer


def test_a_rule_judges_an_extended_run_as_a_whole(file):
    words = ("compare", "expert", "normal", "--ci", "0.01", "--stratify")
    assert figures(*words, "--boards", 2500, "--out", file)["stopped_by"] == "boards"
    longer = figures(*words, "--boards", 20000)
    assert (longer["stopped_by"], longer["boards"]) == ("ci", 9000)
    assert figures("runs", "resume", file, "--boards", 20000) == longer


def test_fewer_boards_than_there_are_are_refused(file):
    fine(*SIMULATE, "--out", file)
    assert "is a run of 600 deals" in refused("runs", "resume", file, "--deals", 599)


def test_another_question_is_refused_with_what_differs(file):
    fine(*SIMULATE, "--out", file)
    said = refused(*SIMULATE, "--seed", 3, "--out", file)
    assert "is of another run: seed is 0 there and 3 here" in said


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        (mine, other)
        for mine in QUESTIONS
        for other in ("simulate", "compare", "match")
        if mine != other
    ],
)
def test_a_file_of_any_other_question_is_refused(mine, other, file):
    """Whatever its boards are called, and however many there are."""
    fine(*QUESTIONS[other], "--out", file)
    for dry in ((), ("--dry-run",)):
        said = refused(*QUESTIONS[mine], "--out", file, *dry)
        assert said.startswith(f"error: {file} is of another run: ")


def test_a_run_goes_on_with_another_time_limit_and_other_workers(file):
    words = ("simulate", "--seats", "tractor_fast.strategies.example:Example")
    fine(*words, "--deals", 20, "--out", file)
    longer = figures(*words, "--deals", 40)
    again = figures("runs", "resume", file, "--deals", 40, "--decision-timeout", 60)
    assert {**again, "plan": None} == {**longer, "plan": None}
    again = figures("runs", "resume", file, "--deals", 50, "--executor", "processes", "--jobs", 2)
    assert again["digest"] == figures(*words, "--deals", 50)["digest"]


def test_there_is_no_picture_of_a_match(file, tmp_path):
    fine(*QUESTIONS["match"], "--out", file)
    said = refused("runs", "resume", file, "--plot", tmp_path / "x.svg")
    assert "there is no picture of a match" in said


def test_a_failing_strategy_fails_again(file, tmp_path):
    source = tmp_path / "fails.py"
    source.write_text(
        "class Fails:\n"
        "    def bid(self, view):\n"
        "        if view.board == 5:\n"
        "            raise ValueError('not five')\n"
    )
    words = ("simulate", "--deals", 20, "--seats", f"{source}:Fails")
    first = command(*words, "--out", file, "--format", "json")
    again = command("runs", "resume", file, "--format", "json")
    assert first.exit_code == again.exit_code == 1
    assert "not five" in first.stderr
    assert again.stderr == first.stderr
    digests = [json.loads(result.stdout)["digest"] for result in (first, again)]
    assert digests[0] == digests[1]
    assert "failed" in fine("runs", "list", file)


# ---- list and show ------------------------------------------------------------------------------


def test_runs_of_a_directory_are_listed(tmp_path, monkeypatch, interrupts):
    monkeypatch.chdir(tmp_path)
    fine(*QUESTIONS["match"], "--out", "b.db")
    interrupts(after=1)
    command(*QUESTIONS["simulate"], "--out", "a.db")
    (tmp_path / "damaged.db").write_bytes((tmp_path / "b.db").read_bytes()[:9000])
    (tmp_path / "notes.txt").write_text("no run")
    other = sqlite3.connect("other.db")
    other.execute("CREATE TABLE t (x)")
    other.close()
    (tmp_path / "within").mkdir()
    listed = json.loads(fine("runs", "list", "--format", "json"))
    assert [run["file"] for run in listed] == ["a.db", "b.db", "damaged.db"]
    first, second, third = listed
    assert second["question"] == "match"
    assert (second["state"], second["done"], second["of"], second["unit"]) == (
        "finished", 40, 40, "matches",
    )  # fmt: skip
    assert second["strategies"] == ["normal", "easy"]
    assert re.match(r"20\d\d-\d\d-\d\dT", second["started"])
    assert first["state"] == "open"
    assert 0 < first["done"] <= first["of"] == 600
    assert third["state"] == "damaged"
    assert "damaged.db is damaged" in third["problem"]
    table = fine("runs", "list")
    assert "40 of 40 matches" in table
    assert fine("runs", "list", "b.db").count(".db") == 1
    assert fine("runs", "list", "within") == "no runs\n"


def test_a_run_that_somebody_writes_to_is_running(file):
    fine(*SIMULATE, "--out", file)
    with Store.open(file, write=True) as store:
        store.extend({**store.plan, "arguments": {**store.plan["arguments"], "deals": 700}})
        assert " running " in fine("runs", "list", file)
    assert " open " in fine("runs", "list", file)


def test_a_run_is_shown(file):
    fine(*QUESTIONS["rules-diff"], "--out", file)
    shown = json.loads(fine("runs", "show", file, "--format", "json"))
    assert shown["plan"] == figures("runs", "resume", file)["plan"]
    first, second = shown["parts"]
    assert (first["part"], first["unit"], first["first"], first["of"]) == (0, "boards", 0, 200)
    assert [kept[:2] for kept in first["kept"]] == [[0, 200]]
    assert (second["part"], second["unit"], second["of"]) == (1, "matches", 8)
    assert [kept[:2] for kept in second["kept"]] == [[0, 8]]
    assert shown["sessions"][0]["kernel"] == engine.KERNEL
    assert shown["bytes"] == file.stat().st_size
    table = fine("runs", "show", file)
    for words in (
        "rules-diff, finished, 208 of 208 boards", "a = tractor", "b = tractor (kitty=12)",
        "seats = \"expert\"", "strategy expert: ", "session 1: started 20", "part 0: 200 of 200",
        "part 1: 8 of 8 matches",
    ):  # fmt: skip
        assert words in table


def test_names_from_a_file_are_escaped(file):
    fine(*SIMULATE, "--out", file)
    with Store.open(file) as store:
        plan = {**store.plan, "strategies": {"\x1b[31mred": "aa"}, "question": "sim\rulate"}
    other = file.with_name("other.db")
    Store.create(other, plan).close()
    for words in (("list", other), ("show", other)):
        text = fine("runs", *words)
        assert r"\x1b[31mred" in text
        assert all(line.isprintable() for line in text.splitlines())


@pytest.mark.parametrize("name", ["list", "show", "resume", "verify", "merge", "export"])
def test_what_is_no_run_is_refused(name, tmp_path, file):
    more = {"merge": (), "export": (tmp_path / "x.csv",)}.get(name, ())
    target = (tmp_path / "target.db",) if name == "merge" else ()
    assert "there is no file" in refused("runs", name, *target, file, *more)
    file.write_text("no database at all, and long enough to be none" * 10)
    assert "is no store of a run" in refused("runs", name, *target, file, *more)


# ---- verify -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", QUESTIONS.values(), ids=QUESTIONS)
def test_stored_chunks_come_out_the_same(words, file):
    fine(*words, "--out", file)
    text = fine("runs", "verify", file, "--all")
    assert "all came out the same" in text
    verified = runs.verify(file, None)
    assert verified.same
    assert verified.chunks == verified.of > 0


def changed_copy(file, change):
    """A store like another, whole and with all its checksums, but for what ``change`` makes."""
    copy = file.with_name("changed.db")
    with Store.open(file) as store, Store.create(copy, store.plan) as other:
        other.begin_session({})
        for part in store.parts():
            other.add([replace(change(chunk), session=None) for chunk in store.chunks(part)])
        other.finish("boards", None)
    return copy


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda chunk: replace(chunk, digest=chunk.digest + 1), "the digest"),
        (
            lambda chunk: replace(chunk, totals=chunk.totals | {"tricks_sum": 3}),
            "the counter tricks_sum",
        ),
    ],
)
def test_a_chunk_that_comes_out_differently_is_named(file, change, what):
    fine(*SIMULATE, "--first-board", 50, "--out", file)
    result = command("runs", "verify", changed_copy(file, change))
    assert result.exit_code == 1
    assert f"part 0, deals 50 to 649: {what} is another" in result.stdout
    assert "1 came out differently" in result.stdout


@pytest.mark.parametrize(
    "counter", [{"holds": -3}, {"holds": 601}, {"points_sq": 5}, {"levels_sum": 10**400}], ids=str
)
@pytest.mark.parametrize("output", ["table", "json", "csv"])
def test_counters_that_come_to_no_figures_are_told(file, counter, output):
    fine(*SIMULATE, "--out", file)
    copy = changed_copy(file, lambda chunk: replace(chunk, totals=chunk.totals | counter))
    said = refused("runs", "resume", copy, "--format", output)
    assert f"{copy} is damaged: its counters come to no figures: " in said
    goal = file.with_name("figures.csv")
    assert "come to no figures" in refused("runs", "export", copy, goal, "--what", "figures")
    assert not goal.exists()


@pytest.mark.parametrize("name", ["tournament", "hand", "bid-value"])
def test_counters_of_no_boards_are_told_by_other_questions_too(file, name):
    fine(*QUESTIONS[name], "--out", file)

    def change(chunk):
        return replace(chunk, totals={key: _opposite(at) for key, at in chunk.totals.items()})

    assert "come to no figures" in refused("runs", "resume", changed_copy(file, change))


def _opposite(counter):
    return [-each for each in counter] if isinstance(counter, list) else -counter


def test_a_run_that_is_said_to_be_finished_and_lacks_boards_is_told(file):
    fine(*SIMULATE, "--out", file)
    fine(*SIMULATE[:1], "--deals", 900, *SIMULATE[3:], "--out", file)

    def change(chunk):
        return replace(chunk, start=chunk.start + 1, count=chunk.count - 1)

    copy = changed_copy(file, change)
    assert "is said to be finished, but deals 0 to 0 are missing" in refused("runs", "resume", copy)


def test_boards_beyond_the_run_are_not_played_by_verify(file):
    fine(*SIMULATE, "--out", file)
    copy = changed_copy(file, lambda chunk: replace(chunk, count=2**62))
    said = refused("runs", "verify", copy)
    assert f"deals 0 to {2**62 - 1}: they are none of its run" in said


def test_rows_that_are_kept_are_verified(file):
    tractor_fast.simulate(seats="random", deals=50, out=file, keep_rows=True)
    assert runs.verify(file).same

    def change(chunk):
        return replace(chunk, records=chunk.records[:-1] + b"\x07")

    (different,) = runs.verify(changed_copy(file, change)).different
    assert different.what == "the rows"


def test_so_many_random_chunks_are_played_again(file):
    for deals in (100, 200, 300, 400):
        fine("simulate", "--seats", "random", "--deals", deals, "--out", file)
    verified = runs.verify(file, 2, seed=1)
    assert (verified.chunks, verified.of, verified.boards) == (2, 4, 200)
    assert "0 of 4 chunks" in fine("runs", "verify", file, "--chunks", 0)
    assert "chunks = -1: allowed" in refused("runs", "verify", file, "--chunks", -1)


# ---- merge --------------------------------------------------------------------------------------


def shards(tmp_path, name, option, ranges, first="--first-board"):
    words = QUESTIONS[name]
    for number, (begin, count) in enumerate(ranges):
        shard = tmp_path / f"shard{number}.db"
        fine(*words, first, begin, option, count, "--out", shard)
        yield shard


@pytest.mark.parametrize(
    ("name", "option", "first"),
    [
        ("simulate", "--deals", "--first-board"),
        ("tournament", "--boards", "--first-board"),
        ("rules-diff", "--boards", "--first-board"),
        ("match", "--matches", "--first-match"),
    ],
)
def test_shards_make_one_run(name, option, first, tmp_path, file):
    parts = shards(tmp_path, name, option, [(140, 60), (100, 40)], first)
    assert f"{file} has " in fine("runs", "merge", file, *parts)
    whole = figures(*QUESTIONS[name], first, 100, option, 100)
    assert figures("runs", "resume", file) == whole


def test_what_no_shard_has_is_played_when_the_run_is_resumed(tmp_path, file):
    parts = shards(tmp_path, "simulate", "--deals", [(0, 40), (70, 30)])
    said = fine("runs", "merge", file, *parts)
    resumed = "what is missing is played by `tractor-fast runs resume`"
    assert said == f"{file} has 70 of 100 deals; {resumed}\n"
    assert figures("runs", "resume", file) == figures(*SIMULATE, "--deals", 100)


def test_what_two_shards_have_counts_once(tmp_path, file):
    parts = shards(tmp_path, "simulate", "--deals", [(0, 40), (0, 40), (30, 30)])
    said = fine("runs", "merge", file, *parts)
    assert "has 40 of 60 deals; 1 chunk was left out, for others have some" in said
    assert "what is missing is played by" in said
    assert figures("runs", "resume", file) == figures(*SIMULATE, "--deals", 60)


def test_nothing_is_missing_where_all_boards_of_a_chunk_left_out_are_elsewhere(tmp_path, file):
    parts = shards(tmp_path, "simulate", "--deals", [(0, 40), (40, 40), (30, 30)])
    said = fine("runs", "merge", file, *parts)
    assert "has 80 of 80 deals; 1 chunk was left out, for others have some" in said
    assert "what is missing" not in said
    assert figures("runs", "resume", file) == figures(*SIMULATE, "--deals", 80)


def test_shards_of_another_run_are_refused(tmp_path, file):
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    fine(*SIMULATE, "--out", one)
    fine(*SIMULATE, "--seed", 1, "--out", other)
    said = refused("runs", "merge", file, one, other)
    assert "other.db is of another run than" in said
    assert "seed is 0 there and 1 here" in said
    assert not file.exists()
    assert "is there already" in refused("runs", "merge", one, other)


# ---- export -------------------------------------------------------------------------------------


@pytest.fixture
def chunks(file):
    """A file of two chunks."""
    for deals in (100, 250):
        fine("simulate", "--seats", "random", "--first-board", 7, "--deals", deals, "--out", file)
    return file


def test_chunks_as_csv_and_json(chunks, tmp_path):
    fine("runs", "export", chunks, tmp_path / "chunks.csv")
    fine("runs", "export", chunks, tmp_path / "chunks.json")
    with open(tmp_path / "chunks.csv", newline="") as text:
        rows = list(csv.DictReader(text))
    places = [(row["part"], row["first"], row["boards"]) for row in rows]
    assert places == [("0", "7", "100"), ("0", "107", "150")]
    digest = sum(int(row["digest"], 16) for row in rows) % 2**128
    assert f"{digest:032x}" == figures("runs", "resume", chunks)["digest"]
    objects = json.loads((tmp_path / "chunks.json").read_text())
    assert [{name: str(value) for name, value in row.items()} for row in objects] == rows
    holds = figures("runs", "resume", chunks)["defenders_win"]["count"]
    assert sum(row["totals.holds"] for row in objects) == holds


def test_chunks_as_parquet_and_npz(chunks, tmp_path):
    fine("runs", "export", chunks, tmp_path / "chunks.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "chunks.parquet").to_pydict()
    fine("runs", "export", chunks, tmp_path / "data", "--format", "npz")
    with np.load(tmp_path / "data") as arrays:  # without pickle
        assert {name: arrays[name].tolist() for name in arrays.files} == table
    assert table["first"] == [7, 107]


def test_boards_have_numbers_of_64_bits_in_all_forms(file, tmp_path):
    first = 2**64 - 60
    tractor_fast.simulate(seats="random", first_board=first, deals=20, out=file)
    tractor_fast.simulate(seats="random", first_board=first, deals=60, out=file)
    starts = [first, first + 20]
    runs.export(file, tmp_path / "chunks.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "chunks.parquet")["first"].to_pylist() == starts
    runs.export(file, tmp_path / "chunks.npz")
    with np.load(tmp_path / "chunks.npz") as arrays:
        assert arrays["first"].tolist() == starts
        assert arrays["boards"].tolist() == [20, 40]
        assert arrays["digest"].dtype == "U32"
    runs.export(file, tmp_path / "chunks.json")
    assert [row["first"] for row in json.loads((tmp_path / "chunks.json").read_text())] == starts


def test_a_figure_that_is_no_float_is_told(file, tmp_path):
    fine(*QUESTIONS["rules-diff"], "--out", file)

    def change(chunk):
        played = {"deals_of_matches": 10**330} if "deals_of_matches" in chunk.totals else {}
        return replace(chunk, totals=chunk.totals | played)

    copy = changed_copy(file, change)
    said = refused("runs", "export", copy, tmp_path / "figures.npz", "--what", "figures")
    assert "a figure is beyond what floating-point numbers have; csv and json" in said


def test_counters_of_several_parts_have_columns_of_their_own(file, tmp_path):
    fine(*QUESTIONS["rules-diff"], "--out", file)
    for form in ("csv", "parquet", "npz", "json"):
        fine("runs", "export", file, tmp_path / f"chunks.{form}")
    rows = json.loads((tmp_path / "chunks.json").read_text())
    assert {row["part"] for row in rows} == {0, 1}
    only_first = [name for name in rows[0] if rows[0][name] is not None and rows[-1][name] is None]
    assert only_first
    assert all(name.startswith("totals.") for name in only_first)
    with np.load(tmp_path / "chunks.npz") as arrays:
        assert arrays[only_first[0]][-1] == 0


def test_a_counter_may_be_called_as_a_column_is(file, tmp_path):
    fine(*QUESTIONS["bid-value"], "--out", file)
    fine("runs", "export", file, tmp_path / "chunks.json")
    (row,) = json.loads((tmp_path / "chunks.json").read_text())
    assert row["boards"] == 200
    assert "totals.boards" in row


def test_rows_are_those_of_the_run(file, tmp_path):
    result = tractor_fast.compare("expert", "random", boards=40, out=file, rows=True)
    fine("runs", "export", file, tmp_path / "rows.npz", "--what", "rows")
    with np.load(tmp_path / "rows.npz") as arrays:
        assert arrays["seats_of_a"].tolist() == result.rows["seats_of_a"].tolist()
        exchanged = result.rows["exchanged"]["points"].tolist()
        assert arrays["exchanged.points"].tolist() == exchanged
    fine("runs", "export", file, tmp_path / "rows.csv", "--what", "rows")
    with open(tmp_path / "rows.csv", newline="") as text:
        boards = [int(row["first.board"]) for row in csv.DictReader(text)]
    assert boards == [*range(40)]


def test_rows_of_matches_have_a_column_for_each_place(file, tmp_path):
    result = tractor_fast.match("normal", "easy", matches=6, out=file, rows=True)
    fine("runs", "export", file, tmp_path / "rows.parquet", "--what", "rows")
    table = pyarrow.parquet.read_table(tmp_path / "rows.parquet").to_pydict()
    assert table["number"] == [*range(6)]
    assert table["levels.0"] == result.rows["levels"][:, 0].tolist()


def test_rows_are_kept_where_the_command_is_told_to(file, tmp_path):
    fine(*SIMULATE, "--out", file, "--keep-rows")
    fine("runs", "export", file, tmp_path / "rows.json", "--what", "rows")
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [row["board"] for row in rows] == [*range(600)]
    assert "--keep-rows goes with --out" in refused(*SIMULATE, "--keep-rows")


def test_a_run_with_rows_goes_on_with_them(file, tmp_path):
    fine(*SIMULATE, "--out", file, "--keep-rows")
    longer = figures("runs", "resume", file, "--deals", 700)
    assert longer["digest"] == figures(*SIMULATE, "--deals", 700)["digest"]
    fine("runs", "export", file, tmp_path / "rows.npz", "--what", "rows")
    usual = tractor_fast.simulate(seats="random", deals=700, rows=True).rows
    resumed = runs.resume(file, rows=True).rows
    assert resumed.tobytes() == usual.tobytes()
    with np.load(tmp_path / "rows.npz") as arrays:
        assert arrays["points"].tolist() == usual["points"].tolist()


def test_rows_that_were_not_kept_are_refused(file, tmp_path):
    fine(*SIMULATE, "--out", file)
    said = refused("runs", "export", file, tmp_path / "x.csv", "--what", "rows")
    assert "deals 0 to 599 were kept without rows" in said
    assert list(tmp_path.glob("x*")) == []


def test_figures_are_what_the_command_prints(file, tmp_path):
    words = QUESTIONS["tournament"]
    fine(*words, "--out", file)
    fine("runs", "export", file, tmp_path / "figures.csv", "--what", "figures")
    assert (tmp_path / "figures.csv").read_text() == fine(*words, "--format", "csv")
    fine("runs", "export", file, tmp_path / "figures.json", "--what", "figures")
    printed = json.loads((tmp_path / "figures.json").read_text())
    assert {k: v for k, v in printed.items() if k not in TIMING} == figures(*words)
    fine("runs", "export", file, tmp_path / "figures.npz", "--what", "figures")
    with np.load(tmp_path / "figures.npz") as arrays:
        found = dict(zip(arrays["figure"].tolist(), arrays["value"].tolist(), strict=True))
    assert found["boards"] == 100
    assert found["ratings.0.rating.mean"] == printed["ratings"][0]["rating"]["mean"]


def test_figures_of_a_run_that_is_not_finished_are_refused(file, tmp_path, interrupts):
    interrupts(after=1)
    command(*SIMULATE, "--out", file)
    said = refused("runs", "export", file, tmp_path / "x.json", "--what", "figures")
    assert "of 600 deals: `tractor-fast runs resume` finishes it" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x.txt"], "allowed: csv, json, parquet, npz"),
        (["there.csv"], "there.csv is there already"),
        (["no/x.csv"], "x.csv cannot be written: No such file"),
        (["run.db", "--format", "csv", "--force"], "run.db is the run itself"),
    ],
)
def test_what_export_refuses(words, said, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fine(*SIMULATE, "--out", file)
    (tmp_path / "there.csv").write_text("mine")
    assert said in refused("runs", "export", file, *words)
    assert (tmp_path / "there.csv").read_text() == "mine"
    fine("runs", "export", file, "there.csv", "--force")
    assert (tmp_path / "there.csv").read_text().startswith("part,first,boards,digest")


@pytest.mark.parametrize("what", ["chunks", "figures"])
@pytest.mark.parametrize("form", ["csv", "npz"])
def test_an_export_leaves_what_is_no_file_and_links_as_they_are(file, tmp_path, what, form):
    fine(*SIMULATE, "--out", file)
    words = ("--what", what, "--format", form, "--force")
    pipe, link, goal = tmp_path / "pipe", tmp_path / "link", tmp_path / "goal"
    os.mkfifo(pipe)
    said = f"error: {pipe} cannot be written: it is no file; name another one\n"
    assert refused("runs", "export", file, pipe, *words) == said
    assert pipe.is_fifo()
    link.symlink_to(goal)
    for _ in range(2):  # at first there is nothing behind the link
        fine("runs", "export", file, link, *words)
        assert link.is_symlink()
        assert goal.stat().st_size
    assert {each.name for each in tmp_path.iterdir()} == {"run.db", "pipe", "link", "goal"}


def test_an_export_writes_over_no_unfinished_file_of_others(file, tmp_path):
    fine(*SIMULATE, "--out", file)
    mine = tmp_path / "chunks.csv.part"
    mine.write_text("mine")
    fine("runs", "export", file, tmp_path / "chunks.csv")
    assert mine.read_text() == "mine"


def test_parquet_without_pyarrow_says_what_to_install(file, tmp_path, monkeypatch):
    fine(*SIMULATE, "--out", file)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    said = refused("runs", "export", file, tmp_path / "x.parquet")
    assert "pip install 'tractor_fast[parquet]'" in said


# ---- a file from elsewhere ----------------------------------------------------------------------

TELLTALE = """
from pathlib import Path
Path(__file__).with_name("has run").write_text("")
class Mine:
    def bid(self, view):
        return None
"""


@pytest.fixture
def from_elsewhere(tmp_path):
    """The file of a run whose strategy, when it is imported, leaves a trace; not the one kept."""
    source = tmp_path / "mine.py"
    source.write_text(TELLTALE)
    file = tmp_path / "elsewhere.db"
    fine("simulate", "--deals", 20, "--seats", f"{source}:Mine", "--out", file)
    (tmp_path / "has run").unlink()
    source.write_text(TELLTALE + "# another\n")
    return file


def test_nothing_that_a_file_names_is_run_when_it_is_read(from_elsewhere, tmp_path):
    fine("runs", "list", tmp_path)
    fine("runs", "show", from_elsewhere)
    fine("runs", "merge", tmp_path / "merged.db", from_elsewhere)
    fine("runs", "export", from_elsewhere, tmp_path / "x.csv")
    assert not (tmp_path / "has run").exists()


@pytest.mark.parametrize(
    "words", [("resume",), ("verify",), ("export", "x.csv", "--what", "figures")]
)
def test_a_strategy_that_has_changed_is_not_imported(from_elsewhere, tmp_path, words, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = refused("runs", words[0], from_elsewhere, *words[1:])
    assert "mine.py:Mine is not what it was" in said
    assert not (tmp_path / "has run").exists()


# ---- progress -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (Progress(0, 10, None, None, None), ""),
        (Progress(5, 10, 1234567.8, 3725.2, None), "1,234,568/s, 1:02:05 left"),
        (
            Progress(5, 10, 0.25, 59.6, Estimate("levels_per_deal", 0.12345, -0.1, 0.3)),
            "0.25/s, 0:01:00 left, levels per deal 0.1235 ± 0.2000",
        ),
        (Progress(5, 10, None, None, Estimate("win_rate", 1.0, None, None)), "win rate 1.0000"),
        (Progress(5, 10, None, None, Estimate("win_rate", None, None, None)), ""),
    ],
)
def test_how_far_a_run_is_in_words(now, words):
    assert progress.in_words(now) == words
