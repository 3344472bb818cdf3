"""The program as the shell sees it: exit codes, one line of complaint, and where output goes."""

import json
import os
import signal
import subprocess
import sys
import time

import click
import pytest

from tractor_fast import runs
from tractor_fast.cli import main

SIMULATE = ("simulate", "--seats", "random", "--deals", "20")
CASE = {
    "id": "wrong",
    "kind": "follow",
    "rules": {},
    "trump": {"suit": "s", "rank": "2"},
    "lead_units": [{"type": "single", "card": "8h"}],
    "hand": ["3h", "5c"],
    "play": ["5c"],
    "legal": True,
}
PERFT = {
    "id": "wrong",
    "kind": "perft",
    "rules": {},
    "trump": {"suit": "s", "rank": "2"},
    "leader": 0,
    "hands": [["3h"], ["4h"], ["5h"], ["6h"]],
    "counts": [7],
    "divide": {"3h": 1},
}


def start(*arguments, variables=None, **options):
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [sys.executable, "-m", "tractor_fast", *map(str, arguments)],
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | (variables or {}),
        **pipes | options,
    )


def run(*arguments, **options):
    """Exit code, stdout and stderr."""
    process = start(*arguments, **options)
    stdout, stderr = process.communicate(timeout=60)
    return process.returncode, stdout, stderr


@pytest.fixture
def wrong_case(tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE))
    return file


@pytest.fixture
def wrong_count(tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps(PERFT))
    return file


def one_line(stderr):
    return stderr.startswith("error: ") and stderr.count("\n") == 1


# ---- stdout ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["--version"], SIMULATE])
def test_a_reader_that_goes_away_is_no_error(arguments):
    reads, writes = os.pipe()
    process = start(*arguments, stdout=writes)
    os.close(writes)
    os.close(reads)
    assert (process.wait(timeout=60), process.stderr.read()) == (0, "")


@pytest.mark.parametrize("command", ["conform", "perft"])
def test_what_was_found_is_told_without_a_reader(command, wrong_case, wrong_count):
    reads, writes = os.pipe()
    process = start(command, wrong_case if command == "conform" else wrong_count, stdout=writes)
    os.close(writes)
    os.close(reads)
    assert (process.wait(timeout=60), process.stderr.read()) == (1, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], SIMULATE, ["replay", "1"]])
def test_a_full_disk_is_no_wrong_usage(arguments):
    with open("/dev/full", "w") as full:
        code, _, stderr = run(*arguments, stdout=full)
    assert (code, one_line(stderr)) == (1, True)
    assert stderr == "error: stdout cannot be written: No space left on device\n"


def in_shell(redirection, *arguments):
    """Exit code and stderr of the program with some descriptors closed or redirected."""
    words = [sys.executable, "-m", "tractor_fast", *arguments]
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *words],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_closed_stdout_is_an_error_before_anything_is_played():
    code, _, stderr = in_shell(">&-", "simulate", "--deals", "1000000000")
    assert (code, stderr) == (1, "error: stdout is closed; results are printed there\n")


@pytest.mark.parametrize("arguments", [SIMULATE, ("differential", "--deals", "1")])
def test_a_closed_stderr_changes_nothing(arguments):
    code, stdout, _ = in_shell("2>&-", *arguments)
    assert code == 0
    assert stdout


def test_the_exit_code_does_not_need_stderr():
    assert in_shell("2>&-", "simulate", "--deals", "x")[0] == 2
    if os.path.exists("/dev/full"):
        assert in_shell("2>/dev/full", "simulate", "--deals", "x")[0] == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8:strict"])
@pytest.mark.parametrize("name", [b"rules \xe8\xa7\x84\xe5\x88\x99.toml", b"\xff.toml"])
def test_what_stdout_cannot_show_is_no_error(encoding, name, tmp_path):
    file = os.fsencode(tmp_path) + b"/" + name
    try:
        with open(file, "w") as rules:
            rules.write("level_cap = 2\n")
    except OSError:
        pytest.skip("this file system takes no such name")
    for form in ("table", "json", "csv"):
        code, stdout, stderr = run(
            *(*SIMULATE, "--rules", os.fsdecode(file), "--format", form),
            variables={"PYTHONIOENCODING": encoding},
        )
        assert (code, stderr) == (0, "")
        assert "digest" in stdout


def test_the_table_of_conform_does_not_depend_on_the_terminal(wrong_case):
    usual = run("conform", wrong_case)[1]
    for variables in ({"COLUMNS": "0"}, {"COLUMNS": "10"}, {"FORCE_COLOR": "1"}):
        assert run("conform", wrong_case, variables=variables)[1] == usual


