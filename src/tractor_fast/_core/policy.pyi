from collections.abc import Callable, Iterable

from .policies import Parameter

class ForeignPolicy:
    name: str
    parameters: tuple[Parameter, ...]
    owner: object
    explain: Callable[[int], str] | None
    looks_back: bool
    def __new__(
        cls,
        name: str,
        address: int,
        parameters: Iterable[Parameter] = (),
        *,
        context: int = 0,
        owner: object = None,
        explain: Callable[[int], str] | None = None,
        looks_back: bool = False,
    ) -> ForeignPolicy: ...
