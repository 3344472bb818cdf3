"""Processes of this machine behind the interface of ``concurrent.futures.Executor``.

The library's own pool loses all its processes when one dies; here the death of one is the failure
of the one call that it made, and another takes its place.  Nor does a process read the script that
asked for it, which would have to be written with that in mind.  Each process is started anew: a
copy of this one would be up sooner, but it also copies the locks that other threads hold.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from ..errors import TractorFastError, WorkerError
from ..inputs import exception_text

_GRACE = 1.0  # seconds for a process whose connection has ended to end as well

_CODE = (
    "import sys; sys.path[:] = sys.argv[4:]\n"
    "from importlib import import_module\n"
    "from multiprocessing.connection import Connection\n"
    "getattr(import_module(sys.argv[1]), sys.argv[2])(Connection(int(sys.argv[3])))"
)

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
"""A function of a module and its arguments."""


class WorkerDied(WorkerError):
    """Workers died while they made one call: how often, and what is known of why."""

    def __init__(self, why: str, times: int = 1) -> None:
        """``why`` is such as ``killed by SIGKILL``."""
        super().__init__(why)
        self.times = times


class Processes(Executor):
    """At most ``jobs`` processes, each started when there is work, by a thread that feeds it.

    What is submitted must be known by its module's name.  Ctrl-C does not reach the processes, and
    they end when this one does, whatever ends it.
    """

    def __init__(self, jobs: int) -> None:
        """No process is started yet."""
        self._jobs = jobs
        self._todo: SimpleQueue[tuple[Future[Any], Call] | None] = SimpleQueue()
        self._feeders: list[threading.Thread] = []
        self._processes: set[_Process] = set()
        self._starting = threading.Lock()
        self._ended = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a process call ``fn``; WorkerError if the system starts no thread for it.

        The result raises what the call does, WorkerDied if its process died, and WorkerError if
        none can be started.
        """
        if self._ended:
            raise RuntimeError("these processes have been shut down")
        if len(self._feeders) < self._jobs:
            feeder = threading.Thread(target=self._feed, name="feeder", daemon=True)
            try:
                feeder.start()
            except RuntimeError as error:
                raise WorkerError(f"{error}; ask for fewer jobs") from None
            self._feeders.append(feeder)
        future: Future[Any] = Future()
        self._todo.put((future, (fn, args, kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes, at once: what is still submitted is cancelled, or dies with them."""
        with self._starting:
            self._ended = True
            for process in self._processes:
                process.kill()
        try:
            while True:
                call = self._todo.get_nowait()
                if call is not None:
                    call[0].cancel()
        except Empty:
            pass
        for _ in self._feeders:
            self._todo.put(None)
        until = time.monotonic() + _GRACE
        for feeder in self._feeders:
            feeder.join(max(0.0, until - time.monotonic()))

    def _feed(self) -> None:
        process: _Process | None = None
        while (todo := self._todo.get()) is not None:
            future, call = todo
            if not future.set_running_or_notify_cancel():
                continue
            try:
                process = process or self._start()
                result = process.make(call)
            except WorkerDied as error:
                self._forget(process)
                process = None
                future.set_exception(error)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        if process is not None:
            process.end()

    def _forget(self, process: "_Process | None") -> None:
        if process is not None:
            with self._starting:
                self._processes.discard(process)

    def _start(self) -> "_Process":
        with self._starting:
            if self._ended:
                raise WorkerDied("shut down")
            process = _Process()
            self._processes.add(process)
            return process


class _Process:
    """A process that makes calls, one after the other."""

    def __init__(self) -> None:
        """Start it; WorkerError if the system does not."""
        self._process, self._connection = start(serve)

    def make(self, call: Call) -> Any:
        """Result of a call; raises what it raises, or WorkerDied."""
        message = pickle.dumps(call)
        try:
            self._connection.send_bytes(message)
            answer = self._connection.recv_bytes()
        except (EOFError, OSError):
            raise WorkerDied(self.end()) from None
        raised, value = pickle.loads(answer)
        if raised:
            raise value
        return value

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def end(self) -> str:
        """See it end, by force if it does not by itself; how it did."""
        self._connection.close()
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        return f"killed by {_signal_name(-code)}" if code < 0 else f"exit code {code}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def start(serve: Callable[[Connection], None]) -> tuple[subprocess.Popen, Connection]:
    """A new Python process that calls a function of a module, and a connection to it.

    It is of a process group of its own, since Ctrl-C is for the process that asked for it.

    Raises:
        WorkerError: the system does not start it.
    """
    try:
        ours, theirs = Pipe()
        with theirs:
            words = serve.__module__, serve.__name__, str(theirs.fileno()), *map(str, sys.path)
            process = subprocess.Popen(
                [sys.executable, "-u", "-c", _CODE, *words],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
            )
    except OSError as error:
        text = error.strerror or exception_text(error)
        raise WorkerError(f"a process cannot be started: {text}; ask for fewer jobs") from None
    return process, ours


def serve(connection: Connection) -> None:
    """Make the calls that come by a connection, until whoever sends them is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.set_inheritable(connection.fileno(), False)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, calls), daemon=True).start()
    with suppress(OSError):  # a strategy has closed the connection: this process is of no more use
        while True:
            connection.send_bytes(_answer(calls.get()))


def _listen(connection: Connection, calls: SimpleQueue[bytes]) -> None:
    try:
        while True:
            calls.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)  # also in the middle of a call: nobody wants its result


def _answer(message: bytes) -> bytes:
    """Whether the call of a message raised, and its result or what it raised."""
    try:
        function, args, kwargs = pickle.loads(message)
        return pickle.dumps((False, function(*args, **kwargs)))
    except BaseException as error:
        try:
            if not isinstance(error, TractorFastError):  # a traceback does not travel
                error.add_note("".join(traceback.format_exception(error)))
            answer = pickle.dumps((True, error))
            pickle.loads(answer)
            return answer
        except Exception:
            return pickle.dumps((True, RuntimeError(exception_text(error))))
