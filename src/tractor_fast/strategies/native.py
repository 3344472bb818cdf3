"""Strategies that somebody else compiled, with Cython against this package's .pxd files or in C."""

from collections.abc import Iterable

from .. import abi
from .._core.policies import Parameter
from .._core.policy import ForeignPolicy
from ..errors import SpecError
from ..inputs import MOST, shown, whole
from .strategy import Strategy


def compiled(
    name: str,
    address: int,
    parameters: Iterable[Parameter] = (),
    *,
    version: int,
    summary: str = "",
    owner: object = None,
) -> Strategy:
    """A C function ``int f(const Table*, const Seat*, Memo*, Choice*)`` as a strategy.

    It is called on several threads at once, without the GIL; native code is trusted.  ``version``
    is the ABI_VERSION that it was compiled with, ``owner`` whatever must live as long as it may be
    called.  Its ``parameters`` are in ``Seat.parameters``, in their order.

    Raises:
        SpecError: it was compiled for other structs than those of this version of the package, its
            address is none, or its parameters are none.
    """
    whole(f"strategy {name}: address", address, 1, MOST)
    if version != abi.VERSION:
        raise SpecError(
            f"strategy {name} was compiled for version {version} of the structs that a strategy"
            f" sees, this is version {abi.VERSION}: compile it again"
        )
    parameters = _checked(name, parameters)
    return Strategy(
        name, parameters, ForeignPolicy(name, address, parameters, owner=owner), summary
    )


def _checked(name: str, given: Iterable[Parameter]) -> tuple[Parameter, ...]:
    parameters = tuple(given) if isinstance(given, Iterable) else (given,)
    for parameter in parameters:
        if not isinstance(parameter, Parameter):
            raise SpecError(f"strategy {name}: {shown(parameter)} is no Parameter")
        try:
            parameter.read(parameter.default)
        except SpecError as error:
            raise SpecError(f"strategy {name}: default of {error}") from None
    names = [parameter.name for parameter in parameters]
    for each in names:
        if names.count(each) > 1:
            raise SpecError(f"strategy {name}: two parameters are called {each}")
    return parameters
