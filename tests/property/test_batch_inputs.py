"""Whatever is passed to the batch functions: answers, or one clear line."""

import itertools
from importlib import import_module

import numpy as np
import pytest
from hostile import ANYTHING, ODD, made, try_out
from hypothesis import given, settings
from hypothesis import strategies as st

import tractor_fast
from tractor_fast import to_planes
from tractor_fast._core import arrays
from tractor_fast._core.compiled import compiled
from tractor_fast._core.engine import kernels
from tractor_fast.rules import Rules

RULE_SETS = [
    Rules(),
    Rules(decks=1),
    Rules(players=6, rainbows=4, bombs="suit_following", throw_follow="each_unit"),
    Rules(decks=4, follow="pairs_only", bombs="any_suit", competes="reading"),
    Rules(players=8, protect_longer_tuples=True, tractor_width=3, tractor_length=3),
    Rules(players=5, partners="friends", throw_eval="highest", close_level_gap=False),
]
HAND, LEAD, PLAY = to_planes("2s2s3s3s4s5h"), to_planes("9s9s"), to_planes("2s2s")
TRICK = np.array([[HAND & LEAD, LEAD, PLAY, PLAY]]) | LEAD


def few(n):
    """Not more boards than a test has time for."""
    return 25 if type(n) is int and n > 1000 else n


# Functions and what they may be called with.
CALLS = {
    "to_planes": (tractor_fast.to_planes, [3, 3], 2),
    "to_faces": (tractor_fast.to_faces, HAND),
    "follows": (tractor_fast.follows, [3, 3, 7], [51], 5, 4, Rules()),
    "deal_batch": (lambda n, *given: tractor_fast.deal_batch(few(n), *given), 3, 7, Rules()),
    "deal_batch named": (
        lambda first, level, out: tractor_fast.deal_batch(
            3, first_board=first, level=level, out=out
        ),
        *(3, 0, None),
    ),
    "legal_batch": (tractor_fast.legal_batch, HAND, LEAD, PLAY, 5, 4, Rules()),
    "count_batch": (tractor_fast.count_batch, HAND, LEAD, 5, 4, Rules()),
    "sample_batch": (tractor_fast.sample_batch, HAND, LEAD, 5, 4, Rules()),
    "sample_batch named": (
        lambda seed, row, out: tractor_fast.sample_batch(
            HAND, LEAD, 5, 4, seed=seed, first_row=row, out=out
        ),
        *(0, 0, None),
    ),
    "resolve_batch": (tractor_fast.resolve_batch, TRICK, 0, 5, 4, Rules()),
    "resolve_batch named": (
        lambda out: tractor_fast.resolve_batch(TRICK, 0, 5, 4, out=out),
        None,
    ),
    "Arrays": (arrays.Arrays, 2),
}
for name in kernels():
    kernel = import_module(f"tractor_fast._core.batch_{name}")
    rules = compiled(Rules())
    CALLS |= {
        f"{name} legal": (kernel.legal, rules, HAND, LEAD, PLAY, 5, 4, None),
        f"{name} count": (kernel.count, rules, HAND, LEAD, 5, 4, None),
        f"{name} sample": (kernel.sample, rules, HAND, LEAD, 5, 4, 0, 0, None),
        f"{name} resolve": (kernel.resolve, rules, TRICK, 0, 5, 4, None, None),
        f"{name} deal": (
            lambda rules, n, *given, kernel=kernel: kernel.deal(rules, few(n), *given),
            *(rules, 3, 7, 0, None, None, None, None, None),
        ),
    }


@pytest.mark.parametrize("name", CALLS)
def test_every_odd_value_is_answered_or_refused_in_every_place(name):
    call, *right = CALLS[name]
    for place, odd in itertools.product(range(len(right)), ODD):
        try_out(call, *right[:place], made(odd), *right[place + 1 :])


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=40)
@given(st.data())
def test_anything_is_answered_or_refused_in_every_place(name, data):
    call, *right = CALLS[name]
    place = data.draw(st.integers(0, len(right) - 1))
    try_out(call, *right[:place], made(data.draw(ANYTHING)), *right[place + 1 :])


