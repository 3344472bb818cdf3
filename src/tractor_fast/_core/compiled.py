"""Rules as the core needs them, compiled once."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ..rules import Rules, load_rules
from .spec import CompiledRules

AnyRules = str | Path | Mapping[str, object] | Rules
"""Whatever names rules: what :func:`tractor_fast.load_rules` takes."""


def compiled(rules: AnyRules) -> CompiledRules:
    """The compiled form of some rules; that of a Rules object is remembered, and soon found."""
    return _compiled(rules if type(rules) is Rules else load_rules(rules))


@lru_cache(maxsize=32)
def _compiled(rules: Rules) -> CompiledRules:
    return CompiledRules(rules)
