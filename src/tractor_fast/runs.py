"""Runs that are kept in files (``out=``): list them, go on with them, check, join, export them.

The Python twins of ``tractor-fast runs``; docs/runs.md says what they do.
"""

from .evaluate.runs import Overview as Overview
from .evaluate.runs import Shown as Shown
from .evaluate.runs import Verified as Verified
from .evaluate.runs import list_runs as list_runs
from .evaluate.runs import merge as merge
from .evaluate.runs import resume as resume
from .evaluate.runs import show as show
from .evaluate.runs import verify as verify
from .report.run_export import export as export

__all__ = [
    "Overview", "Shown", "Verified", "export", "list_runs", "merge", "resume", "show",
    "verify",
]  # fmt: skip
