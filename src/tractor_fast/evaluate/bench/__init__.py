"""The benchmark: every speed that the package promises, measured in one run."""

from .run import Bench, all_lines
from .saved import SCHEMA, BenchRun, Comparison, compare, load_run, saving
from .timing import Effort

__all__ = [
    "SCHEMA",
    "Bench",
    "BenchRun",
    "Comparison",
    "Effort",
    "all_lines",
    "compare",
    "load_run",
    "saving",
]
