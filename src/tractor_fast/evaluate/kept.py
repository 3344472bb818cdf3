"""The store of a run that is asked for: begun, or gone on with."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from ..errors import DataError
from ..inputs import path_of, shown
from ..sim.store import Store
from ..sim.store.plan import difference, extent
from .machine import this_machine
from .plan import Plan


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


def _finished(path: Path, plan: Plan) -> Store | None:
    """The store, if all that the plan asks for is in it: its file stays as it is."""
    store = Store.open(path)
    same = difference(store.plan, plan) is None and extent(store.plan) == extent(plan)
    if same and store.state == "finished" and store.stopped_by != "failure":
        return store
    store.close()
    return None


def _go_on(store: Store, plan: Plan) -> None:
    name = plan["count_name"]
    has, asked = (each["arguments"][name] for each in (store.plan, plan))
    if None not in (has, asked) and asked < has:
        raise DataError(
            f"{shown(str(store.path), str, most=300)} is a run of {has:,} {name}, not"
            f" {asked:,}; ask for as many or more, or name another file"
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
