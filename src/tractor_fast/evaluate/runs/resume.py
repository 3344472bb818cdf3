"""Go on with a run that is kept in a file, or extend it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import DataError, SpecError
from ...inputs import path_of
from ...sim import Watch
from ...sim.store import Store
from ...sim.store.telling import name_of
from ..ask import Running, ask
from ..plan import question_of as question_of_plan
from ..question import Question


def resume(
    path: str | Path,
    boards: int | None = None,
    *,
    jobs: int | None = None,
    executor: Any = None,
    scheduler: str | None = None,
    decision_timeout: float | None = None,
    rows: bool = False,
    progress: Watch | None = None,
) -> Any:
    """Play what is missing of a run, and return what its own function would have returned.

    The result is that of a run that was never interrupted, to the last bit.

    Args:
        path: the file of the run, as ``out=`` was given it.
        boards: how many boards, deals or matches the run shall have in all; None: as before.
        jobs: threads or processes; None: one a core.
        executor: who plays, and ``scheduler``, the address of a dask scheduler; see ``out=``.
        decision_timeout: seconds that a strategy written in Python may take; None: as before.
        rows: keep one record a board in the result's ``rows``.
        progress: called now and then with how far the run is.

    Raises:
        DataError: a file that is no store, is damaged or being written; a run of another version of
            this package, or of other sources of its strategies; fewer boards than before.
        SpecError: a number that is not allowed.
        StrategyError: a strategy failed or chose what is not allowed.
        StoreError: the disk is full; what was finished before is kept.
    """
    question, running = resumed(
        path,
        boards,
        jobs=jobs,
        executor=executor,
        scheduler=scheduler,
        decision_timeout=decision_timeout,
    )
    return ask(question, replace(running, rows=rows, progress=progress))


def resumed(
    path: str | Path,
    boards: int | None = None,
    *,
    jobs: int | None = None,
    executor: Any = None,
    scheduler: str | None = None,
    decision_timeout: float | None = None,
) -> tuple[Question, Running]:
    """The question of the run in a file, and how it goes on; see :func:`resume`."""
    with Store.open(path_of("path", path)) as store:
        question = question_in(store, boards, jobs=jobs, decision_timeout=decision_timeout)
        keep_rows = bool(store.plan.get("keep_rows"))
    how = {"executor": executor, "scheduler": scheduler}
    return question, Running(out=path, keep_rows=keep_rows, **how)


def question_in(
    store: Store,
    boards: int | None = None,
    *,
    jobs: int | None = None,
    decision_timeout: float | None = None,
) -> Question:
    """The question of the run in a store, with another number of boards if that is given.

    Versions and sources are compared with those of the run before a strategy is imported.
    """
    plan = store.plan
    arguments = dict(plan["arguments"])
    if boards is not None:
        arguments[plan["count_name"]] = boards
    if decision_timeout is not None:
        arguments["decision_timeout"] = decision_timeout
    try:
        return question_of_plan({**plan, "arguments": arguments}, jobs)
    except SpecError as error:
        raise DataError(f"{name_of(store.path)}: {error}") from None