# ---- messages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "--declarer", "E\x1b[31m"], r"declarer = E\x1b[31m: allowed: S E N W"),
        (["simulate", "--level", "\udcff"], r"level = \udcff: allowed: 2 3 4"),
        (["conform", ""], "'' cannot be read: No such file"),
        (["conform", "two\nlines"], r"two\nlines' cannot be read: No such file"),
        (["replay", "--", "-1"], "board = -1: allowed: a whole number from 0 to"),
        (["conform", "x.jsonl", "--show", "-1"], "show = -1: allowed: a whole number from 0"),
        (["differential", "--show", "-1"], "show = -1: allowed: a whole number from 0"),
        (["differential", "--jobs", "100000"], "jobs = 100000: allowed: a whole number from 1"),
    ],
)
def test_wrong_usage_is_one_line_of_plain_letters(arguments, said):
    code, stdout, stderr = run(*arguments)
    assert (code, stdout, one_line(stderr)) == (2, "", True)
    assert said in stderr
    assert stderr.rstrip("\n").isprintable()


def test_a_long_value_does_not_hide_what_is_allowed():
    code, _, stderr = run("simulate", "--level", "x" * 50_000)
    assert (code, one_line(stderr)) == (2, True)
    assert len(stderr) < 1500
    assert stderr.endswith(": allowed: 2 3 4 5 6 7 8 9 T J Q K A or any\n")


# ---- Ctrl-C ------------------------------------------------------------------------------------

LONG = [
    ("simulate", "--deals", "1000000000"),
    ("differential", "--deals", "1000000", "--jobs", "2"),
    ("differential", "--deals", "0", "--positions", "1000000", "--jobs", "2"),
]


@pytest.mark.parametrize("everybody", [False, True], ids=["the program", "its processes too"])
@pytest.mark.parametrize("arguments", LONG, ids=" ".join)
def test_ctrl_c_ends_with_one_line(arguments, everybody):
    process = start(*arguments, start_new_session=True)
    time.sleep(2)
    if everybody:  # as a terminal does
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (130, "")
    assert stderr.startswith("error: interrupted")
    assert one_line(stderr)


def test_a_request_to_end_ends_as_ctrl_c_does():
    process = start("simulate", "--deals", "1000000000")
    time.sleep(2)
    process.terminate()
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout, one_line(stderr)) == (130, "", True)
    assert stderr.startswith("error: interrupted; ")


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_what_is_finished_is_kept(name, tmp_path):
    file = tmp_path / "run.db"
    process = start("simulate", "--seats", "random", "--deals", "1000000000", "--out", file)
    for _ in range(600):
        time.sleep(0.1)
        if file.exists() and runs.list_runs(file)[0].done:
            break
    process.send_signal(name)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout) == (130, "")
    (run,) = runs.list_runs(file)
    assert stderr == (
        f"error: interrupted; {run.done:,} of 1,000,000,000 deals are kept in {file}; go on with:"
        f" tractor-fast runs resume {file}\n"
    )
    assert run.done > 0
    assert runs.verify(file, 1).same
    assert [path.name for path in tmp_path.iterdir()] == ["run.db"]


@pytest.mark.parametrize(
    "interrupt",
    ["raise KeyboardInterrupt", "exec('raise KeyboardInterrupt')"],
    ids=["in a module", "in a class that is made from text"],
)
def test_ctrl_c_while_the_program_still_loads_is_one_line_too(interrupt, tmp_path):
    (tmp_path / "early.py").write_text(
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n"
        f"            {interrupt}\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from tractor_fast.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "early"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
    )
    assert (done.returncode, done.stderr) == (130, "error: interrupted\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    ("raised", "line"),
    [("KeyboardInterrupt", "interrupted"), ("click.UsageError('lost')", "lost")],
)
def test_signals_while_the_last_line_is_said_change_nothing(name, raised, line):
    code = (
        "import os, signal, sys, click\n"
        "from tractor_fast.cli import group\n"
        "class Stderr:\n"
        "    def write(self, text):\n"
        f"        os.kill(os.getpid(), signal.{name})\n"
        "        return sys.__stderr__.write(text)\n"
        "    def flush(self):\n"
        "        sys.__stderr__.flush()\n"
        f"        os.kill(os.getpid(), signal.{name})\n"
        "def fail():\n"
        "    sys.stderr = Stderr()\n"
        f"    raise {raised}\n"
        "group.prepare = fail\n"
        "from tractor_fast.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    expected = 130 if line == "interrupted" else 2
    assert (done.returncode, done.stderr) == (expected, f"error: {line}\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interpreter_that_ends_is_not_interrupted(name):
    code = (
        "import atexit, os, signal\n"
        f"atexit.register(lambda: os.kill(os.getpid(), signal.{name}))\n"
        "from tractor_fast.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--version"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")


# ---- memory and threads ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "said", "code"),
    [
        (MemoryError(), "out of memory", 1),
        (RuntimeError("can't start new thread"), "can't start new thread; ask for fewer jobs", 1),
    ],
)
def test_a_system_that_gives_no_more_is_one_line(monkeypatch, fault, said, code):
    from threading import Thread

    from click.testing import CliRunner

    from tractor_fast.cli import main

    def start(*given):
        raise fault

    monkeypatch.setattr(Thread, "start", start)
    result = CliRunner().invoke(main, SIMULATE)
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", f"error: {said}\n")


def test_an_interrupt_while_arguments_are_read_is_one_line(capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(click.Group, "make_context", interrupted)
    with pytest.raises(SystemExit) as ended:
        main(["simulate"])
    assert (ended.value.code, *capsys.readouterr()) == (130, "", "error: interrupted\n")
