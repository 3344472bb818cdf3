"""Work spread over processes: results in order, errors passed on, nothing left running."""

import multiprocessing
import os
import subprocess
import sys
import time

import pytest

from tractor_fast.errors import PlayError, SpecError, WorkerError
from tractor_fast.evaluate import processes
from tractor_fast.evaluate.differential import Tally, run_checks
from tractor_fast.evaluate.processes import spread


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
    with pytest.raises(WorkerError, match="a worker process died"):
        list(spread([(os._exit, (1,)), (time.sleep, (60,))], 2))
    assert multiprocessing.active_children() == []


def test_processes_that_cannot_be_started_are_an_error(monkeypatch):
    class Full:
        def __init__(self, jobs, context):
            pass

        def submit(self, call, *given):
            raise BlockingIOError(11, "Resource temporarily unavailable")

        def shutdown(self, **how):
            pass

    monkeypatch.setattr(processes, "ProcessPoolExecutor", Full)
    with pytest.raises(WorkerError, match="9 processes cannot be started: Resource"):
        list(spread([(pow, (1, 1))], 9))


def test_what_nobody_waits_for_is_ended():
    code = (
        "import multiprocessing, time\n"
        "from tractor_fast.evaluate.processes import spread\n"
        "results = spread([(pow, (2, 2)), (time.sleep, (3600,)), (time.sleep, (3600,))], 2)\n"
        "print(next(results))\n"
        "results.close()\n"
        "print(multiprocessing.active_children())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,  # not an hour
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.stdout, done.stderr) == ("4\n[]\n", "")


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
