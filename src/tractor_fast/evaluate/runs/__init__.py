"""Runs that are kept in files: list them, go on with them, check, join and export them."""

from .columns import chunk_columns, record_columns
from .merge import merge
from .overview import Overview, list_runs
from .resume import resume, resumed
from .show import Shown, show
from .tables import write_table, written
from .verify import Difference, Verified, verify

__all__ = [
    "Difference",
    "Overview",
    "Shown",
    "Verified",
    "chunk_columns",
    "list_runs",
    "merge",
    "record_columns",
    "resume",
    "resumed",
    "show",
    "verify",
    "write_table",
    "written",
]
