from ..rules import Rules

def unsupported_settings(rules: Rules) -> list[str]: ...

class CompiledRules:
    rules: Rules
    def __new__(cls, rules: Rules) -> CompiledRules: ...
