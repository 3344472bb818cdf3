"""Plays recorded cases on an engine and counts how many agree."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ..errors import SpecError, TractorFastError, UnsupportedRulesError
from ..inputs import MOST, whole
from .cases import Row, kind_of, read_rows
from .checks import checks
from .engines import Engine, engine_named


@dataclass
class Tally:
    """How many cases of a kind agree, do not, and cannot be asked."""

    agree: int = 0
    mismatch: int = 0
    not_yet: int = 0


@dataclass(frozen=True)
class Mismatch:
    """A case that an engine answers otherwise: where it stands, what was asked, and its line."""

    file: str
    line: int
    question: str
    expected: Any
    answered: Any
    row: str

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON can write it, with the case as an object."""
        return {
            "file": self.file,
            "line": self.line,
            "question": self.question,
            "expected": self.expected,
            "answered": self.answered,
            "row": msgspec.json.decode(self.row),
        }


@dataclass
class ConformResult:
    """What came out of some files on one engine.

    ``missing`` counts, by kind, the settings (or lacks that no setting stands for) because of
    which cases could not be asked; a case that needs two of them counts under both.
    ``set_aside`` are the ids of cases that were not asked because the caller named them.
    """

    engine: str
    tallies: dict[str, Tally] = field(default_factory=dict)
    missing: dict[str, Counter[str]] = field(default_factory=dict)
    mismatches: list[Mismatch] = field(default_factory=list)
    set_aside: list[str] = field(default_factory=list)

    @property
    def total(self) -> Tally:
        """All kinds together."""
        return Tally(
            sum(tally.agree for tally in self.tallies.values()),
            sum(tally.mismatch for tally in self.tallies.values()),
            sum(tally.not_yet for tally in self.tallies.values()),
        )

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON can write it."""
        return {
            "engine": self.engine,
            "kinds": {kind: vars(tally) for kind, tally in self.tallies.items()},
            "total": vars(self.total),
            "not_yet": {kind: dict(counts) for kind, counts in self.missing.items()},
            "mismatches": [mismatch.to_dict() for mismatch in self.mismatches],
            "set_aside": self.set_aside,
        }


def conform(
    paths: Iterable[str | Path],
    engine: str = "core",
    show: int = 10,
    set_aside: Collection[str] = (),
) -> ConformResult:
    """Put every case of some files to an engine, ``core`` or ``reference``.

    The first ``show`` mismatches are kept in full.  Cases whose ids are in ``set_aside``, such as
    ones known to be recorded wrongly, are not asked but named.

    Raises:
        DataError: a file that cannot be read as cases; names the file and the line.
        SpecError: there is no such engine, ``show`` is no number, or no case has an id of
            ``set_aside``.
    """
    asked = engine_named(engine)
    show = whole("show", show, 0, MOST)
    result = ConformResult(engine)
    for path in paths:
        for row in read_rows(path):
            if row.case.id in set_aside:
                result.set_aside.append(row.case.id)
            else:
                _count(row, asked, result, show)
    for unknown in sorted(set(set_aside) - set(result.set_aside)):
        raise SpecError(f"no case has the id {unknown!r}, which was to be set aside")
    return result


def _count(row: Row, engine: Engine, result: ConformResult, show: int) -> None:
    kind = kind_of(row.case)
    tally = result.tallies.setdefault(kind, Tally())
    try:
        mismatch = _first_mismatch(row, engine)
    except UnsupportedRulesError as lack:
        tally.not_yet += 1
        result.missing.setdefault(kind, Counter()).update(lack.settings or (str(lack),))
        return
    if mismatch is None:
        tally.agree += 1
        return
    tally.mismatch += 1
    if len(result.mismatches) < show:
        result.mismatches.append(mismatch)


def _first_mismatch(row: Row, engine: Engine) -> Mismatch | None:
    """The first question that the engine answers otherwise; a refusal is an answer too."""
    try:
        for question, expected, answered in checks(row.case, engine):
            if expected != answered:
                return Mismatch(row.file, row.line, question, expected, answered, row.text)
    except UnsupportedRulesError:
        raise
    except TractorFastError as refusal:
        answer = f"{type(refusal).__name__}: {refusal}"
        return Mismatch(row.file, row.line, "an answer", "an answer", answer, row.text)
    return None
