"""Results as text: a table for people, JSON and CSV for programs."""

from .export import to_csv, to_json
from .table import to_table

FORMATS = {"table": to_table, "json": to_json, "csv": to_csv}
"""The function that prints a simulation, by the name of the format."""

__all__ = ["FORMATS", "to_csv", "to_json", "to_table"]
