"""Which settings this engine plays."""

from ..errors import UnsupportedRulesError
from ..rules import Rules


def require_supported(rules: Rules) -> None:
    """UnsupportedRulesError, naming the settings, for rules that this engine does not play."""
    _refuse_if_on(rules, ("rainbows",))


def _refuse_if_on(rules: Rules, names: tuple[str, ...]) -> None:
    on = [name for name in names if getattr(rules, name)]
    if on:
        given = ", ".join(f"{name} = {getattr(rules, name)}" for name in on)
        raise UnsupportedRulesError(f"the reference engine does not play {given}", on)
