"""Chunks played by other processes: whoever dies, every board counts once."""

import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import pool_tasks
import pytest

from tractor_fast.errors import SpecError, StrategyError, WorkerError
from tractor_fast.sim.chunks import Chunk
from tractor_fast.sim.executors import executor_of, read_executor
from tractor_fast.sim.pool import Pool
from tractor_fast.sim.processes import Processes

CHUNKS = [Chunk(first, 10) for first in range(0, 90, 10)]
SUM = 4005  # of 0 to 89
DIGEST = sum(number**20 for number in range(1, 91)) % 2**128


def played(place, task, chunks=CHUNKS):
    """All that comes back, in the order of the boards."""
    pool = Pool(place, task)
    try:
        for chunk in chunks:
            pool.submit(chunk)
        assert pool.pending == len(chunks)
        done = []
        while pool.pending:
            done += pool.finished(None)
        return sorted(done)
    finally:
        pool.stop(1)


def assert_each_board_counted_once(done):
    assert [each.error for each in done] == [None] * len(CHUNKS)
    assert [each.chunk for each in done] == CHUNKS
    assert sum(each.part[0]["boards"] for each in done) == 90
    assert sum(each.part[0]["numbers"][0] for each in done) == SUM
    assert sum(each.part[1] for each in done) % 2**128 == DIGEST
    assert b"".join(each.part.records.tobytes() for each in done) == bytes(range(90))


def test_processes_play_all():
    assert_each_board_counted_once(played(executor_of("processes", 2), pool_tasks.count))


def test_a_killed_worker_is_replaced_and_its_chunk_played_again(tmp_path):
    task = partial(pool_tasks.die_once, tmp_path)
    assert_each_board_counted_once(played(executor_of("processes", 2), task))
    assert sorted(int(sign.name) for sign in tmp_path.iterdir()) == [0, 30, 60]


def test_a_chunk_that_kills_every_worker_is_named():
    done = played(executor_of("processes", 2), pool_tasks.die_always)
    assert [each.chunk.first for each in done if each.error] == [20]
    error = done[2].error
    assert isinstance(error, WorkerError)
    assert str(error) == (
        "a worker died 6 times (killed by SIGSEGV) while boards 20 to 29 were played"
    )
    assert error.exit_code == 1


def test_a_failing_strategy_is_told_with_its_board_and_what_was_before_it():
    done = played(executor_of("processes", 2), pool_tasks.fail)
    assert [each.chunk.first for each in done if each.error] == [20]
    error = done[2].error
    assert isinstance(error, StrategyError)
    assert str(error) == "seat N chose no card (board 23)"
    assert error.board == 23
    totals, digest, records = error.played
    assert totals == {"boards": 3, "numbers": [20 + 21 + 22]}
    assert digest == (21**20 + 22**20 + 23**20) % 2**128
    assert records.tolist() == [20, 21, 22]


def test_what_a_task_raises_comes_back():
    known = played(executor_of("processes", 1), pool_tasks.raise_known)[1].error
    assert isinstance(known, KeyError)
    assert known.args == (10,)
    assert "raise KeyError(first)" in known.__notes__[0]
    unknown = played(executor_of("processes", 1), pool_tasks.raise_unknown)[1].error
    assert isinstance(unknown, RuntimeError)
    assert str(unknown).startswith("Odd: at 10 (")


def test_none_come_back_within_the_time_given(tmp_path):
    pool = Pool(executor_of("processes", 1), partial(pool_tasks.wait_for_ever, tmp_path))
    try:
        pool.submit(Chunk(0, 1))
        assert pool.finished(0.01) == []
        assert pool.pending == 1
        assert pool.leave(1) is None
    finally:
        pool.stop()


def test_stop_ends_the_processes_in_the_middle_of_a_chunk(tmp_path):
    pool = Pool(executor_of("processes", 2), partial(pool_tasks.wait_for_ever, tmp_path))
    for chunk in CHUNKS:
        pool.submit(chunk)
    pids = pool_tasks.pids_in(tmp_path, 2)
    pool.stop()
    assert not any(map(pool_tasks.alive, pids))
    with pytest.raises(WorkerError, match="takes no work"):
        pool.submit(Chunk(0, 1))


SCRIPT = "import sys, pool_tasks; pool_tasks.main(sys.argv[1])\n"


