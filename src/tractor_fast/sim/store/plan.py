"""What a store must know of the plan of its run: which boards, and what makes it the same run."""

import json
from pathlib import Path
from typing import Any

from ...errors import DataError
from ...inputs import MOST, shown
from .chunk import MOST_BOARDS
from .telling import damaged, name_of

_KINDS: dict[str, type] = {
    "question": str,
    "arguments": dict,
    "count_name": str,
    "first_name": str,
    "strategies": dict,
    "version": str,
    "stream_version": int,
    "core": str,
}

# The parts of a question from this number on have boards of their own, from number 0 on.
_OWN_BOARDS = {"rules-diff": 1}

_ABSENT = object()  # where a plan says nothing


def plan_text(plan: dict[str, Any]) -> str:
    """A plan as JSON."""
    return json.dumps(plan, allow_nan=False)


def checked_plan(path: Path, plan: Any) -> dict[str, Any]:
    """A plan whose fields are what they should be; DataError if they are not."""
    if not isinstance(plan, dict):
        raise damaged(path, "its plan is no JSON object")
    for name, kind in _KINDS.items():
        if not isinstance(plan.get(name), kind) or isinstance(plan.get(name), bool):
            raise damaged(path, f"its plan says {name} = {shown(plan.get(name))}")
    if not all(isinstance(source, str) for source in plan["strategies"].values()):
        raise damaged(path, f"its plan says strategies = {shown(plan['strategies'])}")
    first, count = (plan["arguments"].get(plan[name]) for name in ("first_name", "count_name"))
    if type(first) is not int or not 0 <= first <= MOST:
        raise damaged(path, f"its plan says {shown(plan['first_name'], str)} = {shown(first)}")
    if count is not None and (type(count) is not int or count < 0):
        raise damaged(path, f"its plan says {shown(plan['count_name'], str)} = {shown(count)}")
    if count is not None and count > MOST_BOARDS:
        raise DataError(f"{name_of(path)}: a run that is kept has at most {MOST_BOARDS:,} boards")
    return plan


def extent(plan: dict[str, Any]) -> tuple[int, int | None]:
    """Number of the first board of a plan, and how many there are; None: as many as it takes.

    Boards stand for whatever the question counts: ``match`` counts matches.
    """
    arguments = plan["arguments"]
    return arguments[plan["first_name"]], arguments[plan["count_name"]]


def with_extent(plan: dict[str, Any], first: int, count: int | None) -> dict[str, Any]:
    """The plan of the same run over another range."""
    ranged = {plan["first_name"]: first, plan["count_name"]: count}
    return {**plan, "arguments": {**plan["arguments"], **ranged}}


def first_of(plan: dict[str, Any], part: int) -> int:
    """Number of the board that chunks of a part are counted from."""
    has_own = part >= _OWN_BOARDS.get(plan["question"], part + 1)
    return 0 if has_own else extent(plan)[0]


def boards_text(plan: dict[str, Any], start: int, count: int, part: int = 0) -> str:
    """``boards a to b`` of a chunk, as its question counts them."""
    first = first_of(plan, part) + start
    return f"{shown(plan['count_name'], str)} {first} to {first + count - 1}"


def identity(plan: dict[str, Any]) -> dict[str, Any]:
    """What is the same in all runs whose chunks belong together: all but the range of boards."""
    plain = json.loads(plan_text(plan))
    arguments = plain.pop("arguments")
    for name in (plan["first_name"], plan["count_name"]):
        arguments.pop(name, None)
    return {"question": plain["question"], "arguments": arguments, **plain}


def difference(one: dict[str, Any], other: dict[str, Any]) -> str | None:
    """The first thing in which another plan is of another run, as messages say it; None if none."""
    return _difference("", identity(one), identity(other))


def _difference(name: str, mine: Any, its: Any) -> str | None:
    if not (isinstance(mine, dict) and isinstance(its, dict)):
        if mine == its and type(mine) is type(its):
            return None
        name = shown(name.removeprefix("arguments."), str)
        return f"{name} is {_value(mine)} there and {_value(its)} here"
    for key in dict.fromkeys([*mine, *its]):
        path = f"{name}.{key}" if name else key
        found = _difference(path, mine.get(key, _ABSENT), its.get(key, _ABSENT))
        if found is not None:
            return found
    return None


def _value(value: Any) -> str:
    return "not given" if value is _ABSENT else shown(value, json.dumps)
