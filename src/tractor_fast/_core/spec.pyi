from ..rules import Rules

class CompiledRules:
    rules: Rules
    general: bool
    def __new__(cls, rules: Rules) -> CompiledRules: ...