def script(tmp_path):
    """A run in a process group of its own, as a shell starts it, and its two workers."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    signs = tmp_path / "signs"
    signs.mkdir()
    process = subprocess.Popen(
        [sys.executable, path, signs],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        process_group=0,
    )
    return process, pool_tasks.pids_in(signs, 2)


def test_ctrl_c_ends_the_processes_in_silence(tmp_path):
    process, pids = script(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate() == (b"", None)
    assert process.returncode == 130
    assert not any(map(pool_tasks.alive, pids))


def test_processes_end_when_the_one_that_asked_for_them_is_killed(tmp_path):
    process, pids = script(tmp_path)
    process.kill()
    process.communicate()
    assert pool_tasks.gone(pids, 2)


def test_a_process_that_cannot_be_started_is_an_error(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    error = played(executor_of("processes", 1), pool_tasks.count)[0].error
    assert isinstance(error, WorkerError)
    assert str(error) == (
        "a process cannot be started: No such file or directory; ask for fewer jobs"
    )


def test_another_library_s_executor_plays_and_is_left_open():
    with ThreadPoolExecutor(3) as executor:
        place = executor_of(executor, 8)
        assert Pool(place, pool_tasks.slow).slots == 3
        assert_each_board_counted_once(played(place, pool_tasks.slow))
        assert executor.submit(int, "7").result() == 7


class Broken(Executor):
    """Breaks when it has played two chunks, or takes none, or cancels them."""

    def __init__(self, how):
        self.how = how

    def submit(self, fn, /, *args):
        if self.how == "refuses":
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        if args[0] < 20:
            future.set_result(fn(*args))
        elif self.how == "breaks":
            future.set_exception(BrokenProcessPool("a process was terminated"))
        elif self.how == "cancels":
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(ModuleNotFoundError("No module named 'tractor_fast'"))
        return future


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("breaks", "the executor broke: BrokenProcessPool: a process was terminated"),
        ("cancels", "the executor cancelled its work"),
        (
            "lacks",
            "a worker lacks this package or has another version: No module named 'tractor_fast'",
        ),
    ],
)
def test_an_executor_that_breaks_is_an_error_of_the_first_boards_lost(how, message):
    done = played(executor_of(Broken(how), 8), pool_tasks.count)
    assert [each.chunk.first for each in done if each.error is None] == [0, 10]
    assert isinstance(done[2].error, WorkerError)
    assert str(done[2].error) == f"{message} while boards 20 to 29 were played"


def test_an_executor_that_takes_no_work_is_an_error():
    pool = Pool(executor_of(Broken("refuses"), 8), pool_tasks.count)
    assert pool.slots == 8
    with pytest.raises(WorkerError, match="the executor takes no work: RuntimeError: cannot"):
        pool.submit(CHUNKS[0])


class Odd(Executor):
    """Does with its work what no executor should."""

    def __init__(self, submit):
        self.submit = submit


def returning(result):
    def submit(*_):
        future = Future()
        future.set_result(result)
        return future

    return submit


@pytest.mark.parametrize("result", [None, 5, (1, 2, 3, 4, 5, 6), "a\nb"])
def test_an_executor_that_returns_something_else_is_an_error(result):
    (done,) = played(executor_of(Odd(returning(result)), 1), pool_tasks.count, CHUNKS[2:3])
    assert isinstance(done.error, WorkerError)
    assert str(done.error) == (
        f"the executor returned {result!r} for boards 20 to 29, not what they come to"
    )


def test_an_executor_without_futures_is_an_error():
    pool = Pool(executor_of(Odd(lambda *_: 5), 1), pool_tasks.count)
    with pytest.raises(WorkerError, match="the executor gives 5 for its work, which is no Future"):
        pool.submit(CHUNKS[0])
    pool.stop(1)


@pytest.mark.parametrize("error", [ValueError("a\nb"), TypeError("no"), OSError(5, "gone")])
def test_whatever_an_executor_raises_is_an_error(error):
    def submit(*_):
        raise error

    pool = Pool(executor_of(Odd(submit), 1), pool_tasks.count)
    with pytest.raises(WorkerError, match="the executor takes no work: ") as caught:
        pool.submit(CHUNKS[0])
    assert str(caught.value).isprintable()


def test_a_worker_that_can_answer_no_more_has_died_in_silence(capfd):
    done = played(executor_of("processes", 1), pool_tasks.close_everything, CHUNKS[:1])
    assert (
        str(done[0].error) == "a worker died 6 times (exit code 0) while boards 0 to 9 were played"
    )
    assert capfd.readouterr() == ("", "")


def test_processes_are_an_executor():
    with Processes(2) as executor:
        assert list(executor.map(abs, [-1, 2, -3])) == [1, 2, 3]
        assert executor.submit(int, "11", base=2).result() == 3


@pytest.mark.parametrize(
    ("executor", "scheduler", "message"),
    [
        ("proceses", None, "did you mean processes"),
        (7, None, "executor = 7: allowed: threads, processes, dask, mpi"),
        ("processes", "tcp://here:1", "goes with executor = dask alone"),
        (None, "here:8786", "scheduler = 'here:8786': allowed: an address such as tcp://host"),
        (None, "tcp://here", "allowed: an address"),
        (None, "tcp://here:99999", "allowed: an address"),
        (None, "tcp://a b:1", "allowed: an address"),
        (None, 8786, "allowed: an address"),
    ],
)
def test_what_is_no_executor_is_refused(executor, scheduler, message):
    with pytest.raises(SpecError) as caught:
        read_executor(executor, scheduler)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_scheduler_means_dask():
    assert read_executor(None, "tcp://here:8786") == "dask"
    assert read_executor("dask", "tls://[::1]:8786") == "dask"
    assert read_executor("threads") == "threads"
    assert read_executor(None) is None


def test_chunks_are_longer_where_there_are_many_workers():
    class Cluster:
        def slots(self):
            return self.workers

    cluster = Cluster()
    pool = Pool(cluster, pool_tasks.count)
    for workers, seconds in ((1, 2.0), (100, 2.0), (1_000, 20.0)):
        cluster.workers = workers
        assert pool.chunk_seconds == seconds
