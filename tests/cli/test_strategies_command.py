"""``tractor-fast strategies``."""

import json

from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.strategies import strategies


def run(*arguments):
    result = CliRunner().invoke(main, ["strategies", *arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_list_names_every_built_in_strategy_and_what_it_does():
    listed = run("list").splitlines()[: len(strategies())]
    assert [line.split()[0] for line in listed] == list(strategies())
    assert all(len(line.split()) > 4 for line in listed)
    assert json.loads(run("list", "--format", "json"))[0] == {
        "name": "random",
        "summary": "every legal choice is as likely as any other",
    }


def test_list_names_what_is_installed_and_why_it_cannot_be_loaded(tmp_path, monkeypatch):
    info = tmp_path / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tractor_fast.strategies]\ngone = no_such_module:It\n")
    monkeypatch.syspath_prepend(tmp_path)
    last = run("list").splitlines()[-1]
    assert last == (
        "gone    cannot be seated: gone (no_such_module:It of theirs): there is no module"
        " no_such_module; a file is written path/to/file.py:object  (package theirs)"
    )


def test_show_prints_every_parameter_and_marks_those_that_are_set():
    assert run("show", "random(lead.throws=0.25)") == (
        "random: every legal choice is as likely as any other\n"
        "* lead.throws = 0.25  (default 0, 0 to 1: probability of leading a throw instead of one"
        " unit)\n"
        "  bid.passes = 0  (default 0, 0 to 1: probability of passing whatever may be bid)\n"
    )
    shown = json.loads(run("show", "random(lead.throws=0.25)", "--format", "json"))
    assert shown["name"] == "random"
    assert shown["parameters"][0] == {
        "name": "lead.throws",
        "default": 0.0,
        "low": 0.0,
        "high": 1.0,
        "meaning": "probability of leading a throw instead of one unit",
        "value": 0.25,
    }


def test_show_takes_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "from tractor_fast.strategies import strategies\nMine = strategies()['random']\n"
    (tmp_path / "mine.py").write_text(text)
    assert run("show", "mine.py:Mine").startswith("mine.py:Mine: every legal choice")


def test_an_unknown_strategy_is_one_line_and_exit_code_2():
    result = CliRunner().invoke(main, ["strategies", "show", "nromal"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no strategy 'nromal'; did you mean normal?" in result.stderr
    assert result.stderr.count("\n") == 1


def test_show_takes_a_class_in_python():
    shown = run("show", "tractor_fast.strategies.example:Example(bid.length=8)").splitlines()
    assert shown == [
        "tractor_fast.strategies.example:Example: Bids long suits, leads high cards of plain suits,"
        " wins points cheaply.",
        "* bid.length = 8  (default 6, 1 to 25: cards of a suit that a bid in it needs)",
        "  follow.points = 5  (default 5, 0 to 60: points in a trick that it tries to win)",
    ]
