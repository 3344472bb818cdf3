"""A small safe language of conditions: ``trumps(S) >= 9 and points(kitty) == 0``.

Numbers, names, calls of named features, ``+ - *``, comparisons, ``and or not`` and brackets; a text
is parsed, never run.  A condition is judged for many boards at once: every value is a numpy
array with an element a board, or one number for all.  Every value also has its range, from which
follows what can never hold.
"""

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from ..errors import SpecError, did_you_mean
from ..inputs import shown

Reader = Callable[[Any], Any]
"""Reads a value from the boards: an array with an element a board, or a number."""


QUANTITY = "number"


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or whether something is true (1) or not (0), and the range that it lies in.

    ``kind`` is what a number stands for where it is no quantity, such as a seat: it can only be
    compared with its like.
    """

    read: Reader
    low: float
    high: float
    is_truth: bool = False
    kind: str = QUANTITY


Feature = Callable[..., Value]
"""What a name with brackets stands for: called with the texts of its arguments, it gives the value
that they stand for; SpecError for arguments that it does not know."""

MOST_CHARACTERS = 1_000  # longer texts are no condition that somebody wrote
_MOST_NUMBER = 10**6  # so that no sum or product leaves 64 bits
_MOST_FACTORS = 2

_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a condition may speak of: ``names`` by themselves, and ``features`` with arguments.

    ``unknown`` says of names that have no value here why they have none.
    """

    names: Mapping[str, Value]
    features: Mapping[str, Feature]
    unknown: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition and its text, as it was written."""

    text: str
    read: Reader

    def holds(self, boards: Any, n: int) -> np.ndarray:
        """Whether it holds for each of ``n`` boards, bool (n,)."""
        return np.broadcast_to(np.asarray(self.read(boards), bool), (n,))


def parse_condition(text: str, vocabulary: Vocabulary) -> Condition:
    """The condition that a text states.

    Raises:
        SpecError: what is no condition, telling the part that is wrong, or can never hold.
    """
    if not isinstance(text, str) or not text.strip() or len(text) > MOST_CHARACTERS:
        raise SpecError(
            f"condition {shown(text)}: allowed: a text such as trumps(S) >= 9,"
            f" of up to {MOST_CHARACTERS} characters"
        )
    text = text.strip()
    parser = _Parser(text, vocabulary)
    try:
        with warnings.catch_warnings(action="error"):  # of "9and"
            tree = ast.parse(text, mode="eval")
        found = parser.read(tree.body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, SpecError):
            raise
        raise SpecError(
            f"condition {shown(text)} cannot be read as one; allowed: numbers, features, + - *,"
            " comparisons (== for equal), and, or, not"
        ) from None
    if not found.is_truth:
        raise SpecError(f"condition {shown(text)} is a number; compare it, as in {text} >= 1")
    if not found.high:
        why = f": {parser.never}" if parser.never else ""
        raise SpecError(f"condition {shown(text)} can never hold{why}")
    return Condition(text, found.read)


class _Parser:
    """Turns the tree of a text into a value, node by node."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text = text
        self._known = vocabulary
        self.never = ""  # the first comparison that never holds, in words

    def read(self, node: ast.expr) -> Value:
        """The value of a node."""
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return self._constant(node, number)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                feature = self._find(node, name, self._known.features, "feature")
                try:
                    return feature(*map(self._source, arguments))
                except SpecError as error:
                    raise self._error(node, f"is not known: {error}") from None
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                plus = self._quantity(operand)
                return Value(lambda boards: -plus.read(boards), -plus.high, -plus.low)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                true = self._truth(operand)
                return Value(
                    lambda boards: np.logical_not(true.read(boards)),
                    1 - true.high,
                    1 - true.low,
                    True,
                )
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                return self._arithmetic(node, left, _ARITHMETIC[type(op)], right)
            case ast.BoolOp(op=word, values=values):
                return _joined([self._truth(part) for part in values], isinstance(word, ast.And))
            case ast.Compare(left=left, ops=ops, comparators=others) if all(
                type(op) in _COMPARISONS for op in ops
            ):
                return self._comparisons([left, *others], ops)
        raise self._error(
            node,
            "is not understood; allowed: numbers, features, + - *, comparisons, and, or, not",
        )

    def _constant(self, node: ast.expr, number: float) -> Value:
        if not abs(number) <= _MOST_NUMBER:
            raise self._error(node, f"is too large; allowed: numbers up to {_MOST_NUMBER}")
        return Value(lambda boards: number, number, number)

    def _name(self, node: ast.expr, name: str) -> Value:
        if name in self._known.unknown:
            raise self._error(node, self._known.unknown[name])
        value: Value = self._find(node, name, self._known.names, "name")
        return value

    def _find(self, node: ast.expr, name: str, known: Mapping[str, Any], what: str) -> Any:
        if name in known:
            return known[name]
        others = self._known.features if what == "name" else self._known.names
        if name in others:
            wants = "arguments in brackets" if what == "name" else "no brackets"
            raise self._error(node, f"takes {wants}")
        raise self._error(
            node, f"is no {what}{did_you_mean(name, known)}; {what}s are {', '.join(known)}"
        )

    def _arithmetic(
        self, node: ast.expr, left: ast.expr, operation: Callable[[Any, Any], Any], right: ast.expr
    ) -> Value:
        products = [
            part
            for part in ast.walk(node)
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mult)
        ]
        if len(products) > _MOST_FACTORS:
            raise self._error(node, "has too many products")
        a, b = self._quantity(left), self._quantity(right)
        ends = [operation(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        return Value(lambda boards: operation(a.read(boards), b.read(boards)), min(ends), max(ends))

    def _comparisons(self, nodes: list[ast.expr], ops: list[ast.cmpop]) -> Value:
        """``1 <= x < 5`` holds where each of its comparisons does."""
        values = [self._number(node) for node in nodes]
        parts = []
        for i, op in enumerate(ops):
            a, b = values[i], values[i + 1]
            if a.kind != b.kind:
                left = self._source(nodes[i])
                raise self._error(
                    nodes[i + 1], f"is a {b.kind}, and {left} a {a.kind}: they do not compare"
                )
            parts.append(_comparison(_COMPARISONS[type(op)], a, b))
            if not parts[-1].high and not self.never:
                self.never = " and ".join(
                    f"{self._source(node)} is {_range(value)}"
                    for node, value in zip(nodes[i : i + 2], (a, b), strict=True)
                    if not isinstance(node, ast.Constant)
                )
        return _joined(parts, all_of_them=True)

    def _number(self, node: ast.expr) -> Value:
        value = self.read(node)
        if value.is_truth:
            raise self._error(node, "is true or false, where a number is wanted")
        return value

    def _quantity(self, node: ast.expr) -> Value:
        value = self._number(node)
        if value.kind != QUANTITY:
            raise self._error(node, f"is a {value.kind}, where a number is wanted")
        return value

    def _truth(self, node: ast.expr) -> Value:
        value = self.read(node)
        if not value.is_truth:
            raise self._error(node, "is a number, where a comparison is wanted")
        return value

    def _source(self, node: ast.expr) -> str:
        return ast.get_source_segment(self._text, node) or ""

    def _error(self, node: ast.expr, what: str) -> SpecError:
        return SpecError(f"condition {shown(self._text)}: {shown(self._source(node), str)} {what}")


def _comparison(test: Callable[[Any, Any], Any], a: Value, b: Value) -> Value:
    """Holds always, never, or perhaps, by the ranges of both."""
    apart = a.high < b.low or b.high < a.low
    equal = a.low == a.high == b.low == b.high
    if test in (operator.eq, operator.ne):
        low, high = (equal, not apart) if test is operator.eq else (apart, not equal)
    elif test in (operator.lt, operator.le):
        low, high = test(a.high, b.low), test(a.low, b.high)
    else:
        low, high = test(a.low, b.high), test(a.high, b.low)
    return Value(lambda boards: test(a.read(boards), b.read(boards)), low, high, True)


def _joined(parts: list[Value], all_of_them: bool) -> Value:
    """Whether all parts are true, or any."""
    join, extreme = (np.logical_and, min) if all_of_them else (np.logical_or, max)

    def read(boards: Any) -> Any:
        return reduce(join, [part.read(boards) for part in parts])

    return Value(read, extreme(p.low for p in parts), extreme(p.high for p in parts), True)


def _range(value: Value) -> str:
    return f"{value.low:g}" if value.low == value.high else f"{value.low:g} to {value.high:g}"
