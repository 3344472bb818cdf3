"""The plan of a run: its question as plain JSON, and the versions and sources that play it.

A plan is what a store keeps, workers are sent, and results have beside them.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .. import __version__
from .._core import engine
from ..errors import SpecError
from ..inputs import shown
from ..sim import Part
from ..strategies import Seated
from ..strategies.source import (
    Sources,
    core_hash,
    hash_of,
    named,
    source_hash,
    sources_before_loading,
)
from .question import Question, read_question

Plan = dict[str, Any]
"""``question, arguments, count_name, first_name, parts, keep_rows, strategies, version,
stream_version, core``: plain JSON.

``parts`` has ``unit, first, count`` of each part of the run, and ``judged``: a rule may stop it;
``keep_rows``: a record of every board is kept.  ``strategies`` has under the text of each the
SHA-256 of its sources, ``core`` is that of the compiled core.
"""


def plan_of(
    question: Question, parts: Sequence[Part], *, records: bool = False, strict: bool = False
) -> Plan:
    """The plan of a question and its parts.

    ``strict``: SpecError for a strategy that no text finds again, as no other process could; else
    its source is None.
    """
    return {
        "question": question.name,
        "arguments": question.arguments,
        "count_name": question.count_name,
        "first_name": question.first_name,
        "parts": [
            {
                "unit": part.unit,
                "first": part.each * part.boards.first,
                "count": part.each * part.boards.deals,
                "judged": part.stop is not None,
            }
            for part in parts
        ],
        "keep_rows": records,
        "strategies": {str(each): _source(each, strict) for each in question.strategies},
        "version": __version__,
        "stream_version": engine.STREAM_VERSION,
        "core": core_hash(),
    }


def question_of(plan: Plan, jobs: int | None = None) -> Question:
    """The question of a plan, asked by what it was asked of.

    Nothing that the plan names is loaded before it is known to be what it was.

    Raises:
        SpecError: another version or source than the plan's, or no such question.
        TractorFastError: what the question itself raises.
    """
    here = {"version": __version__, "stream_version": engine.STREAM_VERSION, "core": core_hash()}
    for name, mine in here.items():
        if plan.get(name) != mine:
            raise SpecError(
                f"the run is of another {_WHAT[name]}: {shown(plan.get(name), str)} there,"
                f" {shown(mine, str)} here"
            )
    for text, source in plan["strategies"].items():
        sources = sources_before_loading(text)
        if hash_of(sources) != source:
            raise SpecError(_changed(text, source, sources))
    question = read_question(plan["question"], plan["arguments"], jobs)
    known = {str(each) for each in question.strategies}
    if known != set(plan["strategies"]):
        raise SpecError(f"the plan has no source of {shown(', '.join(sorted(known)), str)}")
    return question


@lru_cache(maxsize=4)
def question_of_text(text: str) -> Question:
    """The same of a plan written as JSON, with one job: for workers, that are asked many times."""
    return question_of(json.loads(text), jobs=1)


_WHAT = {"version": "version", "stream_version": "stream_version", "core": "build of the core"}


def _changed(text: str, there: Any, sources: Sources) -> str:
    """What to say of a strategy that has other sources here than there."""
    imported = ", ".join(sorted(name for name in sources if name and sources[name] is not None))
    missing = ", ".join(sorted(name for name in sources if sources[name] is None))
    return (
        f"strategy {shown(text, str, most=300)} is not what it was: the SHA-256 of its source"
        f"{f' and of what it imports ({shown(imported, str, most=300)})' if imported else ''} is"
        f" {shown(there, str, most=64)} there, {hash_of(sources)} here"
        f"{f', where {shown(missing, str, most=300)} is not found' if missing else ''}"
    )


def _source(seated: Seated, strict: bool) -> str | None:
    if not strict:
        try:
            named(seated)
        except SpecError:
            return None
    return source_hash(seated)
