"""What a strategy is to the rest of the package, and one with its parameters set."""

from dataclasses import dataclass, field
from typing import Any

from .._core.policies import Parameter
from .._core.policy import ForeignPolicy

Policy = tuple[str | ForeignPolicy, tuple[float, ...]]
"""What sits in a seat: a compiled strategy, by name or by its function, and its parameters."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy that can be seated.

    ``name`` is the text that names it.  ``policy`` is what a run plays: the name of a compiled
    strategy, or whatever else the core can call.  ``summary`` says in one line what it does.
    ``given`` is the object that it was made of, where that was seated and not a text.
    """

    name: str
    parameters: tuple[Parameter, ...]
    policy: Any = field(compare=False)
    summary: str = ""
    given: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Seated:
    """A strategy with a value for each of its parameters, in their order."""

    strategy: Strategy
    values: tuple[float, ...]

    @property
    def policy(self) -> Policy:
        """The same as a run seats it."""
        return self.strategy.policy, self.values

    def __str__(self) -> str:
        """The text that names it again; parameters at their defaults are left out."""
        changed = ", ".join(
            f"{parameter.name}={_text(value)}"
            for parameter, value in zip(self.strategy.parameters, self.values, strict=True)
            if value != parameter.default
        )
        return f"{self.strategy.name}({changed})" if changed else self.strategy.name


def _text(value: float) -> str:
    """Shortest text that reads back as the same number: ``2``, ``0.25``."""
    return str(int(value)) if value.is_integer() else repr(value)
