"""What a run would be: its plan, and how it would be made, without playing a board."""

from itertools import takewhile
from pathlib import Path
from typing import Any

from .._core import engine
from ..errors import DataError
from ..inputs import path_of
from ..sim.store import Store
from ..sim.store.plan import difference
from ..sim.store.telling import name_of
from ..stats import looks
from .ask import Running
from .plan import Plan, plan_of
from .players import chosen_executor
from .question import Question
from .runs.overview import done_of


def dry_run(question: Question, running: Running) -> dict[str, Any]:
    """The plan of a question, kernel, workers, and where a rule may stop it; plain JSON."""
    parts = question.parts
    plan = plan_of(question, parts, records=running.records, strict=running.out is not None)
    boards, judged = parts[0].boards.deals, parts[0].stop is not None
    return {
        **plan,
        "kernel": engine.KERNEL,
        "jobs": question.setup.jobs,
        "executor": chosen_executor(question, parts, running.executor, running.scheduler),
        "scheduler": running.scheduler,
        "store": None if running.out is None else _store(path_of("out", running.out), plan),
        "looks": [*takewhile(lambda look: look < boards, looks())] if judged else None,
    }


def _store(path: Path, plan: Plan) -> dict[str, Any]:
    """The file of the run, and how many of its boards it has already.

    Raises:
        DataError: it is no store, or of another run.
    """
    if not path.exists():
        return {"file": str(path), "done": 0}
    with Store.open(path) as store:
        other = difference(store.plan, plan)
        if other is not None:
            raise DataError(f"{name_of(store.path)} is of another run: {other}; name another file")
        return {"file": str(path), "done": done_of(store)}
