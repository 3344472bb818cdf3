"""Strategies that somebody else compiled, with Cython against this package's .pxd files or in C."""

from collections.abc import Iterable

from .. import abi
from .._core.policies import Parameter
from .._core.policy import ForeignPolicy
from ..errors import SpecError
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
        SpecError: it was compiled for other structs than those of this version of the package.
    """
    if version != abi.VERSION:
        raise SpecError(
            f"strategy {name} was compiled for version {version} of the structs that a strategy"
            f" sees, this is version {abi.VERSION}: compile it again"
        )
    parameters = tuple(parameters)
    return Strategy(
        name, parameters, ForeignPolicy(name, address, parameters, owner=owner), summary
    )
