"""Results as text: a table for people, JSON and CSV for programs."""

from .bid_value import check_bid_drawable, draw_bid_value, to_bid_csv, to_bid_table
from .comparison import draw_comparison, to_comparison_table, to_post_hoc_table
from .export import to_csv, to_json
from .hand import draw_choices, to_burials_table, to_hand_table
from .matches import to_match_table
from .plot import picture
from .rules_diff import draw_rules_diff, to_rules_diff_csv, to_rules_diff_table
from .sweep import check_drawable, draw_sweep, to_sweep_csv, to_sweep_table
from .table import draw_simulation, to_table
from .tournament import draw_tournament, to_tournament_csv, to_tournament_table

FORMATS = {"table": to_table, "json": to_json, "csv": to_csv}
"""The function that prints a simulation, by the name of the format."""

MATCH_FORMATS = {"table": to_match_table, "json": to_json, "csv": to_csv}
"""The same for matches."""

COMPARE_FORMATS = {"table": to_comparison_table, "json": to_json, "csv": to_csv}
"""The same for comparisons."""

POST_HOC_FORMATS = {"table": to_post_hoc_table, "json": to_json, "csv": to_csv}
"""The same for a saved comparison that is judged again."""

SWEEP_FORMATS = {"table": to_sweep_table, "json": to_json, "csv": to_sweep_csv}
"""The same for sweeps."""

TOURNAMENT_FORMATS = {
    "table": to_tournament_table,
    "json": to_json,
    "csv": to_tournament_csv,
}
"""The same for tournaments."""

RULES_DIFF_FORMATS = {
    "table": to_rules_diff_table,
    "json": to_json,
    "csv": to_rules_diff_csv,
}
"""The same for rule sets that are compared."""

BID_FORMATS = {"table": to_bid_table, "json": to_json, "csv": to_bid_csv}
"""The same for what bids are worth."""

HAND_FORMATS = {"table": to_hand_table, "json": to_json, "csv": to_csv}
"""The same for hands."""

BURY_FORMATS = {"table": to_burials_table, "json": to_json, "csv": to_csv}
"""The same for kitties."""

__all__ = [
    "BID_FORMATS",
    "BURY_FORMATS",
    "COMPARE_FORMATS",
    "FORMATS",
    "HAND_FORMATS",
    "MATCH_FORMATS",
    "POST_HOC_FORMATS",
    "RULES_DIFF_FORMATS",
    "SWEEP_FORMATS",
    "TOURNAMENT_FORMATS",
    "check_bid_drawable",
    "check_drawable",
    "draw_bid_value",
    "draw_choices",
    "draw_comparison",
    "draw_rules_diff",
    "draw_simulation",
    "draw_sweep",
    "draw_tournament",
    "picture",
    "to_bid_csv",
    "to_bid_table",
    "to_burials_table",
    "to_comparison_table",
    "to_csv",
    "to_hand_table",
    "to_json",
    "to_match_table",
    "to_post_hoc_table",
    "to_rules_diff_csv",
    "to_rules_diff_table",
    "to_sweep_csv",
    "to_sweep_table",
    "to_table",
    "to_tournament_csv",
    "to_tournament_table",
]
