"""docs/writing-strategies.md: the structs that a strategy sees, field by field."""

from collections.abc import Iterator

import numpy as np

from tractor_fast import abi

from . import DOCS, between_marks, table

PAGE = DOCS / "writing-strategies.md"

_FIRST = ("Table", "Seat", "Memo", "Choice", "TrumpTable", "Spec")  # the others in any order
_NAMES = {id(dtype): name for name, dtype in abi.STRUCTS.items()}


def with_fields(document: str) -> str:
    """The page with its tables written anew."""
    return between_marks(document, "fields", "fields_page", _tables())


def _tables() -> Iterator[str]:
    for name in (*_FIRST, *(name for name in abi.FIELDS if name not in _FIRST)):
        rows = [(f"`{f.name}`", _type(f), f.meaning) for f in abi.FIELDS[name]]
        yield f"### {name}\n\n{table((('field', 'type', 'meaning'), rows), words=3)}"


def _type(field: abi.Field) -> str:
    base = _NAMES.get(id(field.type)) or np.dtype(field.type).str.lstrip("|<")
    return base + "".join(f"[{length}]" for length in field.shape)


if __name__ == "__main__":
    PAGE.write_text(with_fields(PAGE.read_text("utf-8")), "utf-8")
