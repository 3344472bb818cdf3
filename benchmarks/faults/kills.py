"""Kill a run at random moments until it ends: it must end as one that nobody touched."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from . import stored
from .checks import check_same, check_whole, digest
from .field import Field
from .program import Broken, Running

_MOMENTS = 0.2, 4.5
"""Seconds between which a run is killed: before there is a store, and after two writings."""


def of_threads(field: Field) -> str:
    """A run of compiled strategies, and with records, stop rules and several parts in turn."""
    random = "simulate", "--seats", "random", "--seed", "3", "--jobs", "2"
    ways: list[tuple[tuple[str, ...], ...]] = [((*random, "--deals", "4000000"),)]
    if not field.short:
        ways += [
            ((*random, "--deals", "800000"), ("--keep-rows",)),
            (("compare", "easy", "random", "--ci", "0.0015", "--seed", "3", "--jobs", "2"),),
            (("tournament", "easy", "random", "normal", "--boards", "200000", "--jobs", "2"),),
        ]
    kills = _shares(field.kills, len(ways))
    return _seen([_killed(field, n, *way) for way, n in zip(ways, kills, strict=True)])


def of_processes(field: Field) -> str:
    """A run that processes play, which have to end with the one that was killed."""
    kills = max(2, field.kills // 4)
    return _seen([_killed(field, kills, (*field.slow(8000), "--executor", "processes"))])


def of_a_worker(field: Field) -> str:
    """Processes that play are killed, one after the other, and the run goes on."""
    arguments = *field.slow(6000), "--executor", "processes"
    undisturbed = field.start(*arguments)
    times = 1 if field.short else 4
    path = field.place / "workers.db"
    running = field.begun(path, *arguments)
    for _ in range(times):
        time.sleep(field.draw.uniform(0.5, 1.5))
        workers = _awaited_workers(running)
        os.kill(field.draw.choice(workers), signal.SIGKILL)
    expected = undisturbed.wait().fine().result
    check_same(running.wait(), expected)
    check_whole(path, expected)
    return f"{times} of its workers killed: its chunk was played again, {digest(expected)}"


def by_signals(field: Field) -> str:
    """Ctrl-C, twice in a hurry, and the signal by which systems end a program."""
    arguments = field.slow()
    expected = field.result(*arguments)
    said = ""
    ways = [(signal.SIGINT, 1, True), (signal.SIGINT, 2, True), (signal.SIGTERM, 1, False)]
    for executor in ("threads", "processes"):
        for number, times, group in field.draw.sample(ways, 2) if field.short else ways:
            path = field.place / f"{executor}-{number.name}-{times}.db"
            running = field.begun(path, *arguments, "--executor", executor)
            time.sleep(field.draw.uniform(0.3, 1.5))
            for _ in range(times):
                running.signal(number, group=group)
                time.sleep(0.02)
            told = running.wait().told(130, "interrupted")
            if times == 1:
                said = told
                _check_kept_as_told(told, path)
            check_same(field.run("runs", "resume", path), expected)
            check_whole(path, expected)
    return f"exit code 130, {said!r}; resumed to {digest(expected)}"


def _killed(
    field: Field, kills: int, arguments: Sequence[str], keeping: Sequence[str] = ()
) -> tuple[int, int, str]:
    """How often a run was killed, how many runs that took, and the digest of each.

    ``keeping`` are options that go with ``--out``.
    """
    expected = field.result(*arguments)
    left, runs = kills, 0
    while left or not runs:
        runs += 1
        path = field.place / f"{arguments[0]}-{len(keeping)}-{runs}.db"
        kept: set[stored.Row] = set()
        while True:
            command = *arguments, *keeping, "--out", path
            if path.exists() and field.draw.random() < 0.5:
                command = "runs", "resume", path
            running = field.start(*command)
            if not left or not _to_be_killed(field, running, path):
                check_same(running.wait(), expected)
                break
            running.kill(group=field.draw.random() < 0.5)
            left -= 1
            kept = stored.check_nothing_lost(kept, path)
        stored.check_nothing_lost(kept, path)
        check_whole(path, expected)
    return kills, runs, digest(expected)


def _to_be_killed(field: Field, running: Running, path: Path) -> bool:
    """Wait for a moment to kill a run; False if it ends before.

    Every third is the moment at which chunks are being written.
    """
    if running.ends_within(field.draw.uniform(*_MOMENTS)):
        return False
    if field.draw.random() < 1 / 3:
        log = Path(f"{path}-wal")
        before = _written(log)
        until = time.monotonic() + 5
        while _written(log) == before and time.monotonic() < until:
            if running.ends_within(0):
                return False
    return True


def _written(log: Path) -> int:
    try:
        return log.stat().st_mtime_ns
    except OSError:
        return 0


def _awaited_workers(running: Running) -> list[int]:
    until = time.monotonic() + 20
    while not (workers := running.workers()):
        if time.monotonic() > until or running.ends_within(0.01):
            raise Broken("no process plays")
    return workers


def _check_kept_as_told(told: str, path: Path) -> None:
    """What an interrupted run says that it has finished is stored, and it says where."""
    if path.name not in told:
        raise Broken(f"the message does not say how to go on: {told}")
    finished = int(told.split(" of ")[0].split()[-1].replace(",", ""))
    kept = stored.boards(stored.rows(path))
    if kept < finished:
        raise Broken(f"{finished} are said to be finished, {kept} are stored")


def _shares(of: int, ways: int) -> list[int]:
    return [of // ways + (number < of % ways) for number in range(ways)]


def _seen(found: Sequence[tuple[int, int, str]]) -> str:
    kills, runs = (sum(each[place] for each in found) for place in (0, 1))
    digests = ", ".join(each[2] for each in found)
    return f"{kills} kills of {runs} runs: counters and {digests} as undisturbed"
