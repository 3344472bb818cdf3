"""scripts/faults: what it is to find is found."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.faults import stored
from benchmarks.faults.checks import check_same, check_whole
from benchmarks.faults.program import Broken, Ended, Program

ROOT = Path(__file__).parents[2]
CHUNK = "INSERT INTO chunk VALUES (?, ?, ?, ?, '{}')"


def ended(code=0, out="", err=""):
    return Ended("simulate", code, out, err)


def store(path, *rows):
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS chunk (part, start, count, digest, counters)"
        )
        connection.executemany(CHUNK, rows)
    connection.close()
    return path


def test_a_message_is_one_line_with_the_code_and_words_that_are_promised():
    assert ended(2, err="error: run.db is damaged\n").told(2, "run.db") == "run.db is damaged"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (ended(0), "exit code 0, not 2"),
        (ended(-9), "exit code -9, not 2"),
        (ended(1, err="error: run.db is damaged\n"), "exit code 1, not 2"),
        (ended(2, err="error: it is damaged\n"), "a message without 'run.db'"),
        (ended(2, err="error: run.db is\ndamaged\n"), "no message of one line"),
        (ended(2, err="Traceback: run.db\n"), "no message of one line"),
        (ended(2), "no message of one line"),
    ],
)
def test_any_other_end_breaks_a_promise(found, said):
    with pytest.raises(Broken, match=said):
        found.told(2, "run.db")


@pytest.mark.parametrize("found", [ended(1), ended(0, err="warning\n")])
def test_a_good_end_is_silent(found):
    with pytest.raises(Broken, match="exit code"):
        found.fine()


def test_a_run_that_comes_out_differently_is_told():
    result = {"deals": 5, "digest": "aa", "seconds": 1.0}
    expected = ended(out=json.dumps(result)).result
    check_same(ended(out=json.dumps(result | {"seconds": 2.0, "jobs": 7})), expected)
    with pytest.raises(Broken, match="differently: digest"):
        check_same(ended(out=json.dumps(result | {"digest": "ab"})), expected)


def test_boards_that_are_lost_or_stored_twice_are_told(tmp_path):
    path = store(tmp_path / "run.db", (0, 0, 5, "0a", ), (0, 5, 5, "ff"))  # fmt: skip
    before = stored.rows(path)
    assert (stored.boards(before), stored.digest(before)) == (10, f"{0x109:032x}")
    expected = {"deals": 10, "digest": f"{0x109:032x}", "stopped_by": "boards"}
    check_whole(path, expected)
    for other in ({"deals": 11}, {"digest": f"{0x10A:032x}"}):
        with pytest.raises(Broken, match=r"run\.db has 10 boards"):
            check_whole(path, expected | other)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM chunk WHERE start = 5")
    connection.close()
    with pytest.raises(Broken, match="5 finished boards are lost"):
        stored.check_nothing_lost(before, path)
    with pytest.raises(Broken, match="10 finished boards are lost"):
        stored.check_nothing_lost(before, tmp_path / "gone.db")
    store(path, (0, 4, 5, "ff"))
    with pytest.raises(Broken, match="count twice"):
        stored.rows(path)


def program(tmp_path, code):
    return Program([sys.executable, "-c", code], tmp_path)


def test_control_characters_are_told(tmp_path):
    with pytest.raises(Broken, match="prints control characters"):
        program(tmp_path, r"print('\x1b[2J')").run()


def test_orphans_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.faults.program.LINGERING", 0.2)
    code = (
        "import subprocess, sys;"
        "null = subprocess.DEVNULL;"
        "subprocess.Popen(['sleep', '3'], stdout=null, stderr=null)"
    )
    with pytest.raises(Broken, match="orphans are left"):
        program(tmp_path, code).run()


LIAR = """
import random, sys
if "--version" not in sys.argv:
    print('{"stopped_by": "boards", "deals": 1, "digest": "%d"}' % random.randrange(10**30))
"""


def test_a_program_that_breaks_a_promise_fails_the_script(tmp_path):
    (tmp_path / "liar.py").write_text(LIAR)
    command = [sys.executable, "-m", "benchmarks.faults", "--quick", "--only", "at once"]
    command += ["--program", f"{sys.executable} {tmp_path / 'liar.py'}"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 1
    assert "BROKEN: the run came out differently: digest" in found.stdout
    assert found.stdout.endswith("broken: two writers at once\n")
