"""How the answer to each question is printed and drawn, by the question's name."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import PlotError
from .bid_value import check_bid_drawable, draw_bid_value, to_bid_csv, to_bid_table
from .comparison import draw_comparison, to_comparison_table
from .export import to_csv, to_json
from .hand import draw_choices, to_burials_table, to_hand_table
from .matches import to_match_table
from .plot import picture
from .rules_diff import draw_rules_diff, to_rules_diff_csv, to_rules_diff_table
from .sweep import check_drawable, draw_sweep, to_sweep_csv, to_sweep_table
from .table import draw_simulation, to_table
from .tournament import draw_tournament, to_tournament_csv, to_tournament_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS: dict[str, dict[str, Callable[[Any], str]]] = {
    "simulate": {"table": to_table, "json": to_json, "csv": to_csv},
    "compare": {"table": to_comparison_table, "json": to_json, "csv": to_csv},
    "sweep": {"table": to_sweep_table, "json": to_json, "csv": to_sweep_csv},
    "tournament": {"table": to_tournament_table, "json": to_json, "csv": to_tournament_csv},
    "rules-diff": {"table": to_rules_diff_table, "json": to_json, "csv": to_rules_diff_csv},
    "hand": {"table": to_hand_table, "json": to_json, "csv": to_csv},
    "bury": {"table": to_burials_table, "json": to_json, "csv": to_csv},
    "match": {"table": to_match_table, "json": to_json, "csv": to_csv},
    "bid-value": {"table": to_bid_table, "json": to_json, "csv": to_bid_csv},
}
"""The function that prints an answer, by the name of the format."""

_DRAWINGS: dict[str, Callable[[Any], "Figure"]] = {
    "simulate": draw_simulation,
    "compare": draw_comparison,
    "sweep": draw_sweep,
    "tournament": draw_tournament,
    "rules-diff": draw_rules_diff,
    "hand": draw_choices,
    "bury": draw_choices,
    "bid-value": draw_bid_value,
}


def picture_of(
    question: str, arguments: Mapping[str, Any], path: str | None
) -> Callable[[Any], None] | None:
    """A function that draws the answer to a question into a file; None without a ``path``.

    Raises:
        PlotError: no picture can be drawn of it, or be saved there.
    """
    if path is None:
        return None
    if question not in _DRAWINGS:
        raise PlotError(f"plot = {path}: there is no picture of a {question}")
    if question == "sweep":
        check_drawable(path, len(arguments["params"]))
    if question == "bid-value":
        check_bid_drawable(path, arguments["by"], arguments["measure"])
    return picture(path, _DRAWINGS[question])
