"""Results as text: a table for people, JSON and CSV for programs."""

from .answers import FORMATS, picture_of
from .comparison import to_post_hoc_table
from .export import to_csv, to_json

POST_HOC_FORMATS = {"table": to_post_hoc_table, "json": to_json, "csv": to_csv}
"""The function that prints a saved comparison that is judged again, by the name of the format."""

__all__ = ["FORMATS", "POST_HOC_FORMATS", "picture_of"]
