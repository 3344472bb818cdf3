"""Ask a question: play its parts, keep what is finished if that is wanted, and answer it."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict, cast

from ..errors import StrategyError
from ..sim import Estimate, Options, Outcome, Progress, Totals, Watch, play_part
from .plan import plan_of
from .question import Question
from .result import Result


class How(TypedDict, total=False):
    """Keyword arguments that say how a run is made.

    out: a file (SQLite) that keeps what is finished; with it the same question goes on where it
        was, with more boards too.
    executor: who plays: ``"threads"`` of this process, ``"processes"``, ``"dask"``, ``"mpi"``, or
        an object with the interface of ``concurrent.futures.Executor``.  None: processes for
        strategies written in Python, threads for all others.
    scheduler: address of a dask scheduler, ``"tcp://host:port"``.
    """

    out: str | Path | None
    executor: str | Executor | None
    scheduler: str | None


class RunOptions(Options, How, total=False):
    """Which boards are played, and how the run is made: see :class:`tractor_fast.sim.Options` and
    :class:`How`."""


@dataclass(frozen=True)
class Running:
    """How a question is run: see :class:`How`.

    ``rows`` keeps a record of every board, ``progress`` is told now and then how far the run is.
    """

    rows: bool = False
    progress: Watch | None = None
    out: str | Path | None = None
    executor: str | Executor | None = None
    scheduler: str | None = None

    @classmethod
    def taken_from(cls, options: RunOptions, **more: Any) -> tuple["Running", Options]:
        """What keyword arguments say about running, and those that are about the question."""
        given: dict[str, Any] = dict(options)
        how = {name: given.pop(name) for name in How.__optional_keys__ if name in given}
        return cls(**how, **more), cast(Options, given)


def ask(question: Question, running: Running) -> Any:
    """Play all parts of a question and return its result.

    Raises:
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is that of the
            boards before, where these say something.
        SpecError: more rows than memory holds.
        WorkerError: threads or processes cannot be started, or die.
    """
    parts = question.parts
    plan = plan_of(question)
    outcomes: list[Outcome] = []

    def result(make: Callable[[list[Outcome]], Result | None]) -> Result | None:
        made = make(outcomes)
        return None if made is None else replace(made, plan=plan)

    of = sum(part.each * part.boards.deals for part in parts)
    done = 0
    for number, part in enumerate(parts):

        def watch(progress: Progress, before: int = done) -> None:
            if running.progress is not None:
                running.progress(progress.among(before, of))

        def estimate(totals: Totals, boards: int, number: int = number) -> Estimate | None:
            return question.estimate(number, totals, boards)

        try:
            outcomes.append(
                play_part(
                    part,
                    question.setup.jobs,
                    rows=running.rows,
                    progress=watch,
                    estimate=estimate,
                )
            )
        except StrategyError as error:
            if error.result is not None:
                outcomes.append(error.result)
                error.result = result(question.partial)
            raise
        done += part.each * part.boards.deals
    return result(question.result)
