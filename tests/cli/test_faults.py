"""Kept runs that something goes wrong with, as the shell sees it; scripts/faults has many more."""

import json
import os
import resource
import sqlite3
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tractor_fast.cli import main
from tractor_fast.sim.store import Store

RUN = ("simulate", "--deals", "600", "--seats", "random", "--jobs", "2")
WAYS = {
    "again": (*RUN, "--out", "FILE"),
    "more": ("simulate", "--deals", "700", "--seats", "random", "--out", "FILE"),
    "show": ("runs", "show", "FILE"),
    "list": ("runs", "list", "FILE"),
    "resume": ("runs", "resume", "FILE"),
    "verify": ("runs", "verify", "FILE"),
    "merge": ("runs", "merge", "OTHER", "FILE"),
    "export": ("runs", "export", "FILE", "OTHER", "--format", "csv"),
}

KILLER = '''"""A strategy that kills its process in the middle of its first run."""

import os
import signal
import time
from pathlib import Path


class Killer:
    base = "random"

    def reset(self, board):
        first = Path("first")
        if board == 300 and first.exists():
            time.sleep(3.5)  # until what is finished is written
        if board == 350 and first.exists():
            first.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    def lead(self, view):
        return view.base()
'''


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.db"
    assert command("again", path).exit_code == 0
    return path


def command(way, path):
    words = {"FILE": str(path), "OTHER": str(path.with_name("other"))}
    return CliRunner().invoke(main, [words.get(word, word) for word in WAYS[way]])


def refused(result):
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr


def program(*words, **how):
    return subprocess.run(
        [sys.executable, "-m", "tractor_fast", *map(str, words)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        capture_output=True,
        text=True,
        timeout=60,
        **how,
    )


@pytest.mark.parametrize("way", WAYS)
def test_every_command_refuses_a_store_of_a_newer_version_and_leaves_it(way, file):
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    before = file.read_bytes()
    assert "newer tractor_fast: schema 2, this one reads 1" in refused(command(way, file))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("way", "length"),
    [*((way, -4096) for way in WAYS), ("show", 0), ("resume", 100), ("verify", 4096)],
)
def test_every_command_refuses_a_store_that_is_cut_short_and_leaves_it(way, length, file):
    before = file.read_bytes()[:length]
    file.write_bytes(before)
    assert f"error: {file} is " in refused(command(way, file))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("way", WAYS)
def test_who_writes_is_told_while_another_does_and_who_reads_is_not_disturbed(way, file):
    with Store.open(file, write=True):
        result = command(way, file)
        if way != "more":
            assert (result.exit_code, result.stderr) == (0, "")
            return
        said = f"is being written by another process (pid {os.getpid()})"
        assert said in refused(result)


def test_a_killed_run_goes_on_to_the_same_digest(tmp_path):
    (tmp_path / "killer.py").write_text(KILLER)
    seats = "S=killer.py:Killer,E=random,N=random,W=random"
    words = ("simulate", "--deals", "600", "--seats", seats, "--jobs", "1", "--format", "json")
    usual = json.loads(program(*words, cwd=tmp_path).stdout)
    (tmp_path / "first").touch()
    killed = program(*words, "--out", "run.db", cwd=tmp_path)
    assert (killed.returncode, killed.stdout) == (-9, "")
    with Store.open(tmp_path / "run.db") as store:
        assert 0 < sum(count for _, count in store.ranges(0)) <= 350
    resumed = program("runs", "resume", "run.db", "--format", "json", cwd=tmp_path)
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert json.loads(resumed.stdout)["digest"] == usual["digest"]


def test_a_file_that_cannot_grow_is_one_line_and_keeps_what_it_had(tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**16, 2**16))

    words = ("--deals", "200000", "--seats", "random", "--seed", "1", "--keep-rows")
    path = tmp_path / "run.db"
    result = program("simulate", *words, "--out", path, preexec_fn=limit)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert result.stderr.startswith(f"error: {path} cannot be ")
    with Store.open(path) as store:
        assert store.ranges(0) == []
        assert len(store.sessions()) == 1