LAYOUTS = [
    np.ascontiguousarray,
    np.asfortranarray,
    lambda array: array[::-1],
    lambda array: np.repeat(array, 3, axis=0)[1::3],
    lambda array: array[..., ::-1],
    lambda array: np.broadcast_to(array[:1], array.shape),
    lambda array: array[:1],
    lambda array: array[0] if len(array) else array,
    lambda array: array.byteswap(),
    lambda array: array.view(array.dtype.newbyteorder()),
    lambda array: array.view(np.uint8),
    lambda array: array.astype(np.float64),
    lambda array: array.astype(object),
    lambda array: array.astype([("card", array.dtype)]),
    lambda array: np.ma.array(array, mask=True),
    lambda array: array.view(np.recarray),
    memoryview,
    lambda array: memoryview(array.tobytes()),
    lambda array: np.lib.stride_tricks.as_strided(array, strides=(0,) * array.ndim),
]


def planes(rng, shape, kind):
    """Bits of some kind: anything at all, any cards, neighbouring cards of one suit."""
    bits = rng.integers(0, 2**64, shape, np.uint64)
    if kind == "bits":
        return bits
    bits &= np.uint64((1 << 54) - 1)
    for j in range(1, shape[-1]):
        bits[..., j] &= bits[..., j - 1]
    if kind == "cards":
        return bits
    first = rng.integers(0, 40, (*shape[:-1], 1), np.uint64)
    return bits & np.left_shift(np.uint64(0x1111), first)


def part(array, row):
    """One row of what has rows."""
    return array[row : row + 1] if getattr(array, "ndim", 0) else array


@settings(max_examples=300)
@given(st.data())
def test_arrays_of_any_bits_and_layout_are_answered_or_refused(data):
    rules = data.draw(st.sampled_from(RULE_SETS))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    n = data.draw(st.integers(0, 12))
    kinds = [data.draw(st.sampled_from(["bits", "cards", "near"])) for _ in range(4)]
    hands = planes(rng, (n, rules.decks), kinds[0])
    leads = planes(rng, (n, rules.decks), kinds[1])
    plays = planes(rng, (n, rules.decks), kinds[2])
    tricks = planes(rng, (n, rules.players, rules.decks), kinds[3])
    levels, trumps, leaders = rng.integers(0, (14, 6, rules.players + 1), (n, 3), np.uint8).T
    if data.draw(st.booleans()):
        hands = np.bitwise_or(hands, leads) ^ leads  # no card of the lead's faces
    changed = []
    for array in (hands, leads, plays, levels, trumps, tricks, leaders):
        ordinary = data.draw(st.integers(0, 5)) > 0
        layout = np.ascontiguousarray if ordinary else data.draw(st.sampled_from(LAYOUTS))
        changed.append(try_out(layout, array))
    hands, leads, plays, levels, trumps, tricks, leaders = changed
    try_out(tractor_fast.legal_batch, hands, leads, plays, levels, trumps, rules)
    try_out(tractor_fast.count_batch, hands, leads, levels, trumps, rules)
    try_out(tractor_fast.sample_batch, hands, leads, levels, trumps, rules)
    try_out(tractor_fast.resolve_batch, tricks, leaders, levels, trumps, rules)
    for row in range(n):  # so that one bad row does not keep the others from being asked
        given = [part(array, row) for array in changed]
        try_out(tractor_fast.legal_batch, *given[:5], rules)
        try_out(tractor_fast.count_batch, *given[:2], *given[3:5], rules)
        try_out(tractor_fast.sample_batch, *given[:2], *given[3:5], rules)
        try_out(tractor_fast.resolve_batch, given[5], given[6], *given[3:5], rules)
