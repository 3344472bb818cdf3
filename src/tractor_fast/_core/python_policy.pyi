from collections.abc import Callable, Iterable
from typing import Any

from .base import BasePolicy
from .policies import Parameter
from .policy import ForeignPolicy

METHODS: tuple[str, ...]

class DecisionTimeout(BaseException): ...

class Desk:
    failure: str | None
    steps: int
    board: int
    seat: int
    def __new__(cls, policy: PythonPolicy) -> Desk: ...
    @property
    def where(self) -> str: ...
    def interrupt(self) -> None: ...
    def leave(self) -> bool: ...

class PythonPolicy:
    name: str
    parameters: tuple[Parameter, ...]
    seconds: float
    desks: dict[int, Desk]
    def __new__(
        cls,
        name: str,
        parameters: Iterable[Parameter],
        make: Callable[[tuple[float, ...]], Any],
        methods: Iterable[str],
        base: BasePolicy,
        seconds: float = 0,
    ) -> PythonPolicy: ...
    def limited(self, seconds: float) -> PythonPolicy: ...
    def stop(self) -> None: ...
    def foreign(self) -> ForeignPolicy: ...
    def explain(self, code: int) -> str | None: ...
