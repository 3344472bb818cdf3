"""Work spread over processes: results in order, errors passed on, nothing left running."""

import os
import subprocess
import sys
import time

import pytest

from tractor_fast.errors import PlayError, SpecError, WorkerError
from tractor_fast.evaluate.differential import Tally, run_checks
from tractor_fast.evaluate.spread import spread


def children():
    """Processes that this one has started, and the one that lists them."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "ppid=,pid=,comm="], capture_output=True, text=True, check=True
    )
    lines = map(str.split, listed.stdout.splitlines())
    return {pid for parent, pid, *name in lines if int(parent) == os.getpid() and name != ["ps"]}


def refuse(text):
    raise PlayError(text)


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_calls(jobs):
    assert list(spread(((pow, (n, 2)) for n in range(40)), jobs)) == [n * n for n in range(40)]
    assert list(spread([], jobs)) == []


def test_an_error_of_a_call_is_passed_on():
    with pytest.raises(PlayError, match="not so"):
        list(spread([(refuse, ("not so",)), (pow, (1, 1))], 2))


def test_the_death_of_a_process_is_an_error():
    before = children()
    with pytest.raises(WorkerError, match="a worker process died: exit code 1; fewer jobs"):
        list(spread([(os._exit, (1,)), (time.sleep, (60,))], 2))
    assert children() <= before


def test_what_nobody_waits_for_is_ended():
    code = (
        "import os, time\n"
        "from tractor_fast.evaluate.spread import spread\n"
        "results = spread([(pow, (2, 2)), (time.sleep, (3600,)), (time.sleep, (3600,))], 2)\n"
        "print(next(results))\n"
        "results.close()\n"
        "try:\n"
        "    os.waitpid(-1, os.WNOHANG)\n"
        "except ChildProcessError:\n"
        "    print('no child is left')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,  # not an hour
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.stdout, done.stderr) == ("4\nno child is left\n", "")


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((-1, 1, 1, 1), "seed = -1"),
        ((0, -1, 1, 1), "deals = -1"),
        ((0, 1, -1, 1), "positions = -1"),
        ((0, 1, 1, 0), "jobs = 0"),
        ((0, 1, 1, 10**6), "jobs = 1000000: allowed: a whole number from 1 to 1024"),
    ],
)
def test_numbers_of_checks_that_are_not_allowed(numbers, said):
    with pytest.raises(SpecError, match=said):
        next(run_checks(*numbers))


def test_any_number_of_processes_compares_the_same():
    tallies = []
    for jobs in (1, 2):
        steps = list(run_checks(5, 30, 30, jobs))
        assert [(done, parts) for done, parts, _ in steps] == [(1, 4), (2, 4), (3, 4), (4, 4)]
        total = Tally()
        for _, _, tally in steps:
            total.add(tally)
        tallies.append(total)
    assert tallies[0] == tallies[1]
    assert tallies[0].mismatches == []
    assert (tallies[0].counts["deals"], tallies[0].counts["positions"]) == (30, 30)
