"""Chunks played by the workers of a real dask scheduler, some of which are killed."""

import logging
import os
import socket
import sys
from functools import partial
from pathlib import Path

import pool_tasks
import pytest
from dask_cluster import cluster
from distributed import KilledWorker
from test_pool import CHUNKS, assert_each_board_counted_once, played

from tractor_fast.errors import SpecError, WorkerError
from tractor_fast.sim import dask_place
from tractor_fast.sim.executors import executor_of
from tractor_fast.sim.pool import Pool
from tractor_fast.sim.processes import WorkerDied


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("two"), 2) as made:
        yield made


def test_the_workers_of_a_scheduler_play_all(two):
    place = executor_of(None, 1, two.address)
    assert_each_board_counted_once(played(place, pool_tasks.count))


def test_as_many_play_at_once_as_the_workers_have_threads(two):
    place = executor_of("dask", 1, two.address)
    try:
        place._client.wait_for_workers(2, 30)
        assert Pool(place, pool_tasks.count).slots == 2
    finally:
        place.close((), None)


def test_failures_come_back(two):
    done = played(executor_of("dask", 1, two.address), pool_tasks.fail)
    assert [(each.chunk.first, str(each.error)) for each in done if each.error] == [
        (20, "seat N chose no card (board 23)")
    ]
    done = played(executor_of("dask", 1, two.address), pool_tasks.raise_known)
    assert [each.error.args for each in done] == [(chunk.first,) for chunk in CHUNKS]


def test_what_dask_gives_up_is_as_many_deaths_as_it_has_seen(two):
    place = executor_of("dask", 1, two.address)
    try:
        died = place.meaning(KilledWorker("a task", None, 3))
        assert isinstance(died, WorkerDied)
        assert died.times == 4
    finally:
        place.close((), None)


def test_the_log_of_dask_is_heard_again_after_a_run(two):
    level = logging.getLogger("distributed.client").level
    place = executor_of("dask", 1, two.address)
    assert logging.getLogger("distributed.client").level > logging.CRITICAL
    place.close((), None)
    assert logging.getLogger("distributed.client").level == level


def test_a_worker_killed_in_the_middle_changes_nothing(tmp_path):
    with cluster(tmp_path, 2) as two:
        place = executor_of(None, 1, two.address)
        place._client.wait_for_workers(2, 30)
        pool = Pool(place, pool_tasks.slow)
        for chunk in CHUNKS:
            pool.submit(chunk)
        done = pool.finished(None)
        two.workers[0].kill()
        while pool.pending:
            done += pool.finished(None)
        assert_each_board_counted_once(sorted(done))
        assert two.workers[0].wait() == -9
        pool.stop()


def test_a_scheduler_that_is_killed_is_gone(tmp_path, monkeypatch):
    monkeypatch.setattr(dask_place, "ANSWER", 1.0)
    with cluster(tmp_path, 1) as one:
        pool = Pool(executor_of(None, 1, one.address), pool_tasks.slow)
        for chunk in CHUNKS:
            pool.submit(chunk)
        done = pool.finished(None)
        one.scheduler.kill()
        while pool.pending and not any(each.error for each in done):
            done += pool.finished(None)
        error = next(each.error for each in done if each.error)
        assert isinstance(error, WorkerError)
        assert str(error).startswith(f"the scheduler at {one.address} is gone while boards ")
        with pytest.raises(WorkerError, match="is gone"):
            pool.submit(CHUNKS[0])
        pool.stop()


def test_a_run_without_workers_ends_at_last(tmp_path, monkeypatch):
    with cluster(tmp_path, 0) as none:
        monkeypatch.setattr(dask_place, "FIRST_WORKER", 0.1)
        with pytest.raises(WorkerError) as caught:
            executor_of("dask", 1, none.address)
        assert str(caught.value) == (f"the scheduler at {none.address} has no workers, after 0.1 s")
        monkeypatch.setattr(dask_place, "FIRST_WORKER", 30)
        monkeypatch.setattr(dask_place, "NO_WORKER", 0.5)
        monkeypatch.setattr(dask_place, "_COUNT", 0.1)
        none.add_worker()
        signs = tmp_path / "signs"
        signs.mkdir()
        pool = Pool(executor_of("dask", 1, none.address), partial(pool_tasks.wait_for_ever, signs))
        assert pool.slots == 1
        pool.submit(CHUNKS[0])
        pool_tasks.pids_in(signs, 1)
        none.workers[0].kill()
        with pytest.raises(WorkerError, match="has had no worker for"):
            pool.finished(None)
        pool.stop()


def test_a_worker_that_lacks_the_package_says_so_and_lives_on(tmp_path):
    here = str(Path(__file__).parent)
    with cluster(tmp_path, 1, [path for path in sys.path if path != here]) as one:
        done = played(executor_of("dask", 1, one.address), pool_tasks.count)
        assert str(done[0].error) == (
            "a worker lacks this package or has another version:"
            " No module named 'pool_tasks' while boards 0 to 9 were played"
        )
        assert one.workers[0].poll() is None


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr(dask_place, "ANSWER", 0.2)
    with pytest.raises(WorkerError) as caught:
        executor_of("dask", 1, "tcp://127.0.0.1:9")
    assert str(caught.value) == "no scheduler answers at tcp://127.0.0.1:9 within 0.2 s"


def test_somebody_else_answers(monkeypatch):
    monkeypatch.setattr(dask_place, "ANSWER", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(WorkerError) as caught:
            executor_of("dask", 1, address)
        assert str(caught.value) == f"no scheduler answers at {address} within 0.2 s"


def test_without_a_scheduler_one_is_started_here():
    assert_each_board_counted_once(played(executor_of("dask", 2), pool_tasks.count))


def test_what_is_started_here_ends_with_the_run():
    place = executor_of("dask", 1)
    group = place._open[0]._process.pid
    assert os.getpgid(group) == group
    place.close((), None)
    with pytest.raises(ProcessLookupError):
        os.kill(group, 0)


@pytest.mark.parametrize(
    ("name", "module", "package"),
    [("dask", "distributed", "dask.distributed"), ("mpi", "mpi4py.futures", "mpi4py")],
)
def test_a_package_that_is_not_installed_is_named(name, module, package, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"tractor_fast.sim.{name}_place", raising=False)
    with pytest.raises(SpecError) as caught:
        executor_of(name, 1)
    assert str(caught.value).startswith(
        f"executor = {name}: needs {package}: pip install 'tractor_fast[{name}]' (ModuleNotFound"
    )
