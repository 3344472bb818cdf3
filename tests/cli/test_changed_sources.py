"""A run goes on only with the strategies that it began with, and with what these import."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest
from tests.unit.strategy_files import HELPERS, MINE

import tractor_fast

CHANGED = "def choose(view):\n    return view.legal.sample()\n"
SIMULATE = ("simulate", "--seats", "NS=./mine.py:Mine,EW=easy", "--out", "run.db")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A directory with a strategy, a module that it imports, and a run of 60 deals."""
    played = tmp_path_factory.mktemp("played")
    (played / "mine.py").write_text(MINE)
    (played / "my_helpers.py").write_text(HELPERS)
    (played / "other.py").write_text("")
    assert command(played, *SIMULATE, "--deals", "60").returncode == 0
    return played


@pytest.fixture
def home(tmp_path, played):
    """A copy of it, elsewhere."""
    return copytree(played, tmp_path / "home")


def command(directory, *words):
    """The program in a process of its own, which has imported nothing before."""
    return subprocess.run(
        [sys.executable, "-m", "tractor_fast", *words],
        cwd=directory,
        env=os.environ | {"PYTHONPATH": str(Path(tractor_fast.__file__).parents[1])},
        capture_output=True,
        text=True,
    )


def refused(directory, *words):
    result = command(directory, *words)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("resume", "run.db", "--deals", "90"),
        ("resume", "run.db", "--deals", "90", "--executor", "processes"),
        ("verify", "run.db"),
        ("export", "run.db", "x.csv", "--what", "figures"),
    ],
    ids=lambda words: " ".join(words[::4]),
)
def test_a_run_does_not_go_on_with_another_module(home, words):
    (home / "my_helpers.py").write_text(CHANGED)
    said = refused(home, "runs", *words)
    assert said.startswith(
        f"error: {home}/run.db: strategy ./mine.py:Mine is not what it was: the SHA-256 of its"
        " source and of what it imports (my_helpers) is "
    )


def test_nor_does_its_command(home):
    (home / "my_helpers.py").write_text(CHANGED)
    said = refused(home, *SIMULATE, "--deals", "90")
    assert f"{home}/run.db is of another run: strategies../mine.py:Mine is " in said


def test_it_goes_on_elsewhere_and_when_other_files_change(home):
    (home / "other.py").write_text("x = 1\n")
    words = ("runs", "resume", "run.db", "--deals", "90", "--executor", "processes")
    assert command(home, *words).returncode == 0
    assert command(home, *SIMULATE, "--deals", "100").returncode == 0
