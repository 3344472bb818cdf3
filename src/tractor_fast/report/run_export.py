"""Write what a run holds to a file for other programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import DataError, SpecError
from ..evaluate.runs import chunk_columns, record_columns, resume, write_table, written
from ..evaluate.runs.overview import overview
from ..evaluate.runs.tables import Batch
from ..inputs import one_of, path_of
from ..sim.store import Store
from ..sim.store.telling import name_of
from .answers import FORMATS

FORMS = ("csv", "json", "parquet", "npz")
KINDS = ("chunks", "rows", "figures")


def export(
    path: str | Path,
    target: str | Path,
    what: str = "chunks",
    form: str | None = None,
    *,
    force: bool = False,
) -> None:
    """Write the chunks of a run with their counters, its rows, or its figures to ``target``.

    Figures are what the command of the run prints as JSON or CSV, so the run has to be finished; as
    Parquet or npz, those of them that are numbers, by name.

    Args:
        path: the file of a run.
        target: a file that is made; one that is there is written over by ``force`` alone.
        what: ``chunks``, ``rows`` or ``figures``.
        form: ``csv``, ``json``, ``parquet`` (which needs pyarrow) or ``npz``; None: as ``target``
            ends.
        force: write over ``target``.

    Raises:
        SpecError: another word, or a form that has no such table.
        DataError: no store, no rows, a run that is not finished, or ``target`` is there or cannot
            be written.
    """
    file, goal = path_of("path", path), path_of("target", target)
    one_of("what", what, KINDS)
    if form is None:
        form = one_of(f"the ending of {name_of(goal)}", goal.suffix[1:].lower(), FORMS)
    one_of("format", form, FORMS)
    if goal.exists() and not force:
        raise DataError(f"{name_of(goal)} is there already: name another file, or give --force")
    if goal.exists() and file.exists() and goal.samefile(file):
        raise DataError(f"{name_of(goal)} is the run itself: name another file")
    if what == "figures":
        _write_figures(file, goal, form)
        return
    columns = chunk_columns if what == "chunks" else record_columns
    with Store.open(file) as store:
        write_table(goal, form, columns(store))


def _write_figures(file: Path, goal: Path, form: str) -> None:
    run = overview(file)
    if run.state != "finished":
        raise DataError(
            f"{name_of(file)} has {run.done:,} of {run.of:,} {run.unit}: `tractor-fast runs resume`"
            " finishes it"
        )
    answer = resume(file)
    if form in ("csv", "json"):
        text = FORMATS[str(run.question)][form](answer).encode()
        written(goal, lambda part: part.write_bytes(text))
    else:
        write_table(goal, form, [_numbers(answer.to_dict())])


def _numbers(figures: dict[str, Any]) -> Batch:
    """All numbers among figures, by name: ``rating.low`` is one within another.

    Raises:
        SpecError: one that is too large.
    """
    try:
        found = dict(_named("", figures))
    except OverflowError:
        raise SpecError(
            "a figure is beyond what floating-point numbers have; csv and json can have it"
        ) from None
    return {"figure": [*found], "value": [*found.values()]}


def _named(name: str, figure: Any) -> Iterator[tuple[str, float]]:
    if isinstance(figure, dict):
        for key, value in figure.items():
            yield from _named(f"{name}.{key}" if name else str(key), value)
    elif isinstance(figure, list):
        for place, value in enumerate(figure):
            yield from _named(f"{name}.{place}", value)
    elif isinstance(figure, int | float) and not isinstance(figure, bool):
        yield name, float(figure)
