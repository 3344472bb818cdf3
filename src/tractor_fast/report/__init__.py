"""Results as text: a table for people, JSON and CSV for programs."""

from .export import to_csv, to_json
from .matches import to_match_table
from .table import to_table

FORMATS = {"table": to_table, "json": to_json, "csv": to_csv}
"""The function that prints a simulation, by the name of the format."""

MATCH_FORMATS = {"table": to_match_table, "json": to_json, "csv": to_csv}
"""The same for matches."""

__all__ = ["FORMATS", "MATCH_FORMATS", "to_csv", "to_json", "to_match_table", "to_table"]
