from ..rules import Rules

class CompiledRules:
    rules: Rules
    unsupported: tuple[str, ...]
    def __new__(cls, rules: Rules) -> CompiledRules: ...
    def require_playable(self) -> None: ...
