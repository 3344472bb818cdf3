"""The plan of a run: its question as plain JSON, and the versions and sources that play it."""

from typing import Any

from .. import __version__
from .._core import engine
from .question import Question

Plan = dict[str, Any]
"""``question, arguments, count_name, first_name, strategies, version, stream_version, core``."""


def plan_of(question: Question) -> Plan:
    """The plan of a question: plain JSON."""
    return {
        "question": question.name,
        "arguments": question.arguments,
        "count_name": question.count_name,
        "first_name": question.first_name,
        "version": __version__,
        "stream_version": engine.STREAM_VERSION,
    }
