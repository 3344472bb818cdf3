"""Fast simulation of Tractor / Shengji (升级, 拖拉机) and Finding Friends (找朋友)."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import TractorFastError as TractorFastError
    from .evaluate.matches import Matches as Matches
    from .evaluate.matches import match as match
    from .evaluate.simulate import simulate as simulate
    from .evaluate.simulation import Simulation as Simulation
    from .rules import Rules as Rules
    from .rules import load_rules as load_rules
    from .rules import preset_names as preset_names

__version__ = "0.1.0"

# Loaded when first asked for: importing the package alone takes no time.
_HOMES = {
    "Matches": "evaluate.matches",
    "Rules": "rules",
    "Simulation": "evaluate.simulation",
    "TractorFastError": "errors",
    "load_rules": "rules",
    "match": "evaluate.matches",
    "preset_names": "rules",
    "simulate": "evaluate.simulate",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
