"""What a chunk costs: beyond its play, of whoever hands it out, and of the scheduler of dask."""

import json
import os
import pickle
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.cluster import dask_cluster
from tractor_fast.evaluate.kept import open_store
from tractor_fast.evaluate.plan import plan_of
from tractor_fast.evaluate.players import players_of
from tractor_fast.evaluate.question import Question, read_question
from tractor_fast.evaluate.worker import play_task
from tractor_fast.sim import Part, Playing
from tractor_fast.sim.boards import Boards
from tractor_fast.sim.keeping import Keeping
from tractor_fast.sim.workers import Workers

from .counted import Cost, cost

CHUNK_SECONDS = 0.002
"""Short chunks, so that many are measured; what one costs does not depend on its length."""

Open = Callable[[bool], Playing]


def of_executors(place: Path, chunks: int, times: int) -> dict[str, Any]:
    """Costs of a chunk of random deals by executor: one worker, medians of ``times`` runs."""
    question = read_question("simulate", {"seats": "random", "deals": 10**9}, jobs=1)
    found: dict[str, Any] = {}
    for name in ("threads", "processes"):
        with _opened(question, name, None) as (part, playing):
            found[name] = _medians([_cost(part, playing, chunks) for _ in range(times)])
    with (
        dask_cluster(place, 1) as cluster,
        _opened(question, None, cluster.address) as (part, playing),
    ):
        spent = []
        costs = []
        for _ in range(times):
            before = _computed(cluster.scheduler.pid)
            costs.append(_cost(part, playing, chunks))
            spent.append((_computed(cluster.scheduler.pid) - before) / costs[-1].chunks)
        found["dask"] = _medians(costs) | {"scheduler": statistics.median(spent)}
    return found


def of_question(place: Path, name: str, arguments: dict[str, Any], chunks: int) -> dict[str, Any]:
    """What a chunk of a question's first part is: bytes that are sent, and seconds of the
    coordinator, which adds its counters and keeps them."""
    question = read_question(name, arguments, jobs=1)
    with _opened(question, "threads", None) as (part, playing):
        long = _of(part, 10**9)
        plan = plan_of(question, [long], strict=True)
        with open_store(place / f"{len(list(place.iterdir()))}.db", plan, 1, "threads") as store:
            few = _of(part, _boards_of(part, playing, chunks))
            kept = Keeping(store, 0, few, False)
            found = cost(few, playing, CHUNK_SECONDS, kept)
    result = play_task(json.dumps(plan), 0, False, 0, max(1, round(found.boards)))
    call = partial(play_task, json.dumps(plan), 0, False)
    return {
        "boards_per_second": found.boards / found.play,
        "coordinator": found.main_thread,
        "call_bytes": len(pickle.dumps((call, (0, 1)))),
        "result_bytes": len(pickle.dumps(result)),
    }


@contextmanager
def _opened(question: Question, executor: str | None, address: str | None) -> Iterator[Any]:
    """The first part of a question, and what opens who plays it, which is warm."""
    part = question.parts[0]
    with players_of(question, question.parts, executor, address) as (_, of_part):
        playing = of_part(0)
        if isinstance(playing, int):
            playing = lambda keep: Workers(lambda chunk: part.play(chunk, keep), 1)  # noqa: E731
        cost(_of(part, 100), playing, CHUNK_SECONDS)
        yield part, playing


def _cost(part: Part, playing: Open, chunks: int) -> Cost:
    return cost(_of(part, _boards_of(part, playing, chunks)), playing, CHUNK_SECONDS)


def _boards_of(part: Part, playing: Open, chunks: int) -> int:
    """How many boards there are in so many chunks, about."""
    few = cost(_of(part, 200), playing, CHUNK_SECONDS)
    return max(200, round(chunks * CHUNK_SECONDS * few.boards / few.play))


def _of(part: Part, boards: int) -> Part:
    return replace(part, boards=Boards(part.boards.seed, part.boards.first, boards), stop=None)


def _medians(costs: list[Cost]) -> dict[str, float]:
    dicts = [asdict(each) for each in costs]
    return {name: statistics.median(each[name] for each in dicts) for name in dicts[0]}


def _computed(pid: int) -> float:
    """Seconds of processor time that a process has used (Linux)."""
    *_, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
    user, system = rest.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
