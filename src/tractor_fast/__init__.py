"""Fast simulation of Tractor / Shengji (升级, 拖拉机) and Finding Friends (找朋友)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import runs as runs
    from ._core.engine import cpu as cpu
    from .batch import Deals as Deals
    from .batch import Tricks as Tricks
    from .batch import count_batch as count_batch
    from .batch import deal_batch as deal_batch
    from .batch import legal_batch as legal_batch
    from .batch import resolve_batch as resolve_batch
    from .batch import sample_batch as sample_batch
    from .batch import to_faces as to_faces
    from .batch import to_planes as to_planes
    from .deal import Deal as Deal
    from .errors import TractorFastError as TractorFastError
    from .evaluate.bid_table import BidTable as BidTable
    from .evaluate.bid_value import bid_value as bid_value
    from .evaluate.burials import Burials as Burials
    from .evaluate.bury import bury as bury
    from .evaluate.compare import compare as compare
    from .evaluate.comparison import Comparison as Comparison
    from .evaluate.hand import hand as hand
    from .evaluate.hand_value import HandValue as HandValue
    from .evaluate.matches import Matches as Matches
    from .evaluate.matches import match as match
    from .evaluate.post_hoc import PostHoc as PostHoc
    from .evaluate.post_hoc import post_hoc as post_hoc
    from .evaluate.rules_diff import RulesDiff as RulesDiff
    from .evaluate.rules_diff import rules_diff as rules_diff
    from .evaluate.simulate import simulate as simulate
    from .evaluate.simulation import Simulation as Simulation
    from .evaluate.sweep import Sweep as Sweep
    from .evaluate.sweep import sweep as sweep
    from .evaluate.tournament import Tournament as Tournament
    from .evaluate.tournament import tournament as tournament
    from .hidden import HiddenHands as HiddenHands
    from .hidden import SeatView as SeatView
    from .position import follows as follows
    from .rules import Rules as Rules
    from .rules import load_rules as load_rules
    from .rules import preset_names as preset_names

__version__ = "0.1.0"

# Loaded when first asked for: importing the package alone takes no time.
_HOMES = {
    "BidTable": "evaluate.bid_table",
    "Burials": "evaluate.burials",
    "Comparison": "evaluate.comparison",
    "Deal": "deal",
    "Deals": "batch",
    "HandValue": "evaluate.hand_value",
    "HiddenHands": "hidden",
    "Matches": "evaluate.matches",
    "PostHoc": "evaluate.post_hoc",
    "Rules": "rules",
    "RulesDiff": "evaluate.rules_diff",
    "SeatView": "hidden",
    "Simulation": "evaluate.simulation",
    "Sweep": "evaluate.sweep",
    "Tournament": "evaluate.tournament",
    "TractorFastError": "errors",
    "Tricks": "batch",
    "bid_value": "evaluate.bid_value",
    "bury": "evaluate.bury",
    "compare": "evaluate.compare",
    "count_batch": "batch",
    "cpu": "_core.engine",
    "deal_batch": "batch",
    "follows": "position",
    "hand": "evaluate.hand",
    "legal_batch": "batch",
    "load_rules": "rules",
    "match": "evaluate.matches",
    "post_hoc": "evaluate.post_hoc",
    "preset_names": "rules",
    "resolve_batch": "batch",
    "rules_diff": "evaluate.rules_diff",
    "runs": "runs",
    "sample_batch": "batch",
    "simulate": "evaluate.simulate",
    "sweep": "evaluate.sweep",
    "to_faces": "batch",
    "to_planes": "batch",
    "tournament": "evaluate.tournament",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f".{_HOMES[name]}", __name__)
    value = home if _HOMES[name] == name else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
