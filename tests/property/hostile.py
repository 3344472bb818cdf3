"""Values that no function may stumble over, and what may come of them."""

import itertools

import numpy as np
from hypothesis import strategies as st

from tractor_fast.cards import Trump
from tractor_fast.errors import TractorFastError
from tractor_fast.rules import Rules

ALLOWED = (TractorFastError, TypeError, ValueError, OverflowError, BufferError)


class Thrown(Exception):
    """Raised by the objects below: the caller's own errors come through as they are."""


def throws(*_):
    raise Thrown


class BadIndex:
    __index__ = __int__ = __float__ = throws


class BadIter:
    __iter__ = throws


class BadNext:
    def __iter__(self):
        yield 1
        raise Thrown


class BadLength:
    __len__ = throws

    def __iter__(self):
        return iter([1, 2])


class BadEverything:
    __eq__ = __hash__ = __bool__ = __repr__ = __str__ = throws


class Fickle:
    """A whole number that is another one each time that it is asked."""

    def __init__(self):
        self.numbers = itertools.cycle([0, 2**63, -1, 60, 10**30])

    def __index__(self):
        return next(self.numbers)


class Liar(int):
    """A number that says that it is in every range."""

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __eq__ = __lt__
    __hash__ = int.__hash__


class LyingText(str):
    """A text that says that it is every text."""

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def forged_trump(rank, suit):
    trump = Trump(0, 0)
    object.__setattr__(trump, "rank", rank)
    object.__setattr__(trump, "suit", suit)
    return trump


class SmallTalk(Rules, frozen=True, kw_only=True):
    """Rules that keep quiet about what was changed."""

    def changed(self):
        return {}


class Recipe:
    """Makes a value when it is needed, so that nobody has to print the value itself."""

    def __init__(self, text, make):
        self.text, self.make = text, make

    def __repr__(self):
        return self.text


MADE = [
    *(Recipe(kind.__name__, kind) for kind in (BadIndex, BadIter, BadNext, BadLength)),
    *(Recipe(kind.__name__, kind) for kind in (BadEverything, Fickle, object)),
    *(Recipe(f"Liar({n})", lambda n=n: Liar(n)) for n in (-(10**30), -1, 3, 60, 300, 2**70)),
    Recipe("10**5000", lambda: 10**5000),
    Recipe("LyingText", lambda: LyingText("tractor")),
    *(
        Recipe(f"forged trump {rank} {suit}", lambda rank=rank, suit=suit: forged_trump(rank, suit))
        for rank, suit in ((60, 60), (-1, -1), (Liar(10**6), Liar(10**6)), ("2", None))
    ),
    Recipe("rules in disguise", lambda: SmallTalk(players=8, decks=4)),
    Recipe("large rules in disguise", lambda: SmallTalk(decks=4, kitty=200)),
    Recipe("generator", lambda: (n for n in range(3))),
    Recipe("endless 0", lambda: itertools.repeat(0)),
    Recipe("endless count", itertools.count),
    Recipe("endless endless", lambda: itertools.repeat(itertools.repeat(7))),
    Recipe("endless units", lambda: itertools.repeat(("single", 1, (7,)))),
    Recipe("endless seats", lambda: itertools.repeat(("random", itertools.repeat(0.5)))),
    Recipe("arange", lambda: np.arange(5)),
    Recipe("matrix", lambda: np.zeros((2, 2), dtype=np.int8)),
    Recipe("object array", lambda: np.array(["2c", None], dtype=object)),
    Recipe("float64", lambda: np.float64(3)),
    Recipe("uint8", lambda: np.uint8(3)),
    Recipe("int64", lambda: np.int64(-3)),
    Recipe("numpy bool", lambda: np.bool_(True)),
    Recipe("date", lambda: np.datetime64("2026-01-01")),
    Recipe("memoryview", lambda: memoryview(b"\x01\x02")),
    Recipe("type", lambda: type),
    Recipe("function", lambda: len),
    Recipe("class Trump", lambda: Trump),
    Recipe("...", lambda: Ellipsis),
]

ODD = [
    *(None, True, -1, 54, 2**31, 2**63, 2**64 - 1, 2**64, 10**30, -(2**63)),
    *(0.5, 3.0, float("nan"), float("inf"), 1e300, 2j),
    *("", "3", "tractor", "a\nb", "x" * 10_000, b"", b"abc"),
    *([], (), {}, [[]], [None], [1.5], ["2c"], [[0]], [99], [-1], [(1, 2)], {1: 2}, [10**30]),
    *(frozenset([1, 2]), range(3), slice(3)),
    *MADE,
]
"""One of each kind."""

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.sampled_from([-(2**63), 2**31, 2**63, 2**64 - 1, 2**64, 10**30])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(ODD)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=4) | st.integers(0, 60), inner, max_size=3)
    ),
    max_leaves=8,
)


def made(value):
    """The value that was drawn, with everything in it made."""
    if isinstance(value, Recipe):
        return value.make()
    if type(value) in (list, tuple):
        return type(value)(map(made, value))
    if type(value) is dict:
        return {key: made(inner) for key, inner in value.items()}
    return value


def try_out(call, *arguments, **named):
    """Call; whatever is refused, is refused in one clear line."""
    try:
        return call(*arguments, **named)
    except Thrown:
        return None
    except ALLOWED as error:
        text = str(error)
        assert text.strip(), "an error without words"
        assert "\n" not in text, text
        assert len(text) < 700, text
        return None
