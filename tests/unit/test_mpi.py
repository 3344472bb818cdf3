"""Chunks played by the processes of a real MPI job."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tractor_fast.errors import SpecError
from tractor_fast.sim.executors import executor_of

JOB = """
import pool_tasks
from test_pool import assert_each_board_counted_once, played
from tractor_fast.sim.executors import executor_of

place = executor_of("mpi", 1)
assert place.slots() == 2
assert_each_board_counted_once(played(place, pool_tasks.count))
done = played(executor_of("mpi", 1), pool_tasks.fail)
print([(each.chunk.first, str(each.error)) for each in done if each.error])
"""


def test_the_other_processes_of_a_job_play_all():
    mpiexec = Path(sys.executable).with_name("mpiexec")
    done = subprocess.run(
        [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", "-c", JOB],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "[(20, 'seat N chose no card (board 23)')]\n", done.stderr
    assert done.returncode == 0


def test_a_process_that_mpi_has_not_started_is_told_how():
    with pytest.raises(SpecError, match="start the whole job by MPI"):
        executor_of("mpi", 1)
