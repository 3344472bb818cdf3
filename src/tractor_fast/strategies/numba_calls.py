"""What a strategy that numba compiles may call.

The engine's own C functions are called by their addresses, so that there is one set of rules.
Masks are uint64 and counts int64, as numba makes a float of the two together.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .. import abi
from .._core.base import CALL, BasePolicy
from .._core.engine import KERNEL
from ..errors import SpecError
from ..inputs import shown
from .built_in import parse_built_in, strategies


def record_at(dtype: np.dtype) -> Any:
    """A function of an address: the record of this dtype that is there."""
    record = numba.from_dtype(dtype)

    @intrinsic
    def at(context: Any, address: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], target.get_value_type(record))

        return record(types.uintp), generate

    return at


def _find(context: Any, record: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(values[0], target.get_value_type(types.uintp))

    return types.uintp(record), generate


_address: Any = intrinsic(_find)
"""Where a record is."""


_trump_table_at = record_at(abi.TRUMP_TABLE)
_rules_at = record_at(abi.RULES)


@numba.njit
def trump_table(table):
    """Suits, points and layout of the cards: a record of ``abi.TRUMP_TABLE``."""
    return _trump_table_at(table.map)


@numba.njit
def rules(table):
    """The rules as numbers, a record of ``abi.RULES``."""
    return _rules_at(table.spec)


def _counting(instruction: str, *flags: Any) -> Any:
    """One of the processor's instructions that count bits; numba has no names for them."""

    @intrinsic
    def counted(context: Any, mask: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, values: Any) -> Any:
            return getattr(builder, instruction)(values[0], *flags)

        return types.int64(types.uint64), generate

    return counted


_ctpop = _counting("ctpop")
_cttz = _counting("cttz", cgutils.false_bit)  # the flag: a mask of 0 has an answer too
_ctlz = _counting("ctlz", cgutils.false_bit)


@numba.njit
def popcount(mask):
    """How many faces are in a mask."""
    return _ctpop(np.uint64(mask))


@numba.njit
def ctz(mask):
    """Index of the lowest face of a mask (count of trailing zeros); 64 for none."""
    return _cttz(np.uint64(mask))


@numba.njit
def bit(index):
    """The mask of one face."""
    return np.uint64(1) << np.uint64(index)


@numba.njit
def lowest(mask):
    """The lowest face of a mask, as a mask; 0 for none."""
    mask = np.uint64(mask)
    return mask & (~mask + np.uint64(1))


@numba.njit
def highest(mask):
    """The highest face of a mask, as a mask; 0 for none."""
    mask = np.uint64(mask)
    return bit(63 - _ctlz(mask)) if mask else mask


@numba.njit
def count(cards, faces):
    """How many of some cards (planes) have a face of a mask."""
    faces = np.uint64(faces)
    return (
        _ctpop(cards[0] & faces)
        + _ctpop(cards[1] & faces)
        + _ctpop(cards[2] & faces)
        + _ctpop(cards[3] & faces)
    )


@numba.njit
def lay(choice, faces, copies=1):
    """Choose so many copies of each face of a mask: sets ``choice.cards``."""
    for j in range(4):
        choice.cards[j] = np.uint64(faces) if j < copies else np.uint64(0)


_ADDRESSES: dict[str, int] = import_module(f"tractor_fast._core.answers_{KERNEL}").ADDRESSES


def _at(address: int, result: Any, arguments: int) -> Any:
    """The C function at an address, of words."""
    return ctypes.CFUNCTYPE(result, *[ctypes.c_size_t] * arguments)(address)


_beats = _at(_ADDRESSES["beats"], ctypes.c_int, 2)
_legal = _at(_ADDRESSES["legal"], ctypes.c_int, 3)
_follow_by = _at(_ADDRESSES["follow_by"], ctypes.c_int, 8)
_bury_by = _at(_ADDRESSES["bury_by"], ctypes.c_int, 8)
_callable_faces = _at(_ADDRESSES["callable_faces"], ctypes.c_uint64, 1)
_draw_follow = _at(_ADDRESSES["draw_follow"], ctypes.c_int, 3)
_below = _at(_ADDRESSES["below"], ctypes.c_uint64, 2)
_call = _at(CALL, ctypes.c_int, 5)


@numba.njit
def beats(table, cards):
    """Whether some cards (planes), played now, lead the trick (R16, R17)."""
    return _beats(_address(table), np.uintp(cards.ctypes.data)) != 0


@numba.njit
def legal(table, seat, choice):
    """Whether ``choice.cards`` may be buried, led or followed with, whatever is asked.

    A throw is legal wherever the rules have throws: whether it stands, the others' hands tell (R9).
    """
    return _legal(_address(table), _address(seat), _address(choice)) != 0


@numba.njit
def follow_by(table, memo, choice, first, second=0, third=0, fourth=0, fifth=0):
    """Choose the legal follow that an order prefers: what is in the ``first`` mask, and so on.

    What is in no mask goes last; within one, cards held once before those held twice, low ones
    before high ones.  Sets ``choice.cards``.
    """
    _follow_by(
        _address(table),
        _address(memo),
        _address(choice),
        np.uint64(first),
        np.uint64(second),
        np.uint64(third),
        np.uint64(fourth),
        np.uint64(fifth),
    )


@numba.njit
def bury_by(table, seat, choice, first, second=0, third=0, fourth=0, fifth=0):
    """Choose the cards to bury by the same kind of order; sets ``choice.cards``."""
    _bury_by(
        _address(table),
        _address(seat),
        _address(choice),
        np.uint64(first),
        np.uint64(second),
        np.uint64(third),
        np.uint64(fourth),
        np.uint64(fifth),
    )


@numba.njit
def callable_faces(table):
    """The mask of the faces that may call a friend (R25)."""
    return _callable_faces(_address(table))


@numba.njit
def draw_follow(table, memo, choice):
    """Choose a legal follow, each as likely as any other; sets ``choice.cards``."""
    _draw_follow(_address(table), _address(memo), _address(choice))


@numba.njit
def below(memo, n):
    """A random number from 0 to n - 1 of the seat's own generator; 0 for n = 0."""
    return np.int64(_below(_address(memo), np.uint64(n)))


@cache  # never freed: compiled functions have its address in them
def _base(spec: str) -> BasePolicy:
    seated = parse_built_in(spec)
    if seated is None:
        raise SpecError(
            f"there is no built-in strategy {shown(spec)}; there are {', '.join(strategies())}"
        )
    return BasePolicy(seated.strategy.name, seated.values)


def built_in(spec: str) -> Callable[..., int]:
    """A built-in strategy such as ``"expert(bid.pair=1)"`` as a function that numba can call.

    It takes ``table, seat, memo, choice``, and chooses.

    Raises:
        SpecError: an unknown strategy or parameter, or a value out of its range.
    """
    address = _base(spec).address

    @numba.njit
    def choose(table, seat, memo, choice):
        return _call(address, _address(table), _address(seat), _address(memo), _address(choice))

    return choose
