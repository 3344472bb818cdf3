"""Strategies for tests: Python functions of the records, called through C as native code is."""

import ctypes

import numpy as np

from tractor_fast import abi
from tractor_fast._core.base import CALL, BasePolicy
from tractor_fast._core.policy import ForeignPolicy

RAISED = 0x7A15ED
FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)
_CALL = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 5)(CALL)


def at(address, dtype):
    """The record at an address."""
    room = (ctypes.c_char * dtype.itemsize).from_address(address)
    return np.frombuffer(room, dtype, 1)[0]


def native(function, name="mine", **more):
    """``function(table, seat, memo, choice)`` of records, its result the code; None is 0.

    What it raises ends the run, as ctypes itself would not have it.
    """
    raised = []

    def call(*addresses):
        records = zip(addresses, (abi.TABLE, abi.SEAT, abi.MEMO, abi.CHOICE), strict=True)
        try:
            return function(*(at(address, dtype) for address, dtype in records)) or 0
        except Exception as error:
            raised.append(error)
            return RAISED

    def explain(code):
        return f"raised {raised[-1]!r}" if code == RAISED else f"gave up with code {code}"

    callback = FUNCTION(call)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    return ForeignPolicy(name, address, owner=callback, **{"explain": explain, **more})


def falling_back(name, values):
    """A function that lets a built-in strategy choose, whatever is asked."""
    base = BasePolicy(name, values)

    def choose(*records):
        return _CALL(base.address, *(record.__array_interface__["data"][0] for record in records))

    return choose
