"""The store of a run that is asked for: begun, or gone on with."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..errors import DataError, TractorFastError
from ..inputs import exception_text, path_of
from ..sim.store import Store
from ..sim.store.plan import difference, extent
from ..sim.store.telling import damaged, name_of
from .machine import this_machine
from .plan import Plan
from .result import Result


def open_store(out: str | Path, plan: Plan, jobs: int, executor: str) -> Store:
    """The store of a run, open for writing; if all that is asked for is in it, for reading.

    Raises:
        DataError: a file that is no store, of another run, or of one of more boards; another
            process writes to it, or it cannot be written.
    """
    path = path_of("out", out)
    if os.path.lexists(path):
        finished = _finished(path, plan)
        if finished is not None:
            return finished
        store = Store.open(path, write=True)
        try:
            _go_on(store, plan)
        except BaseException:
            store.close()
            raise
    else:
        store = Store.create(path, plan)
    store.begin_session(_session(jobs, executor))
    return store


def figures_of(store: Store) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What makes a function that says what counters come to raise DataError where that is nothing.

    Counters that somebody has written into a file may be those of no boards at all.
    """
    if not store.parts():
        return lambda figure: figure

    def told(figure: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*given: Any) -> Any:
            try:
                with np.errstate(divide="raise", over="raise", invalid="raise"):
                    found = figure(*given)
                    if isinstance(found, Result):
                        found.to_dict()  # else its figures are worked out when they are printed
                    return found
            except TractorFastError:
                raise
            except (ArithmeticError, LookupError, TypeError, ValueError) as error:
                raise damaged(
                    store.path, f"its counters come to no figures: {exception_text(error)}"
                ) from error

        return guarded

    return told


def _finished(path: Path, plan: Plan) -> Store | None:
    """The store, if all that the plan asks for is in it: its file stays as it is."""
    store = Store.open(path)
    same = difference(store.plan, plan) is None and extent(store.plan) == extent(plan)
    if same and store.state == "finished" and store.stopped_by != "failure":
        return store
    store.close()
    return None


def _go_on(store: Store, plan: Plan) -> None:
    (_, has), (_, asked) = extent(store.plan), extent(plan)
    if asked < has and difference(store.plan, plan) is None:
        raise DataError(
            f"{name_of(store.path)} is a run of {has:,} {plan['count_name']}, not {asked:,}; ask"
            " for as many or more, or name another file"
        )
    store.extend(plan)


def _session(jobs: int, executor: str) -> dict[str, Any]:
    """Who sits at the run now."""
    machine: dict[str, Any] = msgspec.to_builtins(this_machine())
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "jobs": jobs,
        "executor": executor,
        **machine,
    }
