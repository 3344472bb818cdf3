"""What a run would be: its plan, and how it would be made, without playing a board."""

from itertools import takewhile
from typing import Any

from .._core import engine
from ..stats import looks
from .ask import Running
from .plan import plan_of
from .question import Question


def dry_run(question: Question, running: Running) -> dict[str, Any]:
    """The plan of a question, kernel, workers, and where a rule may stop it; plain JSON."""
    parts = question.parts
    plan = plan_of(question, parts, records=running.records, strict=running.out is not None)
    boards, judged = parts[0].boards.deals, parts[0].stop is not None
    return {
        **plan,
        "kernel": engine.KERNEL,
        "jobs": question.setup.jobs,
        "executor": running.executor,
        "scheduler": running.scheduler,
        "looks": [*takewhile(lambda look: look < boards, looks())] if judged else None,
    }
