"""What a run would be: its plan, and how it would be made, without playing a board."""

from typing import Any

from .._core import engine
from ..stats import looks
from .ask import Running
from .plan import plan_of
from .question import Question


def dry_run(question: Question, running: Running) -> dict[str, Any]:
    """The plan of a question, the kernel, who plays, and when a rule looks at it; plain JSON."""
    setup = question.setup
    return {
        **plan_of(question),
        "kernel": engine.KERNEL,
        "jobs": setup.jobs,
        "executor": running.executor,
        "scheduler": running.scheduler,
        "looks": _looks(question),
    }


def _looks(question: Question) -> list[int] | None:
    """The numbers of boards at which a rule may stop the run; None if there is none."""
    part = question.parts[0]
    if part.stop is None:
        return None
    found = []
    for look in looks():
        if look >= part.boards.deals:
            return found
        found.append(look)
    return found
