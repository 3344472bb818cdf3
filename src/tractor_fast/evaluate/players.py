"""Who plays a run: threads of this process, or an executor's workers."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import SpecError
from ..sim import Part, Playing, is_python
from ..strategies.source import named
from .plan import plan_of
from .question import Question

if TYPE_CHECKING:
    from concurrent.futures import Executor

LONG = 50_000
"""Boards from which processes are worth their start, where strategies are written in Python."""

OfPart = Callable[[int], int | Callable[[bool], Playing]]
"""What plays the part of a number, as :func:`tractor_fast.sim.play_part` takes it."""


@contextmanager
def players_of(
    question: Question,
    parts: Sequence[Part],
    executor: "str | Executor | None",
    scheduler: str | None,
) -> Iterator[tuple[str, OfPart]]:
    """The name of the executor that plays a question, and who plays each of its parts.

    Raises:
        SpecError: an unknown executor or address, a package that is not installed, or a strategy
            that other processes would not find.
        WorkerError: no scheduler, or no workers.
    """
    jobs = question.setup.jobs
    chosen = chosen_executor(question, parts, executor, scheduler)
    if chosen == "threads":
        yield "threads", lambda number: jobs
        return
    from ..sim.executors import executor_of
    from ..sim.pool import Pool
    from .worker import play_task

    plan = json.dumps(plan_of(question, parts, strict=True))
    place = executor_of(chosen, jobs, scheduler)
    name = chosen if isinstance(chosen, str) else type(chosen).__name__
    try:
        yield name, lambda number: lambda keep: Pool(place, partial(play_task, plan, number, keep))
    finally:
        place.close([], None)


def chosen_executor(
    question: Question,
    parts: Sequence[Part],
    executor: "str | Executor | None",
    scheduler: str | None,
) -> Any:
    """Who plays a question: the name of an executor, or the Executor that was given."""
    if executor is not None or scheduler is not None:
        from ..sim.executors import read_executor

        return read_executor(executor, scheduler)
    return "processes" if _is_slow(question, parts) else "threads"


def _is_slow(question: Question, parts: Sequence[Part]) -> bool:
    """Whether it is long, and of strategies in Python, which threads play no faster than one."""
    if question.setup.jobs == 1 or not any(map(is_python, question.strategies)):
        return False
    if sum(part.boards.deals for part in parts) < LONG:
        return False
    try:
        return all(map(named, question.strategies))
    except SpecError:
        return False
