"""Which settings this engine plays."""

from ..errors import UnsupportedRulesError
from ..rules import Rules


def require_supported(rules: Rules) -> None:
    """UnsupportedRulesError, naming the settings, for rules that this engine does not play."""
    missing = [
        name
        for name, unsupported in (
            ("kitty_theft", rules.kitty_theft),
            ("rainbows", rules.rainbows is not None),
        )
        if unsupported
    ]
    if missing:
        given = ", ".join(f"{name} = {getattr(rules, name)}" for name in missing)
        raise UnsupportedRulesError(f"the reference engine does not play {given}", missing)
