"""What the files of runs hold, as text.  Names in them come from elsewhere, and are escaped."""

import json
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..errors import TractorFastError
from ..evaluate.runs import Overview, Shown, Verified
from ..inputs import printable
from ..rules import load_rules
from .lines import as_text, rules_words

_WIDTH = 200
_LONGEST = 60  # letters of a cell
_FACTS = 400  # letters of what a line of show says


def to_list_table(runs: Sequence[Overview]) -> str:
    """A line a run."""
    if not runs:
        return "no runs\n"
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("file", "question"):
        table.add_column(name)
    table.add_column("done", justify="right")
    for name in ("state", "strategies", "started"):
        table.add_column(name)
    for run in runs:
        words = ", ".join(run.strategies) if run.problem is None else run.problem
        cells = (run.file, run.question or "", _done(run), run.state, words, run.started or "")
        table.add_row(*(Text(_cell(cell)) for cell in cells))
    return as_text(table, _WIDTH)


def to_list_json(runs: Sequence[Overview]) -> str:
    """A JSON array of all of them."""
    return _json([run.to_dict() for run in runs])


def to_show_table(run: Shown) -> str:
    """What is asked, what is kept of it, and who played it."""
    seen = run.overview
    lines = [
        f"{seen.file}: {seen.question}, {seen.state}, {_done(seen)}, {run.bytes:,} bytes",
        *([] if seen.problem is None else [seen.problem]),
        *(f"  {name} = {_argument(value)}" for name, value in run.plan["arguments"].items()),
        f"version {run.plan['version']}, streams {run.plan['stream_version']},"
        f" core {run.plan['core'][:16]}",
        *(f"strategy {name}: {source[:16]}" for name, source in run.plan["strategies"].items()),
    ]
    for session in run.sessions:
        facts = ", ".join(f"{name} {value}" for name, value in session.items() if name != "number")
        lines.append(f"session {session['number']}: {facts}")
    for part in run.parts:
        kept = sum(boards for _, boards, _ in part["kept"])
        chunks = sum(chunks for _, _, chunks in part["kept"])
        lines.append(
            f"part {part['part']}: {kept:,} of {part['of']:,} {part['unit']} in {chunks:,} chunks"
            f"{_ranges(part['kept'])}"
        )
    return "".join(f"{_line(line)}\n" for line in lines)


def to_show_json(run: Shown) -> str:
    """One JSON object."""
    return _json(run.to_dict())


def to_merged_text(run: Overview, left_out: int) -> str:
    """What came of joining files."""
    text = f"{run.file} has {_done(run)}"
    if left_out:
        chunks = "1 chunk was" if left_out == 1 else f"{left_out:,} chunks were"
        text += f"; {chunks} left out, for others have some of the boards, or a look is among them"
    if run.done != run.of:
        text += "; what is missing is played by `tractor-fast runs resume`"
    return f"{printable(text)}\n"


def to_verified_text(verified: Verified) -> str:
    """Whether the chunks that were played again are the same; a line for each that is not."""
    lines = [f"{each.chunk}: {each.what} is another" for each in verified.different]
    same = "all came out the same" if verified.same else f"{len(lines)} came out differently"
    lines.append(
        f"{verified.file}: the file is whole; {verified.chunks:,} of {verified.of:,} chunks"
        f" ({verified.boards:,} {verified.unit}) were played again, {same}"
    )
    return "".join(f"{printable(line)}\n" for line in lines)


LIST_FORMATS = {"table": to_list_table, "json": to_list_json}
"""The function that prints a list of runs, by the name of the format."""

SHOW_FORMATS = {"table": to_show_table, "json": to_show_json}
"""The same for one run."""


def _done(run: Overview) -> str:
    return "" if run.done is None else f"{run.done:,} of {run.of:,} {run.unit}"


def _argument(value: Any) -> str:
    """An argument of a question; rules by name, with the settings that are not the usual ones."""
    if isinstance(value, dict) and "players" in value:
        try:
            settings = {name: setting for name, setting in value.items() if name != "name"}
            return rules_words(value.get("name"), load_rules(settings))
        except TractorFastError:  # a file may say anything
            return json.dumps(value)
    return json.dumps(value)


def _ranges(kept: Sequence[tuple[int, int, int]]) -> str:
    """Where there are gaps, what is between them."""
    if len(kept) < 2:
        return ""
    shown = ", ".join(f"{first} to {first + boards - 1}" for first, boards, _ in kept[:5])
    return f": {shown}{', ...' if len(kept) > 5 else ''}"


def _cell(text: str) -> str:
    return _cut(printable(text), _LONGEST)


def _line(text: str) -> str:
    indented = "  " if text.startswith("  ") else ""
    return indented + _cut(printable(text), _FACTS)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _json(what: Any) -> str:
    return json.dumps(what, indent=2, allow_nan=False) + "\n"
