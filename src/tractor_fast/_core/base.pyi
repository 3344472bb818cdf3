from collections.abc import Iterable

CALL: int

class BasePolicy:
    def __new__(cls, name: str, values: Iterable[float]) -> BasePolicy: ...
    @property
    def address(self) -> int: ...
