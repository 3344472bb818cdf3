from ..rules import Rules

class CompiledRules:
    rules: Rules
    def __new__(cls, rules: Rules) -> CompiledRules: ...
