"""Pages of docs/ whose figures are written by a script, between marks."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from tractor_fast.errors import DataError

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

Grid = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Names of the columns, and rows of cells."""


def between_marks(document: str, mark: str, script: str, parts: Iterable[str]) -> str:
    """The document with other parts in the place that ``script`` writes and that is named ``mark``.

    Raises:
        DataError: there is no such place.
    """
    begin, end = f"<!-- {mark}: written by scripts/{script} -->\n", "<!-- end -->\n"
    before, begun, rest = document.partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise DataError(f"a page has no place for its {mark}: {begin.strip()} .. {end.strip()}")
    return f"{before}{begin}{chr(10).join(parts)}{end}{after}"


def table(grid: Grid, words: int = 1) -> str:
    """A table in Markdown, the first ``words`` columns of words, the others of numbers."""
    columns, rows = grid
    ruler = [*["---"] * words, *["---:"] * (len(columns) - words)]
    return "".join(f"| {' | '.join(line)} |\n" for line in (columns, ruler, *rows))
