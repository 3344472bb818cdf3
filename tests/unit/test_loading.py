"""Strategies found by module, file and entry point."""

import sys

import pytest

from tractor_fast import simulate
from tractor_fast.errors import SpecError
from tractor_fast.sim import format_seats, parse_seats
from tractor_fast.strategies import parse_strategy

FINE = """
from tractor_fast.strategies import strategies
Mine = strategies()["random"]
class Outer:
    Inner = Mine
"""


def complaint(spec):
    with pytest.raises(SpecError) as caught:
        parse_strategy(spec)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def write(path, text=FINE):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["mine.py", "./mine.py", "some where/my=bots (old)/mine.py"])
def test_a_file_of_the_working_directory(here, name):
    write(here / name)
    seated = parse_strategy(f"{name}:Mine(lead.throws=0.25)")
    assert str(seated) == f"{name}:Mine(lead.throws=0.25)"
    assert seated.strategy.parameters[0].name == "lead.throws"
    assert seated.values == (0.25, 0.0)


def test_a_file_by_its_whole_path_and_an_object_inside_a_class(here):
    path = write(here / "a" / "mine.py")
    assert str(parse_strategy(f" {path}:Outer.Inner ")) == f"{path}:Outer.Inner"


@pytest.mark.parametrize("folder", ["", "a=b/", "a b/", "a (b)/"])
def test_seats_may_be_files(here, folder):
    write(here / folder / "mine.py")
    path = f"./{folder}mine.py:Mine"
    text = f"NS={path}(lead.throws=0.25, bid.passes=0.5),EW=normal"
    seats = parse_seats(text, 4)
    assert [str(seat) for seat in seats[:2]] == [
        f"{path}(lead.throws=0.25, bid.passes=0.5)",
        "normal",
    ]
    assert format_seats(seats) == text
    assert [str(seat) for seat in parse_seats(path, 4)] == [path] * 4


def test_a_file_that_has_changed_is_read_again(here):
    path = write(here / "mine.py")
    assert parse_strategy("mine.py:Mine").strategy.parameters
    write(path, FINE + "Other = strategies()['random']\n")
    assert str(parse_strategy("mine.py:Other")) == "mine.py:Other"


def test_a_file_is_run_once_and_finds_its_neighbours(here):
    write(here / "bots" / "helper.py", "runs = []\n")
    write(here / "bots" / "mine.py", FINE + "import helper\nhelper.runs.append(1)\n")
    before = list(sys.path)
    parse_seats({"NS": "bots/mine.py:Mine", "EW": "bots/mine.py:Outer.Inner"}, 4)
    assert sys.path == before
    assert sys.modules["helper"].runs == [1]


def test_a_module_of_the_working_directory(here):
    write(here / "house_bots" / "__init__.py", "")
    write(here / "house_bots" / "first.py")
    seated = parse_strategy("house_bots.first:Mine(lead.throws=1)")
    assert str(seated) == "house_bots.first:Mine(lead.throws=1)"


def fake_package(folder, monkeypatch, name, points):
    """Something that looks installed, with these entry points."""
    info = folder / f"{name}-1.0.dist-info"
    write(info / "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    write(info / "entry_points.txt", f"[tractor_fast.strategies]\n{points}\n")
    monkeypatch.syspath_prepend(folder)


def test_an_entry_point(tmp_path, monkeypatch):
    write(tmp_path / "their_bots.py")
    fake_package(tmp_path, monkeypatch, "their-bots", "clever-one = their_bots:Outer.Inner")
    seated = parse_strategy("clever-one(lead.throws=0.5)")
    assert str(seated) == "clever-one(lead.throws=0.5)"
    assert "did you mean clever-one?" in complaint("clever-one1")
    assert "strategies are random, " in complaint("clever")


def test_entry_points_that_cannot_be_loaded(tmp_path, monkeypatch):
    points = "gone = no_such_module:Mine\nmissing = their_own:Nothing\n"
    write(tmp_path / "their_own.py", "")
    fake_package(tmp_path, monkeypatch, "theirs", points)
    assert "gone (no_such_module:Mine of theirs): there is no module no_such_module" in complaint(
        "gone"
    )
    assert "there is no Nothing in their_own" in complaint("missing")


def test_two_entry_points_of_one_name(tmp_path, monkeypatch):
    fake_package(tmp_path / "a", monkeypatch, "one", "twice = a:A")
    fake_package(tmp_path / "b", monkeypatch, "two", "twice = b:B")
    message = complaint("twice")
    assert message == "twice may be any of a:A of one, b:B of two; write module:object"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nowhere.py:Mine", "there is no file nowhere.py; relative paths start at "),
        ("no/where:Mine", "there is no file no/where"),
        ("folder/:Mine", "folder is no .py file"),
        ("mine.txt/:Mine", "mine.txt is no .py file"),
        ("mine.py", "'mine.py' is a file; write mine.py:object"),
        ("mine.py:Mien", "there is no Mien in mine.py; did you mean Mine?"),
        ("mine.py:Mine.x", "there is no Mine.x in mine.py"),
        ("mine.py:number", "mine.py:number: 7 is no strategy"),
        ("mine.py:Mine(x=1)", "mine.py:Mine has no parameter 'x'; its parameters are lead.throws"),
        ("mine.py:Mine(lead.throws=2)", "mine.py:Mine: lead.throws = 2: allowed: a number from 0"),
        ("no_such_module:Mine", "there is no module no_such_module; a file is written"),
        ("mine.no_such:Mine", "there is no module mine.no_such"),
        ("a-b:Mine", "'a-b:Mine' is neither module:object nor path/to/file.py:object"),
        ("mine.py:", "is no strategy; write name or name(parameter=value)"),
        ("mi\0ne.py:Mine", "there is no file"),
    ],
)
def test_what_cannot_be_found_is_told_in_one_line(here, spec, message):
    write(here / "mine.py", FINE + "number = 7\n")
    write(here / "mine.txt")
    (here / "folder").mkdir()
    assert message in complaint(spec)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n1 / 0\n", "importing it raised ZeroDivisionError: division by zero"),
        ("\nraise SystemExit('no\\nmore')", "importing it raised SystemExit: no more"),
        ("\ndef f(:\n", "importing it raised SyntaxError: invalid syntax"),
        ("\nimport no_such_thing\n", "importing it raised ModuleNotFoundError: No module named"),
        ("\nfrom tractor_fast import nonsense\n", "importing it raised ImportError: cannot import"),
    ],
)
def test_what_an_import_raises_is_told_with_file_and_line(here, text, message):
    path = write(here / "broken.py", text)
    for spec in (f"{path.name}:Mine", f"{path.stem}:Mine"):
        told = complaint(spec)
        assert message in told
        assert told.endswith(f"({path}, line 2)")


def test_an_entry_point_may_be_a_python_class(tmp_path, monkeypatch):
    text = "class Low:\n    def lead(self, view):\n        return view.hand[:1]\n"
    write(tmp_path / "low_bots.py", text)
    fake_package(tmp_path, monkeypatch, "low-bots", "low = low_bots:Low")
    assert simulate(seats="NS=low,EW=random", deals=5, jobs=1).deals == 5
    written = simulate(seats=f"NS={tmp_path}/low_bots.py:Low,EW=random", deals=5, jobs=1)
    named = simulate(seats="NS=low_bots:Low,EW=random", deals=5, jobs=1)
    assert written.digest == named.digest
