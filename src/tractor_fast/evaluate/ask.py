"""Ask a question: have its parts played, keep what is finished if that is wanted, and answer it."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from ..errors import SpecError, StrategyError
from ..inputs import shown
from ..sim import Kept, Options, Outcome, Part, Watch, play_part
from .plan import Plan, plan_of
from .players import players_of
from .question import Question
from .result import Result

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..sim.store import Store


Figure = Callable[..., Any]
"""Says what counters come to."""

Told = Callable[[Figure], Figure]
"""Has a figure also say what is wrong with its counters."""


class How(TypedDict, total=False):
    """Keyword arguments that say how a run is made.

    out: a file (SQLite) that keeps what is finished; with it the same question goes on where it
        was, with more boards too.
    keep_rows: keep a record of every board in that file.
    executor: who plays: ``"threads"`` of this process, ``"processes"``, ``"dask"``, ``"mpi"``, or
        an object with the interface of ``concurrent.futures.Executor``.  None: processes for long
        runs of strategies written in Python, threads for all others.
    scheduler: address of a dask scheduler, ``"tcp://host:port"``.
    """

    out: str | Path | None
    keep_rows: bool
    executor: "str | Executor | None"
    scheduler: str | None


class RunOptions(Options, How, total=False):
    """Which boards are played, and how the run is made: see :class:`tractor_fast.sim.Options` and
    :class:`How`."""


@dataclass(frozen=True)
class Running:
    """How a question is run: see :class:`How`.

    ``rows`` has a record of every board in the result, ``progress`` is told now and then how far
    the run is.
    """

    rows: bool = False
    progress: Watch | None = None
    out: str | Path | None = None
    keep_rows: bool = False
    executor: "str | Executor | None" = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        """SpecError for what nobody can tell how far a run is."""
        if self.progress is not None and not callable(self.progress):
            raise SpecError(f"progress = {shown(self.progress)}: allowed: a function of Progress")

    @classmethod
    def taken_from(cls, options: RunOptions, **more: Any) -> tuple["Running", Options]:
        """What keyword arguments say about running, and those that are about the question."""
        given: dict[str, Any] = dict(options)
        how = {name: given.pop(name) for name in How.__optional_keys__ if name in given}
        return cls(**how, **more), cast(Options, given)

    @property
    def records(self) -> bool:
        """Whether records are kept in a store."""
        return self.out is not None and (self.keep_rows or self.rows)


def ask(question: Question, running: Running) -> Any:
    """Have all parts of a question played and return its result.

    Raises:
        StrategyError: a strategy failed or chose what is not allowed; its ``result`` is that of the
            boards before, where these say something.
        SpecError: more rows than memory holds; a strategy that other processes would not find.
        DataError: a store that is of another run, or cannot be used.
        StoreError: what is finished can be kept no more.
        WorkerError: threads or processes cannot be started, or die.
    """
    parts = question.parts
    plan = plan_of(question, parts, records=running.records, strict=running.out is not None)
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        how = running.executor, running.scheduler
        executor, of_part = stack.enter_context(players_of(question, parts, *how))
        store: Store | None = None
        told: Told = _as_it_is
        if running.out is not None:
            from .kept import figures_of, open_store

            jobs = question.setup.jobs
            store = stack.enter_context(open_store(running.out, plan, jobs, executor))
            told = figures_of(store)
        try:
            for number, part in enumerate(parts):
                played = play_part(
                    part if part.stop is None else replace(part, stop=told(part.stop)),
                    of_part(number),
                    rows=running.rows,
                    progress=_among(running.progress, parts, number),
                    estimate=told(partial(question.estimate, number)),
                    kept=None if store is None else _keeping(store, number, part, running),
                )
                outcomes.append(played)
        except StrategyError as error:
            if error.result is not None:
                outcomes.append(error.result)
                error.result = _made(told(question.partial)(outcomes), plan, executor)
            if store is not None:
                store.finish("failure", str(error))
            raise
        if store is not None and store.state != "finished":
            store.finish(outcomes[-1].stopped_by, None)
        return _made(told(question.result)(outcomes), plan, executor)


def _as_it_is(figure: Figure) -> Figure:
    return figure


def _made(result: Result | None, plan: Plan, executor: str) -> Result | None:
    return None if result is None else replace(result, plan=plan, executor=executor)


def _keeping(store: "Store", number: int, part: Part, running: Running) -> Kept:
    from ..sim.keeping import Keeping

    return Keeping(store, number, part, running.records)


def _among(progress: Watch | None, parts: Sequence[Part], number: int) -> Watch | None:
    """Tells how far the whole run is, where the parts before this one are finished."""
    if progress is None:
        return None
    before = sum(part.each * part.boards.deals for part in parts[:number])
    of = sum(part.each * part.boards.deals for part in parts)
    return lambda found: progress(found.among(before, of))
