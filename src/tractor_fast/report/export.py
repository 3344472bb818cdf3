"""Figures for programs: JSON, and CSV with one figure a line."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Protocol


class Figures(Protocol):
    """A result: what its figures are called, and what they are."""

    def to_dict(self) -> dict[str, Any]:
        """The figures by name, as JSON can write them."""


Line = tuple[str, Any, Any, Any]


def to_json(result: Figures) -> str:
    """One JSON object; what is not defined is null."""
    return json.dumps(result.to_dict(), indent=2, allow_nan=False) + "\n"


def to_csv(result: Figures) -> str:
    """Lines ``figure,value,low,high``; low and high are the ends of the 95 % interval.

    What is no figure, the ``plan``, is left to JSON.

    Figures are named as in JSON, ``trump.NT.rate`` for a key within a key; a cell is empty where
    something is not defined.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("figure", "value", "low", "high"))
    figures = result.to_dict()
    figures.pop("plan", None)
    writer.writerows(_lines("", figures))
    return text.getvalue()


def _lines(prefix: str, figures: dict[str, Any]) -> Iterator[Line]:
    bounds = figures.get("low"), figures.get("high")
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _lines(f"{prefix}{name}.", value)
        elif name in ("rate", "mean"):
            yield (f"{prefix}{name}", value, *bounds)
        elif name not in ("low", "high"):
            yield (prefix + name, _cell(value), None, None)


def _cell(value: Any) -> Any:
    """A value as ``--set`` writes it, but for null, which is an empty cell."""
    if isinstance(value, list):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else value
