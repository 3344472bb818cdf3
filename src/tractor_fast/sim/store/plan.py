"""What a store must know of the plan of its run: which boards, and what makes it the same run."""

import json
from collections.abc import Sequence
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
    "parts": list,
    "strategies": dict,
    "version": str,
    "stream_version": int,
    "core": str,
}

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
    arguments = plan["arguments"]
    for name, most in ((plan["count_name"], MOST + 1), (plan["first_name"], MOST)):
        number = arguments.get(name)
        if type(number) is not int or not 0 <= number <= most:
            raise damaged(path, f"its plan says {shown(name, str)} = {shown(number)}")
    if arguments[plan["count_name"]] > MOST_BOARDS:
        raise DataError(f"{name_of(path)}: a run that is kept has at most {MOST_BOARDS:,} boards")
    if not all(map(_is_part, plan["parts"])):
        raise damaged(path, f"its plan says parts = {shown(plan['parts'])}")
    return plan


def _is_part(part: Any) -> bool:
    """Whether it says what its boards, deals or matches are, and whether a rule judges them."""
    if not isinstance(part, dict) or not isinstance(part.get("unit"), str):
        return False
    if not isinstance(part.get("judged"), bool):
        return False
    first, count = part.get("first"), part.get("count")
    return type(first) is type(count) is int and 0 <= first <= MOST and 0 <= count <= MOST_BOARDS


def extent(plan: dict[str, Any]) -> tuple[int, int]:
    """Number of the first board, or match, of a plan, and how many there are."""
    arguments = plan["arguments"]
    return arguments[plan["first_name"]], arguments[plan["count_name"]]


def joined(plans: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The plan of the same run over the ranges of all ``plans``, and what is between them."""
    first, count = _around([extent(plan) for plan in plans])
    plan = plans[0]
    ranged = {plan["first_name"]: first, plan["count_name"]: count}
    parts = []
    for same in zip(*(each["parts"] for each in plans), strict=True):
        first, count = _around([(part["first"], part["count"]) for part in same])
        parts.append({**same[0], "first": first, "count": count})
    return {**plan, "arguments": {**plan["arguments"], **ranged}, "parts": parts}


def _around(ranges: Sequence[tuple[int, int]]) -> tuple[int, int]:
    first = min(first for first, _ in ranges)
    return first, max(first + count for first, count in ranges) - first


def first_of(plan: dict[str, Any], part: int) -> int:
    """Number of the board, deal or match that chunks of a part are counted from."""
    parts = plan["parts"]
    return int(parts[part]["first"]) if 0 <= part < len(parts) else 0


def count_of(plan: dict[str, Any], part: int) -> int:
    """How many of them the part has."""
    parts = plan["parts"]
    return int(parts[part]["count"]) if 0 <= part < len(parts) else 0


def is_judged(plan: dict[str, Any], part: int) -> bool:
    """Whether a rule may stop the part, at a look."""
    parts = plan["parts"]
    return bool(parts[part]["judged"]) if 0 <= part < len(parts) else False


def boards_text(plan: dict[str, Any], start: int, count: int, part: int = 0) -> str:
    """``boards a to b`` of a chunk, as its question counts them."""
    parts = plan["parts"]
    unit = shown(parts[part]["unit"], str) if 0 <= part < len(parts) else "boards"
    first = first_of(plan, part) + start
    return f"{unit} {first} to {first + count - 1}"


def identity(plan: dict[str, Any]) -> dict[str, Any]:
    """What is the same in all runs whose chunks belong together: all but the range of boards.

    Nor does it matter how long a decision may take: no chunk has a board of one that took longer.
    """
    plain = json.loads(plan_text(plan))
    arguments = plain.pop("arguments")
    del arguments[plan["first_name"]], arguments[plan["count_name"]]
    arguments.pop("decision_timeout", None)
    plain["parts"] = [[part["unit"], part["judged"]] for part in plain["parts"]]
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
