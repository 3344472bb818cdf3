"""What a run would be: its plan, and how it would be made, without playing a board."""

from itertools import takewhile
from typing import Any

from .._core import engine
from ..stats import looks
from .ask import Running
from .plan import plan_of
from .question import Question
from .stopping import may_stop


def dry_run(question: Question, running: Running) -> dict[str, Any]:
    """The plan of a question, kernel, workers, and where a rule may stop it; plain JSON."""
    plan = plan_of(question)
    boards = plan["arguments"][plan["count_name"]]
    judged = may_stop(plan["arguments"])
    return {
        **plan,
        "kernel": engine.KERNEL,
        "jobs": question.setup.jobs,
        "executor": running.executor,
        "scheduler": running.scheduler,
        "looks": [*takewhile(lambda look: look < boards, looks())] if judged else None,
    }
