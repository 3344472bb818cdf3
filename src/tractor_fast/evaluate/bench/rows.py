"""A row of the table: what is timed, how its figure is made, and the target that it is to reach."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from .timing import Spread, Task, spread

Passes = Sequence[dict[str, float]]
"""Units a second of every task, pass by pass, as ``timing.measure`` returns them."""


Aim = Literal["figure", "ratio"]


class Target(msgspec.Struct, frozen=True):
    """What a row is to reach: its ``figure`` or its ``ratio``, ``at_least`` or ``at_most``."""

    of: Aim
    value: float
    bound: Literal["at_least", "at_most"]

    def met(self, value: float) -> bool:
        """Whether a median reaches it."""
        return value >= self.value if self.bound == "at_least" else value <= self.value


# Within bounds that no speed reaches: quotients of two are numbers too.
Speed = Annotated[float, Meta(ge=1e-99, le=1e99)]


class Figure(msgspec.Struct, frozen=True):
    """Median and quartiles over the passes."""

    median: Speed
    low: Speed
    high: Speed


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A measured row.

    ``figure`` is in ``unit``, by ``clock``: processor time of one core, or wall time.  ``ratio`` is
    the time of this row over that of the row ``to``, unit for unit, within each pass; ``target``
    and ``met`` are null where there is none.
    """

    id: str
    section: str
    label: str
    unit: str
    clock: Literal["processor", "wall"]
    figure: Figure
    to: str | None = None
    ratio: Figure | None = None
    target: Target | None = None
    met: bool | None = None

    @property
    def more_is_better(self) -> bool:
        """Whether the figure is a rate; else it is a time."""
        return self.unit not in TIME_UNITS


class Line(NamedTuple):
    """A row to be measured: ``task`` gives units a second, shown as they are or as time a unit.

    ``weight`` says how large a unit is beside that of the row ``to``, where times are compared: a
    deal of 200 cards may take twice as long as one of 100.
    """

    id: str
    section: str
    label: str
    unit: str
    task: Task
    to: str | None = None
    weight: float = 1.0
    target: Target | None = None


TIME_UNITS = {"ms": 1e3, "us": 1e6}
"""Units of rows whose figure is the time that one takes, and how many are a second."""


def at_least(value: float, of: Aim = "figure") -> Target:
    """A target from below."""
    return Target(of, value, "at_least")


def at_most(value: float, of: Aim = "figure") -> Target:
    """A target from above."""
    return Target(of, value, "at_most")


def rows_of(lines: Sequence[Line], passes: Passes) -> list[Row]:
    """The rows of all lines, from the rates of their tasks."""
    by_id = {line.id: line for line in lines}
    return [_row(line, by_id, passes) for line in lines]


def _row(line: Line, by_id: dict[str, Line], passes: Passes) -> Row:
    rates = [rates[line.id] for rates in passes]
    scale = TIME_UNITS.get(line.unit)
    figure = _figure(spread([scale / rate for rate in rates] if scale else rates))
    ratio = None
    if line.to is not None:
        size = by_id[line.to].weight / line.weight
        ratio = _figure(spread([p[line.to] / p[line.id] * size for p in passes]))
    met = None
    if line.target is not None:
        aimed = figure if line.target.of == "figure" else ratio
        met = aimed is not None and line.target.met(aimed.median)
    return Row(
        id=line.id,
        section=line.section,
        label=line.label,
        unit=line.unit,
        clock="wall" if line.task.clock == "wall" else "processor",
        figure=figure,
        to=line.to,
        ratio=ratio,
        target=line.target,
        met=met,
    )


def _figure(values: Spread) -> Figure:
    return Figure(*(float(f"{value:.6g}") for value in values))
