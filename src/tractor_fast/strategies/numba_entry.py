"""The C function that a strategy is which numba compiles."""

from typing import Any, NamedTuple

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

RAISED = -(2**31)
"""What it returns where an exception was raised."""

_ASKS_PYTHON = "numba_gil_ensure"  # is called where there is an objmode block


class CFunction(NamedTuple):
    """Where it is, and what keeps it there."""

    address: int
    owner: Any


def c_function(call: Any) -> CFunction:
    """``int f(const Table*, const Seat*, Memo*, Choice*)`` of a compiled function of addresses.

    It returns what ``call`` returns.  numba's own ``cfunc`` returns 0 for an exception, and never
    has what it calls inlined: entering it takes as long as a tenth of a short strategy.
    """
    (compiled,) = call.overloads.values()

    def declare(context: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
            word, code = target.get_value_type(types.uintp), target.get_value_type(types.intc)
            entry = ir.Function(builder.module, ir.FunctionType(code, [word] * 4), "entry")
            entry.linkage = "internal"  # each strategy has one of this name
            inside = ir.IRBuilder(entry.append_basic_block())
            target.active_code_library.add_linking_library(compiled.library)
            status, returned = target.call_internal_no_propagate(
                inside, compiled.fndesc, compiled.signature, entry.args
            )
            raised = status.is_error
            if _ASKS_PYTHON in compiled.library.get_llvm_str():
                raised = inside.or_(raised, _is_raised(target, inside))
            inside.ret(inside.select(raised, code(RAISED), returned))
            return builder.ptrtoint(entry, word)

        return types.uintp(), generate

    address: Any = intrinsic(declare)

    @numba.njit
    def find():
        return address()

    return CFunction(find(), find)


def _is_raised(target: Any, builder: Any) -> Any:
    """Whether Python has an exception set: of an objmode block it stays so where it is caught."""
    python = target.get_python_api(builder)
    lock = python.gil_ensure()
    exception = python.err_occurred()
    python.gil_release(lock)
    return cgutils.is_not_null(builder, exception)
